// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "fake_host.hpp"
#include "fake_session.hpp"
#include "sampler/group.hpp"
#include "sampler/life_signs.hpp"
#include "sampler/newcomers.hpp"

using namespace fake;
using namespace vpsfit::sampler;
using recording::EndReason;
using vpsfit::ErrorKind;

namespace {

std::string id_of(const std::string& begin) { return begin + std::string(64 - begin.size(), '0'); }
const std::string web = id_of("a1"), db = id_of("b2");

Target target(std::string_view text) { return parse_target(text).value(); }

/// A tree in memory: path -> inode.
struct Tree {
  std::map<std::string, std::uint64_t> inodes;
  Newcomers newcomers(Wanted wanted) {
    return {std::move(wanted), [this](const std::string& path) -> std::optional<std::uint64_t> {
              const auto found = inodes.find(path);
              return found == inodes.end() ? std::nullopt : std::optional(found->second);
            }};
  }
  [[nodiscard]] Listing listing() const {
    Listing listing;
    for (const auto& [path, inode] : inodes) listing.groups.push_back(path);
    for (const auto& [id, name] : {std::pair(web, "web"), std::pair(db, "db")}) {
      Known known;
      known.id = id;
      known.names = {name};
      listing.known.push_back(known);
    }
    return listing;
  }
};

std::vector<std::string> subjects(const std::vector<Match>& matches) {
  std::vector<std::string> names;
  for (const auto& match : matches) names.push_back(match.subject);
  return names;
}
using Names_ = std::vector<std::string>;

/// Arrivals that come at known moments.
class Coming : public Arrivals {
 public:
  explicit Coming(fake::Clock& clock) : clock_(clock) {}
  fake::Source* at(nanoseconds when, const std::string& name) {
    auto source = std::make_unique<fake::Source>(clock_);
    fake::Source* const raw = source.get();
    recording::RunStart start;
    start.subject = name;
    coming_.emplace_back(when, Subject(std::move(source), start, {}));
    clock_.news(when);
    return raw;
  }
  std::vector<Subject> take() override {
    std::vector<Subject> here;
    while (!coming_.empty() && coming_.front().first <= clock_.now().time_since_epoch()) {
      here.push_back(std::move(coming_.front().second));
      coming_.pop_front();
    }
    return here;
  }
  std::vector<std::string> take_remarks() override { return {}; }

 private:
  fake::Clock& clock_;
  std::deque<std::pair<nanoseconds, Subject>> coming_;
};

}  // namespace

TEST_CASE("cgroup.events is read by its keys") {
  CHECK(parse_cgroup_events("populated 1\nfrozen 0\n") == Life{true, false});
  CHECK(parse_cgroup_events("frozen 1\nnew_key 7\npopulated 0\n") == Life{false, true});
  CHECK(parse_cgroup_events("populated 1\nfrozen 1") == Life{true, std::nullopt});  // torn
  CHECK(parse_cgroup_events("populated yes\nfrozen -1\n\n") == Life{});
  CHECK(parse_freezer_state("FROZEN\n") == true);
  CHECK(parse_freezer_state("FREEZING\n") == false);
  CHECK(parse_freezer_state("THAWED\n") == false);
  CHECK_FALSE(parse_freezer_state("thawed"));
  CHECK_FALSE(parse_freezer_state(""));
}

TEST_CASE("a container whose inner group is frozen is paused, though its scope is not") {
  FakeHost host;
  host.make_unified();
  const std::string group = "sys/fs/cgroup/machine.slice/libpod-" + web + ".scope";
  for (const char* file : {"cgroup.type", "cpu.stat", "memory.current", "cgroup.procs"})
    host.write(group + "/" + file, "0\n");
  host.write(group + "/cgroup.events", "populated 1\nfrozen 0\n");
  const auto place = place_of_group(host.tree(), "/machine.slice/libpod-" + web + ".scope").value();
  LifeSigns signs(place, Runtime::podman);
  CHECK(signs.look() == Life{true, false});
  host.write(group + "/container/cgroup.events", "populated 1\nfrozen 1\n");  // made after the scope
  CHECK(signs.look() == Life{true, true});
  CHECK(signs.descriptors().size() == 2);
}

