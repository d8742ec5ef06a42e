// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <string>

#include "sampler/containers.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;

namespace {

const std::string id = "4c01db0b339c" + std::string(51, 'a') + "1";
const std::string other = "4c01db0b339c" + std::string(51, 'a') + "2";

void is(const std::string& path, Runtime runtime) {
  const auto found = container_at(path);
  REQUIRE_MESSAGE(found, path);
  CHECK_MESSAGE(found->runtime == runtime, path);
  CHECK(found->id == id);
  CHECK(found->path == path);
}

}  // namespace

TEST_CASE("containers are known by the paths that their runtimes make") {
  is("/system.slice/docker-" + id + ".scope", Runtime::docker);
  is("/docker/" + id, Runtime::docker);
  is("/user.slice/user-1000.slice/user@1000.service/user.slice/docker-" + id + ".scope", Runtime::docker);
  is("/actions_job/" + id, Runtime::docker);
  is("/ecs/task1/" + id, Runtime::docker);
  is("/machine.slice/libpod-" + id + ".scope", Runtime::podman);
  is("/libpod_parent/libpod-" + id, Runtime::podman);
  is("/system.slice/web.service/libpod-payload-" + id, Runtime::podman);
  is("/system.slice/nerdctl-" + id + ".scope", Runtime::containerd);
  is("/default/" + id, Runtime::containerd);
  is("/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podab.slice/cri-containerd-" + id + ".scope",
     Runtime::containerd);
  is("/kubepods.slice/kubepods-podab.slice/crio-" + id + ".scope", Runtime::crio);
  is("/system.slice/containerd.service/kubepods-burstable-podab.slice:cri-containerd:" + id, Runtime::containerd);
  is("/kubepods/burstable/podab-cd/" + id, Runtime::unknown);
}

TEST_CASE("of nested containers the innermost is meant") {
  is("/system.slice/docker-" + other + ".scope/docker/" + id, Runtime::docker);
}

TEST_CASE("helpers, inner groups and other groups are no containers") {
  for (const auto& path :
       {"/machine.slice/libpod-conmon-" + id + ".scope", "/x/crio-conmon-" + id + ".scope",
        "/machine.slice/libpod-" + id + ".scope/container", std::string("/system.slice/docker.service"),
        std::string("/docker/buildkit/abcdefghij0123456789abcde"), std::string("/"), std::string(),
        "/docker/" + id.substr(1), "/docker/" + id + "0", "/system.slice/docker-" + std::string(64, 'g') + ".scope"})
    CHECK_MESSAGE(!container_at(path), path);
}

TEST_CASE("a container is found by the start of its id") {
  const std::vector<std::string> paths{"/", "/docker/" + id, "/machine.slice/libpod-" + other + ".scope"};
  CHECK(find_container(paths, Runtime::unknown, id)->path == "/docker/" + id);
  CHECK(find_container(paths, Runtime::docker, "4c01")->id == id);
  CHECK(find_container(paths, Runtime::podman, "4c01")->id == other);
}

TEST_CASE("several hits are listed, none is said") {
  const std::vector<std::string> paths{"/docker/" + id, "/machine.slice/libpod-" + other + ".scope"};
  const auto several = find_container(paths, Runtime::unknown, "4c01");
  REQUIRE_FALSE(several);
  CHECK(several.error().kind == ErrorKind::input);
  CHECK(several.error().remedy.find("docker:" + id) != std::string::npos);
  CHECK(several.error().remedy.find("podman:" + other) != std::string::npos);
  const auto none = find_container(paths, Runtime::docker, "web\x1b[2J");
  REQUIRE_FALSE(none);
  CHECK(none.error().kind == ErrorKind::unavailable);
  CHECK(none.error().message == "no running docker container matches 'web\\x1b[2J'");
  CHECK_FALSE(find_container(paths, Runtime::unknown, ""));
}

TEST_CASE("the same container in a scope and below it counts once") {
  const std::string scope = "/machine.slice/libpod-" + id + ".scope";
  const auto found = find_containers({scope, scope + "/container", scope + "/libpod-payload-" + id});
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == scope);
}

TEST_CASE("a unit is found by its name") {
  const std::vector<std::string> paths{"/system.slice", "/system.slice/nginx.service",
                                       "/system.slice/system-foo.slice/foo@38809.service",
                                       "/user.slice/user-1000.slice/user@1000.service/app.slice/nginx2.service"};
  CHECK(*find_unit(paths, "nginx.service") == "/system.slice/nginx.service");
  CHECK(*find_unit(paths, "nginx") == "/system.slice/nginx.service");
  CHECK(*find_unit(paths, "foo@38809.service") == paths[2]);
  CHECK(find_unit(paths, "inx.service").error().kind == ErrorKind::unavailable);
  CHECK(find_unit({"/a/n.service", "/b/n.service"}, "n").error().remedy ==
        "give one as cgroup:PATH: /a/n.service, /b/n.service");
}
