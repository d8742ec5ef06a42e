// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace vpsfit {

/// One cell and where it starts.
struct CsvCell {
  std::string text;
  std::size_t line = 1;
  std::size_t column = 1;  ///< in bytes, 1-based
};
using CsvRow = std::vector<CsvCell>;

/// Longest cell that is read, in bytes; more is an attack or a missing quote.
inline constexpr std::size_t max_cell_bytes = 10000;

/// What stands between the cells of a table that somebody saved: the one of comma, semicolon and tab that its first
/// line has most of; a comma where it has none.
[[nodiscard]] char separator_of(std::string_view text);

/// Reads RFC 4180 row by row: quoted cells may hold separators, line breaks and doubled quotes; lines end with LF or
/// CRLF; a byte order mark is skipped, and so are empty lines. Every row must have as many cells as the first.
class CsvReader {
 public:
  CsvReader(std::string_view text, std::string file, char separator = ',');

  /// The next row; nullopt at the end. Fails (input) with file:line:column: a quote in the wrong place, a quote that is
  /// never closed, a cell that is too long, text that is not UTF-8, a row that is longer or shorter than the first.
  [[nodiscard]] Result<std::optional<CsvRow>> next();

  /// An objection at a cell.
  [[nodiscard]] tl::unexpected<Error> wrong(const CsvCell& at, std::string what, std::string remedy = {}) const;

 private:
  [[nodiscard]] bool at_end() const { return position_ >= text_.size(); }
  [[nodiscard]] bool at_line_end() const;
  void step();
  void skip_line_end();
  Result<CsvCell> quoted_cell();
  Result<CsvCell> plain_cell();
  Result<CsvCell> cell();

  std::string_view text_;
  std::string file_;
  char separator_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
  std::size_t column_ = 1;
  std::size_t width_ = 0;  ///< cells in the first row
};

}  // namespace vpsfit
