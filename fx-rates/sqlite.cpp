// SPDX-License-Identifier: MIT
#include "fx-rates/sqlite.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::fx::sqlite {
namespace {

constexpr int wait_for_others_ms = 5000;

}  // namespace

Statement& Statement::bind(int at, std::string_view text) {
  sqlite3_bind_text64(handle_.get(), at, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind(int at, std::int64_t number) {
  sqlite3_bind_int64(handle_.get(), at, number);
  return *this;
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) {
    auto failure = database_->error();
    sqlite3_reset(handle_.get());
    return failure;
  }
  sqlite3_reset(handle_.get());
  return false;
}

Result<void> Statement::execute() {
  for (;;) {
    VPSFIT_TRY(const bool row, step());
    if (!row) return {};
  }
}

std::string Statement::text(int column) const {
  const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

Result<Database> Database::open(const std::filesystem::path& file, Mode mode) {
  const int flags = mode == Mode::read     ? SQLITE_OPEN_READONLY
                    : mode == Mode::create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                           : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(mode == Mode::memory ? ":memory:" : file.c_str(), &handle, flags, nullptr);
  Database database(handle, printable(file.string()));
  if (code != SQLITE_OK) return database.error();
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, wait_for_others_ms);
  // The file may come from anybody: nothing in its schema is to run code of its own.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  VPSFIT_CHECK(database.run("PRAGMA trusted_schema = OFF"));
  return database;
}

Result<void> Database::run(const char* sql) const {
  if (sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return error();
  return {};
}

Result<Statement> Database::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr) != SQLITE_OK)
    return error();
  return Statement(statement, *this);
}

Result<std::int64_t> Database::number(std::string_view sql) const {
  VPSFIT_TRY(Statement statement, prepare(sql));
  VPSFIT_TRY(const bool row, statement.step());
  return row ? statement.number(0) : 0;
}

tl::unexpected<Error> Database::error() const {
  if (handle_ == nullptr) return fail(ErrorKind::io, "there is no memory for the database", place_);
  const std::string message = sqlite3_errmsg(handle_.get());
  switch (sqlite3_errcode(handle_.get()) & 0xff) {
    case SQLITE_NOTADB:
      return fail(ErrorKind::input, "this is not a store of exchange rates", place_,
                  "name the file that 'vpsfit fx import' wrote");
    case SQLITE_CORRUPT:
    case SQLITE_SCHEMA:
    case SQLITE_ERROR:
      return fail(ErrorKind::input, fmt::format("the store is damaged: {}", printable(message)), place_,
                  "import the ECB's files anew into another store");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return fail(ErrorKind::io, "another program writes to the store", place_, "try again when it is done");
    case SQLITE_FULL:
      return fail(ErrorKind::io, fmt::format("cannot write: {}", message), place_,
                  "free some disk space and try again");
    default:
      return fail(ErrorKind::io, fmt::format("the store cannot be used: {}", printable(message)), place_,
                  "check the name and the permissions of the file and its folder");
  }
}

}  // namespace vpsfit::fx::sqlite
