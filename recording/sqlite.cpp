// SPDX-License-Identifier: MIT
#include "recording/sqlite.hpp"

#include <fmt/format.h>
#include <system_error>

#include "core/text.hpp"
#include "files/reason.hpp"

namespace vpsfit::recording::sqlite {
namespace {

/// Longest value and statement that is accepted from a file; the largest of ours is a command line.
constexpr int longest_value = 16 * 1024 * 1024;

/// Nothing that stands in the file's schema may run code, and damaged pages are noticed before they are used.
void distrust(sqlite3* handle) {
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest_value);
  sqlite3_exec(handle, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", nullptr, nullptr, nullptr);
}

std::string_view remedy(int primary) {
  switch (primary) {
    case SQLITE_FULL:
      return "free some disk space and try again";
    case SQLITE_NOTADB:
      return "give the file that 'vpsfit sample --out' wrote";
    case SQLITE_CORRUPT:
    case SQLITE_TOOBIG:
    case SQLITE_FORMAT:
      return "the file was cut or changed: take a copy that is whole, or save what is left with sqlite3's .recover";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program holds the file: close it and try again";
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
      return "a recording that was not finished needs its -wal file and a folder that can be written: copy both there";
    default:
      return "";
  }
}

ErrorKind kind(int primary) {
  switch (primary) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_TOOBIG:
    case SQLITE_FORMAT:
    case SQLITE_ERROR:  // a table or column that the statement needs is not there
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      return ErrorKind::input;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return ErrorKind::unavailable;
    default:
      return ErrorKind::io;
  }
}

std::string message(int code, sqlite3* handle) {
  const int primary = code & 0xFF;
  if (primary == SQLITE_NOTADB) return "is not a SQLite file, so it is not a recording";
  if (primary == SQLITE_CORRUPT) return "the recording is damaged: its pages do not fit together";
  const int cause = handle == nullptr ? 0 : sqlite3_system_errno(handle);
  const bool by_system = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_READONLY;
  // The connection's own words are better, but only while they are about this failure.
  const bool fresh = handle != nullptr && sqlite3_extended_errcode(handle) == code;
  std::string text = fresh ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
  if (by_system && cause != 0) text += ": " + files::reason(cause);
  return "the recording could not be used: " + printable(text);
}

}  // namespace

/// A path as SQLite's file: URI, so that no name (":memory:", "file:x", "a?b") has a second meaning.
std::string uri(const std::filesystem::path& file, Mode mode) {
  std::error_code ignored;
  const auto absolute = std::filesystem::absolute(file, ignored);
  std::string text = "file://";
  for (const char c : (ignored ? file : absolute).string())
    text += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02X}", static_cast<unsigned>(c)) : std::string(1, c);
  if (mode == Mode::immutable) return text + "?mode=ro&immutable=1";
  return text + (mode == Mode::read ? "?mode=ro" : "?mode=rw");
}

void Statement::bind(int at, std::string_view text) {
  sqlite3_bind_text64(handle_.get(), at, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_TRANSIENT,
                      SQLITE_UTF8);
}

int Statement::execute() {
  const int code = step();
  const int reset_code = sqlite3_reset(handle_.get());
  return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : reset_code != SQLITE_OK ? reset_code : code;
}

Database::Database(sqlite3* handle, std::string place)
    : sink_(std::make_unique<RowSink>()), handle_(handle), place_(std::move(place)) {
  if (handle == nullptr) return;
  const auto finish = [](sqlite3_context* context) { sqlite3_result_null(context); };
  sqlite3_create_function_v2(handle, "vpsfit_show", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, sink_.get(), nullptr, show_row,
                             finish, nullptr);
}

void Database::show_row(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  const auto& sink = *static_cast<RowSink*>(sqlite3_user_data(context));
  if (!sink || !sink(values)) sqlite3_result_error(context, "stopped", -1);
}

