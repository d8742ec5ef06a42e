// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vpsfit::json {

/// One JSON value. Numbers keep their text, so that 0.1 is 0.1; objects keep the order of their members.
class Value {
 public:
  enum class Kind { null, boolean, number, string, array, object };
  using Members = std::vector<std::pair<std::string, Value>>;

  Value() = default;                                  // null
  Value(bool b) : kind_(Kind::boolean), truth_(b) {}  // NOLINT: a JSON value is made from what it holds
  Value(std::int64_t n) : kind_(Kind::number), text_(std::to_string(n)) {}  // NOLINT
  Value(int n) : Value(static_cast<std::int64_t>(n)) {}                     // NOLINT
  Value(std::string s) : kind_(Kind::string), text_(std::move(s)) {}        // NOLINT
  Value(std::string_view s) : Value(std::string(s)) {}                      // NOLINT
  Value(const char* s) : Value(std::string(s)) {}                           // NOLINT
  template <class T>
  Value(const std::optional<T>& maybe) {  // NOLINT: nothing is null
    if (maybe) *this = Value(*maybe);
  }
  [[nodiscard]] static Value number(std::string text);
  [[nodiscard]] static Value array(std::vector<Value> items = {});
  [[nodiscard]] static Value object(Members members = {});

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is_null() const { return kind_ == Kind::null; }
  [[nodiscard]] bool truth() const { return truth_; }              ///< of a boolean
  [[nodiscard]] const std::string& text() const { return text_; }  ///< of a string, or a number as it was written
  [[nodiscard]] const std::vector<Value>& items() const { return items_; }
  [[nodiscard]] const Members& members() const { return members_; }
  [[nodiscard]] const Value* find(std::string_view key) const;  ///< nullptr where there is none

  /// Builders: append to an array, or to an object (the caller does not repeat keys).
  Value& push(Value item) { return items_.push_back(std::move(item)), *this; }
  Value& set(std::string key, Value value) { return members_.emplace_back(std::move(key), std::move(value)), *this; }

  /// 1-based line and column (in bytes) where the value begins in its text; 0 for a value that was not parsed.
  [[nodiscard]] std::int32_t line() const { return line_; }
  [[nodiscard]] std::int32_t column() const { return column_; }
  void set_position(std::int32_t line, std::int32_t column) { line_ = line, column_ = column; }

 private:
  Kind kind_ = Kind::null;
  bool truth_ = false;
  std::int32_t line_ = 0;
  std::int32_t column_ = 0;
  std::string text_;
  std::vector<Value> items_;
  Members members_;
};

/// The value as text: two spaces of indent, or one line where `indent` is negative; members in their order; ends
/// without a newline. Text that is not UTF-8 has its bad bytes replaced by U+FFFD.
[[nodiscard]] std::string dump(const Value& value, int indent = 2);

}  // namespace vpsfit::json
