// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>

#include "cli/calibration_sides.hpp"
#include "cli/forecast_inputs.hpp"
#include "forecast/forecast.hpp"
#include "recording/load_results.hpp"
#include "tests/unit/forecast/made.hpp"
#include "tests/unit/recording/fixture.hpp"

// What is written beside the samples must decide: from the recording and its load results to the notice.

using namespace fixture;

namespace {

/// Three runs of a subject, one after the other, each with a window "load" of 15 s and 15 samples.
struct Made {
  std::string subject;
  std::int64_t rate = 20'000;
  std::int64_t usec_each_second = 400'000;
  bool has_memory = true;
};

void record(Writer& out, std::int64_t& n, const Made& made, const std::string& run) {
  RunStart what = start(made.subject, run, n * 1000);
  what.load = {"fixed", Rational(made.rate)};
  const RunId id = must(out.begin_run(what));
  const auto seen = [&](std::int64_t second) {
    Reading one = reading(second * made.usec_each_second, MiB(100).count());
    if (!made.has_memory) one.memory.reset();
    return one;
  };
  const auto edge_at = [&](std::int64_t second) { return Edge{at(n * 1000 + 100), seen(second), {}, {}}; };
  const WindowId window = must(out.begin_window(id, "load", edge_at(0)));
  for (std::int64_t second = 1; second <= 15; ++second) must(out.tick(fixture::tick(++n), 0, {{id, seen(second), {}}}));
  must(out.end_window(window, edge_at(15)));
  must(out.end_run(id, end(n * 1000 + 500)));
  ++n;
  must(out.tick(fixture::tick(n), 0, {}));
}

void record(const std::filesystem::path& file, const std::vector<Made>& subjects) {
  Writer out = writer(file);
  std::int64_t n = 0;
  for (const auto& made : subjects)
    for (const char* const run : {"1", "2", "3"}) record(out, n, made, run);
  must(out.finish());
}

/// What the generator counted in the run: the rate as asked, every answer good.
LoadResult counted(const std::string& subject, const std::string& run, std::int64_t rate = 20'000) {
  LoadResult load;
  load.subject = subject;
  load.run = run;
  load.load = "fixed";
  load.window = "load";
  load.generator = "zrk 2.4.2";
  load.mode = "rate";
  load.origin = "scheduled";
  load.asked_rate = Rational(rate);
  load.min_ratio = Rational(98, 100);
  load.connections = 64;
  load.planned = load.elapsed = std::chrono::seconds(15);
  load.good = rate * 15;
  load.contract_checks = 4;
  return load;
}

std::vector<LoadResult> counted(const std::string& subject) {
  return {counted(subject, "1"), counted(subject, "2"), counted(subject, "3")};
}

struct Answer {
  forecast::Status status;
  std::vector<std::string> refusals, notices;
  bool saves = false;
};

/// The second subject's answer against the first's.
Answer answer(const std::vector<Made>& subjects, const std::vector<LoadResult>& loads) {
  const Folder folder;
  record(folder / "r.db", subjects);
  if (!loads.empty()) must(add_load_results(folder / "r.db", loads, {}));
  cli::Inputs inputs;
  const auto usages = must(cli::read_usages({(folder / "r.db").string()}, {}, inputs));
  const auto sold = made::catalog({made::plan("a", 2, 4, "GB", "60")});
  const auto result = must(forecast::make_forecast(usages, sold, made::study_rates(), {}, made::selection(),
                                                   forecast::AgainstSubject{subjects.front().subject}));
  const auto& last = result.subjects.back();
  return {last.status, made::codes(last.refusals), made::codes(last.notices), last.saving.has_value()};
}

bool has(const std::vector<std::string>& codes, std::string_view code) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

/// The same two subjects, with the second one's results changed.
template <class Change>
Answer with(const Change& change) {
  auto loads = counted("b");
  change(loads);
  for (auto& one : counted("a")) loads.push_back(one);
  return answer({{"a"}, {"b"}}, loads);
}

using Codes = std::vector<std::string>;

}  // namespace

