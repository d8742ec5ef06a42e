// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <string>

#include "files/files.hpp"
#include "sources/figures.hpp"

using namespace vpsfit;
using namespace vpsfit::sources;

namespace {

const std::string good_run =
    R"({"run": "1", "cpu_usage_usec": 6780000, "window_usec": 15000000, "memory_max_bytes": 75078041})";

std::string document(const std::string& subjects) {
  return R"({"schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0", "subjects": [)" + subjects + "]}";
}

std::string subject(const std::string& runs, const std::string& more = "") {
  return R"({"subject": "spine", )" + more + R"("runs": [)" + runs + "]}";
}

/// The whole complaint: place, message, remedy.
std::string json_complaint(const std::string& text) {
  const auto result = parse_usage_json(text, "usage.json");
  if (result) return "read";
  CHECK(result.error().kind == ErrorKind::input);
  return result.error().place + " | " + result.error().message + " | " + result.error().remedy;
}

std::string with_run(const std::string& run) { return json_complaint(document(subject(run))); }

bool contains(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  if (!found) MESSAGE(text);
  return found;
}

std::string example(const std::string& name) {
  return *files::read_whole(std::string(VPSFIT_SOURCE_DIR) + "/examples/spine-study/" + name);
}

}  // namespace

TEST_CASE("the study's figures are read as they were measured") {
  const auto result = parse_usage_json(example("usage.json"), "usage.json");
  REQUIRE(result);
  REQUIRE(result->size() == 4);
  const Usage& spring = (*result)[2];
  CHECK(spring.subject == "spring");
  CHECK(spring.load.name == "r20k");
  CHECK(*spring.load.request_rate_per_s == Rational(20000));
  REQUIRE(spring.runs.size() == 3);
  CHECK(spring.runs[1].run == "2");
  CHECK(spring.runs[1].cpu_usage == CpuTime{11730000});
  CHECK(spring.runs[1].window == std::chrono::seconds{15});
  CHECK(spring.runs[1].memory_max == Bytes{687236710});
  CHECK(spring.runs[1].memory_median == Bytes{638373068});
  CHECK(spring.origin == UsageOrigin::figures);
}

TEST_CASE("CSV and JSON of the same figures are the same usage") {
  const auto json = parse_usage_json(example("usage.json"), "usage.json");
  const auto csv = parse_usage_csv(example("usage.csv"), "usage.csv");
  REQUIRE(json);
  REQUIRE(csv);
  REQUIRE(json->size() == csv->size());
  for (std::size_t i = 0; i < json->size(); ++i) {
    const Usage& a = (*json)[i];
    const Usage& b = (*csv)[i];
    CHECK(a.subject == b.subject);
    CHECK(a.load == b.load);
    REQUIRE(a.runs.size() == b.runs.size());
    for (std::size_t k = 0; k < a.runs.size(); ++k) {
      CHECK(a.runs[k].run == b.runs[k].run);
      CHECK(a.runs[k].cpu_usage == b.runs[k].cpu_usage);
      CHECK(a.runs[k].window == b.runs[k].window);
      CHECK(a.runs[k].memory_max == b.runs[k].memory_max);
      CHECK(a.runs[k].memory_median == b.runs[k].memory_median);
    }
  }
}

TEST_CASE("load and median may be unknown") {
  const auto result = parse_usage_json(document(subject(good_run, R"("load": null, )")), "usage.json");
  REQUIRE(result);
  CHECK((*result)[0].load == Load{});
  CHECK_FALSE((*result)[0].runs[0].memory_median);
}

TEST_CASE("a byte order mark, CRLF and later minor versions are read") {
  std::string text = document(subject(good_run));
  text.replace(text.find("1.0"), 3, "1.7");
  for (std::size_t at = 0; (at = text.find(", ", at)) != std::string::npos; at += 3) text.replace(at, 2, ",\r\n");
  CHECK(json_complaint("\xEF\xBB\xBF" + text) == "read");
}

TEST_CASE("an unknown key is an error that names the near one") {
  CHECK(contains(json_complaint(document(subject(good_run, R"("load": {"request_rate": 20000}, )"))),
                 "did you mean \"request_rate_per_s\"?"));
  CHECK(contains(with_run(R"({"run": "1", "cpu_usage_usecs": 1, "window_usec": 1, "memory_max_bytes": 1})"),
                 "did you mean \"cpu_usage_usec\"?"));
  CHECK(contains(json_complaint(R"({"schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0", "subject": []})"),
                 "did you mean \"subjects\"?"));
}

