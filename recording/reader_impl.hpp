// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "recording/reader.hpp"
#include "recording/row_values.hpp"
#include "recording/sqlite.hpp"
#include "recording/store.hpp"

namespace vpsfit::recording {

/// Fails (input) naming the known ones.
[[nodiscard]] Result<MemoryDefinition> parse_memory_definition(std::string_view text);
/// One sample by the definition; nothing where a part of it was not read.
[[nodiscard]] std::optional<Bytes> memory_of(const Reading& reading, const std::optional<Detail>& detail,
                                             MemoryDefinition definition);

/// A run as it stands in the file, with its place on the grid.
struct RunRecord {
  RunId id = 0;
  RunStart start;
  std::optional<RunEnd> end;
  Host host;
  std::chrono::nanoseconds interval{};
  Instant grid_start{};
  std::int64_t session = 0;
  std::int64_t first_tick = 0, last_tick = 0;  ///< ids of ticks that can be this run's
};

/// A window as it stands in the file.
struct WindowRecord {
  WindowId id = 0;
  std::string name;
  Edge begin;
  std::optional<Edge> end;
};

/// A row of a run's series together with the id of its tick.
using RowCallback = std::function<bool(std::int64_t tick, const SeriesRow& row)>;
/// The same for the rows of all runs; `run` is the index of the run.
using AnyRowCallback = std::function<void(std::size_t run, std::int64_t tick, const SeriesRow& row)>;

/// The opened file; every value that leaves it has been checked.
class Reader::Impl {
 public:
  Impl(sqlite::Database database, std::filesystem::path file)
      : database_(std::move(database)), file_(std::move(file)) {}

  /// Everything read during the life of the result is of one moment.
  class Snapshot {
   public:
    explicit Snapshot(const sqlite::Database& database) : database_(database), code_(database.try_run("BEGIN")) {}
    ~Snapshot() { (void)database_.try_run("ROLLBACK"); }
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;
    [[nodiscard]] Result<void> result() const;

   private:
    const sqlite::Database& database_;
    int code_;
  };

  [[nodiscard]] Result<std::vector<RunRecord>> runs() const;
  [[nodiscard]] Result<std::vector<WindowRecord>> windows(const RunRecord& run) const;
  [[nodiscard]] Result<std::vector<Gap>> gaps(const RunRecord& run) const;
  [[nodiscard]] Result<std::vector<Notice>> notices(const RunRecord& run) const;
  [[nodiscard]] Result<void> series(const RunRecord& run, const RowCallback& row) const;
  /// The rows of all runs, tick by tick, on one way through the file.
  [[nodiscard]] Result<void> each_series(const std::vector<RunRecord>& runs, const AnyRowCallback& row) const;
  /// The median over the run's samples of ticks [first, last] of which `count` have a value; the mean of the middle
  /// two, rounded down, where their number is even.
  [[nodiscard]] Result<std::optional<Bytes>> median(const RunRecord& run, std::int64_t first, std::int64_t last,
                                                    std::int64_t count, MemoryDefinition definition) const;
  [[nodiscard]] Result<std::string> content_hash() const;

  [[nodiscard]] const sqlite::Database& database() const { return database_; }
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  sqlite::Database database_;
  std::filesystem::path file_;
};

/// The statistics of all runs; `running` tells of each whether a living sampler is at it.
[[nodiscard]] Result<std::vector<RunSummary>> summarize_runs(const Reader::Impl& file,
                                                             const std::vector<RunRecord>& runs,
                                                             MemoryDefinition definition,
                                                             const std::vector<bool>& running);

}  // namespace vpsfit::recording
