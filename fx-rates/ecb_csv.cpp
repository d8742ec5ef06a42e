// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/text.hpp"
#include "fx-rates/ecb_file.hpp"

namespace vpsfit::fx {
namespace {

constexpr std::size_t most_columns = 400;

/// Walks over the fields of one line; a space after the comma belongs to the separator.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}
  [[nodiscard]] bool done() const { return done_; }
  std::string_view next() {
    const auto comma = rest_.find(',');
    std::string_view field = rest_.substr(0, comma);
    if (comma == std::string_view::npos) {
      rest_.remove_prefix(rest_.size());
      done_ = true;
    } else {
      rest_.remove_prefix(comma + 1);
    }
    if (field.starts_with(' ')) field.remove_prefix(1);
    return field;
  }

 private:
  std::string_view rest_;
  bool done_ = false;
};

/// "13 April 2026", as the file of one day writes it.
std::optional<Date> long_date(std::string_view text) {
  static constexpr std::array<std::string_view, 12> months{"January",   "February", "March",    "April",
                                                           "May",       "June",     "July",     "August",
                                                           "September", "October",  "November", "December"};
  const auto parts = split(text, ' ');
  if (parts.size() != 3 || parts[0].empty() || parts[0].size() > 2 || parts[2].size() != 4) return std::nullopt;
  const auto day = parse_int(parts[0]);
  const auto year = parse_int(parts[2]);
  const auto* const month = std::find(months.begin(), months.end(), parts[1]);
  if (!day || !year || *day < 1 || *year < 1 || month == months.end()) return std::nullopt;
  const auto found =
      date::year{static_cast<int>(*year)} / static_cast<int>(month - months.begin() + 1) / static_cast<int>(*day);
  return found.ok() ? std::optional<Date>(Date{found}) : std::nullopt;
}

constexpr std::string_view no_comma =
    "the line does not end in a comma as every line of the ECB does: it was cut, or the file was written by another "
    "program";

Result<std::vector<CurrencyCode>> header(const QuoteCollector& quotes, std::string_view line) {
  Fields fields(line);
  if (const auto first = fields.next(); first != "Date")
    return quotes.wrong(quotes.offset(first),
                        fmt::format("the first column is '{}' and not 'Date'", printable(first, 40)));
  std::vector<CurrencyCode> columns;
  while (!fields.done()) {
    const auto field = fields.next();
    if (fields.done() && trim(field).empty()) break;
    VPSFIT_TRY(const CurrencyCode code, quotes.currency(field));
    if (fields.done()) return quotes.wrong(quotes.offset(field) + field.size(), std::string(no_comma));
    if (std::find(columns.begin(), columns.end(), code) != columns.end())
      return quotes.wrong(quotes.offset(field), fmt::format("two columns are named {}", code.text()));
    if (columns.size() >= most_columns) return quotes.wrong(quotes.offset(field), "there are too many columns");
    columns.push_back(code);
  }
  if (columns.empty()) return quotes.wrong(0, "the header names no currency");
  return columns;
}

Result<void> row(QuoteCollector& quotes, const std::vector<CurrencyCode>& columns, std::string_view line) {
  Fields fields(line);
  const auto date_text = fields.next();
  const auto spelled = long_date(date_text);
  VPSFIT_TRY(const Date day, spelled ? quotes.checked(*spelled, date_text) : quotes.day(date_text));
  const std::size_t end = quotes.offset(line) + line.size();
  for (const CurrencyCode& currency : columns) {
    const auto field = fields.done() ? std::string_view() : fields.next();
    if (fields.done() && field.empty())
      return quotes.wrong(
          end, fmt::format("the line of {} ends before the column of {}: it was cut", to_text(day), currency.text()));
    if (fields.done()) return quotes.wrong(end, std::string(no_comma));
    if (field == "N/A") continue;
    VPSFIT_CHECK(quotes.add(day, currency, field, quotes.offset(field)));
  }
  const auto last = fields.next();
  if (!fields.done() || !trim(last).empty())
    return quotes.wrong(quotes.offset(last),
                        fmt::format("the line of {} has more fields than the header", to_text(day)));
  return {};
}

}  // namespace

Result<Quotes> parse_csv(std::string_view content, std::optional<Date> latest) {
  QuoteCollector quotes(content, latest);
  VPSFIT_CHECK(quotes.check_size());
  std::vector<CurrencyCode> columns;
  for (std::string_view rest = content; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (columns.empty()) {
      VPSFIT_TRY(columns, header(quotes, line));
    } else if (!line.empty() || !trim(rest).empty()) {
      VPSFIT_CHECK(row(quotes, columns, line));
    }
  }
  return std::move(quotes).finish("csv");
}

}  // namespace vpsfit::fx
