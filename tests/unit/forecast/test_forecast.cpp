// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>

#include "forecast/forecast.hpp"
#include "made.hpp"

using namespace vpsfit;
using namespace vpsfit::forecast;
using namespace vpsfit::made;

namespace {

Result<Forecast> forecast_of(const std::vector<Usage>& usages, const plans::Catalog& catalog, Comparison comparison,
                             std::string_view headroom = "0.2", const fx::RateTable& table = study_rates()) {
  Assumptions assumptions;
  assumptions.cpu_headroom = *Fraction::parse(headroom);
  return make_forecast(usages, catalog, table, assumptions, selection(), comparison);
}

bool has(const std::vector<Notice>& notices, std::string_view code) {
  return std::any_of(notices.begin(), notices.end(), [&](const Notice& notice) { return notice.code == code; });
}

std::string annual(const SubjectForecast& subject) { return subject.saving ? subject.saving->annual.rounded() : "-"; }
std::string monthly(const SubjectForecast& subject) { return subject.saving ? subject.saving->monthly.rounded() : "-"; }
std::string fee(const SubjectForecast& subject) {
  return subject.choice.offer ? subject.choice.offer->annual_fee.rounded() : "-";
}

using Row = std::vector<std::string>;
Row row(const SubjectForecast& s) {
  return {std::to_string(s.need->vcpus), fee(s), annual(s), monthly(s),
          s.status == Status::ok       ? "ok"
          : s.status == Status::no_fit ? "no_fit"
                                       : "refused"};
}

}  // namespace

TEST_CASE("the whole study at 20 % headroom") {
  const auto catalog = study_catalog();
  const auto result = forecast_of(study_usages(), catalog, AgainstSubject{"spine"});
  REQUIRE(result);
  REQUIRE(result->subjects.size() == 4);
  CHECK(row(result->subjects[0]) == Row{"2", "25.00", "-", "-", "ok"});
  CHECK(row(result->subjects[1]) == Row{"3", "80.00", "73440", "6120", "ok"});
  CHECK(row(result->subjects[2]) == Row{"2", "60.00", "46734", "3895", "ok"});
  CHECK(row(result->subjects[3]) == Row{"4", "120.00", "126851", "10571", "ok"});
  REQUIRE(result->rates.size() == 1);
  CHECK(result->rates[0].printed == "1335.27");
  CHECK(codes(result->notices) == std::vector<std::string>{"rate_given"});
  CHECK(*result->baseline_annual_fee == money("25 USD"));
}

TEST_CASE("the whole study at 30 % headroom: FastAPI fits nowhere, and nothing is made of it") {
  const auto catalog = study_catalog();
  const auto result = forecast_of(study_usages(), catalog, AgainstSubject{"spine"}, "0.3");
  REQUIRE(result);
  CHECK(row(result->subjects[0]) == Row{"2", "25.00", "-", "-", "ok"});
  CHECK(row(result->subjects[1]) == Row{"3", "80.00", "73440", "6120", "ok"});
  CHECK(row(result->subjects[2]) == Row{"3", "80.00", "73440", "6120", "ok"});
  CHECK(row(result->subjects[3]) == Row{"5", "-", "-", "-", "no_fit"});
  CHECK_FALSE(result->subjects[3].break_even);
  CHECK_FALSE(result->subjects[3].robustness);
}

TEST_CASE("against a plan, against a fee, and alone") {
  const auto catalog = study_catalog();
  auto result = forecast_of(study_usages(), catalog, AgainstPlan{"vpsgod", "2c-4g"});
  REQUIRE(result);
  CHECK(annual(result->subjects[0]) == "-46734");  // Spine's plan is the cheaper one
  CHECK(annual(result->subjects[2]) == "0");
  result = forecast_of(study_usages(), catalog, *parse_against("12 USD/month"));
  CHECK(annual(result->subjects[0]) == "-158897");  // (25 - 144) x 1335.27 = -158897.13
  result = forecast_of(study_usages(), catalog, Alone{});
  for (const auto& subject : result->subjects) CHECK(annual(subject) == "-");
}

