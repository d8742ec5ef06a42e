// SPDX-License-Identifier: MIT
#include "recording/writer.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sys/stat.h>
#include <utility>

#include "core/text.hpp"
#include "recording/backlog.hpp"
#include "recording/lock.hpp"
#include "recording/retention.hpp"
#include "recording/schema.hpp"
#include "recording/store.hpp"
#include "recording/stored_text.hpp"

namespace vpsfit::recording {
namespace {

constexpr std::size_t longest_run_number = 9;  ///< digits of a name that counts as a number

/// The next integer after the names that are integers.
std::string next_name(const std::vector<std::string>& names) {
  std::int64_t last = 0;
  for (const std::string& name : names)
    if (const auto number = parse_int(name); number && name.size() <= longest_run_number)
      last = std::max(last, *number);
  return std::to_string(last + 1);
}

Result<void> make_where_missing(const std::filesystem::path& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) == 0) {
    if (!S_ISREG(info.st_mode))
      return fail(ErrorKind::input, "is not an ordinary file, so it cannot become a recording",
                  printable(file.string()), "name a new file, like run.db");
    if (info.st_size > 0) return {};
  }
  return create(file);
}

}  // namespace

class Writer::Impl {
 public:
  Impl(WriterLock lock, std::filesystem::path file, std::filesystem::path target, Store store,
       std::chrono::nanoseconds interval)
      : lock_(std::move(lock)),
        file_(std::move(file)),
        target_(std::move(target)),
        store_(std::move(store)),
        interval_(interval) {}

  [[nodiscard]] Result<void> read_numbers() {
    VPSFIT_TRY(next_tick_, store_.next(next_tick_sql));
    VPSFIT_TRY(next_run_, store_.next("SELECT max(id) FROM runs"));
    VPSFIT_TRY(next_window_, store_.next("SELECT max(id) FROM windows"));
    first_run_ = next_run_;
    return {};
  }

  Result<RunId> begin_run(RunStart start);
  Result<void> end_run(RunId run, const RunEnd& end);
  Result<WindowId> begin_window(RunId run, std::string_view name, const Edge& edge);
  Result<void> end_window(WindowId window, const Edge& edge);
  Result<void> tick(const Tick& tick, std::int64_t missed, const std::vector<TickRow>& rows);
  Result<void> notice(RunId run, const Notice& notice);
  Result<void> retain(std::chrono::nanoseconds duration) {
    VPSFIT_TRY(retention_, Retention::open(target_, duration, interval_));
    return {};
  }
  [[nodiscard]] const std::string& retain_trouble() const { return retain_trouble_; }
  void hold() { held_ = true; }
  Result<void> release() {
    held_ = false;
    return backlog_.flush_together(store_);
  }
  Result<void> finish();
  [[nodiscard]] const Backlog& backlog() const { return backlog_; }
  [[nodiscard]] std::string run_name(RunId run) const;

 private:
  struct OpenRun {
    RunId id = 0;
    std::string name;
    std::vector<std::string> windows;
  };
  [[nodiscard]] Result<OpenRun*> find_run(RunId run);
  /// Writes now, or later where the disk refuses or `hold` was called.
  [[nodiscard]] Result<void> write(Operation operation);
  /// What the disk or a lock refuses is tried again with the next tick; what cannot be read is left as it is.
  void roll_up(Instant now);
  [[nodiscard]] tl::unexpected<Error> wrong(std::string message) const {
    return fail(ErrorKind::input, std::move(message), printable(file_.string()));
  }

  WriterLock lock_;                      // given back last
  std::filesystem::path file_, target_;  ///< as the user calls it; where it really is
  Store store_;
  std::chrono::nanoseconds interval_;
  std::unique_ptr<Retention> retention_;
  std::string retain_trouble_;
  Backlog backlog_;
  bool held_ = false;
  std::vector<OpenRun> runs_;
  std::vector<WindowId> windows_;  ///< open ones
  std::int64_t next_tick_ = 1;
  RunId first_run_ = 1, next_run_ = 1;
  WindowId next_window_ = 1;
  std::optional<std::int64_t> last_number_;
};

