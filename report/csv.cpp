// SPDX-License-Identifier: MIT
#include "report/csv.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/text.hpp"

namespace vpsfit::report {
namespace {

/// Would a spreadsheet take the cell for a formula, or skip its first character and then do so? East Asian versions
/// read the wide forms of the signs too.
bool runs_in_a_spreadsheet(std::string_view cell) {
  constexpr std::array<std::string_view, 11> starts{"=",  "+",      "-",      "@",      "\t",    "\r",
                                                    "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return cell.starts_with(start); });
}

}  // namespace

Csv::Csv(const std::vector<std::string_view>& header) : columns_(header.size()) {
  if (header.empty()) throw std::logic_error("a CSV text without columns");
  for (const auto title : header) text(title);
}

Csv& Csv::text(std::string_view text) {
  std::string cell = is_utf8(text) ? std::string(text) : printable(text, text.size());
  if (runs_in_a_spreadsheet(cell)) cell.insert(0, 1, '\'');
  put(cell);
  return *this;
}

Csv& Csv::number(std::string_view decimal) { return put(decimal), *this; }

const std::string& Csv::str() const {
  if (filled_ != 0) throw std::logic_error("a CSV row with missing cells");
  return out_;
}

void Csv::put(std::string_view cell) {
  if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
    out_ += cell;
  } else {
    out_ += '"';
    for (const char c : cell) out_ += c == '"' ? std::string("\"\"") : std::string(1, c);
    out_ += '"';
  }
  filled_ = (filled_ + 1) % columns_;
  out_ += filled_ == 0 ? line_end : ",";
}

}  // namespace vpsfit::report
