// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "report/page/sections.hpp"

namespace vpsfit::report {

/// The whole page of a document in one language: one HTML file that needs nothing else, runs no script and lets none
/// in. Depends on nothing but its arguments.
[[nodiscard]] std::string page(const Document& document, Language language, const PageLinks& links);

/// The page that leads to those in each language.
[[nodiscard]] std::string chooser(const Document& document, const std::vector<Language>& languages);

}  // namespace vpsfit::report
