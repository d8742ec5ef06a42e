// SPDX-License-Identifier: MIT
#include "report/change.hpp"

#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "report/forecast_json_parts.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using json::Value;

std::string signed_amount(const Rational& amount, const Currency& currency) {
  const std::string text = Money(amount, currency).rounded();
  return amount.is_negative() || amount.is_zero() ? text : "+" + text;
}

std::string side_text(const ChangeSide& side) {
  if (side.status.empty()) return "-";
  if (!side.plan.empty()) return side.plan;
  return side.status == "no_fit" ? "no plan fits" : side.status;
}

std::string amount_text(const std::optional<Rational>& amount, const Currency& currency, bool with_sign) {
  if (!amount) return "unknown";
  return with_sign ? signed_amount(*amount, currency) : Money(*amount, currency).rounded();
}

std::string why(const SubjectChange& change, const Currency& currency) {
  std::vector<std::string> parts;
  for (const auto& part : change.parts)
    parts.push_back(fmt::format("{} {}", fmt::join(part.causes, " or "), signed_amount(part.amount, currency)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

bool is_same(const SubjectChange& change) {
  return change.before.status == change.after.status && change.before.plan == change.after.plan &&
         change.before.bill == change.after.bill && change.before.saving == change.after.saving;
}

/// Text from outside in a cell of Markdown: no cell ends in it, nothing is marked up.
std::string cell(std::string_view text) {
  std::string safe;
  for (const char c : printable(text, 120)) {
    if (std::string_view("\\`*_{}[]<>()#+!|~&").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

Value side_json(const ChangeSide& side, const Currency& currency) {
  const auto money = [&](const std::optional<Rational>& amount) {
    return amount ? money_json(Money(*amount, currency)) : Value();
  };
  const auto text = [](const std::string& word) { return word.empty() ? Value() : Value(word); };
  return Value::object()
      .set("status", text(side.status))
      .set("plan", text(side.plan))
      .set("robustness", text(side.robustness))
      .set("annual_fee_converted", money(side.bill))
      .set("annual_saving", money(side.saving));
}

constexpr std::string_view not_split =
    "Where causes stand together, the plans of one side were not here to tell them apart: give the catalogs after the "
    "two documents.";

}  // namespace

std::optional<Rational> bill_change(const SubjectChange& change) {
  if (!change.before.bill || !change.after.bill) return std::nullopt;
  return *change.after.bill - *change.before.bill;
}

std::string change_table(const Changes& changes) {
  TextTable table({{"subject"}, {"was"}, {"is"}, {"bill a year", Align::right}, {"because of", Align::left, 10}});
  std::size_t same = 0;
  for (const auto& change : changes.subjects) {
    if (is_same(change)) {
      ++same;
      continue;
    }
    table.row({change.subject, side_text(change.before), side_text(change.after),
               amount_text(bill_change(change), changes.currency, true), why(change, changes.currency)});
  }
  std::string text = wrap(fmt::format("From {} of {} to {} of {}, in {}", changes.before_name, changes.before_day,
                                      changes.after_name, changes.after_day, changes.currency.code()));
  if (same < changes.subjects.size()) text += "\n" + table.render();
  if (same > 0) text += fmt::format("\n{} subject(s) did not change\n", same);
  if (!changes.is_whole) text += "\n" + wrap(not_split);
  return text;
}

std::string change_markdown(const Changes& changes) {
  const auto& currency = changes.currency;
  std::string text = fmt::format("### Server forecast: {} to {}, {} a year\n\n", changes.before_day, changes.after_day,
                                 currency.code());
  text += "| subject | was | is | bill | change | because of | saving |\n|---|---|---|---:|---:|---|---:|\n";
  for (const auto& change : changes.subjects)
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", cell(change.subject), cell(side_text(change.before)),
                        cell(side_text(change.after)), amount_text(change.after.bill, currency, false),
                        amount_text(bill_change(change), currency, true), why(change, currency),
                        change.after.saving ? amount_text(change.after.saving, currency, false) : "-");
  if (!changes.is_whole) text += "\n" + std::string(not_split) + "\n";
  return text;
}

Value change_json(const Changes& changes, std::string_view version) {
  Value subjects = Value::array();
  for (const auto& change : changes.subjects) {
    Value parts = Value::array();
    for (const auto& part : change.parts) {
      Value names = Value::array();
      for (const auto& cause : part.causes) names.push(cause);
      parts.push(Value::object()
                     .set("causes", std::move(names))
                     .set("amount_exact", to_decimal(part.amount, Rounding::half_away))
                     .set("amount_fraction", part.amount.fraction()));
    }
    const auto total = bill_change(change);
    subjects.push(Value::object()
                      .set("subject", change.subject)
                      .set("before", side_json(change.before, changes.currency))
                      .set("after", side_json(change.after, changes.currency))
                      .set("bill_change", total ? money_json(Money(*total, changes.currency)) : Value())
                      .set("bill_change_exact", total ? Value(to_decimal(*total, Rounding::half_away)) : Value())
                      .set("bill_change_fraction", total ? Value(total->fraction()) : Value())
                      .set("parts", std::move(parts)));
  }
  return Value::object()
      .set("schema", "urn:vpsfit:schema:diff:1")
      .set("schema_version", "1.0")
      .set("tool", Value::object().set("name", "vpsfit").set("version", version))
      .set("before", Value::object().set("path", changes.before_name).set("as_of", changes.before_day))
      .set("after", Value::object().set("path", changes.after_name).set("as_of", changes.after_day))
      .set("currency", changes.currency.code())
      .set("is_whole", changes.is_whole)
      .set("subjects", std::move(subjects));
}

}  // namespace vpsfit::report
