// SPDX-License-Identifier: MIT
#include "cli/fx_text.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "fx-rates/cross.hpp"
#include "json/value.hpp"
#include "report/csv.hpp"
#include "report/rate_json.hpp"
#include "report/text_table.hpp"

namespace vpsfit::cli {
namespace {

using json::Value;

Value document(std::string_view schema) {
  return Value::object()
      .set("schema", fmt::format("urn:vpsfit:schema:{}:1", schema))
      .set("schema_version", "1.0")
      .set("tool", Value::object().set("name", "vpsfit").set("version", version));
}

std::string days_back_text(const fx::Rate& rate) {
  if (rate.days_back() == 0) return to_text(rate.date_used);
  return fmt::format("{}, {} day{} before {}", to_text(rate.date_used), rate.days_back(),
                     rate.days_back() == 1 ? "" : "s", to_text(rate.date_asked));
}

/// "ECB 2026-04-10, 1 day before 2026-04-11: EUR/USD 1.1711, EUR/KRW 1737.06"
std::string origin(const fx::Rate& rate) {
  if (rate.source == fx::RateSource::identity) return "the same currency";
  std::string text = "ECB " + days_back_text(rate);
  for (std::size_t i = 0; i < rate.legs.size(); ++i)
    text += fmt::format("{} EUR/{} {}", i == 0 ? ":" : ",", rate.legs[i].currency.code(), rate.legs[i].published);
  return text;
}

Value money_json(const Money& money) {
  return Value::object().set("amount", money.rounded()).set("currency", money.currency().code());
}

}  // namespace

std::string import_text(const std::vector<fx::Imported>& files) {
  std::string text;
  for (const fx::Imported& file : files)
    text += fmt::format("{}: {} rates of {} to {}, {} of them new\n", printable(file.name), file.figures,
                        to_text(file.first_day), to_text(file.last_day), file.new_figures);
  return text;
}

std::string rate_text(const fx::Rate& rate) {
  std::string text = fmt::format("1 {} = {} {}\n  {}\n", rate.from.code(), rate.printed, rate.to.code(), origin(rate));
  if (rate.quoting && rate.legs.size() == 2)
    text += fmt::format("  the rounding of the two figures leaves {} to {}\n",
                        to_significant(rate.quoting->low, fx::cross_digits),
                        to_significant(rate.quoting->high, fx::cross_digits));
  return text;
}

std::string rate_document(const fx::Rate& rate) {
  Value result = document("rate");
  const Value fields = report::rate_json(rate);
  for (const auto& [key, value] : fields.members()) result.set(key, value);
  return json::dump(result) + "\n";
}

std::string conversion_text(const Money& money, const fx::Rate& rate) {
  return fmt::format("{} {} = {} {}\n  at {}; {}\n", to_decimal(money.amount(), Rounding::half_away),
                     money.currency().code(), rate.convert(money).rounded(), rate.to.code(), rate.printed,
                     origin(rate));
}

std::string conversion_document(const Money& money, const fx::Rate& rate) {
  const Money result = rate.convert(money);
  return json::dump(document("conversion")
                        .set("amount", money_json(money))
                        .set("amount_exact", to_decimal(money.amount(), Rounding::half_away))
                        .set("result", money_json(result))
                        .set("result_exact", to_decimal(result.amount(), Rounding::half_away))
                        .set("rate", report::rate_json(rate))) +
         "\n";
}

std::string list_text(const std::vector<fx::Listed>& currencies, const std::vector<fx::SourceFile>& sources) {
  using report::Align;
  report::TextTable table(
      {{"currency"}, {"first day"}, {"last day"}, {"days", Align::right}, {"last rate for 1 EUR", Align::right}});
  for (const fx::Listed& listed : currencies)
    table.row({listed.currency, to_text(listed.first_day), to_text(listed.last_day), std::to_string(listed.days),
               listed.last_published});
  std::string text = table.render(output_width()) + "\n";
  for (const fx::SourceFile& source : sources)
    text += fmt::format("{}{}: {} rates, sha256 {}\n", printable(source.name),
                        source.imported_at.empty() ? "" : " imported " + printable(source.imported_at), source.figures,
                        printable(source.sha256.substr(0, 12)));
  return text + "Euro foreign exchange reference rates; source: European Central Bank.\n";
}

std::string list_document(const std::vector<fx::Listed>& currencies, const std::vector<fx::SourceFile>& sources) {
  Value rows = Value::array();
  for (const fx::Listed& listed : currencies)
    rows.push(Value::object()
                  .set("currency", listed.currency)
                  .set("first_day", to_text(listed.first_day))
                  .set("last_day", to_text(listed.last_day))
                  .set("days", listed.days)
                  .set("last_published", listed.last_published));
  Value files = Value::array();
  for (const fx::SourceFile& source : sources)
    files.push(Value::object()
                   .set("name", source.name)
                   .set("sha256", source.sha256)
                   .set("dialect", source.dialect)
                   .set("imported_at", source.imported_at.empty() ? Value() : Value(source.imported_at))
                   .set("rates", source.figures));
  return json::dump(document("rate-list").set("currencies", rows).set("sources", files)) + "\n";
}

std::string history_text(const fx::Pair& pair, const std::vector<fx::Rate>& rates) {
  report::TextTable table({{"day"}, {pair.code(), report::Align::right}});
  for (const fx::Rate& rate : rates) table.row({to_text(rate.date_used), rate.printed});
  return table.render(output_width());
}

std::string history_document(const fx::Pair& pair, const std::vector<fx::Rate>& rates) {
  Value rows = Value::array();
  for (const fx::Rate& rate : rates)
    rows.push(Value::object()
                  .set("date", to_text(rate.date_used))
                  .set("value", rate.printed)
                  .set("value_exact", fx::exact_text(rate)));
  return json::dump(
             document("rate-history").set("from", pair.from.code()).set("to", pair.to.code()).set("rates", rows)) +
         "\n";
}

std::string history_csv(const std::vector<fx::Rate>& rates) {
  report::Csv csv({"date", "from", "to", "value", "value_exact"});
  for (const fx::Rate& rate : rates)
    csv.text(to_text(rate.date_used))
        .text(rate.from.code())
        .text(rate.to.code())
        .number(rate.printed)
        .number(fx::exact_text(rate).value_or(""));
  return csv.str();
}

}  // namespace vpsfit::cli
