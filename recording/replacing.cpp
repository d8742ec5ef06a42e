// SPDX-License-Identifier: MIT
#include "recording/replacing.hpp"

#include <fmt/format.h>

namespace vpsfit::recording {
namespace {

constexpr int minute_columns_count = 2 + 5 + 17;

Result<void> done(sqlite::Statement& statement, const sqlite::Database& database) {
  const int code = statement.execute();
  return code == SQLITE_OK ? Result<void>{} : fail(database.error(code));
}

void bind(sqlite::Statement& statement, int at, std::int64_t value) { statement.bind(at, value); }
void bind(sqlite::Statement& statement, int at, const std::optional<Bytes>& value) {
  value ? statement.bind(at, value->count()) : statement.bind_null(at);
}

}  // namespace

Result<Replacing> Replacing::prepare(const sqlite::Database& database) {
  Replacing all(database);
  std::string places = "?1, ?2";
  for (int i = 3; i <= minute_columns_count; ++i) places += fmt::format(", ?{}", i);
  VPSFIT_TRY(all.add_,
             database.prepare(fmt::format("INSERT INTO minutes(tick, run, {}) VALUES({})", minute_columns(), places)));
  VPSFIT_TRY(all.reading_, database.prepare("DELETE FROM readings WHERE tick = ?1 AND run = ?2"));
  VPSFIT_TRY(all.detail_, database.prepare("DELETE FROM details WHERE tick = ?1 AND run = ?2"));
  VPSFIT_TRY(all.tick_, database.prepare("DELETE FROM ticks WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM readings "
                                         "WHERE tick = ?1)"));
  return all;
}

Result<void> Replacing::replace_one(const RunRecord& run, const RolledUp& one) {
  const Minute& minute = one.minute;
  add_.bind(1, one.kept);
  add_.bind(2, run.id);
  add_.bind(3, minute.first_number);
  add_.bind(4, (minute.first - run.grid_start).count());
  add_.bind(5, minute.samples);
  add_.bind(6, minute.longest_gap.count());
  add_.bind(7, std::int64_t{minute.went_back ? 1 : 0});
  int at = 7;
  each_minute_field(minute, [&](std::string_view, const auto& field) { bind(add_, ++at, field); });
  VPSFIT_CHECK(done(add_, database_));
  for (const std::int64_t tick : one.removed) {
    for (sqlite::Statement* const remove : {&reading_, &detail_}) {
      remove->bind(1, tick);
      remove->bind(2, run.id);
      VPSFIT_CHECK(done(*remove, database_));
    }
    tick_.bind(1, tick);
    VPSFIT_CHECK(done(tick_, database_));
  }
  return {};
}

Result<void> Replacing::replace(const RunRecord& run, const std::vector<RolledUp>& minutes) {
  VPSFIT_CHECK(database_.run("BEGIN IMMEDIATE"));
  Result<void> replaced;
  for (const RolledUp& one : minutes)
    if (replaced) replaced = replace_one(run, one);
  if (replaced) replaced = database_.run("COMMIT");
  if (!replaced) (void)database_.try_run("ROLLBACK");
  return replaced;
}

}  // namespace vpsfit::recording
