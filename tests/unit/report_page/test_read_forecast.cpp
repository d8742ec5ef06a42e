// SPDX-License-Identifier: MIT
#include "fixture.hpp"

using namespace fixture;

namespace {

Error refusal(const std::string& text) {
  const auto value = must(json::parse(text));
  const auto result = report::read_forecast(json::Node(value, "forecast.json"));
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().kind == ErrorKind::input);
  return result.error();
}

bool names(const Error& error, std::string_view pointer) { return contains(error.place, pointer); }

}  // namespace

TEST_CASE("the study's forecast is read as it stands") {
  const auto forecast = forecast_of(bytes_of("study.json"));
  REQUIRE(forecast.subjects.size() == 4);
  CHECK(to_text(forecast.as_of) == "2026-11-02");
  CHECK(forecast.tool == "vpsfit 0.1.0");
  CHECK(forecast.is_baseline(forecast.subjects[0]));
  const auto& spring = *forecast.find("spring");
  CHECK(spring.savings->annual == report::MoneyText{"46734", "KRW"});
  CHECK(spring.savings->monthly.amount == "3895");
  CHECK(spring.need->vcpus == 2);
  CHECK(spring.plan->name() == "vpsgod/2c-4g");
  CHECK(spring.break_even->cpu_headroom_max == "0.218");
  CHECK(forecast.find("unknown") == nullptr);
}

TEST_CASE("a subject without a plan has neither plan nor saving") {
  const auto forecast = forecast_of(bytes_of("study-30.json"));
  const auto& fastapi = *forecast.find("fastapi");
  CHECK(fastapi.status == "no_fit");
  CHECK_FALSE(fastapi.plan);
  CHECK_FALSE(fastapi.savings);
  REQUIRE(fastapi.nearest_misses.size() == 3);
  CHECK(fastapi.nearest_misses[0].short_vcpus == 1);
  CHECK(fastapi.nearest_misses[2].excluded == "unverified");
}

TEST_CASE("what is not known is ignored: a later minor version may say more") {
  const auto text = replaced(bytes_of("study.json"), "\"as_of\"", "\"something_new\": [1, {\"a\": null}], \"as_of\"");
  CHECK(forecast_of(text).subjects.size() == 4);
}

TEST_CASE("another document, or another major version, is refused by its name") {
  CHECK(names(refusal("{}"), "/"));
  CHECK(refusal(R"({"schema": "urn:vpsfit:schema:usage:1"})").message == "this is no forecast document");
  CHECK(names(refusal(R"({"schema": "urn:vpsfit:schema:forecast:2"})"), "/schema"));
  CHECK_FALSE(refusal("[1]").message.empty());
}

TEST_CASE("every wrong part is named by its place") {
  const std::string good = bytes_of("study.json");
  CHECK(names(refusal(replaced(good, "\"vcpus_exact\": \"1.1525\"", "\"vcpus_exact\": 1.1525")),
              "/subjects/0/need/vcpus_exact"));
  CHECK(names(refusal(replaced(good, "\"status\": \"ok\"", "\"status\": \"maybe\"")), "/subjects/0/status"));
  CHECK(names(refusal(replaced(good, "\"KRW\"", "\"KRX\"")), "/currency"));
  CHECK(names(refusal(replaced(good, "2026-11-02", "2026-13-02")), "/as_of"));
  CHECK(names(refusal(replaced(good, "\"memory_bytes\": 75078041", "\"memory_bytes\": -1")),
              "/subjects/0/usage/memory_bytes"));
  CHECK(names(refusal(replaced(good, "\"amount\": \"25.00\"", "\"amount\": \"NaN\"")),
              "/subjects/0/plan/annual_fee/amount"));
  CHECK(names(refusal(replaced(good, "\"subject\": \"spine\"", "\"subject\": \"\"")), "/subjects/0/subject"));
  CHECK(names(refusal(replaced(good, "\"subject\": \"spine\"", "\"subject\": \"" + std::string(5000, 'x') + "\"")),
              "/subjects/0/subject"));
}

TEST_CASE("a grid whose rows do not fit its head is refused") {
  const std::string text = replaced(bytes_of("study.json"), "\"cpu_headrooms\": [", "\"cpu_headrooms\": [\"0.05\", ");
  CHECK(names(refusal(text), "/subjects/0/sensitivity/rows"));
}

TEST_CASE("a forecast without subjects is no forecast") {
  std::string text = bytes_of("study.json");
  text = text.substr(0, text.find("\"subjects\"")) + "\"subjects\": []}";
  CHECK(refusal(text).message == "the forecast has no subject");
}
