// SPDX-License-Identifier: MIT
#include "sampler/kernel_text.hpp"

#include <charconv>

namespace vpsfit::sampler {

std::optional<std::int64_t> parse_count(std::string_view text) {
  std::int64_t number = 0;
  if (text.empty() || text.front() == '-') return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string_view first_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::optional<std::int64_t> parse_single(std::string_view text) {
  const auto rest = text.find('\n');
  if (rest != std::string_view::npos && text.find_first_not_of(" \t\r\n", rest) != std::string_view::npos)
    return std::nullopt;  // more than one line: not the file that was meant
  return parse_count(first_line(text));
}

std::optional<std::string_view> take_line(std::string_view& text) {
  const auto end = text.find('\n');
  if (end == std::string_view::npos) {
    text = {};
    return std::nullopt;
  }
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace vpsfit::sampler
