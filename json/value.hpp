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

  Value();                    // null
  Value(bool b);              // NOLINT: a JSON value is made from what it holds
  Value(std::int64_t n);      // NOLINT
  Value(int n);               // NOLINT
  Value(std::string s);       // NOLINT
  Value(std::string_view s);  // NOLINT
  Value(const char* s);       // NOLINT
  template <class T>
  Value(const std::optional<T>& maybe) {  // NOLINT: nothing is null
    if (maybe) *this = Value(*maybe);
  }
  // Not inline: documents are built by hundreds of calls, each of which would carry all of this.
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();
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
  Value& push(Value item);
  Value& set(std::string_view key, Value value);

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
