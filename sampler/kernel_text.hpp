// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

/// Text of kernel files -> values. What is missing, torn, negative or too large is nullopt, never zero.
namespace vpsfit::sampler {

/// A ceiling that a group may not pass; nullopt value: unlimited. A ceiling that could not be read is a nullopt
/// Ceiling.
template <class T>
struct Ceiling {
  std::optional<T> value;
  bool operator==(const Ceiling&) const = default;
};

/// A whole number 0..2^63-1 in decimal and nothing else; nullopt for all other text ("-1", "max", "1e3", "").
[[nodiscard]] std::optional<std::int64_t> parse_count(std::string_view text);

/// The first line without its end ("\n" or "\r\n"), blanks around it removed.
[[nodiscard]] std::string_view first_line(std::string_view text);

/// The only number of a file: memory.current, pids.current, cpuacct.usage. nullopt where the file says anything else.
[[nodiscard]] std::optional<std::int64_t> parse_single(std::string_view text);

/// Takes the next whole line off the front, without its end; nullopt at the end of the text. The kernel ends every
/// line, so a last line without an end is torn and is not returned.
[[nodiscard]] std::optional<std::string_view> take_line(std::string_view& text);

/// Calls `use(key, value)` for each whole line "key value" in any order; lines of another shape are passed over.
template <class Use>
void each_pair(std::string_view text, Use&& use) {
  while (const auto line = take_line(text)) {
    const auto space = line->find(' ');
    if (space == std::string_view::npos || space == 0) continue;
    use(line->substr(0, space), line->substr(space + 1));
  }
}

}  // namespace vpsfit::sampler
