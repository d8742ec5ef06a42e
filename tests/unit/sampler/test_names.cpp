// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "fake_host.hpp"
#include "files/descriptor.hpp"
#include "sampler/engine_files.hpp"
#include "sampler/names.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;
using namespace std::chrono_literals;

namespace {

std::string named_id(const std::string& begin) { return begin + std::string(64 - begin.size(), '0'); }
const std::string web_container = named_id("4c01"), box = named_id("beef"), pod = named_id("f00d");

/// A socket that is there; the transport that is given decides what it says.
files::Descriptor make_socket(const std::filesystem::path& path) {
  std::filesystem::create_directories(path.parent_path());
  files::Descriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  REQUIRE(path.native().size() < sizeof address.sun_path);
  path.native().copy(address.sun_path, sizeof address.sun_path - 1);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as the system wants it
  REQUIRE(::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  return fd;
}

HttpTransport answering(std::string body, int* asked = nullptr, int status = 200) {
  return [body = std::move(body), asked, status](const HttpRequest&) -> Result<HttpResponse> {
    if (asked != nullptr) ++*asked;
    HttpResponse response;
    response.status = status;
    response.body = body;
    return response;
  };
}
const HttpTransport nobody = [](const HttpRequest&) -> Result<HttpResponse> {
  return fail(ErrorKind::io, "no connection");
};

void make_group(const FakeHost& host, const std::string& path) {
  for (const char* file : {"cgroup.type", "cpu.stat", "memory.current"})
    host.write("sys/fs/cgroup" + path + "/" + file, "0\n");
}

}  // namespace

TEST_CASE("names come from the files of Docker, Podman and containerd where no socket is") {
  FakeHost host;
  host.make_unified();
  make_group(host, "/system.slice/docker-" + web_container + ".scope");
  make_group(host, "/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-" + box + ".scope");
  make_group(host, "/kubepods.slice/kubepods-podabc.slice/cri-containerd-" + pod + ".scope");
  host.write("var/lib/docker/containers/" + web_container + "/config.v2.json",
             R"({"ID":")" + web_container + R"(","Name":"/web"})");
  host.write("etc/passwd", "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\n");
  host.write("home/ann/.local/share/containers/storage/vfs-containers/containers.json",
             R"([{"id":")" + box + R"(","names":["box"]}])");
  host.write("run/containerd/io.containerd.runtime.v2.task/k8s.io/" + pod + "/config.json",
             R"({"annotations":{"io.kubernetes.cri.container-name":"c","io.kubernetes.cri.sandbox-name":"p",
             "io.kubernetes.cri.sandbox-namespace":"n"}})");
  Names names(host.root(), nobody, "");
  const auto listing = names.list(host.tree());
  std::vector<std::string> subjects;
  for (const auto& match : all_containers(listing)) subjects.push_back(match.subject);
  CHECK(subjects == std::vector<std::string>{"n/p/c", "web", "box"});
  CHECK(names.take_complaints().empty());
}

TEST_CASE("data roots of the users' choice are followed") {
  FakeHost host;
  host.write("etc/docker/daemon.json", R"({"data-root":"/srv/docker"})");
  host.write("etc/containers/storage.conf",
             "[storage]\ndriver = \"vfs\"\n# graphroot = \"/no\"\ngraphroot = \"/srv/pods\"\n");
  host.write("srv/docker/containers/" + web_container + "/config.v2.json",
             R"({"ID":")" + web_container + R"(","Name":"/web"})");
  host.write("srv/pods/vfs-containers/containers.json", R"([{"id":")" + box + R"(","names":["box"]}])");
  const auto known = read_engine_files(
      host.root(), {{Runtime::docker, web_container, "/docker/" + web_container}, {Runtime::podman, box, "/x/" + box}});
  REQUIRE(known.size() == 2);
  CHECK(known[0].names.front() == "web");
  CHECK(known[1].names.front() == "box");
}

TEST_CASE("files that are torn, huge, folders or pipes name nothing and hold nobody up") {
  FakeHost host;
  const std::string folder = "var/lib/docker/containers/" + web_container;
  const std::vector<Container> containers{{Runtime::docker, web_container, "/docker/" + web_container}};
  host.write(folder + "/config.v2.json", R"({"ID":")" + web_container);
  CHECK(read_engine_files(host.root(), containers).empty());
  host.write(folder + "/config.v2.json", std::string(std::size_t{9} << 20, ' '));
  CHECK(read_engine_files(host.root(), containers).empty());
  std::filesystem::remove(host.at(folder + "/config.v2.json"));
  REQUIRE(::mkfifo(host.at(folder + "/config.v2.json").c_str(), 0600) == 0);
  CHECK(read_engine_files(host.root(), containers).empty());
  std::filesystem::remove(host.at(folder + "/config.v2.json"));
  std::filesystem::create_directories(host.at(folder + "/config.v2.json"));
  CHECK(read_engine_files(host.root(), containers).empty());
}

