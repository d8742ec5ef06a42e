// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <vector>

#include "recording/replacing.hpp"

namespace vpsfit::recording {

/// Rolls the old seconds of a recording up into minutes while it is written, a few after each tick: by the rules of
/// `compact`, each minute of a run a transaction, so whatever happens leaves a whole recording. Only runs of the latest
/// session; older ones are for `compact`. Not for intervals of half a minute and more: nothing would become smaller.
class Retention {
 public:
  /// Uses a connection of its own, from the thread that writes. Fails as the database does.
  [[nodiscard]] static Result<std::unique_ptr<Retention>> open(const std::filesystem::path& file,
                                                               std::chrono::nanoseconds retain,
                                                               std::chrono::nanoseconds interval);
  /// `now` is the moment of the latest tick. Does at most twice the work that a tick brings, and one minute more.
  [[nodiscard]] Result<void> step(Instant now);

 private:
  struct Kept {
    RunRecord run;  ///< its first_tick is the first one that was not dealt with
    std::vector<WindowRecord> windows;
    MinutesOfRun minutes;
    Instant due;  ///< when the next minute of it can be old enough
    bool over = false;
    Kept(RunRecord record, Instant when) : run(std::move(record)), minutes(run, windows, when), due(when) {}
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
  };
  Retention(sqlite::Database database, const std::filesystem::path& file, std::chrono::nanoseconds retain,
            std::chrono::nanoseconds interval)
      : file_(std::move(database), file), retain_(retain), interval_(interval) {}
  [[nodiscard]] Result<void> find_runs(Instant now);
  [[nodiscard]] Result<void> roll_up(Kept& kept, Instant now);

  Reader::Impl file_;
  std::chrono::nanoseconds retain_, interval_;
  std::vector<Replacing> replacing_;  ///< one, once the connection stands at its place
  std::vector<std::unique_ptr<Kept>> runs_;
  RunId newest_ = 0;  ///< run that was seen
  Instant look_again_{};
};

}  // namespace vpsfit::recording
