// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "report/page/markup.hpp"

namespace vpsfit::report {

/// What every page has in its <head>: the encoding, a policy that lets in nothing but the page's own style, the title,
/// the style.
void put_head_of_any_page(Markup& out, std::string_view title);

}  // namespace vpsfit::report
