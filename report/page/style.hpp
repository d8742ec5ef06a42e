// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "report/page/markup.hpp"

namespace vpsfit::report {

/// The style sheet of a page; holds no character that HTML would read otherwise.
[[nodiscard]] Markup::Literal page_style();
/// The style of a plot that is a file of its own.
[[nodiscard]] std::string_view plot_style();
/// 'sha256-...' of the page's style, for the Content-Security-Policy: no other style is let in.
[[nodiscard]] std::string page_style_hash();

}  // namespace vpsfit::report