TEST_CASE("another document, or another major version, is told as such") {
  CHECK(contains(json_complaint(R"({"schema": "urn:vpsfit:schema:plans:1", "schema_version": "1.0"})"),
                 "urn:vpsfit:schema:plans:1"));
  CHECK(contains(json_complaint(R"({"schema": "urn:vpsfit:schema:usage:1", "schema_version": "2.0", "subjects": []})"),
                 "version \"2.0\" is not known"));
  CHECK(contains(json_complaint(R"({"subjects": []})"), "\"schema\" is missing"));
  CHECK(contains(json_complaint("[]"), "expected an object"));
}

TEST_CASE("no subject, no run, a run or a subject twice") {
  CHECK(contains(json_complaint(document("")), "there is no subject"));
  CHECK(contains(json_complaint(document(subject(""))), "/subjects/0/runs"));
  CHECK(contains(json_complaint(document(subject(good_run + "," + good_run))), "the run \"1\" is there twice"));
  CHECK(contains(json_complaint(document(subject(good_run) + "," + subject(good_run))), "\"spine\" is there twice"));
  CHECK(json_complaint(document(subject(good_run) + "," + subject(good_run, R"("load": {"name": "b"}, )"))) == "read");
}

TEST_CASE("a figure that cannot be is refused with its place and value") {
  struct Row {
    const char *key, *value, *said;
  };
  for (const Row& row :
       {Row{"window_usec", "0", "found 0"}, Row{"window_usec", "-1", "found -1"},
        Row{"cpu_usage_usec", "-1", "found -1"}, Row{"cpu_usage_usec", "1.5", "found 1.5"},
        Row{"memory_max_bytes", "0", "found 0"}, Row{"cpu_usage_usec", "1e400", "too large"},
        Row{"cpu_usage_usec", "1e99", "found 1e99"}, Row{"cpu_usage_usec", "NaN", "not valid JSON"},
        Row{"cpu_usage_usec", "-Infinity", "not valid JSON"},
        Row{"cpu_usage_usec", "9007199254740993", "found 9007199254740993"},
        Row{"cpu_usage_usec", "99999999999999999999", "found"},
        Row{"memory_max_bytes", "\"71.6 MiB\"", "found \"71.6 MiB\""}, Row{"memory_max_bytes", "null", "found null"},
        Row{"memory_max_bytes", "true", "found true"}}) {
    CAPTURE(row.key);
    CAPTURE(row.value);
    std::string run = good_run;
    const auto at = run.find(row.key) + std::string(row.key).size() + 3;
    run.replace(at, run.find_first_of(",}", at) - at, row.value);
    const std::string said = with_run(run);
    CHECK(contains(said, row.said));
    CHECK(contains(said, "usage.json:1:"));
  }
  CHECK(
      contains(with_run(R"({"run": "1", "window_usec": 1, "memory_max_bytes": 1})"), "\"cpu_usage_usec\" is missing"));
  CHECK(contains(with_run(R"({"run": "1", "cpu_usage_usec": 1, "window_usec": 1, "memory_max_bytes": 5,
                         "memory_median_bytes": 6})"),
                 "the median of 6 bytes is above the maximum of 5 bytes"));
  for (const char* rate : {"0", "-20000", "\"20000\"", "[]"})
    CHECK(contains(
        json_complaint(document(subject(good_run, R"("load": {"request_rate_per_s": )" + std::string(rate) + "}, "))),
        "/subjects/0/load/request_rate_per_s"));
}

TEST_CASE("hostile text is refused and never repeated raw or whole") {
  const auto named = [](const std::string& name) {
    return json_complaint(document(R"({"subject": )" + name + R"(, "runs": [)" + good_run + "]}"));
  };
  CHECK(contains(named("\"\""), "empty"));
  CHECK(contains(named("\"  \""), "empty"));
  CHECK(contains(named("7"), "expected a string"));
  CHECK(contains(named(R"("\u001b[2J")"), "\\x1b[2J"));
  CHECK(contains(named(R"("\u202egnp")"), "cannot be shown"));
  CHECK(contains(named("\"\xff\""), "not valid JSON"));
  const std::string huge = named("\"" + std::string(10'000'000, 'x') + "\"");
  CHECK(contains(huge, "10000000 bytes"));
  CHECK(huge.size() < 1000);
  const std::string key = json_complaint(document(R"({")" + std::string(10'000'000, 'k') + R"(": 1})"));
  CHECK(key.size() < 2000);
  CHECK(contains(json_complaint(std::string(100'000, '[')), "nested deeper"));
  CHECK(contains(json_complaint(R"({"a":)" + std::string(100'000, '[')), "nested deeper"));
  CHECK(contains(json_complaint(R"({"schema": 1, "schema": 2})"), "stands twice"));
}

TEST_CASE("a file that ends in the middle is told with line and column") {
  const std::string text = document(subject(good_run));
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto result = parse_usage_json(std::string_view(text).substr(0, size), "usage.json");
    REQUIRE_FALSE(result);
    CHECK(result.error().kind == ErrorKind::input);
    CHECK(result.error().place.starts_with("usage.json:1:"));
  }
}
