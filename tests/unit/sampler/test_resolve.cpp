// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <string>

#include "sampler/resolve.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;

namespace {

std::string long_id(const std::string& begin) { return begin + std::string(64 - begin.size(), '0'); }

const std::string web_id = long_id("4c01db0b339c"), db_id = long_id("4c01ffff0000"), box_id = long_id("beef");

Known named(const std::string& id, std::vector<std::string> names) {
  Known known;
  known.id = id;
  known.names = std::move(names);
  return known;
}

/// Two of Docker's containers with names, one of Podman's with the name of one of them, and all around them.
Listing host() {
  Listing listing;
  listing.groups = {"/",
                    "/init.scope",
                    "/lxc.payload.web2",
                    "/machine.slice",
                    "/machine.slice/libpod-" + box_id + ".scope",
                    "/machine.slice/libpod-" + box_id + ".scope/container",
                    "/machine.slice/libpod-conmon-" + box_id + ".scope",
                    R"(/machine.slice/machine-my\x2dbox.1.scope)",
                    "/system.slice",
                    "/system.slice/docker-" + db_id + ".scope",
                    "/system.slice/docker-" + web_id + ".scope",
                    "/system.slice/docker-" + web_id + ".scope/system.slice/nginx.service",
                    "/system.slice/nginx.service",
                    "/system.slice/only.service",
                    "/system.slice/system-foo.slice/foo@38809.service"};
  listing.known = {named(web_id, {"web", "shop/web", "frontend"}), named(db_id, {"db"}), named(box_id, {"web"})};
  listing.known[0].labels = {{"tier", "front"}, {"com.docker.compose.project", "shop"}};
  listing.known[1].labels = {{"tier", "back"}, {"com.docker.compose.project", "shop"}};
  return listing;
}

Result<std::vector<Match>> find_in(std::string_view text, const Listing& listing = host()) {
  return resolve(listing, parse_target(text).value());
}
std::string only(std::string_view text, const Listing& listing = host()) {
  const auto found = find_in(text, listing);
  REQUIRE_MESSAGE(found, text);
  REQUIRE_MESSAGE(found->size() == 1, text);
  return found->front().path;
}

}  // namespace

TEST_CASE("containers are found by name, alias, id and the start of an id, each under its engine") {
  const std::string path = "/system.slice/docker-" + web_id + ".scope";
  for (const std::string& text : {std::string("docker:web"), std::string("docker:/web"), std::string("docker:frontend"),
                                  std::string("frontend"), std::string("docker:shop/web"), "docker:" + web_id,
                                  std::string("docker:4c01db"), std::string("4c01db"), web_id})
    CHECK_MESSAGE(only(text) == path, text);
  CHECK(only("podman:web") == "/machine.slice/libpod-" + box_id + ".scope");
  CHECK(only("beef") == "/machine.slice/libpod-" + box_id + ".scope");
  CHECK(only("lxc:web2") == "/lxc.payload.web2");
  CHECK(only("web2") == "/lxc.payload.web2");
  CHECK(only("machine:my-box.1") == R"(/machine.slice/machine-my\x2dbox.1.scope)");
  CHECK(find_in("docker:web")->front().subject == "web");
  CHECK(find_in("docker:web")->front().target == "docker:" + web_id);
}

TEST_CASE("a name comes before the start of an id") {
  Listing listing = host();
  listing.known[1].names = {"4c01db"};
  CHECK(only("4c01db", listing) == "/system.slice/docker-" + db_id + ".scope");
}

TEST_CASE("what could mean several is an error that names them") {
  const auto ids = find_in("docker:4c01");
  REQUIRE_FALSE(ids);
  CHECK(ids.error().kind == ErrorKind::input);
  CHECK(ids.error().message == "'4c01' matches 2 running containers");
  CHECK(ids.error().remedy.find("docker:" + web_id + " (web)") != std::string::npos);
  CHECK(ids.error().remedy.find("docker:" + db_id + " (db)") != std::string::npos);
  const auto names = find_in("web");
  REQUIRE_FALSE(names);
  CHECK(names.error().remedy.find("podman:" + box_id) != std::string::npos);
}

