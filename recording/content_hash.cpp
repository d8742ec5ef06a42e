// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "files/sha256.hpp"
#include "recording/lab_tables.hpp"
#include "recording/reader_impl.hpp"
#include "recording/schema.hpp"

namespace vpsfit::recording {
namespace {

/// A value in one spelling: its kind, the length of its bytes, the bytes. No two rows have the same text.
void append(std::string& text, sqlite3_stmt* row, int column) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_NULL:
      text += 'n';
      return;
    case SQLITE_INTEGER:
      text += fmt::format("i{};", sqlite3_column_int64(row, column));
      return;
    case SQLITE_FLOAT:
      text += fmt::format("f{:a};", sqlite3_column_double(row, column));
      return;
    default:
      break;
  }
  const bool is_text = sqlite3_column_type(row, column) == SQLITE_TEXT;
  const void* const bytes = is_text ? sqlite3_column_text(row, column) : sqlite3_column_blob(row, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
  text += fmt::format("{}{}:", is_text ? 't' : 'b', size);
  if (size > 0) text.append(static_cast<const char*>(bytes), size);
}

/// Adds the rows of a table, after its name; of a later one nothing where it is empty, so that a file without the table
/// and one in which nothing stands there are equal.
Result<void> add_table(files::Sha256& hash, const sqlite::Database& database, const Table& table, bool later) {
  VPSFIT_TRY(auto statement, database.prepare(fmt::format("SELECT * FROM {} ORDER BY {}", table.name, table.order_by)));
  if (!later) hash.update(table.name + "\n");
  std::string line;
  for (bool first = true;; first = false) {
    const int code = statement.step();
    if (code == SQLITE_DONE) return {};
    if (code != SQLITE_ROW) return fail(database.error(code));
    if (later && first) hash.update(table.name + "\n");
    line.clear();
    for (int column = 0; column < sqlite3_column_count(statement.get()); ++column)
      append(line, statement.get(), column);
    line += '\n';
    hash.update(line);
  }
}

}  // namespace

Result<std::string> Reader::Impl::content_hash() const {
  files::Sha256 hash;
  hash.update(fmt::format("vpsfit recording {}\n", format_version));
  for (const Table& table : tables()) VPSFIT_CHECK(add_table(hash, database_, table, false));
  for (const auto* const optional : {&later_tables(), &lab_tables()})
    for (const Table& table : *optional) {
      VPSFIT_TRY(const bool there, has_table(database_, table.name));
      if (there) VPSFIT_CHECK(add_table(hash, database_, table, true));
    }
  return hash.finish();
}

}  // namespace vpsfit::recording