// An aggregate whose result nobody wants: its steps are the rows. An index of somebody else would bring another order.
Result<void> Database::scan(const std::string& table, const std::string& columns, std::string_view what,
                            const std::function<bool(Fields&)>& row) const {
  VPSFIT_TRY(const auto named, prepare(fmt::format("SELECT {} FROM {}", columns, table)));
  VPSFIT_TRY(auto all, prepare(fmt::format("SELECT vpsfit_show({}) FROM {} NOT INDEXED", columns, table)));
  Fields fields(named, *this, what);
  bool goes_on = true;
  *sink_ = [&](sqlite3_value** values) {
    fields.show(values);
    goes_on = row(fields) && fields.good();
    return goes_on;
  };
  const int code = all.step();
  *sink_ = nullptr;
  VPSFIT_CHECK(fields.result());
  if (goes_on && code != SQLITE_ROW) return fail(error(code));
  return {};
}

Result<Database> Database::open(const std::filesystem::path& file, Mode mode, std::string place) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                    (mode == Mode::write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
  const int code = sqlite3_open_v2(uri(file, mode).c_str(), &handle, flags, nullptr);
  Database database(handle, place.empty() ? printable(file.string()) : std::move(place));
  if (code != SQLITE_OK) return fail(database.error(code));
  distrust(handle);
  return database;
}

int Database::try_run(const char* sql) const { return sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr); }

Result<void> Database::run(const char* sql) const {
  if (const int code = try_run(sql); code != SQLITE_OK) return fail(error(code));
  return {};
}

Result<Statement> Database::prepare(std::string_view sql) const {
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
  Statement statement(handle);
  if (code != SQLITE_OK) return fail(error(code));
  return statement;
}

Result<std::optional<std::int64_t>> Database::number(std::string_view sql) const {
  VPSFIT_TRY(const Statement statement, prepare(sql));
  const int code = sqlite3_step(statement.get());
  if (code == SQLITE_DONE) return std::nullopt;
  if (code != SQLITE_ROW) return fail(error(code));
  if (sqlite3_column_type(statement.get(), 0) != SQLITE_INTEGER) return std::nullopt;
  return sqlite3_column_int64(statement.get(), 0);
}

Error Database::error(int code) const {
  const int primary = code & 0xFF;
  return {kind(primary), message(code, handle_.get()), place_, std::string(remedy(primary))};
}

int Database::close() {
  const int code = sqlite3_close(handle_.get());
  if (code == SQLITE_OK) (void)handle_.release();
  return code;
}

bool may_pass(int code) {
  switch (code & 0xFF) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_CANTOPEN:  // out of descriptors, or the -wal cannot be made while the disk is full
    case SQLITE_NOMEM:
      return true;
    default:
      return false;
  }
}

void Fields::object_to(int column, int type, std::int64_t number, std::int64_t least, std::int64_t most) {
  object(column, type == SQLITE_INTEGER ? fmt::format("is {}, outside {} to {}", number, least, most)
                                        : std::string("is not a whole number"));
}

std::string Fields::text(int column, std::size_t longest) {
  auto value = maybe_text(column, longest);
  if (!value) object(column, "has no value");
  return value.value_or("");
}

std::optional<std::string> Fields::maybe_text(int column, std::size_t longest) {
  sqlite3_value* const held = value_of(column);
  const int type = sqlite3_value_type(held);
  if (type == SQLITE_NULL) return std::nullopt;
  if (type != SQLITE_TEXT) {
    object(column, "is not text");
    return std::nullopt;
  }
  const auto* bytes = sqlite3_value_text(held);
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(held));
  std::string value(bytes, bytes + (bytes == nullptr ? 0 : size));
  if (size > longest) {
    object(column, fmt::format("has {} bytes, at most {} are expected", size, longest));
    return std::nullopt;
  }
  if (!is_utf8(value)) {
    object(column, "is not UTF-8 text");
    return std::nullopt;
  }
  return value;
}

void Fields::object(int column, std::string_view why) {
  if (error_) return;
  const char* const name = sqlite3_column_name(row_, column);
  error_ = Error{
      ErrorKind::input,
      fmt::format("the recording is damaged: {} of {} {}", name == nullptr ? "a column" : printable(name), what_, why),
      database_.place(), "take a copy that was not changed by hand"};
}

}  // namespace vpsfit::recording::sqlite