TEST_CASE("a label may mean several") {
  CHECK(only("docker:label=tier=front") == "/system.slice/docker-" + web_id + ".scope");
  CHECK(find_in("docker:label=com.docker.compose.project=shop")->size() == 2);
  CHECK(find_in("label=tier")->size() == 2);
  CHECK(find_in("podman:label=tier").error().kind == ErrorKind::unavailable);
  CHECK(find_in("docker:label=tier=fro").error().kind == ErrorKind::unavailable);
  CHECK(parse_target("docker:label=").error().kind == ErrorKind::input);
  CHECK(parse_target("docker:label==x").error().kind == ErrorKind::input);
}

TEST_CASE("all are all, with names that differ") {
  const auto all = find_in("all");
  REQUIRE(all);
  std::vector<std::string> subjects;
  for (const auto& match : *all) subjects.push_back(match.subject);
  CHECK(subjects == std::vector<std::string>{"web2", "podman:web", "my-box.1", "db", "docker:web"});
}

TEST_CASE("two users' containers of the same name are told apart by their ids") {
  Listing listing;
  const std::string user = "/user.slice/user-100$.slice/user@100$.service/user.slice/libpod-";
  for (const char digit : {'0', '1'}) {
    std::string path = user + long_id(std::string(4, digit)) + ".scope";
    for (std::size_t at = 0; (at = path.find('$')) != std::string::npos;) path[at] = digit;
    listing.groups.push_back(path);
    listing.known.push_back(named(long_id(std::string(4, digit)), {"web"}));
  }
  const auto all = find_in("all", listing);
  CHECK(all->at(0).subject == "podman:" + long_id("0000"));
  CHECK(all->at(1).subject == "podman:" + long_id("1111"));
}

TEST_CASE("a container that is known but does not run is said to be stopped") {
  Listing listing = host();
  listing.known.push_back(named(long_id("dead"), {"old"}));
  const auto stopped = find_in("docker:old", listing);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().kind == ErrorKind::unavailable);
  CHECK(stopped.error().message == "the container 'old' does not run (its id is dead00000000)");
  CHECK(stopped.error().remedy.find("--follow old") != std::string::npos);
}

TEST_CASE("a container without a group of its own is not mixed up with who shares its group") {
  Listing listing = host();
  for (const char* name : {"free1", "free2"}) {
    listing.known.push_back(named(long_id(name == std::string("free1") ? "f1" : "f2"), {name}));
    listing.known.back().pid = 4711;
    listing.known.back().pid_group = "/system.slice/t.service";
  }
  const auto shared = find_in("podman:free1", listing);
  REQUIRE_FALSE(shared);
  CHECK(
      shared.error().message ==
      "the container 'free1' has no group of its own: its processes are in /system.slice/t.service, which is shared by "
      "2 containers");
  CHECK(shared.error().remedy.find("pid:4711") != std::string::npos);
  CHECK(find_in("all", listing)->size() == 5);  // and disturbs nobody else
}

TEST_CASE("what is not there is an error that helps") {
  CHECK(find_in("docker:nope").error().message == "no running docker container matches 'nope'");
  CHECK(find_in("web\x1b[2J").error().message == "no running container matches 'web\\x1b[2J'");
  CHECK(find_in("only").error().remedy == "there is a unit of this name: unit:only");
  CHECK(find_in("all", {}).error().kind == ErrorKind::unavailable);
  Listing inside;
  inside.private_namespace = true;
  CHECK(find_in("docker:web", inside).error().remedy.find("--cgroupns=host") != std::string::npos);
  CHECK(find_in("all", inside).error().remedy.find("on the host") != std::string::npos);
  CHECK(find_in("docker:" + std::string(300, 'x')).error().message.size() < 200);
}

