// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <string_view>

#include "core/result.hpp"

/// The thin side of SQLite: handles that close themselves, and its codes as our errors.
namespace vpsfit::recording::sqlite {

/// A prepared statement. Results of bind() are not checked one by one: a failed one shows in step().
class Statement {
 public:
  Statement() = default;
  explicit Statement(sqlite3_stmt* handle) : handle_(handle) {}

  void bind(int at, std::int64_t number) { sqlite3_bind_int64(handle_.get(), at, number); }
  void bind(int at, std::string_view text);
  void bind_null(int at) { sqlite3_bind_null(handle_.get(), at); }
  /// SQLITE_ROW, SQLITE_DONE or what went wrong.
  [[nodiscard]] int step() { return sqlite3_step(handle_.get()); }
  /// Makes it ready for the next use and lets go of its locks.
  void reset() { sqlite3_reset(handle_.get()); }
  /// Steps a statement that gives no rows, and resets it: SQLITE_OK or what went wrong.
  [[nodiscard]] int execute();
  [[nodiscard]] sqlite3_stmt* get() const { return handle_.get(); }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

enum class Mode {
  read,       ///< never changes the file
  immutable,  ///< read, and trust that nobody else changes it: needs no files beside it
  write,      ///< an existing file
};

/// The file as SQLite's URI for this mode, for ATTACH.
[[nodiscard]] std::string uri(const std::filesystem::path& file, Mode mode);

/// A connection.
class Database {
 public:
  /// `place` is how the user calls the file; empty: as it is.
  [[nodiscard]] static Result<Database> open(const std::filesystem::path& file, Mode mode, std::string place = {});

  /// Runs statements that give no rows, or whose rows do not matter.
  [[nodiscard]] Result<void> run(const char* sql) const;
  /// The same with SQLite's own code, for those who look at it.
  [[nodiscard]] int try_run(const char* sql) const;
  [[nodiscard]] Result<Statement> prepare(std::string_view sql) const;
  /// The first value of the first row; nothing where there is no row or it is NULL or no whole number.
  [[nodiscard]] Result<std::optional<std::int64_t>> number(std::string_view sql) const;
  /// The latest failure as an Error with the file as its place. `code` is what SQLite returned.
  [[nodiscard]] Error error(int code) const;
  /// Closes; the code tells what went wrong.
  [[nodiscard]] int close();
  [[nodiscard]] sqlite3* get() const { return handle_.get(); }
  [[nodiscard]] const std::string& place() const { return place_; }

 private:
  Database(sqlite3* handle, std::string place) : handle_(handle), place_(std::move(place)) {}
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  };
  std::unique_ptr<sqlite3, Close> handle_;
  std::string place_;
};

/// Will the same write perhaps succeed later (disk full, I/O error, locked by somebody)?
[[nodiscard]] bool may_pass(int code);

/// The columns of the current row, checked: what the file holds may have been written by anybody. The first bad value
/// is remembered, later readings give zero or nothing; ask result() before the values are used.
class Fields {
 public:
  /// `what` names the row in complaints: "readings", "run 3".
  Fields(const Statement& statement, const Database& database, std::string_view what)
      : row_(statement.get()), database_(database), what_(what) {}

  [[nodiscard]] std::int64_t whole(int column, std::int64_t least = 0, std::int64_t most = INT64_MAX);
  [[nodiscard]] std::optional<std::int64_t> maybe_whole(int column, std::int64_t least = 0,
                                                        std::int64_t most = INT64_MAX);
  [[nodiscard]] std::string text(int column, std::size_t longest = 4096);
  [[nodiscard]] std::optional<std::string> maybe_text(int column, std::size_t longest = 4096);
  [[nodiscard]] Result<void> result() const;
  /// An objection to a column's value.
  void object(int column, std::string_view why);

 private:
  sqlite3_stmt* row_;
  const Database& database_;
  std::string_view what_;
  std::optional<Error> error_;
};

}  // namespace vpsfit::recording::sqlite
