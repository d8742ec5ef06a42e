// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/currency.hpp"
#include "core/date.hpp"
#include "core/rational.hpp"
#include "core/result.hpp"
#include "json/value.hpp"

namespace vpsfit::json {

/// A value together with the way to it, so that every complaint names its place: "plans.json:12:20
/// /plans/3/prices/0/amount".
class Node {
 public:
  Node(const Value& value, std::string file) : value_(&value), file_(std::move(file)) {}

  [[nodiscard]] const Value& value() const { return *value_; }
  [[nodiscard]] const std::string& pointer() const { return pointer_; }  ///< RFC 6901; empty for the root
  [[nodiscard]] std::string place() const;

  /// The member of an object; fails (input) where this is no object or has no such member.
  [[nodiscard]] Result<Node> at(std::string_view key) const;
  /// The member, or nothing where it is absent or null.
  [[nodiscard]] std::optional<Node> maybe(std::string_view key) const;
  /// The items of an array; fails (input) where this is none.
  [[nodiscard]] Result<std::vector<Node>> items() const;
  /// Fails (input) where this is no object or has a member that is not in the list; names the near one.
  [[nodiscard]] Result<void> only(const std::vector<std::string>& allowed) const;

  /// Typed readings; each fails (input) with the value seen and what is allowed.
  [[nodiscard]] Result<std::string> text(std::size_t longest = 500) const;  ///< a non-empty string of valid length
  [[nodiscard]] Result<bool> truth() const;
  [[nodiscard]] Result<std::int64_t> whole(std::int64_t least,
                                           std::int64_t most) const;  ///< a JSON number without fraction
  [[nodiscard]] Result<Rational> number() const;                      ///< a JSON number, exact
  [[nodiscard]] Result<Rational> decimal() const;                     ///< a JSON string that holds a decimal: money
  [[nodiscard]] Result<Date> date() const;
  [[nodiscard]] Result<Currency> currency() const;
  /// The index of the string in the list; names the allowed ones and the near one.
  [[nodiscard]] Result<std::size_t> one_of(const std::vector<std::string>& allowed) const;

  /// An objection to this value: place and value are filled in.
  [[nodiscard]] tl::unexpected<Error> wrong(std::string what, std::string remedy = {}) const;

 private:
  Node(const Value& value, std::string file, std::string pointer)
      : value_(&value), file_(std::move(file)), pointer_(std::move(pointer)) {}
  [[nodiscard]] Node child(const Value& value, std::string_view key) const;
  [[nodiscard]] std::string seen() const;

  const Value* value_;
  std::string file_;
  std::string pointer_;
};

}  // namespace vpsfit::json
