// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/decimal.hpp"
#include "core/usage.hpp"
#include "files/files.hpp"
#include "forecast/market.hpp"
#include "fx-rates/rate.hpp"
#include "plans/plan.hpp"
#include "plans/read.hpp"

/// Small makers of what the forecast reads, and the study's own figures.
namespace vpsfit::made {

inline Rational number(std::string_view text) { return *parse_decimal(text); }
inline Currency currency(std::string_view code) { return *Currency::parse(code); }
inline Date day(std::string_view text) { return *parse_date(text); }
inline Money money(std::string_view text) { return *parse_money(text); }

inline fx::RateTable rates(const std::vector<std::string>& given) {
  fx::RateTable table;
  for (const auto& text : given)
    if (!table.add(*fx::parse_given_rate(text))) throw std::logic_error("two rates for one pair");
  return table;
}
inline fx::RateTable study_rates() { return rates({"USD/KRW=1335.27@2026-10-30"}); }

/// A verified plan with one yearly price, nothing unknown about its sale.
inline plans::Plan plan(std::string id, std::int64_t vcpus, std::int64_t memory, std::string_view unit,
                        std::string_view fee, std::string_view code = "USD") {
  plans::Plan result;
  result.vendor = "v";
  result.id = std::move(id);
  result.name = result.id;
  result.cpu = {Rational(vcpus), plans::CpuKind::dedicated, {}, {}, {}, {}};
  result.memory.size = {Rational(memory), std::string(unit)};
  plans::Price price(currency(code));
  price.period_unit = plans::PeriodUnit::year;
  price.amount = number(fee);
  price.setup_fee = Rational(0);
  price.renewal = plans::Renewal{{}, plans::RenewalStatus::same};
  price.kind = plans::PriceKind::regular;
  price.tax = plans::Tax::net;
  result.prices.push_back(std::move(price));
  result.stock = plans::Stock::in_stock;
  result.verified_on = day("2026-11-01");
  return result;
}

inline plans::Catalog catalog(std::vector<plans::Plan> plans) { return {{{"v", "V", {}, {}}}, std::move(plans)}; }

inline forecast::Selection selection(std::string_view code = "KRW", std::string_view as_of = "2026-11-02") {
  return {day(as_of), currency(code), {}, false};
}

inline RunUsage run(std::string name, std::int64_t cpu_usec, std::int64_t window_usec, std::int64_t memory) {
  RunUsage result;
  result.run = std::move(name);
  result.cpu_usage = CpuTime{cpu_usec};
  result.window = std::chrono::microseconds{window_usec};
  result.memory_max = Bytes{memory};
  return result;
}

/// One run a figure: so many cores over 15 s.
inline Usage usage(std::string subject, const std::vector<std::string_view>& cores, std::int64_t memory = 1) {
  Usage result;
  result.subject = std::move(subject);
  result.load = {"r20k", Rational(20000)};
  for (const auto text : cores)
    result.runs.push_back(
        run(std::to_string(result.runs.size() + 1), *(number(text) * Rational(15000000)).floor(), 15000000, memory));
  return result;
}

/// The study's four workloads as reconstructed: CPU of three runs of 15 s, one peak of memory each.
inline std::vector<Usage> study_usages() {
  return {usage("spine", {"0.452", "0.461", "0.447"}, 75078041),
          usage("nestjs", {"0.912", "0.925", "0.918"}, 625161011),
          usage("spring", {"0.771", "0.782", "0.776"}, 687236710),
          usage("fastapi", {"1.545", "1.562", "1.551"}, 198076006)};
}

inline plans::Catalog study_catalog() {
  const std::string file = std::string(VPSFIT_SOURCE_DIR) + "/examples/spine-study/catalog.json";
  return *plans::parse_catalog(*files::read_whole(file), file);
}

inline std::vector<std::string> codes(const std::vector<Notice>& notices) {
  std::vector<std::string> result;
  for (const auto& notice : notices) result.push_back(notice.code);
  return result;
}

}  // namespace vpsfit::made
