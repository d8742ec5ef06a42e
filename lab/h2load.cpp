// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "lab/generators.hpp"
#include "lab/read_report.hpp"
#include "lab/rebuild.hpp"

namespace vpsfit::lab::h2load {
namespace {

tl::unexpected<Error> torn_h2load(std::string what) {
  return fail(ErrorKind::input, fmt::format("the output of h2load {}", what), {}, "the run did not end as it should");
}

/// The text behind `key` up to the line's end; empty where it is not there.
std::string_view line_of(std::string_view text, std::string_view key) {
  const auto at = text.find(key);
  if (at == std::string_view::npos) return {};
  const auto rest = text.substr(at + key.size());
  return rest.substr(0, rest.find('\n'));
}

/// In " 400 total, 400 started, ..." the number before a word; nothing where h2load counted below zero, which it prints
/// as a number near 2^64 when the time is over while answers are on their way.
Result<std::optional<std::int64_t>> number_before(std::string_view line, std::string_view word) {
  constexpr std::string_view wrapped = "18446744073";
  for (auto part : split(line, ',')) {
    part = trim(part);
    const auto space = part.find(' ');
    if (space == std::string_view::npos || part.substr(space + 1) != word) continue;
    if (space == 20 && part.substr(0, wrapped.size()) == wrapped) return std::optional<std::int64_t>();
    VPSFIT_TRY(const std::int64_t number, parse_int(part.substr(0, space)));
    return std::optional(number);
  }
  return torn_h2load(fmt::format("does not tell how many were {}", word));
}

/// "2.00s", "19.02ms", "390us", "1m2s" is not printed by it.
Result<std::int64_t> duration_us(std::string_view text) {
  const auto unit_at = text.find_first_not_of("0123456789.");
  if (unit_at == std::string_view::npos) return torn_h2load("has no duration");
  const auto unit = text.substr(unit_at);
  const std::int64_t scale = unit == "s" ? 1'000'000 : unit == "ms" ? 1'000 : unit == "us" ? 1 : 0;
  VPSFIT_TRY(const Rational amount, parse_decimal(text.substr(0, unit_at)));
  if (scale == 0 || amount > Rational(31'622'400)) return torn_h2load(fmt::format("took \"{}\"", printable(text, 30)));
  return round_to(amount * Rational(scale), 0, Rounding::half_away).floor();
}

struct Log {
  std::vector<Sent> answers;
  std::int64_t good = 0, failed = 0;
  std::int64_t first_us = INT64_MAX, last_us = 0;
};

Result<Log> read_log(std::string_view text) {
  Log log;
  std::size_t number = 0;
  for (const auto line : split(text, '\n')) {
    ++number;
    if (line.empty()) continue;
    const auto fields = split(line, '\t');
    if (fields.size() < 3) return torn_h2load(fmt::format("has a torn row {}", number));
    VPSFIT_TRY(const std::int64_t start, parse_int(fields[0]));
    VPSFIT_TRY(const std::int64_t status, parse_int(fields[1]));
    VPSFIT_TRY(const std::int64_t took, parse_int(fields[2]));
    constexpr std::int64_t far = std::int64_t{1} << 53;
    if (start < 0 || start > far || took < 0 || took > far)
      return torn_h2load(fmt::format("has an impossible time in row {}", number));
    if (status < 100) {
      ++log.failed;
      continue;
    }
    log.good += status / 100 == 2 ? 1 : 0;
    log.answers.push_back({start, took});
    log.first_us = std::min(log.first_us, start);
    log.last_us = std::max(log.last_us, start + took);
  }
  return log;
}

Result<void> read_summary(std::string_view text, LoadReport& report, const Log& log) {
  const auto requests = line_of(text, "\nrequests:");
  const auto finished = line_of(text, "finished in ");
  if (requests.empty() || finished.empty()) return torn_h2load("is cut");
  VPSFIT_TRY(report.sent, number_before(requests, "started"));
  VPSFIT_TRY(const auto errored, number_before(requests, "errored"));
  VPSFIT_TRY(const auto timeouts, number_before(requests, "timeout"));
  report.timeouts = timeouts.value_or(0);
  report.socket_errors = std::max<std::int64_t>(0, errored.value_or(0) - report.timeouts);
  if (!report.sent || !errored || !timeouts)
    report.remarks.emplace_back("h2load printed a count below zero: what its log says was taken");
  const auto traffic = line_of(text, "\ntraffic:");
  const auto open = traffic.find('('), close = traffic.find(')');
  if (open != std::string_view::npos && close != std::string_view::npos && close > open)
    if (const auto bytes = parse_int(traffic.substr(open + 1, close - open - 1))) report.bytes_in = *bytes;
  VPSFIT_TRY(std::int64_t elapsed, duration_us(finished.substr(0, finished.find(','))));
  // It prints three digits; the log may know better.
  if (!log.answers.empty()) elapsed = std::max(elapsed, log.last_us - log.first_us);
  if (elapsed <= 0) return torn_h2load("took no time");
  report.elapsed = std::chrono::microseconds(elapsed);
  return {};
}

}  // namespace

Result<Invocation> invoke(const LoadOrder& order) {
  Invocation call;
  call.log = "h2load.tsv";
  call.argv = {"h2load",
               "--h1",
               "-c",
               std::to_string(order.connections),
               "-t",
               std::to_string(std::min(order.threads, order.connections)),
               "-N",
               fmt::format("{}s", order.timeout.count()),
               fmt::format("--log-file={}", (order.folder / call.log).string())};
  if (order.mode == LoadMode::requests) {
    call.argv.insert(call.argv.end(), {"-n", std::to_string(order.requests)});
  } else {
    call.argv.insert(call.argv.end(), {"-D", std::to_string(whole_seconds(order.duration))});
  }
  if (order.mode == LoadMode::rate) {
    const Rational each = order.rate / Rational(order.connections);
    if (!ends_as_decimal(each))
      return fail(ErrorKind::input,
                  fmt::format("{} requests per second cannot be shared exactly by {} connections of h2load",
                              to_decimal(order.rate, Rounding::half_away), order.connections),
                  {}, "take a number of connections that divides the rate");
    call.argv.push_back(fmt::format("--rps={}", to_decimal(each, Rounding::half_away)));
  }
  for (const auto& [name, value] : order.request.headers)
    call.argv.insert(call.argv.end(), {"-H", fmt::format("{}: {}", name, value)});
  if (!order.request.body.empty()) {
    call.files.emplace_back("body", order.request.body);
    call.argv.insert(call.argv.end(), {"-d", (order.folder / "body").string()});
  }
  const std::string_view usual = order.request.body.empty() ? "GET" : "POST";
  if (order.request.method != usual) call.argv.insert(call.argv.end(), {"-H", ":method: " + order.request.method});
  call.argv.push_back(order.url);
  return call;
}

Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw) {
  LoadReport report;
  VPSFIT_TRY(Log log, read_log(raw.log));
  VPSFIT_CHECK(read_summary(raw.standard_output, report, log));
  report.answered = static_cast<std::int64_t>(log.answers.size());
  report.good = log.good;
  report.other_status = report.answered - report.good;
  if (log.failed > report.timeouts + report.socket_errors) report.socket_errors = log.failed - report.timeouts;
  if (report.sent && report.answered > *report.sent) return torn_h2load("has more answers than requests");
  const bool at_rate = order.mode == LoadMode::rate;
  report.origin = at_rate ? LatencyOrigin::rebuilt : LatencyOrigin::actual_send;
  VPSFIT_TRY(Rebuilt rebuilt, at_rate ? rebuild_schedule(std::move(log.answers), order.rate) : as_sent(log.answers));
  if (report.answered > 0) report.latency_max_us = rebuilt.max_us;
  if (at_rate) report.schedule_lag_us = rebuilt.lag_us;
  if (at_rate)
    report.remarks.emplace_back("h2load sends in bursts of all its connections, and they are part of these latencies");
  report.latency = std::move(rebuilt.latency);
  return report;
}

}  // namespace vpsfit::lab::h2load
