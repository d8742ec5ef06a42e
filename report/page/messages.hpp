// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/page/language.hpp"
#include "report/page/message.hpp"

namespace vpsfit::report {

using MessageArgs = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// How many messages there are; each language has all.
[[nodiscard]] std::size_t message_count();
/// The message as it stands in the table, placeholders included.
[[nodiscard]] std::string_view raw_text(Language language, Message message);
/// The message with its placeholders replaced, in one pass: braces in an argument stay what they are. A placeholder
/// without an argument is a broken promise of the caller (std::logic_error).
[[nodiscard]] std::string text(Language language, Message message, MessageArgs args = {});
/// The names joined the way the language lists things: "a, b", "a、b".
[[nodiscard]] std::string listed(Language language, const std::vector<std::string>& names);
/// The first `most` names, and how many more there are.
[[nodiscard]] std::string listed(Language language, const std::vector<std::string>& names, std::size_t most);

}  // namespace vpsfit::report
