// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "lab/experiment.hpp"
#include "lab/plan.hpp"
#include "lab/toml.hpp"

using namespace vpsfit;
using namespace vpsfit::lab;
using namespace std::chrono_literals;

namespace {

const std::string study = R"(experiment = "json-validate"
repetitions = 3
window = "15s"

[limits]
cpuset = "0-2"
memory = "3GiB"
swap = 0

[generator]
tool = "zrk"
cpuset = "3-11"

[warmup]
load = "sat"
min = "45s"
max = "300s"

[request]
method = "POST"
path = "/validate"
headers = { content-type = "application/json" }
body = '{"id":7}'

[[contract]]
name = "valid"
json = '{"ok":true}'

[[load]]
name = "sat"
mode = "saturated"
connections = 256

[[load]]
name = "r20k"
mode = "rate"
rate = 20000
connections = 256

[[load]]
name = "r118k"
mode = "rate"
rate = 118000
connections = 256
only = ["spine", "spring"]

[[subject]]
name = "spine"
command = ["./spine"]
port = 8080

[[subject]]
name = "spring"
command = ["java", "-jar", "app.jar"]
port = 8080
warmup_min = "135s"

[[subject]]
name = "nest"
command = ["node", "main.js"]
port = 8080

[[subject]]
name = "fastapi"
command = ["uvicorn"]
port = 8080

[forecast]
load = "r20k"
)";