TEST_CASE("a plan that could not be chosen may be compared with, and a notice says so") {
  const auto catalog = study_catalog();
  const auto result = forecast_of(study_usages(), catalog, AgainstPlan{"vpsgod", "x-6c-16g"});
  REQUIRE(result);
  CHECK(has(result->notices, "against_excluded"));
  CHECK(annual(result->subjects[3]) == "-93469");  // (120 - 190) x 1335.27 = -93468.9
}

TEST_CASE("a comparison with what is not there is an error that names the near one") {
  const auto catalog = study_catalog();
  const auto no_subject = forecast_of(study_usages(), catalog, AgainstSubject{"spinne"});
  CHECK(no_subject.error().kind == ErrorKind::input);
  CHECK(no_subject.error().remedy.find("'spine'") != std::string::npos);
  CHECK(forecast_of(study_usages(), catalog, AgainstPlan{"vpsgod", "2c-4gb"}).error().remedy.find("2c-4g") !=
        std::string::npos);
  const auto no_rate = forecast_of(study_usages(), catalog, *parse_against("12 EUR/month"));
  REQUIRE_FALSE(no_rate);
  CHECK(no_rate.error().message.find("EUR/KRW") != std::string::npos);
}

TEST_CASE("no saving is made of unequal loads, of idle subjects, or of what its source refuses") {
  const auto catalog = study_catalog();
  auto usages = study_usages();
  usages[1].load.request_rate_per_s = Rational(9800);
  usages[2].load.name = "saturation";
  for (auto& run : usages[3].runs) run.cpu_usage = CpuTime{0};
  const auto result = forecast_of(usages, catalog, AgainstSubject{"spine"});
  REQUIRE(result);
  const char* const reasons[] = {"unequal_load", "different_load", "idle_subject"};
  for (std::size_t i = 1; i < 4; ++i) {
    CHECK(result->subjects[i].status == Status::refused);
    CHECK(has(result->subjects[i].notices, reasons[i - 1]));
    CHECK_FALSE(result->subjects[i].saving);
    CHECK(result->subjects[i].choice.offer);  // need and plan are kept
  }
  usages = study_usages();
  usages[1].refusals.push_back(make_notice("run_cut", {{"run", "1"}}));
  const auto refused = forecast_of(usages, catalog, AgainstSubject{"spine"});
  CHECK(refused->subjects[1].status == Status::refused);
  CHECK(has(refused->subjects[1].notices, "run_cut"));
  CHECK(refused->subjects[2].status == Status::ok);
}

TEST_CASE("a subject without a usable run is refused and stops nobody else") {
  const auto catalog = study_catalog();
  auto usages = study_usages();
  usages[1].runs.clear();
  usages[1].refusals.push_back(make_notice("run_cut", {{"run", "1"}}));
  const auto result = forecast_of(usages, catalog, AgainstSubject{"spine"});
  REQUIRE(result);
  CHECK(result->subjects[1].status == Status::refused);
  CHECK_FALSE(result->subjects[1].need);
  CHECK_FALSE(result->subjects[1].choice.offer);
  CHECK(annual(result->subjects[2]) == "46734");
  usages[1].refusals.clear();
  CHECK_FALSE(forecast_of(usages, catalog, AgainstSubject{"spine"}));  // no runs and no reason
}

TEST_CASE("an article's two services at their own saturation are not compared") {
  // Spring about 1.9 cores and 470 MB, Node 0.95 cores and 82 MB, at rates that differ: 5 and 3 cores, and no saving
  auto usages = std::vector{usage("node", {"0.95"}, 82000000), usage("spring", {"1.9"}, 470000000)};
  usages[0].load = {"", Rational(14000)};
  usages[1].load = {"", Rational(9000)};
  const auto catalog = study_catalog();
  const auto result = forecast_of(usages, catalog, AgainstSubject{"node"});
  CHECK(result->subjects[0].need->vcpus == 3);
  CHECK(result->subjects[1].need->vcpus == 5);
  CHECK_FALSE(result->subjects[1].saving);
}

TEST_CASE("an unknown load is told and excludes nothing") {
  const auto catalog = study_catalog();
  auto usages = study_usages();
  usages[1].load = {};
  const auto result = forecast_of(usages, catalog, AgainstSubject{"spine"});
  CHECK(result->subjects[1].status == Status::ok);
  CHECK(annual(result->subjects[1]) == "73440");
  CHECK(has(result->subjects[1].notices, "load_unknown"));
  CHECK_FALSE(has(result->subjects[2].notices, "load_unknown"));
}

