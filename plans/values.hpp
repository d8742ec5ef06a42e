// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/date.hpp"
#include "core/fraction.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"
#include "json/node.hpp"
#include "plans/field.hpp"
#include "plans/names.hpp"
#include "plans/plan.hpp"

/// What single values of a catalog may be. Each fails (input) with the value seen and what is allowed; the place is the
/// caller's matter.
namespace vpsfit::plans {

/// Longest id and longest name, in characters.
inline constexpr std::size_t longest_id = 100;
inline constexpr std::size_t longest_name = 200;
inline constexpr std::size_t longest_note = 2000;

/// 1..100 ASCII letters, digits and . _ : + @ ~ - (so that VENDOR/ID, a file name and a table cell are safe); starts
/// with a letter or digit.
[[nodiscard]] Result<std::string> identifier(const json::Node& node);
/// Text for people: not empty, at most so many characters, none of them a control character, a line break or a
/// character that hides or turns text.
[[nodiscard]] Result<std::string> safe_text(const json::Node& node, std::size_t longest);
[[nodiscard]] Result<std::string> name_text(const json::Node& node);
[[nodiscard]] Result<std::string> note_text(const json::Node& node);
/// http:// or https:// and no spaces, quotes or angle brackets.
[[nodiscard]] Result<std::string> web_address(const json::Node& node);
/// Two capitals, as ISO 3166-1 writes a country.
[[nodiscard]] Result<std::string> country_code(const json::Node& node);
/// 64 lower-case hexadecimal digits.
[[nodiscard]] Result<std::string> sha256_text(const json::Node& node);
/// "2026-11-01", or that with a time: "2026-11-01T10:00:00Z".
[[nodiscard]] Result<std::string> moment_text(const json::Node& node);

/// Numbers, exact: more than zero, at most 10^15; zero or more; 0..1; a share in percent.
[[nodiscard]] Result<Rational> positive(const json::Node& node);
[[nodiscard]] Result<Rational> not_negative(const json::Node& node);
[[nodiscard]] Result<Fraction> share(const json::Node& node);
[[nodiscard]] Result<Rational> percent(const json::Node& node);
/// Money: a decimal in quotes, zero or more, at most 30 characters.
[[nodiscard]] Result<Rational> amount(const json::Node& node);
[[nodiscard]] Result<bool> truth(const json::Node& node);
[[nodiscard]] Result<Date> day(const json::Node& node);
[[nodiscard]] Result<Currency> currency(const json::Node& node);
/// A count within bounds.
[[nodiscard]] inline auto count(std::int64_t least, std::int64_t most) {
  return [=](const json::Node& node) { return node.whole(least, most); };
}

/// One of a few words.
[[nodiscard]] Result<std::size_t> one_of(const json::Node& node, std::span<const std::string_view> words);
[[nodiscard]] inline auto word_of(std::span<const std::string_view> words) {
  return [=](const json::Node& node) {
    return one_of(node, words).map([&](std::size_t i) { return std::string(words[i]); });
  };
}
template <class E>
[[nodiscard]] Result<E> choice(const json::Node& node) {
  return one_of(node, names<E>).map([](std::size_t i) { return static_cast<E>(i); });
}

/// The members "value" and "unit" of an object that may have others: 1 byte to 10^18 bytes.
[[nodiscard]] std::optional<Size> read_size(const Object& object);

}  // namespace vpsfit::plans
