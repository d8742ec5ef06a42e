// SPDX-License-Identifier: MIT
#include "core/csv_reader.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit {

char separator_of(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  const auto times = [&](char c) { return std::count(first.begin(), first.end(), c); };
  char most = ',';
  for (const char c : {';', '\t'})
    if (times(c) > times(most)) most = c;
  return most;
}

CsvReader::CsvReader(std::string_view text, std::string file, char separator)
    : text_(text), file_(std::move(file)), separator_(separator) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
}

tl::unexpected<Error> CsvReader::wrong(const CsvCell& at, std::string what, std::string remedy) const {
  return fail(ErrorKind::input, std::move(what), fmt::format("{}:{}:{}", printable(file_), at.line, at.column),
              std::move(remedy));
}

bool CsvReader::at_line_end() const { return text_[position_] == '\n' || text_.substr(position_, 2) == "\r\n"; }

void CsvReader::step() {
  const bool line_ended = text_[position_] == '\n';
  ++position_;
  ++column_;
  if (line_ended) ++line_, column_ = 1;
}

void CsvReader::skip_line_end() {
  while (!at_end() && at_line_end()) {
    if (text_[position_] == '\r') step();
    step();
  }
}

Result<CsvCell> CsvReader::quoted_cell() {
  CsvCell cell{{}, line_, column_};
  step();
  for (;;) {
    if (at_end()) return wrong(cell, "the quote that opens here is never closed", "end the cell with a quote");
    if (text_[position_] != '"') {
      cell.text += text_[position_];
      step();
    } else if (text_.substr(position_, 2) == "\"\"") {
      cell.text += '"';
      step(), step();
    } else {
      step();
      break;
    }
    if (cell.text.size() > max_cell_bytes)
      return wrong(cell, fmt::format("the cell is longer than {} bytes", max_cell_bytes), "is a quote missing?");
  }
  if (!at_end() && text_[position_] != separator_ && !at_line_end())
    return wrong({{}, line_, column_},
                 fmt::format("'{}' follows a closing quote", printable(text_.substr(position_, 1))),
                 "a quote inside a quoted cell is written twice");
  return cell;
}

Result<CsvCell> CsvReader::plain_cell() {
  CsvCell cell{{}, line_, column_};
  while (!at_end() && text_[position_] != separator_ && !at_line_end()) {
    if (text_[position_] == '"')
      return wrong({{}, line_, column_}, "a quote stands inside a cell that does not start with one",
                   "put the whole cell in quotes, and write a quote inside it twice");
    cell.text += text_[position_];
    step();
    if (cell.text.size() > max_cell_bytes)
      return wrong(cell, fmt::format("the cell is longer than {} bytes", max_cell_bytes));
  }
  return cell;
}

Result<CsvCell> CsvReader::cell() {
  VPSFIT_TRY(CsvCell cell, !at_end() && text_[position_] == '"' ? quoted_cell() : plain_cell());
  if (!is_utf8(cell.text))
    return wrong(cell, fmt::format("'{}' is not UTF-8", printable(cell.text, 40)), "save the file as UTF-8");
  return cell;
}

Result<std::optional<CsvRow>> CsvReader::next() {
  skip_line_end();
  if (at_end()) return std::nullopt;
  CsvRow row;
  for (;;) {
    VPSFIT_TRY(CsvCell one, cell());
    row.push_back(std::move(one));
    if (at_end() || text_[position_] != separator_) break;
    step();
  }
  if (width_ == 0) width_ = row.size();
  if (row.size() != width_)
    return wrong(row.front(), fmt::format("the row has {} cells, the first one has {}", row.size(), width_),
                 separator_ == ',' && row.size() > width_
                     ? "leave an unknown cell empty; a number has a decimal point: a comma makes two cells of it"
                     : "leave an unknown cell empty");
  return row;
}

}  // namespace vpsfit
