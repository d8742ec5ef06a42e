// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"

/// The smaller parts of an explanation, each from the document's own members; empty where there is nothing to tell.
namespace vpsfit::report {

/// The member; a null where there is none.
[[nodiscard]] const json::Value& part(const json::Value& object, std::string_view key);
/// A member as text, made printable: "-" where it is null, absent or a list.
[[nodiscard]] std::string shown(const json::Value& object, std::string_view key);
/// "60.00 USD", "-" where there is no money.
[[nodiscard]] std::string money_of(const json::Value& object, std::string_view key);
/// The items of a list; none where there is no list.
[[nodiscard]] const std::vector<json::Value>& items_of(const json::Value& object, std::string_view key);
/// Is the decimal all of the fraction, and not its first digits?
[[nodiscard]] bool ends(std::string_view fraction, std::string_view decimal);

/// A way out where nothing fits, and what it rests on; `way` is an item of a document's alternatives.
[[nodiscard]] std::string alternative_text(const json::Value& way);
[[nodiscard]] std::string headline(const json::Value& document, const json::Value& subject);
[[nodiscard]] std::string step_title(const json::Value& step);
[[nodiscard]] std::string plan_text(const json::Value& subject);
[[nodiscard]] std::string refused_text(const json::Value& subject);
[[nodiscard]] std::string no_fit_text(const json::Value& subject);
[[nodiscard]] std::string holds_text(const json::Value& document, const json::Value& subject);
[[nodiscard]] std::string uncertainty_text(const json::Value& subject);
[[nodiscard]] std::string remarks_text(const json::Value& subject);

}  // namespace vpsfit::report