Result<Writer::Impl::OpenRun*> Writer::Impl::find_run(RunId run) {
  const auto found = std::find_if(runs_.begin(), runs_.end(), [&](const OpenRun& open) { return open.id == run; });
  if (found == runs_.end()) return wrong(fmt::format("run number {} is not open", run));
  return &*found;
}

Result<void> Writer::Impl::write(Operation operation) {
  backlog_.add(std::move(operation));
  return held_ ? Result<void>{} : backlog_.flush(store_);
}

Result<RunId> Writer::Impl::begin_run(RunStart start) {
  VPSFIT_CHECK(check_name("subject", start.subject));
  if (!start.load.name.empty()) VPSFIT_CHECK(check_name("load", start.load.name));
  VPSFIT_CHECK(backlog_.flush(store_));
  if (!backlog_.empty()) return fail(ErrorKind::io, backlog_.trouble(), printable(file_.string()));
  VPSFIT_TRY(const auto names, store_.run_names(start.subject));
  if (start.run.empty()) start.run = next_name(names);
  VPSFIT_CHECK(check_name("run", start.run));
  if (std::find(names.begin(), names.end(), start.run) != names.end())
    return fail(ErrorKind::input,
                fmt::format("{} has a run '{}' already", printable(start.subject), printable(start.run)),
                printable(file_.string()),
                fmt::format("leave --run out for the next one ({}), or name another", next_name(names)));
  if (const int code = store_.begin_run(next_run_, start, next_tick_); code != SQLITE_OK)
    return fail(store_.error(code));
  runs_.push_back({next_run_, start.run, {}});
  return next_run_++;
}

std::string Writer::Impl::run_name(RunId run) const {
  const auto found = std::find_if(runs_.begin(), runs_.end(), [&](const OpenRun& open) { return open.id == run; });
  return found == runs_.end() ? std::string() : found->name;
}

Result<void> Writer::Impl::end_run(RunId run, const RunEnd& end) {
  VPSFIT_CHECK(find_run(run));
  std::erase_if(runs_, [&](const OpenRun& open) { return open.id == run; });
  return write(RunEnded{run, end, next_tick_ - 1});
}

Result<WindowId> Writer::Impl::begin_window(RunId run, std::string_view name, const Edge& edge) {
  VPSFIT_CHECK(check_name("window", name));
  VPSFIT_TRY(OpenRun* const open, find_run(run));
  if (std::find(open->windows.begin(), open->windows.end(), name) != open->windows.end())
    return fail(ErrorKind::input, fmt::format("this run has a window '{}' already", printable(name)),
                printable(file_.string()), "name another window, or start another run");
  open->windows.emplace_back(name);
  windows_.push_back(next_window_);
  VPSFIT_CHECK(write(WindowBegun{next_window_, run, std::string(name), edge}));
  return next_window_++;
}

Result<void> Writer::Impl::end_window(WindowId window, const Edge& edge) {
  const auto removed = std::erase(windows_, window);
  if (removed == 0) return wrong(fmt::format("window number {} is not open", window));
  return write(WindowEnded{window, edge});
}

Result<void> Writer::Impl::tick(const Tick& tick, std::int64_t missed, const std::vector<TickRow>& rows) {
  if (missed < 0 || (last_number_ && tick.number - missed <= *last_number_))
    return wrong(fmt::format("tick {} with {} missed before it does not follow tick {}", tick.number, missed,
                             last_number_.value_or(0)));
  for (const TickRow& row : rows)
    if (row.run < first_run_ || row.run >= next_run_) return wrong(fmt::format("run number {} is not open", row.run));
  const std::int64_t id = next_tick_;
  if (backlog_.empty()) {
    const int code = store_.tick(id, tick, missed, rows);
    if (code != SQLITE_OK && !sqlite::may_pass(code)) return fail(store_.error(code));
    if (code != SQLITE_OK) {
      backlog_.set_trouble(store_.error(code).message);
      backlog_.add(TickTaken{id, tick, missed, rows});
    }
  } else {
    VPSFIT_CHECK(write(TickTaken{id, tick, missed, rows}));
  }
  last_number_ = tick.number;
  ++next_tick_;
  roll_up(tick.begin);
  return {};
}

