// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace vpsfit {

/// Text from outside made safe for a terminal: control characters (also C1 and the bidirectional overrides), invalid
/// UTF-8 and line breaks become "\xNN" / "\u{NNNN}"; longer than `limit` characters is cut with "...".
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 200);
/// Is the whole text well-formed UTF-8 (no overlong forms, no surrogates)?
[[nodiscard]] bool is_utf8(std::string_view text);
/// Terminal cells that the text takes: two for East Asian wide characters, none for combining marks.
[[nodiscard]] std::size_t display_width(std::string_view text);
/// Filled with spaces up to `width` cells; cut with "~" where it is wider.
[[nodiscard]] std::string pad_right(std::string_view text, std::size_t width);
[[nodiscard]] std::string pad_left(std::string_view text, std::size_t width);

/// The candidate that a person may have meant: the nearest by edit distance, if it is near enough, else the
/// first that begins with it.
[[nodiscard]] std::optional<std::string> near_name(std::string_view seen, const std::vector<std::string>& candidates);

/// A whole number in decimal, all of the text consumed; fails (input) with the text.
[[nodiscard]] Result<std::int64_t> parse_int(std::string_view text);
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
[[nodiscard]] std::string_view trim(std::string_view text);

}  // namespace vpsfit
