// SPDX-License-Identifier: MIT
#include "fx-rates/quotes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <tuple>

#include "core/text.hpp"

namespace vpsfit::fx {
namespace {

constexpr std::size_t longest_figure = 20;
constexpr std::string_view take_the_original = "take the file anew from www.ecb.europa.eu/stats/eurofxref";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string place_of(std::string_view content, std::size_t at) {
  const std::string_view before = content.substr(0, std::min(at, content.size()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const auto line_start = before.rfind('\n');
  const std::size_t column = before.size() - (line_start == std::string_view::npos ? 0 : line_start + 1);
  return fmt::format(":{}:{}", lines + 1, column + 1);
}

}  // namespace

std::optional<CurrencyCode> CurrencyCode::parse(std::string_view text) {
  if (text.size() != 3 || !std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; }))
    return std::nullopt;
  CurrencyCode code;
  std::copy(text.begin(), text.end(), code.letters_.begin());
  return code;
}

bool is_published_figure(std::string_view text) {
  if (text.empty() || text.size() > longest_figure) return false;
  const auto point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view rest = point == std::string_view::npos ? "0" : text.substr(point + 1);
  if (whole.empty() || rest.empty() || (whole.size() > 1 && whole.front() == '0')) return false;
  if (!std::all_of(whole.begin(), whole.end(), is_digit) || !std::all_of(rest.begin(), rest.end(), is_digit))
    return false;
  return text.find_first_not_of("0.") != std::string_view::npos;
}

std::size_t QuoteCollector::offset(std::string_view piece) const {
  const bool inside =
      !std::less<>{}(piece.data(), content_.data()) && !std::less<>{}(content_.data() + content_.size(), piece.data());
  return inside ? static_cast<std::size_t>(piece.data() - content_.data()) : 0;
}

tl::unexpected<Error> QuoteCollector::wrong(std::size_t at, std::string message, std::string remedy) const {
  if (remedy.empty()) remedy = take_the_original;
  return fail(ErrorKind::input, std::move(message), place_of(content_, at), std::move(remedy));
}

Result<void> QuoteCollector::check_size() const {
  if (content_.size() <= max_quotes_bytes) return {};
  return wrong(0, fmt::format("the text has {} bytes, at most {} are read", content_.size(), max_quotes_bytes));
}

Result<Date> QuoteCollector::day(std::string_view text) const {
  const auto parsed = parse_date(text);
  if (!parsed) return wrong(offset(text), parsed.error().message);
  return checked(*parsed, text);
}

Result<Date> QuoteCollector::checked(Date day, std::string_view text) const {
  if (day < first_publication)
    return wrong(offset(text), fmt::format("the day {} is before the first reference rates of {}", to_text(day),
                                           to_text(first_publication)));
  const date::weekday weekday{day};
  if (weekday == date::Saturday || weekday == date::Sunday)
    return wrong(offset(text), fmt::format("the day {} is a {}: the ECB publishes nothing at weekends", to_text(day),
                                           weekday == date::Saturday ? "Saturday" : "Sunday"));
  if (latest_ && day > *latest_)
    return wrong(offset(text),
                 fmt::format("the day {} is after {}, the day of this import", to_text(day), to_text(*latest_)));
  return day;
}

Result<CurrencyCode> QuoteCollector::currency(std::string_view text) const {
  const auto code = CurrencyCode::parse(text);
  if (!code)
    return wrong(offset(text), fmt::format("'{}' is not a currency code of three capitals", printable(text, 40)));
  if (code->text() == "EUR") return wrong(offset(text), "a rate of EUR against EUR is not something the ECB publishes");
  return *code;
}

Result<void> QuoteCollector::add(Date day, CurrencyCode currency, std::string_view text, std::size_t at) {
  if (!is_published_figure(text))
    return wrong(at, fmt::format("'{}' is not a rate for {} on {}: a positive decimal is wanted", printable(text, 40),
                                 currency.text(), to_text(day)));
  if (rows_.size() >= max_quotes) return wrong(at, fmt::format("more than {} figures stand in one file", max_quotes));
  rows_.push_back({day, currency, std::string(text), static_cast<std::uint32_t>(at)});
  return {};
}

Result<Quotes> QuoteCollector::finish(std::string_view dialect) && {
  if (rows_.empty()) return wrong(0, "there is not one exchange rate in it");
  const auto key = [](const Quote& quote) { return std::tie(quote.day, quote.currency, quote.offset); };
  std::sort(rows_.begin(), rows_.end(), [&](const Quote& a, const Quote& b) { return key(a) < key(b); });
  const auto twice = std::adjacent_find(rows_.begin(), rows_.end(), [](const Quote& a, const Quote& b) {
    return a.day == b.day && a.currency == b.currency;
  });
  if (twice != rows_.end())
    return wrong(std::next(twice)->offset,
                 fmt::format("{} stands twice for {}: {} and {}", twice->currency.text(), to_text(twice->day),
                             twice->published, std::next(twice)->published));
  return Quotes{dialect, std::move(rows_)};
}

}  // namespace vpsfit::fx
