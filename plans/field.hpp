// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "json/node.hpp"
#include "plans/complaints.hpp"

namespace vpsfit::plans {

/// A value of the document on the way down. It lives on the stack beside its parent and spells its place only when
/// there is something to complain about: a catalog may hold a hundred thousand plans.
class Field {
 public:
  /// The top of what is read; `pointer` is the way to it in the file ("/plans/3").
  Field(const json::Value& value, Complaints& complaints, std::string_view pointer = {})
      : value_(&value), complaints_(&complaints), key_(pointer) {}
  Field(const json::Value& value, const Field& parent, std::string_view key)
      : value_(&value), complaints_(parent.complaints_), parent_(&parent), key_(key) {}
  Field(const json::Value& value, const Field& parent, std::size_t index)
      : value_(&value), complaints_(parent.complaints_), parent_(&parent), index_(index) {}

  [[nodiscard]] const json::Value& value() const { return *value_; }
  [[nodiscard]] Complaints& complaints() const { return *complaints_; }
  /// "plans.json:12:20 /plans/3/prices/0/amount"
  [[nodiscard]] std::string place() const;
  /// Complains about this value; `error`'s own place is replaced.
  void complain(Error error) const;
  void complain(std::string message, std::string remedy = {}) const;

  /// What the reader makes of this value. A reader of a Node returns Result<T>, and its objection is complained about
  /// here; a reader of a Field returns std::optional<T> and has complained itself.
  template <class Read>
  [[nodiscard]] auto read(Read&& reader) const {
    if constexpr (std::is_invocable_v<Read, const json::Node&>) {
      auto result = std::forward<Read>(reader)(json::Node(*value_, {}));
      std::optional<std::decay_t<decltype(*result)>> taken;
      if (result) {
        taken = std::move(*result);
      } else {
        complain(std::move(result).error());
      }
      return taken;
    } else {
      return std::forward<Read>(reader)(*this);
    }
  }

 private:
  [[nodiscard]] std::string pointer() const;

  const json::Value* value_;
  Complaints* complaints_;
  const Field* parent_ = nullptr;
  std::string_view key_;
  std::optional<std::size_t> index_;
};

/// The members of an object, each asked for by name.
class Object {
 public:
  /// Complains where the value is no object, and about every member whose name is not among `keys`.
  Object(const Field& field, std::initializer_list<std::string_view> keys);

  /// Complains where the member is absent or the reader rejects it; else puts it into `target`.
  template <class T, class Read>
  void required(std::string_view key, T& target, Read&& reader) const {
    if (const json::Value* const member = require(key)) put(key, *member, target, reader);
  }
  /// Absent or null leaves `target` as it is.
  template <class T, class Read>
  void maybe(std::string_view key, T& target, Read&& reader) const {
    const json::Value* const member = field_.value().find(key);
    if (member != nullptr && !member->is_null()) put(key, *member, target, reader);
  }
  /// Must be there, and may be null, which leaves `target` as it is.
  template <class T, class Read>
  void nullable(std::string_view key, T& target, Read&& reader) const {
    if (require(key) != nullptr) maybe(key, target, reader);
  }
  /// Each item of an array; absent or null is no item.
  template <class T, class Read>
  void each(std::string_view key, std::vector<T>& target, Read&& reader) const {
    const json::Value* const member = field_.value().find(key);
    if (member == nullptr || member->is_null()) return;
    const Field list(*member, field_, key);
    if (!is_array(list)) return;
    target.reserve(member->items().size());
    for (std::size_t i = 0; i < member->items().size(); ++i)
      if (auto item = Field(member->items()[i], list, i).read(reader)) target.push_back(std::move(*item));
  }

  [[nodiscard]] bool has(std::string_view key) const;  ///< there and not null
  [[nodiscard]] Complaints& complaints() const { return field_.complaints(); }
  /// Complains about a member, or about the whole object where the member is absent.
  void complain_about(std::string_view key, std::string message, std::string remedy = {}) const;

 private:
  template <class T, class Read>
  void put(std::string_view key, const json::Value& member, T& target, Read&& reader) const {
    if (auto taken = Field(member, field_, key).read(reader)) target = std::move(*taken);
  }
  [[nodiscard]] const json::Value* require(std::string_view key) const;
  [[nodiscard]] static bool is_array(const Field& field);

  const Field& field_;
};

}  // namespace vpsfit::plans
