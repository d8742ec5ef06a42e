// SPDX-License-Identifier: MIT
#include "core/text.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <numeric>

namespace vpsfit {
namespace {

constexpr char32_t invalid = 0xFFFFFFFF;

/// Takes one code point off the front; `invalid` and one byte where the bytes are not UTF-8.
char32_t take(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t size = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  char32_t code = invalid;
  std::size_t used = 1;
  if (size == 1) {
    code = lead;
  } else if (size > 1 && size <= text.size() && lead < 0xF5) {
    char32_t value = lead & (0x7FU >> size);
    bool good = true;
    for (std::size_t i = 1; i < size; ++i) {
      good = good && (byte(i) & 0xC0U) == 0x80U;
      value = (value << 6U) | (byte(i) & 0x3FU);
    }
    const char32_t least = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
    if (good && value >= least && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF)) code = value, used = size;
  }
  text.remove_prefix(used);
  return code;
}

/// Would printing it move the cursor, change direction or hide text?
bool unprintable(char32_t c) {
  // Control characters, marks of direction and of joining, line breaks, fillers, variation selectors, tags: all that
  // shows as nothing. Ranges of the Unicode property Default_Ignorable_Code_Point, and C0, C1, U+2028..2029, U+FFF9..B.
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x00AD || c == 0x034F || c == 0x061C ||
         (c >= 0x115F && c <= 0x1160) || (c >= 0x17B4 && c <= 0x17B5) || (c >= 0x180B && c <= 0x180F) ||
         (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0x3164 ||
         (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || c == 0xFFA0 || (c >= 0xFFF0 && c <= 0xFFFB) ||
         (c >= 0x1BCA0 && c <= 0x1BCA3) || (c >= 0x1D173 && c <= 0x1D17A) || (c >= 0xE0000 && c <= 0xE0FFF);
}

std::size_t cells(char32_t c) {
  if ((c >= 0x0300 && c <= 0x036F) || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0x20D0 && c <= 0x20FF))
    return 0;
  const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0x303E) || (c >= 0x3041 && c <= 0xA4CF) ||
                    (c >= 0xA960 && c <= 0xA97F) || (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
                    (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6) ||
                    (c >= 0x1F300 && c <= 0x1F64F) || (c >= 0x1F900 && c <= 0x1F9FF) || (c >= 0x20000 && c <= 0x3FFFD);
  return wide ? 2 : 1;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

std::string cut_to(std::string_view text, std::size_t width) {
  std::string result;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::string_view before = text;
    const std::size_t size = cells(take(text));
    if (used + size + 1 > width) break;
    result += before.substr(0, before.size() - text.size());
    used += size;
  }
  return result + "~";
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string result;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == limit) return result + "...";
    const std::string_view before = text;
    const char32_t c = take(text);
    if (c == invalid) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(before.front()));
    } else if (unprintable(c)) {
      result += c < 0x80 ? fmt::format("\\x{:02x}", static_cast<unsigned>(c))
                         : fmt::format("\\u{{{:04x}}}", static_cast<unsigned>(c));
    } else {
      result += before.substr(0, before.size() - text.size());
    }
  }
  return result;
}

bool is_utf8(std::string_view text) {
  while (!text.empty())
    if (take(text) == invalid) return false;
  return true;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) width += cells(take(text));
  return width;
}

std::string pad_right(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return used > width ? cut_to(text, width) : std::string(text) + std::string(width - used, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return used > width ? cut_to(text, width) : std::string(width - used, ' ') + std::string(text);
}

std::optional<std::string> near_name(std::string_view seen, const std::vector<std::string>& candidates) {
  if (seen.size() > 64) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(2, seen.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    if (candidate.size() > 64) continue;
    const std::size_t distance = edit_distance(seen, candidate);
    if (distance < best_distance) best = candidate, best_distance = distance;
  }
  constexpr std::size_t telling = 4;  // a beginning shorter than this may be anything
  for (const auto& candidate : candidates)
    if (!best && seen.size() >= telling && candidate.starts_with(seen)) best = candidate;
  return best;
}

Result<std::int64_t> parse_int(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range)
    return fail(ErrorKind::input, fmt::format("the number '{}' does not fit 64 bits", printable(text, 40)));
  if (error != std::errc{} || end != text.data() + text.size())
    return fail(ErrorKind::input, fmt::format("'{}' is not a whole number", printable(text, 40)));
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace vpsfit
