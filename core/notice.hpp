// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vpsfit {

/// A remark about a result, with a stable code, its arguments and one text per language. The codes and their texts
/// stand in core/notice.cpp; a code is never given a second meaning.
struct Notice {
  std::string code;                                       ///< "memory_unit_decides"
  std::vector<std::pair<std::string, std::string>> args;  ///< in the order of the text's placeholders
  bool operator==(const Notice&) const = default;
};

/// Makes a notice; a code that is not in the table is a broken promise of the caller (std::logic_error).
[[nodiscard]] Notice make_notice(std::string_view code, std::vector<std::pair<std::string, std::string>> args = {});
/// The stable number of a code (101, 203, ...), for people who search for it.
[[nodiscard]] int notice_number(const Notice& notice);
/// The whole sentence in one language: "en", "ko", "ja", "zh-TW", "de"; English for any other.
[[nodiscard]] std::string notice_text(const Notice& notice, std::string_view language = "en");
/// Every code, for tests and documentation.
[[nodiscard]] std::vector<std::string> notice_codes();

}  // namespace vpsfit
