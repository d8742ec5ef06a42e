// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/page/markup.hpp"

namespace vpsfit::report {

/// What stands in one place of a table.
struct TableCell {
  std::string text;
  std::string small = {};     ///< a second line in small print
  std::string link = {};      ///< where the text leads to
  std::string language = {};  ///< of the text, where it is not the page's
  bool code = false;          ///< a name of a file or a hash
  std::string look = {};      ///< a class of the style sheet
};

struct TableColumn {
  std::string title;
  bool number = false;  ///< aligned to the right
  bool centred = false;
};

/// A table with a caption, in a box that scrolls sideways where it is wider than the page. The first column heads its
/// row.
class PageTable {
 public:
  PageTable(std::string caption, std::vector<TableColumn> columns)
      : caption_(std::move(caption)), columns_(std::move(columns)) {}
  /// Before the first row.
  PageTable& column(TableColumn column) { return columns_.push_back(std::move(column)), *this; }
  PageTable& row(std::vector<TableCell> cells) { return rows_.push_back(std::move(cells)), *this; }
  [[nodiscard]] bool is_empty() const { return rows_.empty(); }
  /// Drops the columns in which no row has a text: absent data have no column.
  PageTable& without_empty_columns();
  [[nodiscard]] Markup markup() const;

 private:
  std::string caption_;
  std::vector<TableColumn> columns_;
  std::vector<std::vector<TableCell>> rows_;
};

}  // namespace vpsfit::report
