// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/cores.hpp"

namespace vpsfit::report {

/// Builds a CSV text cell by cell, as RFC 4180 has it: quoting, a header, lines that end with CRLF; UTF-8 without a
/// mark, dot decimals. The row ends by itself after its last column. Every CSV text of this program is made by it.
class Csv {
 public:
  static constexpr std::string_view line_end = "\r\n";

  explicit Csv(const std::vector<std::string_view>& header);

  /// Text, also from outside: a spreadsheet would run what starts with = + - @, their wide forms, tab, CR or LF, so
  /// such a cell gets an apostrophe in front; bytes that are not UTF-8 become "\xNN".
  Csv& text(std::string_view text);
  /// A number of ours, as it is to be printed ("-12.5"); never changed.
  Csv& number(std::string_view decimal);
  Csv& number(std::int64_t whole) { return number(std::string_view(std::to_string(whole))); }
  Csv& number(Bytes bytes) { return number(bytes.count()); }
  Csv& number(CpuTime time) { return number(time.count()); }
  /// Unknown: nothing between the commas.
  Csv& unknown() { return number(std::string_view()); }
  template <class T>
  Csv& number(const std::optional<T>& maybe) {
    return maybe ? number(*maybe) : unknown();
  }

  /// The whole text; a row with missing cells is a broken promise of the caller (std::logic_error).
  [[nodiscard]] const std::string& str() const;

 private:
  void put(std::string_view cell);

  std::size_t columns_;
  std::size_t filled_ = 0;
  std::string out_;
};

}  // namespace vpsfit::report