TEST_CASE("why a group is gone is told by what it did and what stands above it") {
  FakeHost host;
  host.make_unified();
  const std::string top = "sys/fs/cgroup/system.slice", group = top + "/docker-" + web + ".scope";
  host.write(top + "/docker.service/cgroup.procs", "1\n");
  host.write(top + "/memory.events", "oom 0\noom_kill 4\n");
  host.write(group + "/cgroup.events", "populated 0\nfrozen 0\n");
  const auto place = place_of_group(host.tree(), "/system.slice/docker-" + web + ".scope").value();
  LifeSigns empty(place, Runtime::docker);
  CHECK(empty.farewell() == Farewell::removed);
  host.write(group + "/cgroup.events", "populated 1\nfrozen 0\n");
  LifeSigns lived(place, Runtime::docker);
  CHECK(lived.farewell() == Farewell::exited);
  std::filesystem::remove_all(host.at(top + "/docker.service"));
  CHECK(lived.farewell() == Farewell::engine_gone);
  CHECK(LifeSigns(place, Runtime::docker).farewell() == Farewell::exited);  // it was not there before either
  host.write(top + "/memory.events", "oom 1\noom_kill 5\n");
  CHECK(lived.farewell() == Farewell::oom_above);
  host.write(group + "/cgroup.events", "populated 0\nfrozen 0\n");
  CHECK(lived.look().populated == false);  // as it is told on the way out
  CHECK(lived.farewell() == Farewell::oom_above);
}

TEST_CASE("only what is new and wanted is told, once") {
  Tree tree;
  auto newcomers = tree.newcomers({true, {}, {target("db")}});
  CHECK(newcomers.of(tree.listing()).empty());
  tree.inodes = {{"/docker/" + web, 1}, {"/docker/" + db, 2}, {"/system.slice/x.service", 3}};
  CHECK(subjects(newcomers.of(tree.listing())) == Names_{"web"});
  CHECK(newcomers.of(tree.listing()).empty());
}

TEST_CASE("a group that was made anew under its path is new, one of the same inode is not") {
  Tree tree;
  tree.inodes = {{"/docker/" + web, 1385}};
  auto newcomers = tree.newcomers({false, {target("docker:web")}, {}});
  CHECK(newcomers.of(tree.listing()).size() == 1);
  tree.inodes["/docker/" + web] = 2330;
  CHECK(subjects(newcomers.of(tree.listing())) == Names_{"web"});
  tree.inodes.clear();
  newcomers.forget_gone();
  CHECK(newcomers.remembered() == 0);
}

TEST_CASE("units, pods and groups can be followed") {
  Tree tree;
  const std::string pod = "/kubepods/pod0123456789abcdef0123456789abcdef";
  auto newcomers =
      tree.newcomers({false, {target("unit:web"), target("cgroup:/own/x"), target("pod:" + pod.substr(13))}, {}});
  tree.inodes = {{"/system.slice/web.service", 1}, {"/own/x", 2}, {"/own/y", 3}, {pod, 4}, {"/docker/" + web, 5}};
  CHECK(newcomers.may_be_wanted("/own/x"));
  CHECK_FALSE(newcomers.may_be_wanted("/docker/" + web));
  CHECK(newcomers.of(tree.listing()).size() == 3);
}

TEST_CASE("two engines' containers of one name stand side by side, one engine's follow one another") {
  Tree tree;
  auto newcomers = tree.newcomers({true, {}, {}});
  tree.inodes = {{"/docker/" + web, 1}};
  CHECK(subjects(newcomers.of(tree.listing())) == Names_{"web"});
  auto listing = tree.listing();
  listing.groups = {"/machine.slice/libpod-" + id_of("c3") + ".scope", "/docker/" + id_of("d4")};
  for (const char* begin : {"c3", "d4"}) {
    Known known;
    known.id = id_of(begin);
    known.names = {"web"};
    listing.known.push_back(known);
  }
  for (const auto& path : listing.groups) tree.inodes[path] = 7;
  CHECK(subjects(newcomers.of(listing)) == Names_{"podman:web", "web"});
}

