// SPDX-License-Identifier: MIT
#include "report/page/table.hpp"

#include <algorithm>

namespace vpsfit::report {
namespace {

void put_text(Markup& out, const TableCell& cell) {
  if (!cell.link.empty()) {
    out.leaf("a", cell.text, {{"href", cell.link}});
  } else if (cell.code) {
    out.leaf("code", cell.text);
  } else if (!cell.language.empty()) {
    out.leaf("span", cell.text, {{"lang", cell.language}});
  } else {
    out.text(cell.text);
  }
  if (!cell.small.empty()) out.leaf("small", cell.small);
}

}  // namespace

PageTable& PageTable::without_empty_columns() {
  for (std::size_t column = columns_.size(); column-- > 1;) {
    if (std::any_of(rows_.begin(), rows_.end(), [&](const auto& row) { return !row[column].text.empty(); })) continue;
    const auto at = static_cast<std::ptrdiff_t>(column);
    columns_.erase(columns_.begin() + at);
    for (auto& row : rows_) row.erase(row.begin() + at);
  }
  return *this;
}

Markup PageTable::markup() const {
  Markup out;
  out.open("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", caption_}});
  out.open("table").leaf("caption", caption_).open("thead").open("tr");
  for (const auto& column : columns_)
    out.leaf("th", column.title, {{"scope", "col"}, {"class", column.number ? "n" : column.centred ? "c" : "t"}});
  out.close().close().open("tbody");
  for (const auto& row : rows_) {
    out.open("tr");
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i == 0) {
        out.open("th", {{"scope", "row"}});
      } else if (!row[i].look.empty()) {
        out.open("td", {{"class", row[i].look}});
      } else if (columns_.at(i).number) {
        out.open("td", {{"class", "n"}});
      } else {
        out.open("td");
      }
      put_text(out, row[i]);
      out.close();
    }
    out.close();
  }
  out.close().close().close();
  return out;
}

}  // namespace vpsfit::report
