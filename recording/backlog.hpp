// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/result.hpp"
#include "recording/store.hpp"

namespace vpsfit::recording {

/// Things that are written in the order in which they happened.
struct TickTaken {
  std::int64_t id = 0;
  Tick tick;
  std::int64_t missed = 0;
  std::vector<TickRow> rows;
};
struct WindowBegun {
  WindowId id = 0;
  RunId run = 0;
  std::string name;
  Edge edge;
};
struct WindowEnded {
  WindowId id = 0;
  Edge edge;
};
struct RunEnded {
  RunId run = 0;
  RunEnd end;
  std::int64_t last_tick = 0;
};
struct Remark {
  RunId run = 0;
  Notice notice;
};
using Operation = std::variant<TickTaken, WindowBegun, WindowEnded, RunEnded, Remark>;

/// What the disk refused so far. Ticks are bounded: beyond, the oldest are dropped and become a gap in the recording.
class Backlog {
 public:
  static constexpr std::size_t most_ticks = 3600;
  static constexpr std::size_t most_rows = 65'536;  ///< of all ticks together: about 30 MB

  void add(Operation operation);
  /// Writes from the front until the disk refuses; that is no failure. Fails where an operation can never be written
  /// (it is then gone).
  [[nodiscard]] Result<void> flush(Store& store);
  /// The same in one transaction, where the disk takes all of it at once.
  [[nodiscard]] Result<void> flush_together(Store& store);
  [[nodiscard]] bool empty() const { return operations_.empty() && !dropped_gap_; }
  [[nodiscard]] std::size_t ticks() const { return ticks_; }
  [[nodiscard]] std::int64_t dropped() const { return dropped_; }  ///< since the beginning
  /// Why the latest write was refused; empty in health.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  void set_trouble(std::string why) { trouble_ = std::move(why); }

 private:
  void drop_oldest_tick();
  void forget(const Operation& operation);

  std::deque<Operation> operations_;
  std::size_t ticks_ = 0, rows_ = 0;
  std::int64_t dropped_ = 0;
  std::optional<Gap> dropped_gap_;
  std::string trouble_;
};

}  // namespace vpsfit::recording