Error error_of(const std::string& text) {
  const auto read = parse_experiment(text, "x.toml", "/home");
  REQUIRE_FALSE(read);
  return read.error();
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("the study's protocol is one file, and its plan has the study's 30 samples") {
  const auto experiment = parse_experiment(study, "x.toml", "/home");
  REQUIRE(experiment);
  CHECK(experiment->subjects[1].warmup_min == 135s);
  CHECK(experiment->limits.cpuset->text() == "0-2");
  CHECK(experiment->limits.swap->count() == 0);
  CHECK(experiment->loads[1].min_ratio.value() == Rational(98, 100));
  CHECK(experiment->contract[0].request.body == "{\"id\":7}");
  const auto runs = plan_runs(*experiment);
  // 4 subjects x 2 loads x 3, and 2 subjects x 1 load x 3: one start for each.
  CHECK(runs.size() == 30);
  CHECK(runs[0].id == "spine-sat-1");
  CHECK(runs[0].name == "sat-1");
  CHECK(runs[2].id == "spine-r118k-1");
  CHECK(runs[3].id == "spring-sat-1");
  CHECK(runs[10].id == "spine-sat-2");
  CHECK(least_time(*experiment, runs[3]) == 150s);
}

TEST_CASE("one start per repetition serves all loads; blocked order keeps a subject's runs together") {
  auto experiment = *parse_experiment(study, "x.toml", "/home");
  experiment.start_scope = StartScope::repetition;
  experiment.order = Order::blocked;
  const auto runs = plan_runs(experiment);
  CHECK(runs.size() == 12);  // the study's 168 checks are 12 starts of 14
  CHECK(runs[0].id == "spine-1");
  CHECK(runs[1].id == "spine-2");
  CHECK(runs[0].loads.size() == 3);
  CHECK(runs[9].loads.size() == 2);
}

TEST_CASE("a changed file or plan has another hash") {
  const auto runs = plan_runs(*parse_experiment(study, "x.toml", "/home"));
  CHECK(plan_hash(study, runs) == plan_hash(study, runs));
  CHECK(plan_hash(study + " ", runs) != plan_hash(study, runs));
}

TEST_CASE("a wrong word is named with its line, its column and the near one") {
  const auto unknown = error_of(with(study, "repetitions", "repetition"));
  CHECK(unknown.place.find("x.toml:2:") == 0);
  CHECK(unknown.remedy == "did you mean \"repetitions\"?");
  const auto load = error_of(with(study, "load = \"sat\"", "load = \"satt\""));
  CHECK(load.place.find("x.toml:15:") == 0);
  CHECK(load.remedy == "did you mean \"sat\"?");
  CHECK(error_of(with(study, "\"zrk\"", "\"zrkk\"")).remedy.find("zrk") != std::string::npos);
  CHECK(error_of(with(study, "\"15s\"", "\"15 parsecs\"")).place.find("x.toml:3:") == 0);
  CHECK(error_of(with(study, "\"3GiB\"", "\"3\"")).place.find("x.toml:7:") == 0);
  CHECK(error_of(with(study, "\"spine\", \"spring\"", "\"spine\", \"sprung\"")).remedy == "did you mean \"spring\"?");
}

TEST_CASE("what contradicts itself is refused") {
  CHECK(error_of(with(study, "name = \"r20k\"", "name = \"sat\"")).message.find("twice") != std::string::npos);
  CHECK(error_of(with(study, "rate = 20000\n", "")).message.find("needs rate") != std::string::npos);
  CHECK(error_of(with(study, "connections = 256\n", "connections = 256\nrate = 5\n")).message.find("has no rate") !=
        std::string::npos);
  CHECK(error_of(with(study, "max = \"300s\"", "max = \"100s\"")).message.find("warm-up") != std::string::npos);
  CHECK(error_of(with(study, "memory = \"3GiB\"\n", "")).message.find("swap") != std::string::npos);
  CHECK(error_of(with(study, "command = [\"uvicorn\"]\n", "")).message.find("nothing to start") != std::string::npos);
  CHECK(error_of("").message.find("experiment") != std::string::npos);
  CHECK(error_of("experiment = \"x\"\n").message.find("no subject") != std::string::npos);
}

TEST_CASE("a container needs an image, and neither a command nor a folder") {
  const auto contained = parse_experiment(
      with(study, "command = [\"uvicorn\"]\n", "image = \"registry.example:5000/shop/api:1.2\"\nengine = \"podman\"\n"),
      "x.toml", "/home");
  REQUIRE(contained);
  const auto found = std::find_if(contained->subjects.begin(), contained->subjects.end(),
                                  [](const Subject& subject) { return !subject.image.empty(); });
  REQUIRE(found != contained->subjects.end());
  CHECK(found->image == "registry.example:5000/shop/api:1.2");
  CHECK(found->engine == "podman");
  CHECK(found->command.empty());
  const auto refused = [](const std::string& lines) {
    return error_of(with(study, "command = [\"uvicorn\"]\n", lines)).message;
  };
  CHECK(refused("image = \"a\"\nengine = \"rkt\"\n").find("rkt") != std::string::npos);
  CHECK(refused("image = \"a b\"\n").find("names no image") != std::string::npos);
  CHECK(refused("image = \"a?b=c\"\n").find("names no image") != std::string::npos);
  CHECK(refused("image = \"\\u202ea\"\n").find("names no image") != std::string::npos);
  CHECK(refused("image = \"" + std::string(301, 'a') + "\"\n").find("300") != std::string::npos);
  CHECK(refused("image = \"a\"\nfolder = \".\"\n").find("folder that its image names") != std::string::npos);
  CHECK(refused("command = [\"a\"]\nengine = \"docker\"\n").find("needs no engine") != std::string::npos);
}

TEST_CASE("hostile names, paths and headers are refused before they reach a shell, a file or a request") {
  for (const char* const name : {"../x", "a/b", ".hidden", "a b", "\\u202e", "\\u001b[31m", "<b>"})
    CHECK(error_of(with(study, "name = \"spine\"", fmt::format("name = \"{}\"", name))).place.find("x.toml:") == 0);
  CHECK(error_of(with(study, "name = \"spine\"", "name = \"" + std::string(300, 'x') + "\"")).message.find("300") !=
        std::string::npos);
  CHECK(error_of(with(study, "/validate", "/a b")).message.find("no path") != std::string::npos);
  CHECK(error_of(with(study, "application/json", "a\\r\\nX-Evil: 1")).message.find("one line") != std::string::npos);
  CHECK(error_of(with(study, "port = 8080", "port = 65536")).message.find("65535") != std::string::npos);
  CHECK(error_of(with(study, "repetitions = 3", "repetitions = 1e400")).kind == ErrorKind::input);
  CHECK(error_of(with(study, "rate = 20000", "rate = nan")).message.find("nan") != std::string::npos);
}

TEST_CASE("broken TOML is refused with its place and never crashes") {
  CHECK(parse_toml("b = 1\na = [1, 2\n").error().place.find(":2:") == 0);
  CHECK(parse_toml("a = 1\na = 2\n").error().place.find(":2:") == 0);
  CHECK_FALSE(parse_toml("a = \"\xff\"\n"));
  CHECK_FALSE(parse_toml(std::string(max_toml_bytes + 1, '#')));
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  CHECK_FALSE(parse_toml(deep + " = 1\n"));
  // Parts in quotes are parts too, and what stands in quotes before them hides nothing.
  for (const char* const first :
       {"\"a\"", "'a'", "x = {\"a\"", "x = { s = \"\"\"y\"\"\"\", \"a\"", "x = { s = '''y''''', 'a'",
        "s = \"\\\"\"\n\"a\"", "s = '\\'\na", "s = \"\"\"\"\n\"\"\"\na"}) {
    std::string bare = first, quoted = first;
    for (int i = 0; i < 100'000; ++i) bare += ".b", quoted += ".'b'";
    CHECK(parse_toml(bare + " = 1\n").error().message.find("so many parts") != std::string::npos);
    CHECK(parse_toml(quoted + " = 1\n").error().message.find("so many parts") != std::string::npos);
  }
  const std::string many(2000, '.');  // dots of texts and comments are none of names
  CHECK(parse_toml("# " + many + "\na = \"" + many + "\"\nb = '" + many + "'\nc = \"\"\"\n" + many + "\"\"\"\n"));
  CHECK_FALSE(parse_toml("a = " + std::string(100'000, '[') + "\n"));
  std::string tables;
  for (int i = 0; i < 200; ++i) tables += ".b";
  CHECK(parse_toml("[a" + tables + "]\nx = 1\n").error().message.find("deeper") != std::string::npos);
}