void Writer::Impl::roll_up(Instant now) {
  if (!retention_ || !backlog_.empty()) return;
  const auto done = retention_->step(now);
  if (done || done.error().kind != ErrorKind::input) return;
  retain_trouble_ = done.error().message;
  retention_.reset();
}

Result<void> Writer::Impl::notice(RunId run, const Notice& notice) {
  if (run < first_run_ || run >= next_run_) return wrong(fmt::format("run number {} is not of this writer", run));
  return write(Remark{run, notice});
}

Result<void> Writer::Impl::finish() {
  VPSFIT_CHECK(backlog_.flush(store_));
  const std::size_t lost = backlog_.ticks();
  const bool incomplete = !backlog_.empty();
  const std::string trouble = backlog_.trouble();
  retention_.reset();
  auto closed = store_.finish(target_);
  if (incomplete)
    return fail(ErrorKind::io, fmt::format("the last {} ticks could not be written: {}", lost, trouble),
                printable(file_.string()), "free some disk space; what was written before is whole");
  return closed;
}

Result<Writer> Writer::open(const std::filesystem::path& file, const Host& host, std::chrono::nanoseconds interval,
                            Instant grid_start, WallTime grid_start_wall) {
  if (interval.count() <= 0) return fail(ErrorKind::input, "the interval is not positive", printable(file.string()));
  VPSFIT_TRY(auto lock, WriterLock::take(file));
  const auto target = resolved(file);
  VPSFIT_CHECK(make_where_missing(target));
  VPSFIT_TRY(auto store, Store::open(target, printable(file.string()), host, interval, grid_start, grid_start_wall));
  auto impl = std::make_unique<Impl>(std::move(lock), file, target, std::move(store), interval);
  VPSFIT_CHECK(impl->read_numbers());
  return Writer(std::move(impl));
}

Writer::Writer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;
Writer::~Writer() = default;

Result<RunId> Writer::begin_run(const RunStart& start) { return impl_->begin_run(start); }
Result<void> Writer::end_run(RunId run, const RunEnd& end) { return impl_->end_run(run, end); }
Result<WindowId> Writer::begin_window(RunId run, std::string_view name, const Edge& edge) {
  return impl_->begin_window(run, name, edge);
}
Result<void> Writer::end_window(WindowId window, const Edge& edge) { return impl_->end_window(window, edge); }
Result<void> Writer::tick(const Tick& tick, std::int64_t missed, const std::vector<TickRow>& rows) {
  return impl_->tick(tick, missed, rows);
}
Result<void> Writer::notice(RunId run, const Notice& notice) { return impl_->notice(run, notice); }
Result<void> Writer::retain(std::chrono::nanoseconds duration) { return impl_->retain(duration); }
const std::string& Writer::retain_trouble() const { return impl_->retain_trouble(); }
void Writer::hold() { impl_->hold(); }
Result<void> Writer::release() { return impl_->release(); }
std::string Writer::run_name(RunId run) const { return impl_->run_name(run); }
std::size_t Writer::unsaved_ticks() const { return impl_->backlog().ticks(); }
std::int64_t Writer::dropped_ticks() const { return impl_->backlog().dropped(); }
const std::string& Writer::trouble() const { return impl_->backlog().trouble(); }
Result<void> Writer::finish() {
  auto done = impl_->finish();
  impl_.reset();  // the lock goes with it
  return done;
}

}  // namespace vpsfit::recording
