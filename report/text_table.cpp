// SPDX-License-Identifier: MIT
#include "report/text_table.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "core/text.hpp"

namespace vpsfit::report {
namespace {

constexpr std::size_t gap = 2;

}  // namespace

TextTable::TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {
  if (columns_.empty()) throw std::logic_error("a table without columns");
  std::vector<std::string> header;
  for (const auto& column : columns_) header.push_back(column.title);
  rows_.push_back(std::move(header));
}

TextTable& TextTable::row(std::vector<std::string> cells) {
  if (cells.size() != columns_.size()) throw std::logic_error("a table row with missing or surplus cells");
  for (auto& cell : cells) cell = printable(cell);
  rows_.push_back(std::move(cells));
  return *this;
}

std::vector<std::size_t> TextTable::widths(std::size_t total) const {
  std::vector<std::size_t> result(columns_.size(), 0);
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) result[i] = std::max(result[i], display_width(row[i]));
  const std::size_t gaps = gap * (columns_.size() - 1);
  for (std::size_t used = std::accumulate(result.begin(), result.end(), gaps); used > total; --used) {
    std::size_t widest = columns_.size();
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].align == Align::left && result[i] > columns_[i].narrowest &&
          (widest == columns_.size() || result[i] > result[widest]))
        widest = i;
    if (widest == columns_.size()) break;
    --result[widest];
  }
  return result;
}

std::string TextTable::line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text.append(gap, ' ');
    text += columns_[i].align == Align::left ? pad_right(cells[i], widths[i]) : pad_left(cells[i], widths[i]);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

std::string TextTable::render(std::size_t width) const {
  const auto column_widths = widths(width);
  std::string text;
  for (const auto& row : rows_) text += line(row, column_widths);
  return text;
}

std::string wrap(std::string_view text, std::string_view first, std::size_t width) {
  const std::string safe = printable(text, text.size());
  const std::string indent(display_width(first), ' ');
  std::string result(first);
  std::size_t used = indent.size();
  for (const auto word : split(safe, ' ')) {
    if (word.empty()) continue;
    const std::size_t size = display_width(word);
    if (used > indent.size() && used + 1 + size > width) {
      result += '\n' + indent;
      used = indent.size();
    }
    if (used > indent.size()) result += ' ', ++used;
    result += word;
    used += size;
  }
  return result + '\n';
}

}  // namespace vpsfit::report
