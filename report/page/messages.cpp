// SPDX-License-Identifier: MIT
#include "report/page/messages.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

#include "report/page/messages_de.hpp"
#include "report/page/messages_en.hpp"
#include "report/page/messages_ja.hpp"
#include "report/page/messages_ko.hpp"
#include "report/page/messages_zh_tw.hpp"

namespace vpsfit::report {
namespace {

using texts::MessageRow;

/// How often "{name}" stands in the text.
constexpr std::size_t count_of(std::string_view text, std::string_view placeholder) {
  std::size_t count = 0;
  for (auto at = text.find(placeholder); at != std::string_view::npos; at = text.find(placeholder, at + 1)) ++count;
  return count;
}

/// Has the translation every placeholder of the original, as often, and no other?
constexpr bool same_placeholders(std::string_view original, std::string_view translation) {
  if (count_of(original, "{") != count_of(translation, "{")) return false;
  for (auto open = original.find('{'); open != std::string_view::npos; open = original.find('{', open + 1)) {
    const auto placeholder = original.substr(open, original.find('}', open) + 1 - open);
    if (count_of(original, placeholder) != count_of(translation, placeholder)) return false;
  }
  return true;
}

/// A table is complete where row i is message i, no text is empty, and the placeholders are those of the English text.
template <std::size_t N>
constexpr bool complete(const std::array<MessageRow, N>& table) {
  if (N != texts::english.size()) return false;
  for (std::size_t i = 0; i < N; ++i) {
    if (static_cast<std::size_t>(table[i].message) != i || table[i].text.empty()) return false;
    if (!same_placeholders(texts::english[i].text, table[i].text)) return false;
  }
  return true;
}

// A missing message, a wrong order or a forgotten placeholder does not compile.
static_assert(complete(texts::english));
static_assert(complete(texts::korean));
static_assert(complete(texts::japanese));
static_assert(complete(texts::chinese_taiwan));
static_assert(complete(texts::german));

std::string_view separator(Language language) {
  return language == Language::ja || language == Language::zh_tw ? "、" : ", ";
}

}  // namespace

std::size_t message_count() { return texts::english.size(); }

std::string_view raw_text(Language language, Message message) {
  const auto index = static_cast<std::size_t>(message);
  switch (language) {
    case Language::ko:
      return texts::korean.at(index).text;
    case Language::ja:
      return texts::japanese.at(index).text;
    case Language::zh_tw:
      return texts::chinese_taiwan.at(index).text;
    case Language::de:
      return texts::german.at(index).text;
    case Language::en:
      break;
  }
  return texts::english.at(index).text;
}

std::string text(Language language, Message message, MessageArgs args) {
  std::string_view rest = raw_text(language, message);
  std::string result;
  for (;;) {
    const auto open = rest.find('{');
    result += rest.substr(0, open);
    if (open == std::string_view::npos) return result;
    const auto close = rest.find('}', open);
    const auto name = rest.substr(open + 1, close - open - 1);
    const auto* const arg = std::find_if(args.begin(), args.end(), [&](const auto& a) { return a.first == name; });
    if (arg == args.end()) throw std::logic_error(fmt::format("no argument for the placeholder {}", name));
    result += arg->second;
    rest.remove_prefix(close + 1);
  }
}

std::string listed(Language language, const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, separator(language)));
}

std::string listed(Language language, const std::vector<std::string>& names, std::size_t most) {
  if (names.size() <= most) return listed(language, names);
  const std::vector<std::string> first(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(most));
  return text(language, Message::and_more,
              {{"list", listed(language, first)}, {"count", std::to_string(names.size() - most)}});
}

}  // namespace vpsfit::report
