// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <sqlite3.h>
#include <string>
#include <string_view>

#include "core/result.hpp"

/// The thin side of SQLite: handles that close themselves, its codes as our errors.
namespace vpsfit::fx::sqlite {

class Database;

/// A prepared statement; lives no longer than its database.
class Statement {
 public:
  Statement& bind(int at, std::string_view text);
  Statement& bind(int at, std::int64_t number);
  /// True: a row is there. False: no more; the statement is ready for the next use.
  [[nodiscard]] Result<bool> step();
  /// Runs it to its end.
  [[nodiscard]] Result<void> execute();
  /// Makes it ready for the next use before it came to its end.
  void reset() { sqlite3_reset(handle_.get()); }
  [[nodiscard]] std::string text(int column) const;  ///< empty for NULL
  [[nodiscard]] std::int64_t number(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  [[nodiscard]] bool is_null(int column) const { return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL; }

 private:
  friend class Database;
  Statement(sqlite3_stmt* handle, const Database& database) : handle_(handle), database_(&database) {}
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
  const Database* database_;
};

enum class Mode { read, create, memory };

/// A connection. Statements point to it: it is not moved while any lives.
class Database {
 public:
  /// Fails: io (cannot be opened), input (not a database).
  [[nodiscard]] static Result<Database> open(const std::filesystem::path& file, Mode mode);
  [[nodiscard]] Result<void> run(const char* sql) const;
  [[nodiscard]] Result<Statement> prepare(std::string_view sql) const;
  /// The first value of the first row; 0 where there is none.
  [[nodiscard]] Result<std::int64_t> number(std::string_view sql) const;
  /// The latest failure in our words, with the file as its place.
  [[nodiscard]] tl::unexpected<Error> error() const;
  [[nodiscard]] std::int64_t changes() const { return sqlite3_changes64(handle_.get()); }
  [[nodiscard]] const std::string& place() const { return place_; }

 private:
  Database(sqlite3* handle, std::string place) : handle_(handle), place_(std::move(place)) {}
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  std::unique_ptr<sqlite3, Close> handle_;
  std::string place_;
};

}  // namespace vpsfit::fx::sqlite
