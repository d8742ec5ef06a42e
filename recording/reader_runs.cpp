// SPDX-License-Identifier: MIT
#include <array>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "recording/reader_impl.hpp"
#include "recording/stored_text.hpp"

namespace vpsfit::recording {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr std::int64_t first_wall_us = -62'135'596'800'000'000;  ///< the year 1
constexpr std::int64_t last_wall_us = 253'402'300'799'999'999;   ///< the year 9999
constexpr std::int64_t longest_interval_ns = 10LL * 366 * 86400 * 1'000'000'000;

constexpr std::string_view query =
    "SELECT r.id, r.session, s.name, r.name, r.target, r.group_path, r.group_inode, r.group_is_fresh, r.source, "
    "r.command, r.load_name, r.request_rate_per_s, r.limit_memory_bytes, r.limit_memory_from, r.limit_cpu_cores, "
    "r.limit_cpu_from, r.limit_cpuset_cpus, r.peak_at_start_bytes, r.started_ns, r.started_wall_us, r.first_tick, "
    "coalesce(r.last_tick, (SELECT min(n.first_tick) - 1 FROM sessions n WHERE n.id > r.session), "
    "9223372036854775807), "
    "r.ended_ns, r.ended_wall_us, r.end_reason, r.command_status, "
    "i.interval_ns, i.grid_start_monotonic_ns, i.tool_version, "
    "h.kernel, h.architecture, h.cpu_model, h.cpus, h.memory_bytes, h.page_size, h.cgroup_mode "
    "FROM runs r LEFT JOIN subjects s ON s.id = r.subject LEFT JOIN sessions i ON i.id = r.session "
    "LEFT JOIN hosts h ON h.id = i.host ORDER BY r.id";

/// Reads the columns of the query from left to right.
class Cursor {
 public:
  explicit Cursor(sqlite::Fields& fields) : fields_(fields) {}
  std::int64_t whole(std::int64_t least = 0, std::int64_t most = INT64_MAX) {
    return fields_.whole(at_++, least, most);
  }
  std::optional<std::int64_t> maybe_whole(std::int64_t least = 0, std::int64_t most = INT64_MAX) {
    return fields_.maybe_whole(at_++, least, most);
  }
  std::optional<Bytes> maybe_bytes() {
    const auto value = maybe_whole();
    return value ? std::optional(Bytes{*value}) : std::nullopt;
  }
  std::string text(std::size_t longest = 8 * longest_text) { return fields_.text(at_++, longest); }
  std::optional<std::string> maybe_text(std::size_t longest = 8 * longest_text) {
    return fields_.maybe_text(at_++, longest);
  }
  /// A name as the writer takes it: what is not one was written by something else, and would reach reports as it is.
  std::string name() {
    std::string text = this->text(longest_name);
    if (!check_name("run", text)) object("is not a name");
    return text;
  }
  WallTime wall() { return WallTime{microseconds{whole(first_wall_us, last_wall_us)}}; }
  /// "20000", "1/3"; never negative.
  std::optional<Rational> maybe_fraction() {
    const auto text = maybe_text();
    if (!text) return std::nullopt;
    const auto slash = text->find('/');
    const auto above = parse_decimal(text->substr(0, slash));
    const auto below =
        slash == std::string::npos ? Result<Rational>(Rational(1)) : parse_decimal(text->substr(slash + 1));
    if (above && below && !above->is_negative() && !below->is_negative() && !below->is_zero()) return *above / *below;
    object("is not a fraction");
    return std::nullopt;
  }
  /// The value whose text stands there.
  template <class Enum, std::size_t N>
  Enum one_of(const std::string& text, const std::array<Enum, N>& values) {
    for (const Enum value : values)
      if (to_text(value) == text) return value;
    object("is '" + printable(text, 40) + "'");
    return values.front();
  }
  /// An objection to the column that was read last.
  void object(std::string_view why) { fields_.object(at_ - 1, why); }

