// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "json/node.hpp"
#include "plans/import/import.hpp"

/// What the importers share.
namespace vpsfit::plans {

/// A parsed document that its Node points into.
struct ImportDocument {
  json::Value value;
  std::string file;
  std::string sha256;
  [[nodiscard]] json::Node root() const { return {value, file}; }
};
/// Fails (input) with file:line:column where a text is no JSON, or where there are more than `most` of them.
[[nodiscard]] Result<std::vector<ImportDocument>> parse_documents(std::span<const ImportText> texts, std::size_t most);
/// The document that has this member; fails (input) where none or several have.
[[nodiscard]] Result<const ImportDocument*> document_with(const std::vector<ImportDocument>& documents,
                                                          std::string_view member);
[[nodiscard]] const ImportDocument* maybe_document_with(const std::vector<ImportDocument>& documents,
                                                        std::string_view member);

/// What a reader makes of a member that must be there.
template <class Read>
[[nodiscard]] auto member(const json::Node& object, std::string_view key, Read&& read)
    -> std::invoke_result_t<Read, const json::Node&> {
  VPSFIT_TRY(const json::Node node, object.at(key));
  return std::forward<Read>(read)(node);
}
/// The same, or nothing where it is absent or null.
template <class Read>
[[nodiscard]] auto maybe_member(const json::Node& object, std::string_view key, Read&& read)
    -> Result<std::optional<typename std::invoke_result_t<Read, const json::Node&>::value_type>> {
  const auto node = object.maybe(key);
  if (!node) return std::nullopt;
  VPSFIT_TRY(auto value, std::forward<Read>(read)(*node));
  return std::optional(std::move(value));
}
/// The items of the array that a member is; none where the member is absent or null.
[[nodiscard]] Result<std::vector<json::Node>> maybe_items(const json::Node& object, std::string_view key);
/// Readers for member(): a string, true or false, the items of an array.
[[nodiscard]] Result<std::string> plain_text(const json::Node& node);
[[nodiscard]] Result<bool> flag(const json::Node& node);
[[nodiscard]] Result<std::vector<json::Node>> items_of(const json::Node& node);
/// The day that a text begins with: "2026-08-22T16:12:24+00:00".
[[nodiscard]] Result<Date> leading_day(const json::Node& node);

/// The day of the documents; fails (input) asking for it.
[[nodiscard]] Result<Date> retrieved_day(const ImportFacts& facts);

/// A vendor's number, as a JSON number or a string of digits ("0.0072000000"), zero or more.
[[nodiscard]] Result<Rational> figure(const json::Node& node);
/// The same, more than zero.
[[nodiscard]] Result<Rational> positive_figure(const json::Node& node);
/// A JSON string or whole number as an id.
[[nodiscard]] Result<std::string> id_text(const json::Node& node);

[[nodiscard]] Price monthly_price(Rational amount, const Currency& currency, Tax tax);
[[nodiscard]] Price hourly_price(Rational amount, const Currency& currency, Tax tax,
                                 std::optional<Rational> monthly_cap);

/// Memory whose unit the vendor's interface is known to mean.
[[nodiscard]] Memory known_memory(Rational value, std::string unit);
/// Memory in a unit that only the label says.
[[nodiscard]] Memory labelled_memory(Rational value, std::string unit);
[[nodiscard]] Disk included_disk(Rational value, std::string unit, std::string kind);
/// Outgoing traffic of so much; nothing said where the value is zero.
[[nodiscard]] Traffic included_traffic(Rational value, std::string unit, bool pooled, OveragePolicy after);

[[nodiscard]] Region region_named(std::string id);

/// A source of the kind "api", "tracker" or "page" at that day.
[[nodiscard]] Source source_of(std::string kind, Date retrieved, std::string sha256, std::string confidence);

/// "37 GPU plans were left out": counts reasons and says them in the order of their first use.
class LeftOut {
 public:
  void count(std::string_view reason);
  void say(std::vector<std::string>& remarks) const;

 private:
  std::vector<std::pair<std::string, std::size_t>> reasons_;
};

/// Fails (refused) where the document says it holds fewer items than there are: one page of several.
[[nodiscard]] Result<void> whole_list(const json::Node& place, std::size_t held, std::int64_t total);

Result<Imported> import_csv(std::span<const ImportText> texts, const ImportFacts& facts);
Result<Imported> import_digitalocean(std::span<const ImportText> texts, const ImportFacts& facts);
Result<Imported> import_eu_cloud_prices(std::span<const ImportText> texts, const ImportFacts& facts);
Result<Imported> import_hetzner(std::span<const ImportText> texts, const ImportFacts& facts);
Result<Imported> import_lightsail(std::span<const ImportText> texts, const ImportFacts& facts);
Result<Imported> import_linode(std::span<const ImportText> texts, const ImportFacts& facts);
Result<Imported> import_ovhcloud(std::span<const ImportText> texts, const ImportFacts& facts);
Result<Imported> import_racknerd(std::span<const ImportText> texts, const ImportFacts& facts);
Result<Imported> import_scaleway(std::span<const ImportText> texts, const ImportFacts& facts);
Result<Imported> import_upcloud(std::span<const ImportText> texts, const ImportFacts& facts);
Result<Imported> import_vultr(std::span<const ImportText> texts, const ImportFacts& facts);

}  // namespace vpsfit::plans
