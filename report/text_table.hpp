// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vpsfit::report {

/// Columns that a terminal of the usual width shows without wrapping.
inline constexpr std::size_t terminal_width = 80;

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::left;  ///< left: text, may be cut to fit; right: numbers, never cut
  std::size_t narrowest = 6;  ///< cells that text keeps
};

/// A table for a terminal: a header row, two spaces between columns, no trailing spaces. Cells are made printable;
/// widths count terminal cells, so Chinese, Japanese and Korean names stay aligned.
class TextTable {
 public:
  explicit TextTable(std::vector<Column> columns);
  /// One cell a column, else a broken promise of the caller (std::logic_error).
  TextTable& row(std::vector<std::string> cells);
  /// Where the rows are wider than `width`, text columns are cut ("~"), the widest first, down to their narrowest;
  /// numbers stay whole, also if the line becomes too long by that: a cut number is a wrong one. Different texts of a
  /// column stay different: where their beginnings are the same, their ends are kept too.
  [[nodiscard]] std::string render(std::size_t width = terminal_width) const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths(std::size_t total) const;
  void shorten(std::vector<std::vector<std::string>>& rows, std::size_t column, std::size_t width) const;
  [[nodiscard]] std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;  ///< the header is the first
};

/// Running text in lines of at most `width` cells, broken at spaces, the first line after `first`, the others after as
/// many spaces; made printable; ends with a newline. A word that is longer than a line is kept whole.
[[nodiscard]] std::string wrap(std::string_view text, std::string_view first = "", std::size_t width = terminal_width);

}  // namespace vpsfit::report