TEST_CASE("a baseline without a plan, or refused, leaves nobody a saving") {
  const auto catalog = study_catalog();
  const auto no_fit = forecast_of(study_usages(), catalog, AgainstSubject{"fastapi"}, "0.3");
  REQUIRE(no_fit);
  CHECK_FALSE(no_fit->baseline_annual_fee);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK_FALSE(no_fit->subjects[i].saving);
    CHECK(no_fit->subjects[i].status == Status::ok);
    CHECK(has(no_fit->subjects[i].notices, "baseline_without_plan"));
  }
  auto usages = study_usages();
  for (auto& run : usages[0].runs) run.cpu_usage = CpuTime{0};
  const auto idle = forecast_of(usages, catalog, AgainstSubject{"spine"});
  CHECK(idle->subjects[0].status == Status::refused);
  CHECK_FALSE(idle->subjects[1].saving);
  CHECK(has(idle->subjects[1].notices, "baseline_refused"));
}

TEST_CASE("plans in several currencies: each fee by its own rate") {
  const auto both = catalog({plan("small", 2, 256, "MB", "20", "EUR"), plan("large", 2, 4, "GB", "60", "USD")});
  const auto table = rates({"USD/KRW=1335.27@2026-10-30", "EUR/KRW=1540.5@2026-10-30"});
  const auto usages = std::vector{study_usages()[0], study_usages()[2]};
  const auto result = forecast_of(usages, both, AgainstSubject{"spine"}, "0.2", table);
  REQUIRE(result);
  CHECK(annual(result->subjects[1]) == "49306");  // 80116.2 - 30810
  CHECK_FALSE(result->subjects[1].saving->annual_in_plan_currency);
  CHECK(result->rates.size() == 2);
}

TEST_CASE("rates of different days are told where fees of two currencies are compared by them") {
  const auto both = catalog({plan("small", 2, 256, "MB", "20", "EUR"), plan("large", 2, 4, "GB", "60", "USD")});
  const auto usages = std::vector{study_usages()[0], study_usages()[2]};
  const auto told = [&](const char* euro_day, const plans::Catalog& sold) {
    const auto table = rates({"USD/KRW=1335.27@2026-10-30", std::string("EUR/KRW=1540.5@") + euro_day});
    return has(forecast_of(usages, sold, Alone{}, "0.2", table)->notices, "rates_of_days_mixed");
  };
  CHECK(told("2026-10-29", both));
  CHECK_FALSE(told("2026-10-30", both));
  CHECK_FALSE(told("2026-10-29", study_catalog()));  // all in dollars
}

TEST_CASE("only the rates that a fee went through are part of the result") {
  const auto catalog = study_catalog();
  const auto table = rates({"EUR/KRW=1540.5@2026-10-30", "USD/KRW=1335.27@2026-09-01"});
  const auto result = forecast_of(study_usages(), catalog, Alone{}, "0.2", table);
  REQUIRE(result->rates.size() == 1);
  CHECK(result->rates[0].from == currency("USD"));
  CHECK(has(result->notices, "rate_far"));
}

TEST_CASE("prices with and without tax, and other processors, are remarked upon") {
  auto both = catalog({plan("small", 2, 256, "MB", "20"), plan("large", 2, 4, "GB", "60")});
  both.plans[1].prices[0].tax = plans::Tax::gross;
  both.plans[1].cpu.arch = "arm64";
  auto usages = std::vector{study_usages()[0], study_usages()[2]};
  usages[1].architecture = "x86_64";
  const auto result = forecast_of(usages, both, AgainstSubject{"spine"});
  CHECK(codes(result->subjects[1].notices) == std::vector<std::string>{"architecture_differs", "tax_mixed"});
}

TEST_CASE("no subject, or one name twice, is no forecast") {
  const auto catalog = study_catalog();
  CHECK_FALSE(forecast_of({}, catalog, Alone{}));
  const auto twice = forecast_of({usage("x", {"1"}), usage("x", {"1"})}, catalog, Alone{});
  REQUIRE_FALSE(twice);
  CHECK(twice.error().message.find("'x'") != std::string::npos);
}
