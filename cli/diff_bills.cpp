// SPDX-License-Identifier: MIT
#include "cli/diff_bills.hpp"

#include <algorithm>

#include "cli/rederive.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "json/node.hpp"

namespace vpsfit::cli {
namespace {

using json::Value;

const Value& part(const Value& object, std::string_view key) {
  static const Value none;
  const Value* const found = object.kind() == Value::Kind::object ? object.find(key) : nullptr;
  return found == nullptr ? none : *found;
}

const Value* subject_in(const ForecastFile& file, const std::string& name) {
  for (const auto& subject : part(file.value, "subjects").items())
    if (part(subject, "subject").text() == name) return &subject;
  return nullptr;
}

/// The printed rate from one currency to the result's; nothing where the document has none.
Result<std::optional<Rational>> rate_in(const ForecastFile& file, const std::string& from) {
  if (from == file.view.currency) return std::optional(Rational(1));
  for (const auto& rate : file.view.rates)
    if (rate.from == from && rate.to == file.view.currency) {
      VPSFIT_TRY(const Rational value, parse_decimal(rate.value));
      return std::optional(value);
    }
  return std::optional<Rational>();
}

/// The subject's fee of one document at the rate of another.
Result<std::optional<Rational>> bill(const ForecastFile& file, const std::string& name, const ForecastFile& rates) {
  const Value* const subject = subject_in(file, name);
  if (subject == nullptr || part(*subject, "plan").is_null()) return std::optional<Rational>();
  const Value& plan = part(*subject, "plan");
  VPSFIT_TRY(const Rational fee, parse_decimal(part(plan, "annual_fee_exact").text()));
  VPSFIT_TRY(const auto rate, rate_in(rates, part(part(plan, "annual_fee"), "currency").text()));
  return rate ? std::optional(fee * *rate) : std::nullopt;
}

bool same(const Value& a, const Value& b) { return !report::first_difference(a, b); }

bool same_use(const ForecastFile& before, const ForecastFile& after, const std::string& name) {
  const Value* const a = subject_in(before, name);
  const Value* const b = subject_in(after, name);
  if (a == nullptr || b == nullptr) return false;
  const Value& old = part(*a, "usage");
  const Value& now = part(*b, "usage");
  return !part(old, "measurements").is_null() && same(part(old, "measurements"), part(now, "measurements")) &&
         same(part(old, "memory_bytes"), part(now, "memory_bytes"));
}

bool same_assumptions(const ForecastFile& before, const ForecastFile& after) {
  const auto equal = [&](const char* key) { return same(part(before.value, key), part(after.value, key)); };
  return equal("assumptions") && equal("min_disk_bytes") && equal("stale_ok") && equal("filters") &&
         equal("calibration");
}

/// The hashes of the plan files; nothing where the document does not tell which those are.
std::optional<std::vector<std::string>> plan_files(const ForecastFile& file) {
  std::vector<std::string> hashes;
  for (const auto& input : part(file.value, "inputs").items()) {
    if (part(input, "role").is_null()) return std::nullopt;
    if (part(input, "role").text() == "plans") hashes.push_back(part(input, "sha256").text());
  }
  std::sort(hashes.begin(), hashes.end());
  return hashes;
}

bool same_plans(const ForecastFile& before, const ForecastFile& after) {
  const auto old = plan_files(before);
  return old && old == plan_files(after) && before.view.as_of == after.view.as_of;
}

Result<Remade> remake_from(const ForecastFile& file, const FoundInputs& found) {
  SourceFiles files = sources_of(found);
  files.rates.clear();
  return remake(file, files);
}

/// Takes the bill of every subject into one step.
Result<void> take(const Remade& mixed, std::size_t step, BillsOf& bills) {
  VPSFIT_TRY(const auto result, forecast::make_forecast(mixed.usages, mixed.catalog, mixed.rates, mixed.assumptions,
                                                        mixed.selection, forecast::Alone{}));
  for (const auto& subject : result.subjects)
    if (subject.choice.offer) bills[subject.usage.subject][step] = subject.choice.offer->annual_fee_converted.amount();
  return {};
}

}  // namespace

Result<BillsOf> bills_of_documents(const ForecastFile& before, const ForecastFile& after) {
  BillsOf result;
  for (const auto& subject : after.view.subjects) {
    const std::string& name = subject.subject;
    auto& bills = result[name];
    VPSFIT_TRY(bills[0], bill(before, name, before));
    VPSFIT_TRY(bills[3], bill(after, name, before));
    VPSFIT_TRY(bills[4], bill(after, name, after));
    if (!bills[0] || !bills[4]) continue;
    if (same_use(before, after, name)) bills[1] = bills[0];
    if (bills[1] && same_assumptions(before, after)) bills[2] = bills[1];
    if (bills[3] && same_plans(before, after)) bills[2] = bills[3];
    if (!bills[1] && bills[2] && same_assumptions(before, after)) bills[1] = bills[2];
  }
  return result;
}

Result<BillsOf> bills_of_files(const ForecastFile& before, const FoundInputs& before_files, const ForecastFile& after,
                               const FoundInputs& after_files) {
  VPSFIT_TRY(Remade mixed, remake_from(before, before_files));
  VPSFIT_TRY(Remade now, remake_from(after, after_files));
  BillsOf bills;
  VPSFIT_CHECK(take(mixed, 0, bills));
  mixed.usages = now.usages;
  VPSFIT_CHECK(take(mixed, 1, bills));
  mixed.assumptions = now.assumptions;
  const Date day = mixed.selection.as_of;
  mixed.selection = now.selection;
  mixed.selection.as_of = day;
  VPSFIT_CHECK(take(mixed, 2, bills));
  mixed.catalog = std::move(now.catalog);
  mixed.selection.as_of = now.selection.as_of;
  VPSFIT_CHECK(take(mixed, 3, bills));
  mixed.rates = now.rates;
  VPSFIT_CHECK(take(mixed, 4, bills));
  return bills;
}

}  // namespace vpsfit::cli
