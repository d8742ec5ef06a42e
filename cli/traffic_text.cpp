// SPDX-License-Identifier: MIT
#include "cli/traffic_text.hpp"

#include <fmt/format.h>

#include "cli/version.hpp"
#include "core/decimal.hpp"
#include "core/money.hpp"
#include "core/text.hpp"
#include "json/value.hpp"

namespace vpsfit::cli {
namespace {

using json::Value;

const Rational giga(1'000'000'000);

std::string gb(const Rational& bytes) { return to_fixed(bytes / giga, 1) + " GB"; }
std::string hours(const Rational& seconds) { return to_fixed(seconds / Rational(3600), 1) + " h"; }

/// Whole bytes, or one decimal of a measured mean.
std::string bytes_text(const Rational& bytes) {
  return to_decimal(round_to(bytes, 1, Rounding::half_away), Rounding::half_away);
}

std::string money(const Rational& amount, const Currency& currency) {
  return Money(amount, currency).rounded() + " " + currency.code();
}

std::string included(const forecast::Allowance& allowance) {
  return allowance.unmetered ? "unmetered" : allowance.included ? gb(*allowance.included) : "unknown";
}

/// What else than the bytes that leave uses the allowance up.
std::string counted_too(const TrafficRow& row) {
  const std::string& direction = row.allowance.direction;
  if (row.allowance.unmetered || (direction != "both" && direction != "max")) return {};
  std::string text = direction == "both" ? ", sent and received added" : ", the larger of sent and received";
  if (!row.request.received) text += " (how much is received was not said: --received-bytes)";
  return text;
}

std::string beyond(const TrafficRow& row, const Currency& currency) {
  switch (row.overage.beyond) {
    case forecast::Beyond::nothing:
      return "the allowance is enough";
    case forecast::Beyond::billed:
      return fmt::format("{} more are billed: {} a month", gb(*row.overage.bytes), money(*row.overage.cost, currency));
    case forecast::Beyond::billed_unknown:
      return fmt::format("{} more are billed, at a price that is not known", gb(*row.overage.bytes));
    case forecast::Beyond::throttled:
      return row.allowance.throttle_mbit ? fmt::format("the port is throttled to {} Mbit/s",
                                                       to_decimal(*row.allowance.throttle_mbit, Rounding::half_away))
                                         : std::string("the port is throttled");
    case forecast::Beyond::suspended:
      return "the server is suspended";
    case forecast::Beyond::unknown:
      break;
  }
  return "what follows is not known";
}

std::string saving_text(const std::optional<Rational>& saving, const Currency& currency) {
  return saving ? money(*saving, currency) + " a year" : std::string("unknown");
}

Value decimal(const std::optional<Rational>& value) {
  return value ? Value(to_decimal(*value, Rounding::half_away)) : Value();
}
Value money_value(const std::optional<Rational>& amount, const Currency& currency) {
  if (!amount) return {};
  return Value::object().set("amount", Money(*amount, currency).rounded()).set("currency", currency.code());
}
Value text(const std::string& text) { return text.empty() ? Value() : Value(text); }

Value row_value(const TrafficRow& row, const Currency& currency) {
  Value result = Value::object().set("subject", row.subject).set("plan", text(row.plan));
  if (row.plan.empty()) return result;
  result.set("request_bytes", decimal(row.request.sent))
      .set("request_bytes_source", row.bytes_source.empty() ? Value("declared") : Value(row.bytes_source))
      .set("request_rate_per_s", decimal(row.request_rate))
      .set("volume_bytes_per_month", decimal(row.volume))
      .set("included_bytes_per_month", row.allowance.unmetered ? Value() : decimal(row.allowance.included))
      .set("unmetered", row.allowance.unmetered)
      .set("counts", text(row.allowance.direction))
      .set("used_up_after_s", decimal(row.seconds))
      .set("beyond", forecast::word(row.overage.beyond))
      .set("overage_bytes_per_month", decimal(row.overage.bytes))
      .set("overage_per_month", money_value(row.overage.cost, currency))
      .set("reference", text(row.reference))
      .set("annual_saving_with_traffic", money_value(row.saving, currency))
      .set("no_saving_at_bytes_per_month", decimal(row.no_saving_volume));
  if (!row.equal_traffic) return result.set("like_for_like", Value());
  return result.set("like_for_like", Value::object()
                                         .set("included_bytes_per_month", decimal(row.equal_traffic))
                                         .set("plan", text(row.equal_plan))
                                         .set("reference_plan", text(row.equal_reference))
                                         .set("annual_saving", money_value(row.equal_saving, currency)));
}

}  // namespace

std::string traffic_text(const TrafficResult& result) {
  std::string out;
  for (const auto& row : result.rows) {
    const std::string name = printable(row.subject);
    if (row.plan.empty()) {
      out += fmt::format("{}: no plan\n", name);
      continue;
    }
    out += fmt::format("{} on {}\n", name, printable(row.plan));
    out += fmt::format("  {} a month at {} requests a second of {} bytes; included: {}{}\n", gb(row.volume),
                       to_decimal(row.request_rate, Rounding::half_away), bytes_text(row.request.sent),
                       included(row.allowance), counted_too(row));
    if (!row.bytes_source.empty()) out += fmt::format("  measured bytes: {}\n", printable(row.bytes_source));
    if (row.seconds) out += fmt::format("  the allowance is used up after {}; ", hours(*row.seconds));
    if (!row.seconds) out += "  ";
    out += beyond(row, result.currency) + "\n";
    if (row.reference.empty()) continue;
    out += fmt::format("  saving of {} with traffic: {}", printable(row.reference),
                       saving_text(row.saving, result.currency));
    if (row.no_saving_volume) out += fmt::format("; none at {} a month", gb(*row.no_saving_volume));
    out += "\n";
    if (row.equal_traffic)
      out += fmt::format("  with equal traffic: {} against {}: {}\n",
                         row.equal_plan.empty() ? "no plan" : printable(row.equal_plan),
                         row.equal_reference.empty() ? "no plan" : printable(row.equal_reference),
                         saving_text(row.equal_saving, result.currency));
  }
  if (result.overage_price)
    out += fmt::format("Assumed for plans that bill more and do not say at what price: {}\n",
                       printable(*result.overage_price));
  return out + "A month is 730 hours. Only bytes that were named are counted.\n";
}

std::string traffic_document(const TrafficResult& result) {
  Value rows = Value::array();
  for (const auto& row : result.rows) rows.push(row_value(row, result.currency));
  return json::dump(Value::object()
                        .set("schema", "urn:vpsfit:schema:traffic:1")
                        .set("schema_version", "1.0")
                        .set("tool", Value::object().set("name", "vpsfit").set("version", version))
                        .set("as_of", to_text(result.as_of))
                        .set("currency", result.currency.code())
                        .set("request_bytes", decimal(result.request_bytes))
                        .set("received_bytes", decimal(result.received_bytes))
                        .set("overage_price_assumed", result.overage_price ? Value(*result.overage_price) : Value())
                        .set("subjects", rows)) +
         "\n";
}

}  // namespace vpsfit::cli
