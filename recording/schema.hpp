// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "recording/sqlite.hpp"

/// The tables of a recording, format version 1 (described in recording/FORMAT.md).
namespace vpsfit::recording {

inline constexpr std::int64_t application_id = 0x56505346;  ///< "VPSF", the mark in the SQLite header
inline constexpr std::int64_t format_version = 1;           ///< SQLite's user_version

/// A table of the format: its name, its columns and the order that makes its rows comparable.
struct Table {
  std::string name;
  std::string sql;       ///< the CREATE TABLE statement, as the file keeps it
  std::string order_by;  ///< primary key
};
[[nodiscard]] const std::vector<Table>& tables();
/// Tables that came later: a file of an older program lacks them, which is as good as having them empty.
[[nodiscard]] const std::vector<Table>& later_tables();
/// The CREATE TABLE statement that the database `schema` ("main", or one that is attached) keeps; empty: no such table.
[[nodiscard]] Result<std::string> kept_sql(const sqlite::Database& database, const std::string& table,
                                           std::string_view schema = "main");
/// Is a table of this name in the file?
[[nodiscard]] Result<bool> has_table(const sqlite::Database& database, const std::string& table);
/// Makes those of the tables that are not in the file.
[[nodiscard]] Result<void> make_missing(const sqlite::Database& database, const std::vector<Table>& tables);
/// The CREATE VIEW statements for people; the program never reads through them.
[[nodiscard]] const std::vector<std::string>& views();

/// Makes an empty recording where no file is, or an empty one. It is made under a temporary name and gets its own when
/// its tables are complete and on disk, so no half-made file bears the name. Fails (io).
[[nodiscard]] Result<void> create(const std::filesystem::path& file);

/// Is the opened file a recording of a version that is understood, with the tables of that version? Fails (input) with
/// what it is instead.
[[nodiscard]] Result<void> check_format(const sqlite::Database& database);

}  // namespace vpsfit::recording
