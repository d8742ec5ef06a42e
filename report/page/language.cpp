// SPDX-License-Identifier: MIT
#include "report/page/language.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

#include "core/text.hpp"

namespace vpsfit::report {

std::string_view tag(Language language) {
  static constexpr std::array<std::string_view, all_languages.size()> tags{"en", "ko", "ja", "zh-TW", "de"};
  return tags.at(static_cast<std::size_t>(language));
}

std::string_view own_name(Language language) {
  static constexpr std::array<std::string_view, all_languages.size()> names{"English", "한국어", "日本語", "繁體中文",
                                                                            "Deutsch"};
  return names.at(static_cast<std::size_t>(language));
}

Result<std::vector<Language>> parse_languages(std::string_view text) {
  std::vector<std::string> known;
  for (const Language language : all_languages) known.emplace_back(tag(language));
  std::vector<Language> languages;
  for (const auto part : split(text, ',')) {
    const auto wanted = trim(part);
    const auto found = std::find(known.begin(), known.end(), wanted);
    if (found == known.end())
      return fail(ErrorKind::input, fmt::format("there is no page in the language '{}'", printable(wanted, 40)),
                  "--lang", fmt::format("languages are: {}", fmt::join(known, ", ")));
    const Language language = all_languages.at(static_cast<std::size_t>(found - known.begin()));
    if (std::find(languages.begin(), languages.end(), language) != languages.end())
      return fail(ErrorKind::input, fmt::format("the language '{}' is named twice", wanted), "--lang", "name it once");
    languages.push_back(language);
  }
  return languages;
}

}  // namespace vpsfit::report