TEST_CASE("who appears gets a run and the open window, and nobody else loses a tick") {
  Bench bench({sampler::PlannedWindow{"all", std::nullopt}});
  Coming arrivals(bench.clock);
  arrivals.at(3500ms, "late");
  bench.clock.signal(8s, SIGINT);
  const auto outcome = bench.run(nullptr, nullptr, &arrivals);
  CHECK_FALSE(outcome.incomplete);
  REQUIRE(bench.sink.runs.size() == 2);
  CHECK(bench.sink.runs[1].start.subject == "late");
  REQUIRE(bench.sink.windows.size() == 2);
  CHECK(bench.sink.windows[1].begin.at == at(3500ms));
  CHECK(bench.sink.windows[1].cores() == doctest::Approx(1.0).epsilon(1e-3));
  for (const auto& one : bench.sink.ticks) CHECK(one.rows.size() == (one.tick.planned < at(3500ms) ? 1 : 2));
}

TEST_CASE("who appears in a window that has begun says so and counts as incomplete") {
  Bench bench({{"load", 6s}});
  Coming arrivals(bench.clock);
  arrivals.at(3500ms, "late");
  CHECK(bench.run(nullptr, nullptr, &arrivals).incomplete);
  REQUIRE(bench.sink.runs[1].notices.size() == 1);
  CHECK(bench.sink.runs[1].notices[0].code == "joined_late");
}

TEST_CASE("who appeared and goes again is let go, and the session goes on without anybody") {
  Bench bench({sampler::PlannedWindow{"all", std::nullopt}});
  bench.sources[0]->gone_at = 2500ms;
  bench.sources[0]->farewell_is = Farewell::exited;
  Coming arrivals(bench.clock);
  arrivals.at(4500ms, "late");
  bench.clock.signal(8s, SIGINT);
  const auto outcome = bench.run(nullptr, nullptr, &arrivals);
  CHECK(outcome.reason == EndReason::interrupted);
  CHECK(bench.sink.runs[0].end->reason == EndReason::target_vanished);
  CHECK(bench.sink.runs[1].end->reason == EndReason::interrupted);
  CHECK(bench.sink.ticks.back().tick.number == 6);
}

TEST_CASE("where nobody is there yet, the windows begin with the first who comes") {
  Bench bench({{"load", 3s}}, {}, 0);
  Coming arrivals(bench.clock);
  arrivals.at(4300ms, "web");
  const auto outcome = bench.run(nullptr, nullptr, &arrivals);
  CHECK(outcome.reason == EndReason::finished);
  CHECK_FALSE(outcome.incomplete);
  REQUIRE(bench.sink.windows.size() == 1);
  CHECK(bench.sink.windows[0].begin.at < at(4301ms));
  CHECK(bench.sink.windows[0].length() < 3s + 1ms);
}

TEST_CASE("one of several that is gone at the start does not stop the others") {
  Bench bench({{"load", 3s}}, {}, 2);
  bench.sources[0]->gone_at = 0s;
  recording::Reading reading;
  bench.sources[0]->read(reading);
  const auto outcome = bench.run();
  CHECK_FALSE(outcome.failure);
  CHECK(outcome.incomplete);
  CHECK(bench.sink.ticks.back().rows.size() == 1);
}

TEST_CASE("a kill for lack of memory just before the end is told as its reason") {
  Bench bench({{"load", 10s}}, {}, 2);
  bench.sources[0]->oom_at = 5000ms;
  bench.sources[0]->gone_at = 6500ms;
  bench.sources[1]->oom_at = 1200ms;  // long before: not its reason
  bench.sources[1]->gone_at = 60s;
  static_cast<void>(bench.run());
  CHECK(bench.sink.runs[0].notices.back().code == "target_oom");
}

TEST_CASE("pauses are added up over the time in which they were seen") {
  Pauses pauses;
  CHECK_FALSE(pauses.until(at(9s)));
  pauses.see(std::nullopt, at(1s));
  CHECK_FALSE(pauses.until(at(9s)));
  pauses.see(false, at(1s));
  CHECK(pauses.until(at(9s)) == 0us);
  pauses.see(true, at(2s));
  pauses.see(true, at(3s));
  CHECK(pauses.until(at(4s)) == 2s);
  CHECK(pauses.until(at(1s)) == 0us);
  pauses.see(false, at(5s));
  pauses.see(true, at(7s));
  CHECK(pauses.until(at(8s)) == 4s);
  CHECK(pauses.now());
}
