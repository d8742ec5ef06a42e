// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace vpsfit {

/// A name from outside as anything may show it: the one rule for pages, plots, tables for spreadsheets, Markdown and
/// badges. What printable() makes visible becomes visible; so do spaces that nobody sees (leading, trailing, doubled,
/// and all that are not the ordinary one, but for the ideographic one inside a name). A backslash that could be taken
/// for one of ours is doubled, and then all of the name are, so different names stay different. Never cut.
[[nodiscard]] std::string shown_name(std::string_view name);

}  // namespace vpsfit
