// SPDX-License-Identifier: MIT
#include "plans/values.hpp"

#include <array>
#include <fmt/format.h>

#include "core/bytes.hpp"
#include "core/text.hpp"

namespace vpsfit::plans {
namespace {

constexpr std::array<std::string_view, 9> size_units{"B", "kB", "KiB", "MB", "MiB", "GB", "GiB", "TB", "TiB"};
constexpr std::size_t most_bytes_per_character = 4;
constexpr std::size_t longest_amount = 30;
constexpr std::int64_t largest_number = 1'000'000'000'000'000;    // far beyond any figure of a plan
constexpr std::int64_t largest_size = 1'000'000'000'000'000'000;  // bytes; its binary reading still fits 64 bits

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_plain_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

std::size_t characters(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Plain ASCII is the ordinary case and needs no copy to be judged.
bool is_safe(const std::string& text) { return is_plain_ascii(text) || printable(text, text.size()) == text; }

}  // namespace

Result<std::string> identifier(const json::Node& node) {
  VPSFIT_TRY(std::string text, node.text(longest_id));
  const bool good = is_letter_or_digit(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
                      return is_letter_or_digit(c) || std::string_view("._:+@~-").find(c) != std::string_view::npos;
                    });
  if (!good)
    return node.wrong(fmt::format("\"{}\" is not an id", printable(text, 60)),
                      "use letters, digits and . _ : + @ ~ - and start with a letter or digit");
  return text;
}

Result<std::string> safe_text(const json::Node& node, std::size_t longest) {
  VPSFIT_TRY(std::string text, node.text(longest * most_bytes_per_character));
  if (const std::size_t length = characters(text); length > longest)
    return node.wrong(fmt::format("the text \"{}\" has {} characters, at most {} are allowed here", printable(text, 30),
                                  length, longest));
  if (!is_safe(text))
    return node.wrong(fmt::format("the text \"{}\" has characters that cannot be shown", printable(text, 60)),
                      "take out control characters, line breaks and direction marks");
  return text;
}

Result<std::string> name_text(const json::Node& node) { return safe_text(node, longest_name); }
Result<std::string> note_text(const json::Node& node) { return safe_text(node, longest_note); }

Result<std::string> web_address(const json::Node& node) {
  VPSFIT_TRY(std::string text, safe_text(node, longest_note));
  const auto is_at = [&](std::string_view scheme) { return text.starts_with(scheme) && text.size() > scheme.size(); };
  const bool known = is_at("https://") || is_at("http://");
  if (!known || text.find_first_of(" \"'<>\\`{}|^") != std::string::npos || !is_plain_ascii(text))
    return node.wrong(fmt::format("\"{}\" is not a web address", printable(text, 60)),
                      "write https://... with spaces and special characters percent-encoded");
  return text;
}

Result<std::string> country_code(const json::Node& node) {
  VPSFIT_TRY(std::string text, node.text());
  if (text.size() != 2 || !is_capital(text[0]) || !is_capital(text[1]))
    return node.wrong(fmt::format("\"{}\" is not a country", printable(text, 60)),
                      "write two capitals as ISO 3166-1 has them, like DE, or null where it is not known");
  return text;
}

Result<std::string> sha256_text(const json::Node& node) {
  VPSFIT_TRY(std::string text, node.text());
  if (text.size() != 64 || text.find_first_not_of("0123456789abcdef") != std::string::npos)
    return node.wrong(fmt::format("\"{}\" is not a SHA-256 sum", printable(text, 70)),
                      "write its 64 lower-case hexadecimal digits");
  return text;
}

Result<std::string> moment_text(const json::Node& node) {
  VPSFIT_TRY(std::string text, node.text());
  const auto objection = [&](std::string_view why) {
    return node.wrong(
        fmt::format("\"{}\" is not a date or moment{}{}", printable(text, 60), why.empty() ? "" : ": ", why),
        "write it like 2026-11-01 or 2026-11-01T10:00:00Z");
  };
  const auto date = parse_date(std::string_view(text).substr(0, std::min<std::size_t>(text.size(), 10)));
  if (!date) return objection("");
  if (text.size() == 10) return text;
  // T00:00:00Z, with any fraction of a second
  const std::string_view time = std::string_view(text).substr(10);
  const auto digits = [&](std::size_t at, char tens) {
    return time[at] >= '0' && time[at] <= tens && time[at + 1] >= '0' && time[at + 1] <= '9';
  };
  const bool good = time.size() >= 10 && time[0] == 'T' && digits(1, '2') && time.substr(1, 2) < "24" &&
                    time[3] == ':' && digits(4, '5') && time[6] == ':' && digits(7, '5') && time.back() == 'Z';
  if (!good) return objection("the time is not hh:mm:ss and Z");
  const std::string_view fraction = time.substr(9, time.size() - 10);
  if (!fraction.empty() && (fraction.size() < 2 || fraction.size() > 10 || fraction[0] != '.' ||
                            fraction.find_first_not_of("0123456789", 1) != std::string_view::npos))
    return objection("the fraction of the second is not a point and 1 to 9 digits");
  return text;
}

Result<Rational> positive(const json::Node& node) {
  VPSFIT_TRY(Rational number, node.number());
  if (number <= Rational(0) || number > Rational(largest_number))
    return node.wrong(fmt::format("{} is not more than 0 and at most 10^15", printable(node.value().text(), 60)));
  return number;
}

Result<Rational> not_negative(const json::Node& node) {
  VPSFIT_TRY(Rational number, node.number());
  if (number.is_negative() || number > Rational(largest_number))
    return node.wrong(fmt::format("{} is not between 0 and 10^15", printable(node.value().text(), 60)));
  return number;
}

Result<Fraction> share(const json::Node& node) {
  VPSFIT_TRY(const Rational number, node.number());
  const auto fraction = Fraction::from(number);
  if (!fraction)
    return node.wrong(fmt::format("{} is not a share between 0 and 1", printable(node.value().text(), 60)),
                      "write the share of each vCPU that may be used all the time, or null where it is not published");
  return *fraction;
}

Result<Rational> percent(const json::Node& node) {
  VPSFIT_TRY(Rational number, node.number());
  if (number.is_negative() || number > Rational(100))
    return node.wrong(fmt::format("{} is not between 0 and 100", printable(node.value().text(), 60)));
  return number;
}

Result<Rational> amount(const json::Node& node) {
  VPSFIT_TRY(Rational number, node.decimal());
  const std::string& written = node.value().text();
  if (written.size() > longest_amount)
    return node.wrong(
        fmt::format("the amount \"{}\" has more than {} characters", printable(written, 40), longest_amount));
  if (written.front() == '-')
    return node.wrong(fmt::format("the amount \"{}\" is negative", written), "write zero or more, like \"25.00\"");
  return number;
}

Result<bool> truth(const json::Node& node) { return node.truth(); }
Result<Date> day(const json::Node& node) { return node.date(); }
Result<Currency> currency(const json::Node& node) { return node.currency(); }

Result<std::size_t> one_of(const json::Node& node, std::span<const std::string_view> words) {
  if (node.value().kind() == json::Value::Kind::string) {
    const auto found = std::find(words.begin(), words.end(), node.value().text());
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  }
  return node.one_of({words.begin(), words.end()});  // for its objection
}

std::optional<Size> read_size(const Object& object) {
  std::optional<Rational> value;
  std::optional<std::string> unit;
  object.required("value", value, positive);
  object.required("unit", unit, word_of(size_units));
  if (!value || !unit) return std::nullopt;
  const Rational bytes = *value * Rational(*bytes_per_unit(*unit));
  if (bytes < Rational(1) || bytes > Rational(largest_size)) {
    object.complain_about("value",
                          fmt::format("the size is not between 1 byte and 10^18 bytes when read in {}", *unit));
    return std::nullopt;
  }
  return Size{std::move(*value), std::move(*unit)};
}

}  // namespace vpsfit::plans
