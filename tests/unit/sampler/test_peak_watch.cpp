// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fcntl.h>

#include "fake_host.hpp"
#include "fake_session.hpp"
#include "recording/evidence.hpp"
#include "sampler/peak_watch.hpp"
#include "sampler/place.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;

namespace {

files::Descriptor folder(const FakeHost& host, const std::string& name) {
  return files::Descriptor(::open(host.at(name).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

/// Memory as Linux 6.12 tells it: one peak for everybody, and one for each that was reset.
class PeakingSource : public fake::Source {
 public:
  class Watch : public PeakWatch {
   public:
    explicit Watch(const PeakingSource& source) : source_(source) {}
    std::optional<Bytes> read() override { return source_.peak_since(began_); }

   private:
    const PeakingSource& source_;
    std::int64_t began_ = source_.now_ms();
  };
  using fake::Source::read;
  explicit PeakingSource(fake::Clock& clock) : fake::Source(clock), time_(clock) {}
  std::unique_ptr<PeakWatch> watch_peak() override { return std::make_unique<Watch>(*this); }

  /// 100 MiB for the 150 ms from 3.3 s on, a page else: no sample of a grid of seconds at .1 sees it.
  [[nodiscard]] std::optional<Bytes> peak_since(std::int64_t ms) const {
    return ms <= 3450 && now_ms() >= 3300 ? MiB(100) : Bytes{4096};
  }
  [[nodiscard]] std::int64_t now_ms() const { return time_.now().time_since_epoch() / std::chrono::milliseconds(1); }

 private:
  fake::Clock& time_;
};

}  // namespace

TEST_CASE("a kernel that refuses the reset, or a file that cannot be written, gives no peak of our own") {
  FakeHost host;
  host.write("a/cgroup.procs", "");
  CHECK(watch_peak(folder(host, "a").get()) == nullptr);                       // before Linux 5.19
  std::filesystem::create_symlink("/dev/full", host.at("a") / "memory.peak");  // every write fails
  CHECK(watch_peak(folder(host, "a").get()) == nullptr);
  host.write("b/memory.peak", "4096\n");
  CHECK(watch_peak(folder(host, "b").get()) == nullptr);  // an ordinary file keeps the text instead of counting
}

TEST_CASE("each window has a peak of its own that no sample saw") {
  fake::Clock clock;
  fake::Sink sink;
  fake::Observer observer;
  recording::RunStart start;
  start.subject = "s";
  start.target = "cgroup:/s";
  std::vector<Subject> subjects;
  subjects.emplace_back(std::make_unique<PeakingSource>(clock), std::move(start), MissingFigures{});
  Plan plan;
  plan.grid_start = fake::at(std::chrono::milliseconds(1100));
  plan.windows = {{"spike", std::chrono::seconds(3)}, {"quiet", std::chrono::seconds(3)}};
  Session session(plan, std::move(subjects), clock, sink, observer, nullptr, nullptr);
  static_cast<void>(session.run());
  REQUIRE(sink.windows.size() == 2);
  CHECK(sink.windows[0].end->context.peak_inside == MiB(100));
  CHECK(sink.windows[1].end->context.peak_inside == Bytes{4096});
  for (const auto& tick : sink.ticks)
    for (const auto& row : tick.rows) CHECK(row.reading.memory == Bytes{4096});
}

TEST_CASE("a clock that is set in a window shows between its edges, and changes nothing that was measured") {
  class SteppedClock : public fake::Clock {
   public:
    [[nodiscard]] WallTime wall() const override {
      const bool set = now().time_since_epoch() >= std::chrono::seconds(3);
      return fake::Clock::wall() - (set ? std::chrono::hours(1) : std::chrono::hours(0));
    }
    [[nodiscard]] std::optional<std::chrono::nanoseconds> asleep() const override {
      return now().time_since_epoch() >= std::chrono::seconds(4) ? std::chrono::seconds(20) : std::chrono::seconds(0);
    }
  } clock;
  fake::Sink sink;
  fake::Observer observer;
  recording::RunStart start;
  start.subject = start.target = "s";
  std::vector<Subject> subjects;
  subjects.emplace_back(std::make_unique<fake::Source>(clock), std::move(start), MissingFigures{});
  Plan plan;
  plan.grid_start = fake::at(std::chrono::milliseconds(1100));
  plan.windows = {{"load", std::chrono::seconds(5)}};
  Session session(plan, std::move(subjects), clock, sink, observer, nullptr, nullptr);
  static_cast<void>(session.run());
  REQUIRE(sink.windows.size() == 1);
  const auto why = recording::explain(sink.windows[0].begin, *sink.windows[0].end);
  CHECK(why.asleep == std::chrono::seconds(20));
  REQUIRE(why.clock_step.has_value());
  CHECK(std::chrono::abs(*why.clock_step + std::chrono::hours(1) + std::chrono::seconds(20)) < std::chrono::seconds(1));
  CHECK(sink.windows[0].cores() == doctest::Approx(1).epsilon(0.001));
}

TEST_CASE("the real kernel's private peak, where there is one") {
  const auto tree = detect_cgroup_tree({});
  std::filesystem::path peak;
  if (tree.v2)
    for (const auto& group : list_groups(tree))
      if (const auto place = folder_of(*tree.v2, group); place && std::filesystem::exists(*place / "memory.peak"))
        peak = *place;
  if (peak.empty()) {
    MESSAGE("NOT TESTED: no group here has memory.peak, so the reset of Linux 6.12 was not tried");
    return;
  }
  const files::Descriptor held(::open(peak.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const auto watch = watch_peak(held.get());
  if (!watch) {
    MESSAGE("NOT TESTED: memory.peak is there and cannot be reset (before Linux 6.12, or no right to write)");
    return;
  }
  CHECK(watch->read().has_value());
}
