// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace vpsfit::report {

/// A language that a page can be written in.
enum class Language { en, ko, ja, zh_tw, de };
inline constexpr std::array all_languages{Language::en, Language::ko, Language::ja, Language::zh_tw, Language::de};

/// "en", "ko", "ja", "zh-TW", "de": the lang attribute and the folder of the page.
[[nodiscard]] std::string_view tag(Language language);
/// The language's name in itself: "한국어".
[[nodiscard]] std::string_view own_name(Language language);
/// "en,ko,zh-TW": each once, in this order; fails (input) for an empty list, a repetition or a language that is not
/// there.
[[nodiscard]] Result<std::vector<Language>> parse_languages(std::string_view text);

}  // namespace vpsfit::report
