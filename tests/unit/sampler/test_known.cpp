// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <string>

#include "sampler/engine_socket.hpp"
#include "sampler/known.hpp"

using namespace vpsfit::sampler;

namespace {

const std::string known_id(64, 'a');
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a container's own name is the one with a single slash, wherever it stands") {
  // The order of github.com/philhawthorne/ha-dockermon/issues/33
  const auto list = parse_docker_list(R"([{"Id":")" + known_id +
                                      R"(","Names":["/hydra2/sabnzbd","/radarr/sabnzbd","/sabnzbd","/sonarr/sabnzbd"],
                                      "Labels":{"tier":"x"},"State":"running","Unknown":[{"deep":1}]}])");
  REQUIRE(list);
  REQUIRE(list->size() == 1);
  CHECK(list->front().names == Names{"sabnzbd", "hydra2/sabnzbd", "radarr/sabnzbd", "sonarr/sabnzbd"});
  CHECK(list->front().labels == Labels{{"tier", "x"}});
  CHECK(list->front().running == true);
}

TEST_CASE("of an engine's list everything that is no container is passed over") {
  CHECK(parse_docker_list("[]")->empty());
  CHECK(parse_docker_list(R"([1,null,"x",{},{"Id":"short"},{"Id":7},{"Id":")" + known_id +
                          R"(","Names":null,"Labels":[]}])")
            ->size() == 1);
  for (const char* bad : {"", "{}", "[", "null", R"({"message":"no"})", "[{\"Id\":\"a\",\"Id\":\"b\"}]"})
    CHECK_FALSE(parse_docker_list(bad));
  CHECK_FALSE(parse_docker_list(std::string(100'000, '[')));
}

TEST_CASE("Docker's own file names a container without its daemon") {
  const auto known = parse_docker_config(R"({"ID":")" + known_id +
                                         R"(","Name":"/web","Config":{"Labels":{"a":"b","n":3}},
                                         "State":{"Running":true,"Paused":false,"Pid":4711}})");
  REQUIRE(known);
  CHECK(known->names == Names{"web"});
  CHECK(known->labels == Labels{{"a", "b"}});
  CHECK(known->running == true);
  CHECK(known->pid == 4711);
  for (const char* bad : {"", "{", "[]", "null", R"({"ID":7})", R"({"ID":"x","Name":"/web"})"})
    CHECK_FALSE(parse_docker_config(bad));
}

TEST_CASE("a kubelet's name for a Docker container is taken apart") {
  const auto known =
      parse_docker_config(R"({"ID":")" + known_id + R"(","Name":"/k8s_nginx_shop-1_default_36b6d6be_0"})");
  REQUIRE(known);
  CHECK(known->names.front() == "nginx");
  CHECK(known->pod_name == "shop-1");
  CHECK(known->pod_namespace == "default");
  CHECK(known->pod_uid == "36b6d6be");
  CHECK(parse_docker_config(R"({"ID":")" + known_id + R"(","Name":"/k8s_web"})")->names == Names{"k8s_web"});
}

TEST_CASE("containers/storage names Podman's and CRI-O's containers") {
  const auto list = parse_storage_list(R"([{"id":")" + known_id + R"(","names":["box"],"metadata":"{\"name\":\"box\"}"},
      {"id":")" + std::string(64, 'b') +
                                       R"(","metadata":"{\"name\":\"other\"}"},{"id":"x"},3])");
  REQUIRE(list.size() == 2);
  CHECK(list[0].names == Names{"box"});
  CHECK(list[1].names == Names{"other"});
  for (const char* bad : {"", "{}", "[[[", R"([{"id":null}])"}) CHECK(parse_storage_list(bad).empty());
}

TEST_CASE("a bundle's annotations name CRI containers and their pods") {
  const auto known = parse_oci_config(
      R"({"annotations":{"io.kubernetes.cri.container-name":"nginx","io.kubernetes.cri.container-type":"container",
      "io.kubernetes.cri.sandbox-name":"shop","io.kubernetes.cri.sandbox-namespace":"default",
      "io.kubernetes.cri.sandbox-uid":"36b6"}})",
      known_id);
  REQUIRE(known);
  CHECK(known->names == Names{"nginx"});
  CHECK(known->pod_name == "shop");
  CHECK(known->pod_namespace == "default");
  CHECK(known->pod_uid == "36b6");
  const auto crio = parse_oci_config(
      R"({"annotations":{"io.kubernetes.container.name":"db","io.kubernetes.pod.name":"p","io.kubernetes.pod.namespace":"n"}})",
      known_id);
  CHECK(crio->names == Names{"db"});
  CHECK(crio->pod_namespace == "n");
  CHECK(parse_oci_config(R"({"annotations":{"nerdctl/name":"box"}})", known_id)->names == Names{"box"});
  CHECK(parse_oci_config(R"({"annotations":{"io.kubernetes.cri.container-type":"sandbox"}})", known_id)->names ==
        Names{"POD"});
  CHECK_FALSE(parse_oci_config(R"({"process":{}})", known_id));
  CHECK_FALSE(parse_oci_config("{", known_id));
  CHECK_FALSE(parse_oci_config(R"({"annotations":{}})", "short"));
}

TEST_CASE("a kubelet's log file names a container whatever runs it") {
  const auto known = parse_kubelet_log("shop-1_default_nginx-side-" + known_id + ".log");
  REQUIRE(known);
  CHECK(known->id == known_id);
  CHECK(known->names == Names{"nginx-side"});
  CHECK(known->pod_name == "shop-1");
  CHECK(known->pod_namespace == "default");
  for (const std::string& bad : {std::string("x.log"), std::string(), "a-b_" + known_id + ".log", known_id + ".log",
                                 "a_b_c-" + known_id, "a_b_c-" + known_id.substr(1) + ".log"})
    CHECK_FALSE(parse_kubelet_log(bad));
}

TEST_CASE("Podman's own list tells pods and processes") {
  const auto list = parse_podman_list(R"([{"Id":")" + known_id + R"(","Names":["box"],"Pid":12,"State":"running",
      "Pod":"ab","PodName":"shop","Labels":{"a":"b"}},{"Id":")" +
                                      std::string(64, 'b') + R"(","Names":null,"Pid":-1}])");
  REQUIRE(list);
  CHECK(list->at(0).pid == 12);
  CHECK(list->at(0).pod_name == "shop");
  CHECK(list->at(0).pod_uid == "ab");
  CHECK(list->at(0).running == true);
  CHECK(list->at(1).pid == 0);
  CHECK_FALSE(parse_podman_list("{}"));
}

TEST_CASE("what two places know is put together") {
  Known known;
  known.id = known_id;
  known.names = {"web"};
  Known more = known;
  more.names = {"web", "alias"};
  more.labels = {{"a", "b"}};
  more.pid = 3;
  merge(known, more);
  CHECK(known.names == Names{"web", "alias"});
  CHECK(known.labels == Labels{{"a", "b"}});
  CHECK(known.pid == 3);
}
