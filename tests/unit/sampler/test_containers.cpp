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

void is_named(const std::string& path, Runtime runtime, const std::string& name, const std::string& group) {
  const auto found = container_at(path);
  REQUIRE_MESSAGE(found, path);
  CHECK(*found == Container{runtime, name, group});
}

}  // namespace

TEST_CASE("containers are known by the paths that their runtimes make") {
  is("/system.slice/docker-" + id + ".scope", Runtime::docker);
  is("/docker/" + id, Runtime::docker);
  is("/a.slice/a-b.slice/docker-" + id + ".scope", Runtime::docker);
  is("/user.slice/user-1000.slice/user@1000.service/user.slice/docker-" + id + ".scope", Runtime::docker);
  is("/actions_job/" + id, Runtime::docker);
  is("/ecs/task1/" + id, Runtime::docker);
  is("/machine.slice/libpod-" + id + ".scope", Runtime::podman);
  is("/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-" + id + ".scope", Runtime::podman);
  is("/libpod_parent/libpod-" + id, Runtime::podman);
  is("/system.slice/web.service/libpod-payload-" + id, Runtime::podman);
  is("/machine.slice/machine-libpod_pod_" + other + ".slice/libpod-" + id + ".scope", Runtime::podman);
  is("/system.slice/nerdctl-" + id + ".scope", Runtime::containerd);
  is("/default/" + id, Runtime::containerd);
  is("/k8s.io/" + id, Runtime::containerd);
  is("/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podab.slice/cri-containerd-" + id + ".scope",
     Runtime::containerd);
  is("/kubepods.slice/kubepods-podab.slice/crio-" + id + ".scope", Runtime::crio);
  is("/kubepods.slice/kubepods-podab.slice/crio-" + id, Runtime::crio);  // the cgroupfs driver leaves .scope out
  is("/system.slice/containerd.service/kubepods-burstable-pod36b6d6be.slice:cri-containerd:" + id, Runtime::containerd);
  is("/kubepods/burstable/podab-cd/" + id, Runtime::unknown);
  is("/parent/" + id, Runtime::unknown);
}

TEST_CASE("of nested containers the innermost is meant") {
  is("/system.slice/docker-" + other + ".scope/docker/" + id, Runtime::docker);
  is("/docker/" + other + "/kubelet/kubepods/burstable/pod1/" + id, Runtime::unknown);
  is("/lxc.payload.outer/system.slice/docker-" + id + ".scope", Runtime::docker);
}

TEST_CASE("LXC, Incus and Proxmox containers have names instead of ids") {
  is_named("/lxc.payload.web", Runtime::lxc, "web", "/lxc.payload.web");
  is_named("/lxc.payload.proj_db", Runtime::lxc, "proj_db", "/lxc.payload.proj_db");
  is_named("/lxc/101", Runtime::lxc, "101", "/lxc/101");
  is_named("/lxc.payload.a/lxc.payload.b", Runtime::lxc, "b", "/lxc.payload.a/lxc.payload.b");
  CHECK_FALSE(container_at("/lxc.monitor.web"));
  CHECK_FALSE(container_at("/lxc/101/ns"));
  CHECK_FALSE(container_at("/lxc.payload."));
}

TEST_CASE("machines are known by name, with the escapes of systemd undone") {
  const std::string registered = R"(/machine.slice/machine-my\x2dbox.1.scope)";
  is_named(registered, Runtime::machine, "my-box.1", registered);
  is_named(registered + "/payload", Runtime::machine, "my-box.1", registered);
  is_named("/machine.slice/my-box.1.scope/payload", Runtime::machine, "my-box.1", "/machine.slice/my-box.1.scope");
  is_named(R"(/machine.slice/machine-qemu\x2d1\x2dvmname.scope)", Runtime::machine, "qemu-1-vmname",
           R"(/machine.slice/machine-qemu\x2d1\x2dvmname.scope)");
  is_named(R"(/machine.slice/systemd-nspawn@a\x2db.service)", Runtime::machine, "a-b",
           R"(/machine.slice/systemd-nspawn@a\x2db.service)");
  CHECK_FALSE(container_at(registered + "/supervisor"));
  CHECK_FALSE(container_at("/machine.slice/podman-123.scope"));
  CHECK_FALSE(container_at("/system.slice/web.service/payload"));
}

TEST_CASE("escapes that are none stay as they are") {
  CHECK(unescape_unit(R"(dev-sda\x2d1)") == "dev-sda-1");
  CHECK(unescape_unit(R"(a\x2)") == R"(a\x2)");
  CHECK(unescape_unit(R"(a\xzz\x5c)") == R"(a\xzz\)");
  CHECK(unescape_unit(R"(\)") == R"(\)");
  CHECK(unescape_unit("") == "");
}

TEST_CASE("helpers, inner groups and other groups are no containers") {
  for (const auto& path :
       {"/machine.slice/libpod-conmon-" + id + ".scope", "/x/crio-conmon-" + id + ".scope",
        "/machine.slice/libpod-" + id + ".scope/container", std::string("/system.slice/docker.service"),
        std::string("/docker/buildkit/abcdefghij0123456789abcde"), std::string("/"), std::string(),
        "/docker/" + id.substr(1), "/docker/" + id + "0", "/system.slice/docker-" + std::string(64, 'g') + ".scope",
        std::string("/user.slice/user-1000.slice/user@1000.service/user.slice/podman-pause-ab12.scope"),
        "/libpod_parent/" + id, std::string("/machine.slice/crun-0123.scope")})
    CHECK_MESSAGE(!container_at(path), path);
}

TEST_CASE("the same container in a scope and below it counts once") {
  const std::string scope = "/machine.slice/libpod-" + id + ".scope";
  const auto found = find_containers({scope, scope + "/container", scope + "/libpod-payload-" + id});
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == scope);
  CHECK(find_containers({"/lxc/a", "/lxc.payload.a", "/machine.slice/a.scope/payload"}).size() == 2);
}

TEST_CASE("pods are known by both drivers of a kubelet, at all levels of service, and by Podman") {
  const auto pod = [](const std::string& path) { return pod_at(path) ? pod_at(path)->id : "none"; };
  const std::string uid = "36b6d6be-1a2b-3c4d-5e6f-708192a3b4c5", below = "36b6d6be_1a2b_3c4d_5e6f_708192a3b4c5";
  CHECK(pod("/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod" + below + ".slice") == uid);
  CHECK(pod("/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod" + below + ".slice") == uid);
  CHECK(pod("/kubepods.slice/kubepods-pod" + below + ".slice") == uid);
  CHECK(pod("/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-pod" + below + ".slice") == uid);
  CHECK(pod("/kubepods/burstable/pod" + uid) == uid);
  CHECK(pod("/kubelet/kubepods/pod" + uid) == uid);
  CHECK(pod("/kubepods/pod0123456789abcdef0123456789abcdef") == "0123456789abcdef0123456789abcdef");  // static
  CHECK(pod("/machine.slice/machine-libpod_pod_" + id + ".slice") == id);
  CHECK(pod("/libpod_parent/" + id) == id);
  CHECK(pod("/kubepods.slice/kubepods-burstable.slice") == "none");
  CHECK(pod("/kubepods/burstable/pod" + uid + "/" + id) == "none");
  CHECK(pod("/system.slice/pod" + uid) == "none");
}

TEST_CASE("a group tells whose user's it is") {
  CHECK(user_of("/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-x.scope") == 1000);
  CHECK_FALSE(user_of("/system.slice/docker-x.scope"));
  CHECK_FALSE(user_of("/user.slice/user-x.slice"));
}
