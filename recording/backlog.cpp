// SPDX-License-Identifier: MIT
#include "recording/backlog.hpp"

#include <algorithm>

namespace vpsfit::recording {
namespace {

struct Write {
  Store& store;
  int operator()(const TickTaken& o) const { return store.tick(o.id, o.tick, o.missed, o.rows); }
  int operator()(const WindowBegun& o) const { return store.begin_window(o.id, o.run, o.name, o.edge); }
  int operator()(const WindowEnded& o) const { return store.end_window(o.id, o.edge); }
  int operator()(const RunEnded& o) const { return store.end_run(o.run, o.end, o.last_tick); }
  int operator()(const Remark& o) const { return store.notice(o.run, o.notice); }
};

}  // namespace

void Backlog::add(Operation operation) {
  if (const auto* taken = std::get_if<TickTaken>(&operation)) {
    ++ticks_;
    rows_ += taken->rows.size();
  }
  operations_.push_back(std::move(operation));
  while (ticks_ > 1 && (ticks_ > most_ticks || rows_ > most_rows)) drop_oldest_tick();
}

void Backlog::drop_oldest_tick() {
  const auto oldest = std::find_if(operations_.begin(), operations_.end(),
                                   [](const Operation& o) { return std::holds_alternative<TickTaken>(o); });
  const auto& taken = std::get<TickTaken>(*oldest);
  // Ticks are dropped one after the other, so the gap stays one stretch; ticks missed within it are part of it.
  if (!dropped_gap_) dropped_gap_ = Gap{taken.tick.number - taken.missed, 0, "dropped"};
  dropped_gap_->ticks = taken.tick.number + 1 - dropped_gap_->first_number;
  ++dropped_;
  forget(*oldest);
  operations_.erase(oldest);
}

void Backlog::forget(const Operation& operation) {
  if (const auto* taken = std::get_if<TickTaken>(&operation)) {
    --ticks_;
    rows_ -= taken->rows.size();
  }
}

Result<void> Backlog::flush_together(Store& store) {
  if (dropped_gap_ || operations_.size() < 2) return flush(store);
  const int code = store.together([&] {
    for (const auto& operation : operations_)
      if (const int refused = std::visit(Write{store}, operation); refused != SQLITE_OK) return refused;
    return SQLITE_OK;
  });
  if (code != SQLITE_OK) return flush(store);  // one by one tells which of them cannot be written
  operations_.clear();
  ticks_ = rows_ = 0;
  trouble_.clear();
  return {};
}

Result<void> Backlog::flush(Store& store) {
  const auto refused = [&](int code) {
    trouble_ = store.error(code).message;
    return sqlite::may_pass(code);
  };
  if (dropped_gap_) {
    if (const int code = store.gap(*dropped_gap_); code != SQLITE_OK) {
      if (refused(code)) return {};
      dropped_gap_.reset();
      return fail(store.error(code));
    }
    dropped_gap_.reset();
  }
  while (!operations_.empty()) {
    const int code = std::visit(Write{store}, operations_.front());
    if (code != SQLITE_OK && refused(code)) return {};
    forget(operations_.front());
    operations_.pop_front();
    if (code != SQLITE_OK) return fail(store.error(code));
  }
  trouble_.clear();
  return {};
}

}  // namespace vpsfit::recording
