// SPDX-License-Identifier: MIT
#include "core/notice.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/notice_texts.hpp"
#include "core/notice_texts_translated.hpp"

namespace vpsfit {
namespace {

const NoticeText& find(std::string_view code) {
  const auto table = notice_texts();
  const auto found = std::find_if(table.begin(), table.end(), [&](const NoticeText& row) { return row.code == code; });
  if (found == table.end()) throw std::logic_error("no text for the notice " + std::string(code));
  return *found;
}

/// The text with its placeholders; English where the language, or this notice in it, is not there.
std::string_view text_in(std::string_view language, std::string_view code) {
  const auto table = language == "ko"      ? notices::korean()
                     : language == "ja"    ? notices::japanese()
                     : language == "zh-TW" ? notices::chinese_taiwan()
                     : language == "de"    ? notices::german()
                                           : std::span<const notices::Translation>();
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.code == code; });
  return found == table.end() ? find(code).english : found->text;
}

}  // namespace

Notice make_notice(std::string_view code, std::vector<std::pair<std::string, std::string>> args) {
  return {std::string(find(code).code), std::move(args)};
}

int notice_number(const Notice& notice) { return find(notice.code).number; }

std::string notice_text(const Notice& notice, std::string_view language) {
  std::string_view rest = text_in(language, notice.code);
  std::string text;
  for (;;) {  // placeholders are replaced in one pass, so that an argument with braces in it stays what it is
    const auto open = rest.find('{');
    const auto close = rest.find('}', open);
    text += rest.substr(0, open);
    if (open == std::string_view::npos || close == std::string_view::npos) return text;
    const std::string_view key = rest.substr(open + 1, close - open - 1);
    const auto arg =
        std::find_if(notice.args.begin(), notice.args.end(), [&](const auto& a) { return a.first == key; });
    text += arg == notice.args.end() ? "?" : arg->second;
    rest.remove_prefix(close + 1);
  }
}

std::vector<std::string> notice_codes() {
  std::vector<std::string> codes;
  for (const auto& row : notice_texts()) codes.emplace_back(row.code);
  return codes;
}

}  // namespace vpsfit