TEST_CASE("a unit is the host's own before one of the same name inside a container") {
  CHECK(only("unit:nginx") == "/system.slice/nginx.service");
  CHECK(only("unit:nginx.service") == "/system.slice/nginx.service");
  CHECK(only("unit:foo@38809.service") == "/system.slice/system-foo.slice/foo@38809.service");
  CHECK(find_in("unit:inx").error().kind == ErrorKind::unavailable);
  Listing listing;
  listing.groups = {"/a/n.service", "/b/n.service", R"(/c/dev-sda\x2d1.service)"};
  CHECK(find_in("unit:n", listing).error().remedy == "give one as cgroup:PATH: /a/n.service, /b/n.service");
  CHECK(only("unit:dev-sda-1", listing) == R"(/c/dev-sda\x2d1.service)");
  CHECK(only(R"(unit:dev-sda\x2d1)", listing) == R"(/c/dev-sda\x2d1.service)");
}

TEST_CASE("a unit that stands only inside a container is found there") {
  Listing listing = host();
  std::erase(listing.groups, "/system.slice/nginx.service");
  CHECK(only("unit:nginx", listing) == "/system.slice/docker-" + web_id + ".scope/system.slice/nginx.service");
}

TEST_CASE("pods are found by namespace and name, by a name that is unique, and by uid") {
  const std::string uid = "36b6d6be-1a2b-3c4d-5e6f-708192a3b4c5", other = "99999999-1a2b-3c4d-5e6f-708192a3b4c5";
  const std::string slice =
      "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod36b6d6be_1a2b_3c4d_5e6f_"
      "708192a3b4c5.slice";
  Listing listing;
  listing.groups = {slice, slice + "/cri-containerd-" + web_id + ".scope", "/kubepods/besteffort/pod" + other,
                    "/kubepods/besteffort/pod" + other + "/" + db_id};
  listing.known = {named(web_id, {"nginx"}), named(db_id, {"nginx"})};
  listing.known[0].pod_name = "shop";
  listing.known[0].pod_namespace = "default";
  listing.known[0].pod_uid = uid;
  listing.known[1].pod_name = "shop";  // as a kubelet's log file tells it: without the uid
  listing.known[1].pod_namespace = "test";
  CHECK(only("pod:default/shop", listing) == slice);
  CHECK(find_in("pod:default/shop", listing)->front().subject == "default/shop");
  CHECK(only("pod:test/shop", listing) == "/kubepods/besteffort/pod" + other);
  CHECK(only("pod:" + uid, listing) == slice);
  CHECK(find_in("pod:shop", listing).error().kind == ErrorKind::input);
  CHECK(find_in("pod:nope", listing).error().kind == ErrorKind::unavailable);
  CHECK(only("containerd:default/shop/nginx", listing) == slice + "/cri-containerd-" + web_id + ".scope");
  CHECK(only("test/shop/nginx", listing) == "/kubepods/besteffort/pod" + other + "/" + db_id);
}

TEST_CASE("what is meant by an exclusion is told by name, pattern, label, engine and long ids only") {
  const auto all = *find_in("all");
  const auto& docker = all.back();
  const auto meant = [](const Match& match, std::string_view text) { return is_meant(match, *parse_target(text)); };
  for (const std::string& text : {std::string("web"), std::string("docker:web"), std::string("docker:*"),
                                  std::string("w?b"), std::string("label=tier=front"), web_id.substr(0, 12)})
    CHECK_MESSAGE(meant(docker, text), text);
  for (const char* text : {"podman:web", "4c01", "label=tier=back", "unit:web", "cgroup:/x", "pod:web", "lxc:*"})
    CHECK_MESSAGE(!meant(docker, text), text);
}

TEST_CASE("no listing, however odd, lets a container be taken for another") {
  CHECK(rc::check([] {
    Listing listing;
    const auto names = *rc::gen::container<std::vector<std::string>>(rc::gen::string<std::string>());
    int number = 0;
    for (const auto& name : names) {
      listing.known.push_back(named(long_id(std::to_string(100 + number)), {name}));
      listing.groups.push_back("/docker/" + long_id(std::to_string(100 + number++)));
    }
    for (const auto& name : names) {
      const auto target = parse_target("docker:" + name);
      if (!target || name.starts_with("label=")) continue;
      const auto found = resolve(listing, *target);
      if (found) RC_ASSERT(found->size() == 1);
      if (found && !found->front().names.empty() && !name.empty() && name != "/")
        RC_ASSERT(found->front().names.front() == name || found->front().id.starts_with(name) ||
                  "/" + found->front().names.front() == name);
    }
  }));
}
