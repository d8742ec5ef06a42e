// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
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

class Fields;

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
  /// Shows every row of a table in the order of its key, as SQLite itself goes through it: half the cost of a step and
  /// its columns. Ends where `row` returns false, and fails with the objection to a value where there is one. One at a
  /// time on a connection. `what` names the rows in complaints.
  [[nodiscard]] Result<void> scan(const std::string& table, const std::string& columns, std::string_view what,
                                  const std::function<bool(Fields&)>& row) const;
  /// The first value of the first row; nothing where there is no row or it is NULL or no whole number.
  [[nodiscard]] Result<std::optional<std::int64_t>> number(std::string_view sql) const;
  /// The latest failure as an Error with the file as its place. `code` is what SQLite returned.
  [[nodiscard]] Error error(int code) const;
  /// Closes; the code tells what went wrong.
  [[nodiscard]] int close();
  [[nodiscard]] sqlite3* get() const { return handle_.get(); }
  [[nodiscard]] const std::string& place() const { return place_; }

 private:
  /// Where the rows of a scan go.
  using RowSink = std::function<bool(sqlite3_value**)>;
  static void show_row(sqlite3_context* context, int count, sqlite3_value** values);
  Database(sqlite3* handle, std::string place);
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  };
  std::unique_ptr<RowSink> sink_;  ///< SQLite knows its place
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
  /// For a scan: `statement` names the columns, the values are shown row by row.
  void show(sqlite3_value** values) { values_ = values; }

  [[nodiscard]] std::int64_t whole(int column, std::int64_t least = 0, std::int64_t most = INT64_MAX) {
    const auto value = maybe_whole(column, least, most);
    if (!value) object(column, "has no value");
    return value.value_or(least);
  }
  [[nodiscard]] std::optional<std::int64_t> maybe_whole(int column, std::int64_t least = 0,
                                                        std::int64_t most = INT64_MAX) {
    sqlite3_value* const value = value_of(column);
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_NULL) return std::nullopt;
    const std::int64_t number = sqlite3_value_int64(value);
    if (type == SQLITE_INTEGER && number >= least && number <= most) return number;
    object_to(column, type, number, least, most);
    return std::nullopt;
  }
  [[nodiscard]] std::string text(int column, std::size_t longest = 4096);
  [[nodiscard]] std::optional<std::string> maybe_text(int column, std::size_t longest = 4096);
  [[nodiscard]] Result<void> result() const {
    if (error_) return fail(*error_);
    return {};
  }
  [[nodiscard]] bool good() const { return !error_; }
  /// An objection to a column's value.
  void object(int column, std::string_view why);

 private:
  [[nodiscard]] sqlite3_value* value_of(int column) const {
    return values_ == nullptr ? sqlite3_column_value(row_, column) : values_[column];
  }
  void object_to(int column, int type, std::int64_t number, std::int64_t least, std::int64_t most);

  sqlite3_stmt* row_;
  sqlite3_value** values_ = nullptr;
  const Database& database_;
  std::string_view what_;
  std::optional<Error> error_;
};

}  // namespace vpsfit::recording::sqlite
