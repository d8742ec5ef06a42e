// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "recording/bulk_insert.hpp"
#include "recording/sqlite.hpp"
#include "recording/writer.hpp"

namespace vpsfit::recording {

/// A stretch of the grid without readings. "missed": the sampler came late; "dropped": the disk refused them too long.
struct Gap {
  std::int64_t first_number = 0;
  std::int64_t ticks = 0;
  std::string_view reason = "missed";
};

/// The latest number of a tick that the file knows of; a session or run may begin after the last tick.
inline constexpr const char* next_tick_sql =
    "SELECT max(m) FROM (SELECT max(id) AS m FROM ticks UNION ALL SELECT max(first_tick) - 1 FROM sessions "
    "UNION ALL SELECT max(last_tick) FROM runs)";

/// The tables of an open recording, written at once: each call is one transaction and returns SQLITE_OK or SQLite's
/// code, after which nothing of it is in the file. Statements are prepared once; a tick allocates nothing here.
class Store {
 public:
  /// Opens an existing recording for writing and begins a session in it; `place` is how the user calls the file.
  [[nodiscard]] static Result<Store> open(const std::filesystem::path& file, const std::string& place, const Host& host,
                                          std::chrono::nanoseconds interval, Instant grid_start,
                                          WallTime grid_start_wall);

  /// What `work` writes becomes one transaction: all of it, or nothing.
  [[nodiscard]] int together(const std::function<int()>& work) {
    return transaction([&] {
      joined_ = true;
      const int code = work();
      joined_ = false;
      return code;
    });
  }

  [[nodiscard]] int tick(std::int64_t id, const Tick& tick, std::int64_t missed, std::span<const TickRow> rows);
  [[nodiscard]] int gap(const Gap& gap);
  [[nodiscard]] int begin_window(WindowId id, RunId run, std::string_view name, const Edge& edge);
  [[nodiscard]] int end_window(WindowId id, const Edge& edge);
  [[nodiscard]] int end_run(RunId run, const RunEnd& end, std::int64_t last_tick);
  [[nodiscard]] int notice(RunId run, const Notice& notice);
  /// `run.run` is not empty here.
  [[nodiscard]] int begin_run(RunId id, const RunStart& run, std::int64_t first_tick);
  /// The names of the subject's runs.
  [[nodiscard]] Result<std::vector<std::string>> run_names(std::string_view subject) const;
  /// Checkpoints, leaves WAL, closes; fails (io) where the one file does not hold everything.
  [[nodiscard]] Result<void> finish(const std::filesystem::path& file);

  [[nodiscard]] Error error(int code) const { return database_.error(code); }
  /// The first free number, where `sql` gives the last one used.
  [[nodiscard]] Result<std::int64_t> next(const char* sql) const;

 private:
  explicit Store(sqlite::Database database) : database_(std::move(database)) {}
  [[nodiscard]] Result<void> prepare();
  [[nodiscard]] Result<void> begin_session(const Host& host, std::chrono::nanoseconds interval,
                                           WallTime grid_start_wall);
  template <class Work>
  [[nodiscard]] int transaction(Work work);
  [[nodiscard]] int edge(WindowId window, std::string_view side, const Edge& edge);
  [[nodiscard]] std::int64_t since_grid(Instant moment) const { return (moment - grid_start_).count(); }

  sqlite::Database database_;
  sqlite::Statement begin_, commit_, rollback_, tick_, gap_, edge_, context_, window_;
  BulkInsert readings_, details_;
  std::vector<std::size_t> with_detail_;  ///< rows of the tick that have one; kept for its capacity
  std::int64_t session_ = 0;
  bool joined_ = false;  ///< within `together`
  Instant grid_start_{};
};

template <class Work>
int Store::transaction(Work work) {
  if (joined_) return work();
  int code = begin_.execute();
  if (code == SQLITE_OK) code = work();
  if (code == SQLITE_OK) code = commit_.execute();
  // A full disk may have ended the transaction already; whatever is left of it is taken back.
  if (code != SQLITE_OK && sqlite3_get_autocommit(database_.get()) == 0) (void)rollback_.execute();
  return code;
}

}  // namespace vpsfit::recording
