// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <poll.h>
#include <sys/stat.h>

#include "fake_host.hpp"
#include "fake_session.hpp"
#include "sampler/finder.hpp"
#include "sampler/target.hpp"

using namespace fake;
using namespace vpsfit::sampler;
using vpsfit::ErrorKind;

namespace {

std::string full_id(char digit) { return std::string(64, digit); }

/// A v2 host whose groups are made by hand, and a finder that looks at it.
class Watched {
 public:
  Watched() {
    host_.make_unified();
    make("/docker");
    make("/machine.slice");
  }
  void make(const std::string& path) const {
    for (const char* file : {"cgroup.type", "cpu.stat", "memory.current"})
      host_.write("sys/fs/cgroup" + path + "/" + file, "0\n");
  }
  void make_without_memory(const std::string& path) const { host_.write("sys/fs/cgroup" + path + "/cpu.stat", "0\n"); }

  /// `patience` with crun: far longer than any test, where the end of it is not the point.
  void start(std::chrono::milliseconds patience = 60s) {
    const auto inode = [this](const std::string& path) -> std::optional<std::uint64_t> {
      struct stat info {};
      return ::stat(host_.at("sys/fs/cgroup" + path).c_str(), &info) == 0 ? std::optional<std::uint64_t>(info.st_ino)
                                                                          : std::nullopt;
    };
    const auto nobody = [](const vpsfit::HttpRequest&) -> Result<vpsfit::HttpResponse> {
      return vpsfit::fail(ErrorKind::io, "nobody");
    };
    const auto open = [this, tree = host_.tree()](const Match& match) -> Result<Subject> {
      VPSFIT_TRY(const Found found, found_at(tree, match));
      recording::RunStart start;
      start.subject = match.subject;
      start.group_path = found.place.path;
      start.target = found.place.path;
      return Subject(std::make_unique<fake::Source>(clock_), start, {});
    };
    finder_ = std::make_unique<Finder>(host_.tree(), Names(host_.root(), nobody, ""), Newcomers({true, {}, {}}, inode),
                                       open, 200ms, patience);
  }

  /// Who comes next, within ten seconds.
  std::string next() {
    for (int i = 0; i < 50 && come_.empty(); ++i) gather(200ms);
    if (come_.empty()) return "nobody";
    const std::string first = come_.front();
    come_.pop_front();
    return first;
  }
  /// Does anybody come within that time?
  bool anybody_within(nanoseconds time) {
    gather(time);
    return !come_.empty();
  }
  [[nodiscard]] CgroupTree tree() const { return host_.tree(); }

 private:
  void gather(nanoseconds time) {
    pollfd wait{finder_->descriptor(), POLLIN, 0};
    ::poll(&wait, 1, static_cast<int>(time / 1ms));
    fake::Sink sink;
    for (auto& subject : finder_->take()) {
      REQUIRE(subject.begin(sink, clock_.now(), clock_.wall()));
      come_.push_back(sink.runs.back().start.group_path);
    }
  }

  FakeHost host_;
  fake::Clock clock_;
  std::deque<std::string> come_;
  std::unique_ptr<Finder> finder_;
};

}  // namespace

TEST_CASE("the finder tells of a folder that appears, in an older folder and in a new one") {
  Watched host;
  host.start();
  const std::string first = "/docker/" + full_id('a'),
                    second = "/system.slice/a.slice/docker-" + full_id('b') + ".scope";
  host.make(first);
  CHECK(host.next() == first);
  host.make(second);
  CHECK(host.next() == second);
}

TEST_CASE("a scope is opened when the group that crun makes in it is there with its files") {
  Watched host;
  const std::string scope = "/machine.slice/libpod-" + full_id('c') + ".scope";
  host.start();
  host.make(scope);
  CHECK_FALSE(host.anybody_within(60ms));
  host.make_without_memory(scope + "/container");  // made, and its controllers are about to come
  CHECK_FALSE(host.anybody_within(60ms));
  host.make(scope + "/container");
  CHECK(host.next() == scope + "/container");
  CHECK_FALSE(host.anybody_within(500ms));
}

TEST_CASE("a scope in which crun makes nothing is opened itself, and keeps nobody else waiting") {
  Watched host;
  const std::string scope = "/machine.slice/libpod-" + full_id('d') + ".scope", other = "/docker/" + full_id('e');
  host.start(300ms);
  host.make(scope);
  host.make(other);
  CHECK(host.next() == other);
  CHECK(host.next() == scope);
}

TEST_CASE("only a scope of Podman or CRI-O on v2 may still get its inner group") {
  Watched host;
  const auto may = [&](Runtime runtime, const std::string& path) {
    host.make(path);
    return may_get_inner_group(host.tree(), Match{"web", "t", path, runtime, full_id('f'), {}, {}});
  };
  CHECK(may(Runtime::podman, "/machine.slice/libpod-1.scope"));
  CHECK(may(Runtime::crio, "/kubepods.slice/crio-1.scope"));
  CHECK_FALSE(may(Runtime::docker, "/system.slice/docker-1.scope"));
  CHECK_FALSE(may(Runtime::podman, "/libpod_parent/libpod-1"));
  host.make("/machine.slice/libpod-2.scope/container");
  CHECK_FALSE(may(Runtime::podman, "/machine.slice/libpod-2.scope"));
  FakeHost hybrid;
  hybrid.make_hybrid();
  hybrid.write("sys/fs/cgroup/memory/machine.slice/libpod-1.scope/memory.usage_in_bytes", "0\n");
  CHECK_FALSE(may_get_inner_group(
      hybrid.tree(), Match{"web", "t", "/machine.slice/libpod-1.scope", Runtime::podman, full_id('f'), {}, {}}));
}
