// SPDX-License-Identifier: MIT
#include "sources/detect.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::sources {
namespace {

using namespace std::string_view_literals;

constexpr auto sqlite_magic = "SQLite format 3\0"sv;
constexpr auto utf8_mark = "\xEF\xBB\xBF"sv;

tl::unexpected<Error> unknown(std::string_view what, std::string_view file) {
  return fail(ErrorKind::input, std::string(what), printable(file),
              "an input is a recording of 'vpsfit sample', or figures as JSON or CSV (see 'vpsfit schema usage')");
}

/// Is "subject" one of the titles, quoted or not?
bool has_subject_column(std::string_view line) {
  for (std::string_view title : split(line, ',')) {
    title = trim(title);
    if (title.size() >= 2 && title.front() == '"' && title.back() == '"') title = title.substr(1, title.size() - 2);
    if (title == "subject") return true;
  }
  return false;
}

}  // namespace

Result<InputKind> detect(std::string_view head, std::string_view file) {
  if (head.starts_with(sqlite_magic)) return InputKind::recording;
  if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF"))
    return unknown("the text is UTF-16; UTF-8 is read", file);
  if (head.starts_with(utf8_mark)) head.remove_prefix(utf8_mark.size());
  const std::string_view text = trim(head);
  if (text.empty()) return unknown("the file is empty", file);
  if (text.front() == '{') return InputKind::json;
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  if (has_subject_column(line)) return InputKind::csv;
  return unknown(fmt::format("neither a recording nor figures: it starts with '{}'", printable(line, 40)), file);
}

}  // namespace vpsfit::sources
