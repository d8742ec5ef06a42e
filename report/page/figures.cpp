// SPDX-License-Identifier: MIT
#include "report/page/figures.hpp"

#include <array>
#include <fmt/format.h>
#include <optional>

#include "core/decimal.hpp"

namespace vpsfit::report {
namespace {

constexpr std::string_view narrow_space = "\u202f";
constexpr std::string_view minus_sign = "−";

/// The sign people write for a currency; a code without one stands for itself.
std::string_view sign_of(std::string_view currency) {
  struct Sign {
    std::string_view code, sign;
  };
  static constexpr auto signs = std::to_array<Sign>({{"USD", "$"},
                                                     {"EUR", "€"},
                                                     {"KRW", "₩"},
                                                     {"JPY", "¥"},
                                                     {"GBP", "£"},
                                                     {"TWD", "NT$"},
                                                     {"CNY", "CN¥"},
                                                     {"INR", "₹"},
                                                     {"CAD", "CA$"},
                                                     {"AUD", "A$"},
                                                     {"HKD", "HK$"},
                                                     {"SGD", "S$"}});
  for (const auto& [code, sign] : signs)
    if (code == currency) return sign;
  return currency;
}

std::string grouped(std::string_view digits, std::string_view mark) {
  std::string result;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) result += mark;
    result += digits[i];
  }
  return result;
}

std::optional<std::string> exact_in(Bytes bytes, std::int64_t unit, std::string_view name) {
  if (bytes.count() == 0 || bytes.count() % unit != 0) return std::nullopt;
  return Figures::with_unit(std::to_string(bytes.count() / unit), name);
}

}  // namespace

std::string Figures::decimal(std::string_view decimal) const {
  if (!parse_decimal(decimal)) return std::string(decimal);
  const bool negative = decimal.starts_with('-');
  if (negative) decimal.remove_prefix(1);
  const bool german = language_ == Language::de;
  const auto point = decimal.find('.');
  std::string result = negative ? std::string(minus_sign) : std::string();
  result += grouped(decimal.substr(0, point), german ? "." : ",");
  if (point != std::string_view::npos) result += (german ? "," : ".") + std::string(decimal.substr(point + 1));
  return result;
}

std::string Figures::whole(std::int64_t number) const { return decimal(std::to_string(number)); }

std::string Figures::rounded(const Rational& value, int digits) const { return decimal(to_fixed(value, digits)); }

std::string Figures::percent(const Rational& share, int digits, Rounding rounding) const {
  const std::string number = decimal(to_decimal(round_to(share * Rational(100), digits, rounding), rounding));
  return language_ == Language::de ? with_unit(number, "%") : number + "%";
}

std::string Figures::money(std::string_view amount, std::string_view currency) const {
  const std::string_view sign = sign_of(currency);
  if (language_ == Language::de) return with_unit(decimal(amount), sign);
  const bool negative = amount.starts_with('-');
  const std::string number = decimal(negative ? amount.substr(1) : amount);
  const std::string_view before = negative ? minus_sign : std::string_view();
  return sign == currency ? fmt::format("{}{}{}{}", before, sign, narrow_space, number)
                          : fmt::format("{}{}{}", before, sign, number);
}

std::string Figures::mebibytes(Bytes bytes) const { return rounded(Rational(bytes.count(), MiB(1).count()), 1); }

std::string Figures::memory(Bytes bytes) const { return with_unit(mebibytes(bytes), "MiB"); }

std::string Figures::plan_memory(Bytes bytes) const {
  if (const auto text = exact_in(bytes, GB(1).count(), "GB")) return *text;
  if (const auto text = exact_in(bytes, GiB(1).count(), "GiB")) return *text;
  if (const auto text = exact_in(bytes, MB(1).count(), "MB")) return *text;
  if (const auto text = exact_in(bytes, MiB(1).count(), "MiB")) return *text;
  return memory(bytes);
}

std::string Figures::traffic(Bytes bytes) const {
  if (const auto text = exact_in(bytes, 1000 * GB(1).count(), "TB")) return *text;
  return plan_memory(bytes);
}

std::string Figures::with_unit(std::string_view number, std::string_view unit) {
  return fmt::format("{}{}{}", number, narrow_space, unit);
}

std::string Figures::date(Date day) const {
  const date::year_month_day parts{day};
  const int year = static_cast<int>(parts.year());
  const unsigned month = static_cast<unsigned>(parts.month());
  const unsigned of_month = static_cast<unsigned>(parts.day());
  static constexpr std::array<std::string_view, 12> english{"January",   "February", "March",    "April",
                                                            "May",       "June",     "July",     "August",
                                                            "September", "October",  "November", "December"};
  static constexpr std::array<std::string_view, 12> german{"Januar",    "Februar", "März",     "April",
                                                           "Mai",       "Juni",    "Juli",     "August",
                                                           "September", "Oktober", "November", "Dezember"};
  switch (language_) {
    case Language::ko:
      return fmt::format("{}년 {}월 {}일", year, month, of_month);
    case Language::ja:
    case Language::zh_tw:
      return fmt::format("{}年{}月{}日", year, month, of_month);
    case Language::de:
      return fmt::format("{}. {} {}", of_month, german.at(month - 1), year);
    case Language::en:
      break;
  }
  return fmt::format("{} {} {}", of_month, english.at(month - 1), year);
}

}  // namespace vpsfit::report
