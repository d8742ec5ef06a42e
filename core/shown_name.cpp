// SPDX-License-Identifier: MIT
#include "core/shown_name.hpp"

#include <array>

#include "core/text.hpp"

namespace vpsfit {
namespace {

struct Space {
  std::string_view bytes;
  std::string_view shown;
};
/// Every space of Unicode but the ordinary one.
constexpr auto odd_spaces = std::to_array<Space>({{"\u00a0", "\\u{00a0}"},
                                                  {"\u1680", "\\u{1680}"},
                                                  {"\u2000", "\\u{2000}"},
                                                  {"\u2001", "\\u{2001}"},
                                                  {"\u2002", "\\u{2002}"},
                                                  {"\u2003", "\\u{2003}"},
                                                  {"\u2004", "\\u{2004}"},
                                                  {"\u2005", "\\u{2005}"},
                                                  {"\u2006", "\\u{2006}"},
                                                  {"\u2007", "\\u{2007}"},
                                                  {"\u2008", "\\u{2008}"},
                                                  {"\u2009", "\\u{2009}"},
                                                  {"\u200a", "\\u{200a}"},
                                                  {"\u202f", "\\u{202f}"},
                                                  {"\u205f", "\\u{205f}"},
                                                  {"\u3000", "\\u{3000}"}});
constexpr std::string_view ideographic = "\u3000";

const Space* odd_space_at(std::string_view text) {
  for (const auto& space : odd_spaces)
    if (text.starts_with(space.bytes)) return &space;
  return nullptr;
}

/// The name with its unseen spaces written out, and all of its backslashes doubled where that is asked.
std::string with_spaces_shown(std::string_view name, bool double_backslashes) {
  std::string shown;
  for (std::string_view rest = name; !rest.empty();) {
    const bool first = rest.size() == name.size();
    if (const Space* const odd = odd_space_at(rest)) {
      const bool inside = !first && rest.size() > odd->bytes.size();
      shown += odd->bytes == ideographic && inside ? odd->bytes : odd->shown;
      rest.remove_prefix(odd->bytes.size());
      continue;
    }
    const char c = rest.front();
    if (c == ' ' && (first || rest.size() == 1 || shown.ends_with(' '))) {
      shown += "\\x20";
    } else {
      shown += c;
      if (c == '\\' && double_backslashes) shown += c;
    }
    rest.remove_prefix(1);
  }
  return shown;
}

/// Could a reader take a backslash of the name for one of ours?
bool has_escape(std::string_view name) {
  for (const char* escape : {"\\x", "\\u", "\\\\"})
    if (name.find(escape) != std::string_view::npos) return true;
  return false;
}

}  // namespace

std::string shown_name(std::string_view name) {
  const bool as_it_is =
      !has_escape(name) && with_spaces_shown(name, false) == name && printable(name, name.size()) == name;
  if (as_it_is) return std::string(name);
  const std::string marked = with_spaces_shown(name, true);
  return printable(marked, marked.size());
}

}  // namespace vpsfit
