// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/text.hpp"
#include "fx-rates/ecb_file.hpp"

namespace vpsfit::fx {
namespace {

constexpr std::size_t most_sdmx_columns = 400;

/// Splits one line at its commas; a field in quotes may hold commas and doubled quotes (which we never look into).
/// False where a quote is not closed.
bool split_quoted(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  bool quoted = false;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (quoted || line[i] != ',')) continue;
    fields.push_back(line.substr(start, i - start));
    start = i + 1;
    if (fields.size() > most_sdmx_columns) return false;
  }
  return !quoted;
}

/// What a column must say in every row, where the column is there.
struct Fixed {
  std::string_view column;
  std::string_view value;
  std::string_view meaning;
};
constexpr std::array<Fixed, 4> fixed{
    Fixed{"FREQ", "D", "daily figures"}, Fixed{"CURRENCY_DENOM", "EUR", "figures for 1 EUR"},
    Fixed{"EXR_TYPE", "SP00", "spot rates"}, Fixed{"EXR_SUFFIX", "A", "reference rates"}};

/// Where the columns stand that matter.
struct Columns {
  std::size_t count = 0;
  std::size_t currency = 0;
  std::size_t day = 0;
  std::size_t value = 0;
  std::array<std::optional<std::size_t>, fixed.size()> fixed_at;
};

Result<Columns> sdmx_header(const QuoteCollector& quotes, const std::vector<std::string_view>& fields) {
  const auto index = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto found = std::find(fields.begin(), fields.end(), name);
    if (found == fields.end()) return std::nullopt;
    return static_cast<std::size_t>(found - fields.begin());
  };
  Columns columns;
  columns.count = fields.size();
  for (const auto& [name, slot] : {std::pair{"CURRENCY", &columns.currency}, std::pair{"TIME_PERIOD", &columns.day},
                                   std::pair{"OBS_VALUE", &columns.value}}) {
    const auto at = index(name);
    if (!at) return quotes.wrong(0, fmt::format("the column {} is missing", name), "ask the API for format=csvdata");
    *slot = *at;
  }
  for (std::size_t i = 0; i < fixed.size(); ++i) columns.fixed_at[i] = index(fixed[i].column);
  return columns;
}

Result<void> sdmx_row(QuoteCollector& quotes, const Columns& columns, const std::vector<std::string_view>& fields) {
  if (fields.size() != columns.count)
    return quotes.wrong(quotes.offset(fields.front()),
                        fmt::format("the line has {} fields, the header has {}", fields.size(), columns.count));
  const auto value = fields[columns.value];
  if (value.empty()) return {};  // a closing day that the API lists without a figure
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    if (!columns.fixed_at[i]) continue;
    const auto seen = fields[*columns.fixed_at[i]];
    if (seen != fixed[i].value)
      return quotes.wrong(quotes.offset(seen),
                          fmt::format("{} is '{}'; only {} are read, which have '{}'", fixed[i].column,
                                      printable(seen, 40), fixed[i].meaning, fixed[i].value),
                          "ask the API for EXR/D..EUR.SP00.A");
  }
  VPSFIT_TRY(const CurrencyCode currency, quotes.currency(fields[columns.currency]));
  VPSFIT_TRY(const Date day, quotes.day(fields[columns.day]));
  return quotes.add(day, currency, value, quotes.offset(value));
}

}  // namespace

Result<Quotes> parse_sdmx_csv(std::string_view content, std::optional<Date> latest) {
  QuoteCollector quotes(content, latest);
  VPSFIT_CHECK(quotes.check_size());
  std::optional<Columns> columns;
  std::vector<std::string_view> fields;
  for (std::string_view rest = content; !rest.empty();) {
    const auto end = rest.find('\n');
    if (end == std::string_view::npos)
      return quotes.wrong(content.size(), "the file ends in the middle of a line: it was cut");
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() && trim(rest).empty()) break;
    if (!split_quoted(line, fields))
      return quotes.wrong(quotes.offset(line), "a quotation mark is not closed, or there are too many columns");
    if (!columns) {
      VPSFIT_TRY(columns, sdmx_header(quotes, fields));
    } else {
      VPSFIT_CHECK(sdmx_row(quotes, *columns, fields));
    }
  }
  return std::move(quotes).finish("sdmx-csv");
}

}  // namespace vpsfit::fx
