// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "core/text.hpp"
#include "lab/generators.hpp"
#include "lab/read_report.hpp"
#include "lab/wrk_correction.hpp"

namespace vpsfit::lab::wrk {
namespace {

constexpr std::string_view mark = "vpsfit-wrk 1";
constexpr std::int64_t most_counted = std::int64_t{1} << 53;

/// Lua's long string with enough equals signs that the text cannot end it. A line break that comes first is swallowed
/// by Lua, so one is put before.
std::string lua_text(std::string_view text) {
  std::string level = "=";
  while (text.find("]" + level + "]") != std::string_view::npos) level += "=";
  return fmt::format("[{0}[\n{1}]{0}]", level, text);
}

std::string lua_script(const Request& request) {
  std::string lua = fmt::format("wrk.method = {}\n", lua_text(request.method));
  for (const auto& [name, value] : request.headers)
    lua += fmt::format("wrk.headers[ {} ] = {}\n", lua_text(name), lua_text(value));
  if (!request.body.empty()) lua += fmt::format("wrk.body = {}\n", lua_text(request.body));
  // Plain prints, because io.write and the numbers' format depend on nothing then.
  lua += fmt::format(R"(function done(summary, latency, requests)
  print("{}")
  for _, key in ipairs({{"duration", "requests", "bytes"}}) do print(string.format("%s %.0f", key, summary[key])) end
  for _, key in ipairs({{"connect", "read", "write", "status", "timeout"}}) do
    print(string.format("%s %.0f", key, summary.errors[key]))
  end
  for i = 1, #latency do
    local value, count = latency(i)
    print(string.format("at %.0f %.0f", value, count))
  end
  print("end")
end
)",
                     mark);
  return lua;
}

struct Told {
  std::map<std::string, std::int64_t, std::less<>> figures;
  LatencyCounts counts;
};

tl::unexpected<Error> torn_wrk(std::string what) {
  return fail(ErrorKind::input, fmt::format("the output of wrk {}", what), {}, "the run did not end as it should");
}

Result<Told> read(std::string_view text) {
  const auto begin = text.find(mark);
  if (begin == std::string_view::npos) return torn_wrk("has no figures of our script");
  Told told;
  for (const auto line : split(text.substr(begin + mark.size() + 1), '\n')) {
    if (line == "end") return told;
    if (line.empty()) break;
    const auto words = split(line, ' ');
    const bool pair = words.size() == 3 && words[0] == "at";
    if (words.size() != 2 && !pair) return torn_wrk(fmt::format("has the line \"{}\"", printable(line, 60)));
    VPSFIT_TRY(const std::int64_t last, parse_int(words.back()));
    if (last < 0 || last > most_counted) return torn_wrk(fmt::format("has the line \"{}\"", printable(line, 60)));
    if (!pair) {
      told.figures.emplace(words[0], last);
      continue;
    }
    VPSFIT_TRY(const std::int64_t value, parse_int(words[1]));
    if (value < 0 || value > Histogram::largest_value || last > (std::int64_t{1} << 40) ||
        !told.counts.emplace(value, last).second)
      return torn_wrk(fmt::format("counts wrongly at {}", value));
  }
  return torn_wrk("is cut");
}

/// Takes wrk's additions out and asserts that exactly the answers are left.
Result<void> restore(Told& told, LoadReport& report, const LoadOrder& order) {
  const auto sum = [](const LatencyCounts& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0},
                           [](std::int64_t s, const auto& c) { return s + c.second; });
  };
  const std::int64_t samples = sum(told.counts);
  LatencyCounts raw = told.counts;
  const auto taken_out = take_out_wrk_correction(raw, report.elapsed.count(), report.answered, order.connections);
  const bool whole = taken_out && sum(raw) + report.timeouts == report.answered;
  report.origin = whole ? LatencyOrigin::actual_send : LatencyOrigin::backfilled;
  if (!whole)
    report.remarks.push_back(fmt::format(
        "wrk counted {} latencies for {} answers, and what it added cannot be taken out", samples, report.answered));
  else if (samples != sum(raw))
    report.remarks.push_back(fmt::format("{} latencies that wrk had made up were taken out", samples - sum(raw)));
  if (!whole) return {};
  report.latency.emplace();
  for (const auto& [value, count] : raw) {
    VPSFIT_CHECK(report.latency->record(value, count));
    if (count > 0) report.latency_max_us = value;
  }
  return {};
}

}  // namespace

Result<Invocation> invoke(const LoadOrder& order) {
  Invocation call;
  // wrk opens connections / threads in each thread, rounded down: only a divisor opens them all.
  std::int64_t threads = std::min(order.threads, order.connections);
  while (order.connections % threads != 0) --threads;
  call.files.emplace_back("wrk.lua", lua_script(order.request));
  call.argv = {"wrk",
               "-t",
               std::to_string(threads),
               "-c",
               std::to_string(order.connections),
               "-d",
               fmt::format("{}s", whole_seconds(order.duration)),
               "--timeout",
               fmt::format("{}s", order.timeout.count()),
               "-s",
               (order.folder / "wrk.lua").string(),
               order.url};
  return call;
}

Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw) {
  VPSFIT_TRY(Told told, read(raw.standard_output));
  for (const std::string_view key : {"duration", "requests", "bytes", "connect", "read", "write", "status", "timeout"})
    if (told.figures.find(key) == told.figures.end()) return torn_wrk(fmt::format("lacks \"{}\"", key));
  auto& figures = told.figures;
  LoadReport report;
  report.answered = figures["requests"];
  report.other_status = figures["status"];  // above 399
  if (report.other_status > report.answered) return torn_wrk("has more bad answers than answers");
  report.good = report.answered - report.other_status;
  for (const std::string_view key : {"connect", "read", "write"})
    VPSFIT_CHECK(add_count(report.socket_errors, figures.find(key)->second));
  report.timeouts = figures["timeout"];
  report.bytes_in = figures["bytes"];
  report.elapsed = std::chrono::microseconds(figures["duration"]);
  if (report.elapsed.count() <= 0 || report.elapsed > std::chrono::hours(24 * 365))
    return torn_wrk(fmt::format("says that it ran {} us: was the clock set?", report.elapsed.count()));
  VPSFIT_CHECK(restore(told, report, order));
  return report;
}

}  // namespace vpsfit::lab::wrk