TEST_CASE("the socket tells aliases and labels, and is asked once for all") {
  FakeHost host;
  const auto socket = make_socket(host.at("run/docker.sock"));
  int asked = 0;
  Names names(host.root(),
              answering(R"([{"Id":")" + web_container + R"(","Names":["/x/w","/web"],"Labels":{"a":"b"}}])", &asked),
              "");
  const std::vector<Container> containers{{Runtime::docker, web_container, "/docker/" + web_container}};
  const auto known = names.of(containers, Names::Effort::files);
  REQUIRE(known.size() == 1);
  CHECK(known[0].names == std::vector<std::string>{"web", "x/w"});
  CHECK(known[0].labels == Labels{{"a", "b"}});
  static_cast<void>(names.of(containers, Names::Effort::everything));
  CHECK(asked == 1);
}

TEST_CASE("the socket is left alone where the files name all") {
  FakeHost host;
  const auto socket = make_socket(host.at("run/docker.sock"));
  host.write("var/lib/docker/containers/" + web_container + "/config.v2.json",
             R"({"ID":")" + web_container + R"(","Name":"/web"})");
  int asked = 0;
  Names names(host.root(), answering("[]", &asked), "");
  CHECK(names.of({{Runtime::docker, web_container, "/docker/" + web_container}}, Names::Effort::files)
            .front()
            .names.front() == "web");
  CHECK(asked == 0);
}

TEST_CASE("an engine that does not answer is told of once and left alone for a while") {
  FakeHost host;
  const auto socket = make_socket(host.at("run/docker.sock"));
  int asked = 0;
  Names names(host.root(), answering(R"({"message":"server is \u001b[2J tired"})", &asked, 500), "");
  for (int i = 0; i < 3; ++i) {
    const std::string id = named_id(std::to_string(i));
    CHECK(names.of({{Runtime::docker, id, "/docker/" + id}}, Names::Effort::everything).empty());
  }
  CHECK(asked == 1);
  const auto complaints = names.take_complaints();
  REQUIRE(complaints.size() == 1);
  CHECK(complaints[0].find("status 500: server is \\x1b[2J tired") != std::string::npos);
}

TEST_CASE("sockets of users, of Podman and of DOCKER_HOST are found") {
  FakeHost host;
  std::vector<files::Descriptor> kept;
  for (const char* path : {"run/docker.sock", "run/podman/podman.sock", "run/user/7/docker.sock", "tmp/own.sock"})
    kept.push_back(make_socket(host.at(path)));
  host.write("run/user/7/podman/podman.sock", "a file is no socket");
  const auto found = engine_sockets(host.root(), {7}, "unix:///tmp/own.sock");
  REQUIRE(found.size() == 4);
  CHECK(found[0].path == host.at("tmp/own.sock"));
  CHECK(found[2].podman);
  CHECK(engine_sockets(host.root(), {}, "tcp://1.2.3.4:2375").size() == 2);
}

TEST_CASE("a container with --cgroups=disabled is found in the group of its caller") {
  FakeHost host;
  host.make_unified();
  make_group(host, "/system.slice/t.service");
  const auto socket = make_socket(host.at("run/podman/podman.sock"));
  host.write("proc/4711/cgroup", "0::/system.slice/t.service\n");
  Names names(host.root(), answering(R"([{"Id":")" + box + R"(","Names":["free"],"Pid":4711,"State":"running"}])"), "");
  const auto found = resolve(names.list(host.tree()), parse_target("podman:free").value());
  REQUIRE_FALSE(found);
  CHECK(found.error().message ==
        "the container 'free' has no group of its own: its processes are in /system.slice/t.service");
}

TEST_CASE("a private cgroup namespace is told from the host") {
  FakeHost host;
  host.make_unified();
  CHECK_FALSE(in_private_namespace(host.tree()));
  host.write("sys/fs/cgroup/cgroup.type", "domain\n");
  CHECK(in_private_namespace(host.tree()));
}