 private:
  sqlite::Fields& fields_;
  int at_ = 0;
};

constexpr std::array sources{SourceKind::cgroup2, SourceKind::hybrid, SourceKind::cgroup1, SourceKind::process_tree,
                             SourceKind::docker_api};
constexpr std::array reasons{EndReason::finished,    EndReason::command_exited, EndReason::target_vanished,
                             EndReason::interrupted, EndReason::failed,         EndReason::cut};

RunStart start_at(Cursor& row, std::string& command) {
  RunStart start;
  start.subject = row.name();
  start.run = row.name();
  start.target = row.text();
  start.group_path = row.text();
  start.group_inode = static_cast<std::uint64_t>(row.whole(INT64_MIN));
  start.group_is_fresh = row.whole(0, 1) == 1;
  start.source = row.one_of(row.text(), sources);
  command = row.maybe_text(longest_list).value_or("[]");
  start.load.name = row.text(longest_name);
  if (!start.load.name.empty() && !check_name("load", start.load.name)) row.object("is not a name");
  start.load.request_rate_per_s = row.maybe_fraction();
  start.limits.memory = row.maybe_bytes();
  start.limits.memory_from = row.text();
  start.limits.cpu_cores = row.maybe_fraction();
  start.limits.cpu_from = row.text();
  start.limits.cpuset_cpus = row.maybe_whole();
  start.peak_at_start = row.maybe_bytes();
  return start;
}

/// Ended where there is an end reason; the others are then needed.
std::optional<RunEnd> end_at(Cursor& row, nanoseconds& ended) {
  const auto at = row.maybe_whole(-far, far);
  const auto wall = row.maybe_whole(first_wall_us, last_wall_us);
  const auto reason = row.maybe_text();
  RunEnd end;
  if (reason) end.reason = row.one_of(*reason, reasons);
  if (reason.has_value() != at.has_value() || reason.has_value() != wall.has_value()) row.object("is half an end");
  const auto status = row.maybe_whole(0, 255);
  if (status) end.command_status = static_cast<int>(*status);
  if (!reason || !at || !wall) return std::nullopt;
  ended = nanoseconds{*at};
  end.ended_wall = WallTime{microseconds{*wall}};
  return end;
}

Host host_at(Cursor& row) {
  Host host;
  host.tool_version = row.text();
  host.kernel = row.text();
  host.architecture = row.text();
  host.cpu_model = row.text();
  host.cpus = row.whole();
  host.memory = Bytes{row.whole()};
  host.page_size = row.whole();
  host.cgroup_mode = row.text();
  return host;
}

}  // namespace

Result<std::vector<RunRecord>> Reader::Impl::runs() const {
  VPSFIT_TRY(auto statement, database_.prepare(query));
  std::vector<RunRecord> result;
  for (;;) {
    const int code = statement.step();
    if (code == SQLITE_DONE) return result;
    if (code != SQLITE_ROW) return fail(database_.error(code));
    sqlite::Fields fields(statement, database_, "runs");
    Cursor row(fields);
    RunRecord record;
    std::string command;
    nanoseconds started{}, ended{};
    record.id = row.whole(INT64_MIN);
    record.session = row.whole(INT64_MIN);
    record.start = start_at(row, command);
    started = nanoseconds{row.whole(-far, far)};
    record.start.started_wall = row.wall();
    record.first_tick = row.whole(INT64_MIN);
    record.last_tick = row.whole(INT64_MIN);
    record.end = end_at(row, ended);
    record.interval = nanoseconds{row.whole(1, longest_interval_ns)};
    record.grid_start = Instant{nanoseconds{row.whole(-far, far)}};
    record.host = host_at(row);
    record.start.started = record.grid_start + started;
    if (record.end) record.end->ended = record.grid_start + ended;
    VPSFIT_CHECK(fields.result());
    auto words = parse_command(command);
    if (!words) return fail(std::move(words).error().in(database_.place()));
    record.start.command = std::move(*words);
    result.push_back(std::move(record));
  }
}

}  // namespace vpsfit::recording
