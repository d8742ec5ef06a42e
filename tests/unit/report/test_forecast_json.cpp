// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/text.hpp"
#include "json/parse.hpp"
#include "report/forecast_json.hpp"
#include "tests/unit/forecast/made.hpp"

using namespace vpsfit;
using namespace vpsfit::made;
using json::Value;

namespace {

/// The members that are promised: those of `expected`, at any depth; what else the document has does not matter.
void check_promised(const Value& expected, const Value& seen, const std::string& place) {
  CAPTURE(place);
  if (expected.kind() == Value::Kind::object) {
    REQUIRE(seen.kind() == Value::Kind::object);
    for (const auto& [key, value] : expected.members()) {
      const Value* const member = seen.find(key);
      const std::string where = place + "/" + key;
      REQUIRE_MESSAGE(member != nullptr, where);
      check_promised(value, *member, where);
    }
  } else if (expected.kind() == Value::Kind::array) {
    REQUIRE(seen.kind() == Value::Kind::array);
    REQUIRE(seen.items().size() == expected.items().size());
    for (std::size_t i = 0; i < expected.items().size(); ++i)
      check_promised(expected.items()[i], seen.items()[i], place + "/" + std::to_string(i));
  } else {
    CHECK(json::dump(seen) == json::dump(expected));
  }
}

Value document(const std::vector<Usage>& usages, const plans::Catalog& catalog, std::string_view headroom = "0.2",
               forecast::Comparison comparison = forecast::AgainstSubject{"spine"},
               const fx::RateTable& table = study_rates()) {
  forecast::Assumptions assumptions;
  assumptions.cpu_headroom = *Fraction::parse(headroom);
  auto result = forecast::make_forecast(usages, catalog, table, assumptions, selection(), comparison);
  REQUIRE(result);
  return *json::parse(json::dump(report::forecast_json(*result, "1.2.3")));
}

const Value& at(const Value& value, std::initializer_list<std::string_view> way) {
  const Value* here = &value;
  for (const auto key : way) {
    const bool index = here->kind() == Value::Kind::array;
    here = index ? &here->items().at(static_cast<std::size_t>(*parse_int(key))) : here->find(key);
    REQUIRE(here != nullptr);
  }
  return *here;
}

}  // namespace

TEST_CASE("Spring's forecast is the published example, member by member") {
  // the documented example of the interface, with the study's figures
  const auto expected = json::parse(R"({
    "schema": "urn:vpsfit:schema:forecast:1", "schema_version": "1.0", "as_of": "2026-11-02", "baseline": "spine",
    "currency": "KRW",
    "assumptions": {"core_performance": "0.5", "cpu_headroom": "0.2", "memory_factor": "1.25",
                    "os_reserve_bytes": 134217728},
    "rates": [{"from": "USD", "to": "KRW", "value": "1335.27", "value_exact": null, "date_used": "2026-10-30",
               "date_asked": "2026-10-30", "days_back": 0, "source": "given", "legs": null}],
    "excluded_plans": [{"vendor": "vpsgod", "id": "x-6c-16g", "code": "unverified"}],
    "tool": {"name": "vpsfit", "version": "1.2.3"}
  })");
  const auto spring = json::parse(R"({
    "subject": "spring", "status": "ok",
    "usage": {"cpu_cores": "0.782", "cpu_statistic": "max of run averages", "deciding_run": "2",
              "cpu_usage_usec": 11730000, "window_usec": 15000000, "memory_bytes": 687236710,
              "memory_statistic": "max sample", "runs": 3},
    "need": {"vcpus": 2, "vcpus_exact": "1.955", "memory_bytes": 993263616},
    "plan": {"vendor": "vpsgod", "id": "2c-4g", "vcpus": 2, "memory_bytes": 4000000000,
             "annual_fee": {"amount": "60.00", "currency": "USD"}, "annual_fee_exact": "60"},
    "savings": {"annual": {"amount": "46734", "currency": "KRW"}, "annual_exact": "46734.45",
                "monthly": {"amount": "3895", "currency": "KRW"},
                "annual_in_plan_currency": {"amount": "35.00", "currency": "USD"}},
    "break_even": {"cpu_headroom_max": "0.218", "core_performance_min": "0.48875", "memory_factor_max": "5.625110265",
                   "cpu_growth_max": "1.023017902", "sustained_cpu_share_needed": "0.782"},
    "robustness": "flips", "nearest_misses": [],
    "rejected_cheaper": [{"vendor": "vpsgod", "id": "x-2c-128m", "code": "memory"},
                         {"vendor": "vpsgod", "id": "x-1c-256m", "code": "vcpus"},
                         {"vendor": "vpsgod", "id": "2c-256m", "code": "memory"}]
  })");
  REQUIRE(expected);
  REQUIRE(spring);
  const Value seen = document(study_usages(), study_catalog());
  check_promised(*expected, seen, "");
  check_promised(*spring, at(seen, {"subjects", "2"}), "/subjects/2");
  CHECK(at(seen, {"subjects", "0", "savings"}).is_null());  // the baseline itself
}