TEST_CASE("results without fault refuse nothing") {
  const auto fine = with([](auto&) {});
  CHECK(fine.status == forecast::Status::ok);
  CHECK(fine.saves);
  CHECK(fine.refusals.empty());
  for (const char* const code : {"rate_not_reached", "generator_bound", "load_errors", "request_errors"})
    CHECK_FALSE(has(fine.notices, code));
}

TEST_CASE("a rate that one run of three missed is told, and one that two missed is refused") {
  const auto one = with([](auto& loads) { loads[1].good = 293'999; });
  CHECK(has(one.notices, "rate_not_reached"));
  CHECK(one.saves);
  const auto two = with([](auto& loads) { loads[1].good = loads[2].good = 293'999; });
  CHECK(two.refusals == Codes{"rate_not_reached"});
  CHECK_FALSE(two.saves);
  const auto just = with([](auto& loads) { loads[1].good = loads[2].good = 294'000; });  // 98 %
  CHECK(just.saves);
  CHECK_FALSE(has(just.notices, "rate_not_reached"));
}

TEST_CASE("a generator that was the limit is refused") {
  const auto busy = with([](auto& loads) {
    loads[0].generator_cpus = 1;
    loads[0].generator_cpu = CpuTime{13'500'000};  // 90 % of 15 s
  });
  CHECK(busy.refusals == Codes{"generator_bound"});
  CHECK_FALSE(busy.saves);
}

TEST_CASE("few errors are told, and more than one in a thousand are refused") {
  const auto few = with([](auto& loads) { loads[0].errors = 100, loads[0].timeouts = 200, loads[0].good = 299'700; });
  CHECK(has(few.notices, "load_errors"));
  CHECK(few.saves);
  const auto many = with([](auto& loads) { loads[0].errors = 101, loads[0].timeouts = 200, loads[0].good = 299'699; });
  CHECK(many.refusals == Codes{"request_errors"});
  CHECK_FALSE(many.saves);
}

TEST_CASE("other rates, no CPU and memory that nobody read are refused from a recording") {
  const auto unequal = answer({{"a"}, {"b", 10'000}}, {});
  CHECK(unequal.refusals == Codes{"unequal_load"});
  CHECK_FALSE(unequal.saves);
  const auto idle = answer({{"a"}, {"b", 20'000, 0}}, {});
  CHECK(idle.refusals == Codes{"idle_subject"});
  CHECK_FALSE(idle.saves);
  const auto without = answer({{"a"}, {"b", 20'000, 400'000, false}}, {});
  CHECK(without.status == forecast::Status::refused);
  CHECK(without.refusals == Codes{"no_usable_run"});
  CHECK(has(without.notices, "memory_unknown"));
}

TEST_CASE("load results that contradict themselves are no input") {
  const Folder folder;
  record(folder / "r.db", {{"a"}});
  auto loads = counted("a");
  loads[0].buckets = {{1, 1, 5}};  // five latencies for 300,000 answers
  must(add_load_results(folder / "r.db", loads, {}));
  cli::Inputs inputs;
  const auto read = cli::read_usages({(folder / "r.db").string()}, {}, inputs);
  REQUIRE_FALSE(read);
  CHECK(read.error().kind == ErrorKind::input);
  CHECK(read.error().message.find("contradict") != std::string::npos);
}

TEST_CASE("a calibration counts the requests of both recordings") {
  const Folder folder;
  record(folder / "here.db", {{"a", 20'000, 400'000}});
  record(folder / "there.db", {{"a", 20'000, 800'000}});
  const cli::SideWish wish{"a", "", ""};
  const auto sides = [&](const std::vector<LoadResult>& loads) {
    must(add_load_results(folder / "here.db", counted("a"), {}));
    must(add_load_results(folder / "there.db", loads, {}));
    return forecast::calibrate(must(cli::read_side((folder / "here.db").string(), wish)),
                               must(cli::read_side((folder / "there.db").string(), wish)), "");
  };
  auto fewer = counted("a");
  for (auto& one : fewer) one.good = 297'000;  // 99 % of the rate: as much CPU for less
  const auto result = sides(fewer);
  REQUIRE(result.figure);
  CHECK(result.work == forecast::Work::counted);
  CHECK(result.figure->value.fraction() == "99/200");  // (6 s / 300,000) / (12 s / 297,000)
  CHECK(result.there.cpu_model == "Some CPU 2.0");
}
