// SPDX-License-Identifier: MIT
#include <charconv>
#include <fmt/format.h>

#include "core/text.hpp"
#include "report/page/data_files.hpp"

namespace vpsfit::report {
namespace {

std::size_t length_of_sequence(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// "\u{202e}" as JSON writes it: "\u202e", beyond 16 bits a pair of surrogates.
std::string json_escape(std::string_view shown) {
  unsigned code = 0;
  std::from_chars(shown.data() + 3, shown.data() + shown.size() - 1, code, 16);
  if (code < 0x10000) return fmt::format("\\u{:04x}", code);
  code -= 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (code >> 10U), 0xDC00 + (code & 0x3FFU));
}

}  // namespace

std::string json_text(const json::Value& value) {
  const std::string text = json::dump(value) + "\n";  // well-formed UTF-8; whatever is not ASCII stands in a string
  std::string result;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view character = rest.substr(0, length_of_sequence(rest.front()));
    const std::string shown = character.size() == 1 ? std::string(character) : printable(character, 1);
    result += shown == character ? shown : json_escape(shown);
    rest.remove_prefix(character.size());
  }
  return result;
}

}  // namespace vpsfit::report
