// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "json/node.hpp"
#include "report/page/forecast_view.hpp"

/// The parts of a forecast document; each fails (input) with the place of what is wrong.
namespace vpsfit::report {

[[nodiscard]] Result<std::string> text_at(const json::Node& node, std::string_view key);
/// A decimal in quotes, as it is written.
[[nodiscard]] Result<std::string> decimal_at(const json::Node& node, std::string_view key);
[[nodiscard]] Result<std::int64_t> whole_at(const json::Node& node, std::string_view key);
[[nodiscard]] Result<Bytes> bytes_at(const json::Node& node, std::string_view key);
/// Nothing where the member is absent or null.
[[nodiscard]] Result<std::optional<std::string>> maybe_text(const json::Node& node, std::string_view key);
[[nodiscard]] Result<std::optional<std::string>> maybe_decimal(const json::Node& node, std::string_view key);
[[nodiscard]] Result<std::optional<Bytes>> maybe_bytes(const json::Node& node, std::string_view key);
[[nodiscard]] Result<std::optional<std::int64_t>> maybe_whole(const json::Node& node, std::string_view key);

/// Every item of an array, read by `read`.
template <class Read>
[[nodiscard]] auto list_of(const json::Node& node, Read read)
    -> Result<std::vector<std::decay_t<decltype(*read(node))>>> {
  std::vector<std::decay_t<decltype(*read(node))>> list;
  VPSFIT_TRY(const auto items, node.items());
  for (const auto& item : items) {
    VPSFIT_TRY(auto one, read(item));
    list.push_back(std::move(one));
  }
  return list;
}
/// The same of a member that may be absent or null: an empty list then.
template <class Read>
[[nodiscard]] auto maybe_list(const json::Node& node, std::string_view key, Read read)
    -> decltype(list_of(node, read)) {
  const auto member = node.maybe(key);
  if (!member) return {};
  return list_of(*member, read);
}
/// A member that may be absent or null.
template <class Read>
[[nodiscard]] auto maybe_part(const json::Node& node, std::string_view key, Read read)
    -> Result<std::optional<std::decay_t<decltype(*read(node))>>> {
  const auto member = node.maybe(key);
  if (!member) return std::nullopt;
  VPSFIT_TRY(auto part, read(*member));
  return std::optional(std::move(part));
}

[[nodiscard]] Result<Remark> read_remark(const json::Node& node);
[[nodiscard]] Result<PassedPlan> read_passed_plan(const json::Node& node);
[[nodiscard]] Result<SubjectView> read_subject(const json::Node& node);

}  // namespace vpsfit::report