TEST_CASE("no fit is nulls and near misses, never a zero") {
  const Value seen = document(study_usages(), study_catalog(), "0.3");
  const auto fastapi = json::parse(R"({
    "subject": "fastapi", "status": "no_fit", "plan": null, "savings": null, "break_even": null, "robustness": null,
    "need": {"vcpus": 5, "vcpus_exact": "4.462857143", "memory_bytes": 381812736},
    "nearest_misses": [{"vendor": "vpsgod", "id": "4c-8g", "short_vcpus": 1},
                       {"vendor": "vpsgod", "id": "x-6c-256m", "short_memory_bytes": 125812736},
                       {"vendor": "vpsgod", "id": "x-6c-16g", "excluded": "unverified"}]
  })");
  check_promised(*fastapi, at(seen, {"subjects", "3"}), "/subjects/3");
}

TEST_CASE("what does not end is rounded up where it is needed and down where it is allowed") {
  const Value seen = document({usage("third", {"0"})}, study_catalog(), "0.2", forecast::Alone{});
  CHECK(at(seen, {"subjects", "0", "need", "vcpus_exact"}).text() == "0");
  auto third = usage("third", {"0"});
  third.runs[0] = run("1", 1, 3, 1);  // a third of a core: 5/6 of a core of the server
  const Value repeated = document({third}, study_catalog(), "0.2", forecast::Alone{});
  const Value& subject = at(repeated, {"subjects", "0"});
  CHECK(at(subject, {"usage", "cpu_cores"}).text() == "0.333333334");
  CHECK(at(subject, {"usage", "cpu_cores_fraction"}).text() == "1/3");
  CHECK(at(subject, {"need", "vcpus_exact"}).text() == "0.833333334");
  CHECK(at(subject, {"need", "vcpus_exact_fraction"}).text() == "5/6");
  CHECK(at(subject, {"break_even", "cpu_headroom_max"}).text() == "0.333333333");  // 1 - 2/3 on the one-core plan
}

TEST_CASE("against something else than a subject, the document says what") {
  const Value plan = document(study_usages(), study_catalog(), "0.2", forecast::AgainstPlan{"vpsgod", "2c-4g"});
  CHECK(at(plan, {"baseline"}).is_null());
  CHECK(at(plan, {"against"}).text() == "vpsgod/2c-4g");
  CHECK(at(plan, {"baseline_annual_fee", "amount"}).text() == "60.00");
  CHECK(at(plan, {"subjects", "0", "savings", "annual", "amount"}).text() == "-46734");
  const Value alone = document(study_usages(), study_catalog(), "0.2", forecast::Alone{});
  CHECK(at(alone, {"against"}).is_null());
  CHECK(at(alone, {"baseline_annual_fee"}).is_null());
}

TEST_CASE("a subject without a usable run has nulls for its figures and keeps its reasons") {
  auto usages = study_usages();
  usages[1].runs.clear();
  usages[1].refusals.push_back(make_notice("run_cut", {{"run", "1"}}));
  const Value subject = at(document(usages, study_catalog()), {"subjects", "1"});
  CHECK(at(subject, {"status"}).text() == "refused");
  CHECK(at(subject, {"usage", "cpu_cores"}).is_null());
  CHECK(at(subject, {"usage", "runs"}).text() == "0");
  CHECK(at(subject, {"need"}).is_null());
  CHECK(at(subject, {"notices", "0", "code"}).text() == "run_cut");
  CHECK(at(subject, {"notices", "0", "args", "run"}).text() == "1");
}

TEST_CASE("hostile names arrive whole and escaped") {
  const Value seen = document({usage("a\"\x1b[2J\n", {"0.1"})}, study_catalog(), "0.2", forecast::Alone{});
  CHECK(at(seen, {"subjects", "0", "subject"}).text() == "a\"\x1b[2J\n");
}

TEST_CASE("the same inputs are the same bytes") {
  const auto catalog = study_catalog();
  CHECK(json::dump(document(study_usages(), catalog)) == json::dump(document(study_usages(), catalog)));
}
