// SPDX-License-Identifier: MIT
#include "fx-rates/store_format.hpp"

#include <fmt/format.h>

namespace vpsfit::fx {
namespace {

// Days are text, so that they sort and that any SQLite tool reads them; figures are text, so that they stay as printed.
constexpr const char* tables = R"(
CREATE TABLE file(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL UNIQUE,
  dialect TEXT NOT NULL,
  imported_at TEXT NOT NULL
) STRICT;
CREATE TABLE publication(day TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE rate(
  currency TEXT NOT NULL,
  day TEXT NOT NULL REFERENCES publication(day),
  published TEXT NOT NULL,
  file INTEGER NOT NULL REFERENCES file(id),
  PRIMARY KEY(currency, day)
) STRICT, WITHOUT ROWID;
CREATE VIEW published_rate AS
  SELECT day AS date, currency, published, name AS source, sha256, imported_at FROM rate JOIN file ON file = file.id;
)";

}  // namespace

Result<StoreState> store_state(const sqlite::Database& database) {
  VPSFIT_TRY(const std::int64_t application, database.number("PRAGMA application_id"));
  VPSFIT_TRY(const std::int64_t objects, database.number("SELECT count(*) FROM sqlite_schema"));
  if (application == 0 && objects == 0) return StoreState::empty;
  if (application != store_application_id)
    return fail(ErrorKind::input, "this is another program's database, not a store of exchange rates", database.place(),
                "name the file that 'vpsfit fx import' wrote, or one that is not there yet");
  VPSFIT_TRY(const std::int64_t version, database.number("PRAGMA user_version"));
  if (version != store_version)
    return fail(ErrorKind::input,
                fmt::format("the store has version {}, this program reads version {}", version, store_version),
                database.place(), "use a newer vpsfit, or import the ECB's files into another store");
  return StoreState::ready;
}

Result<void> create_store(const sqlite::Database& database) {
  VPSFIT_CHECK(database.run(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", store_application_id, store_version)
          .c_str()));
  return database.run(tables);
}

}  // namespace vpsfit::fx
