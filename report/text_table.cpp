// SPDX-License-Identifier: MIT
#include "report/text_table.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

#include "core/text.hpp"

namespace vpsfit::report {
namespace {

constexpr std::size_t gap = 2;

/// The last characters of a text that take at most so many cells.
std::string_view tail_of(std::string_view text, std::size_t cells) {
  while (display_width(text) > cells) {
    do text.remove_prefix(1);
    while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0) == 0x80);
  }
  return text;
}

/// "a-long-n~-end": beginning and end in `width` cells.
std::string folded(std::string_view text, std::size_t width, std::size_t tail) {
  if (display_width(text) <= width) return std::string(text);
  const std::string_view end = tail_of(text, tail);
  return pad_right(text, width - display_width(end)) + std::string(end);
}

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

void TextTable::shorten(std::vector<std::vector<std::string>>& rows, std::size_t column, std::size_t width) const {
  std::set<std::string> whole;
  for (const auto& row : rows_) whole.insert(row[column]);
  // Beginnings first, then halves; after that whatever tells them apart.
  std::vector<std::size_t> tails{0, width / 2};
  for (std::size_t tail = 1; tail + 2 < width; ++tail) tails.push_back(tail);
  for (const std::size_t tail : tails) {
    std::set<std::string> cut;
    for (const auto& text : whole) cut.insert(folded(text, width, tail));
    if (cut.size() < whole.size()) continue;
    for (auto& row : rows) row[column] = folded(row[column], width, tail);
    return;
  }
}

std::string TextTable::render(std::size_t width) const {
  auto column_widths = widths(width);
  auto rows = rows_;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].align == Align::left) shorten(rows, i, column_widths[i]);
    // What cannot be told apart when it is cut is not cut.
    for (const auto& row : rows) column_widths[i] = std::max(column_widths[i], display_width(row[i]));
  }
  std::string text;
  for (const auto& row : rows) text += line(row, column_widths);
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
