// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/date.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "json/parse.hpp"
#include "lab/generators.hpp"
#include "lab/read_report.hpp"
#include "lab/rebuild.hpp"

namespace vpsfit::lab::vegeta {
namespace {

/// "2026-11-30T23:32:10.118123456Z" or with "+01:00": microseconds of the day's clock; only differences are used.
Result<std::int64_t> moment_us(std::string_view text) {
  const auto wrong = [&] { return fail(ErrorKind::input, fmt::format("\"{}\" is no moment", printable(text, 40))); };
  if (text.size() < 20 || text[10] != 'T' || text[13] != ':' || text[16] != ':') return wrong();
  const auto day = parse_date(text.substr(0, 10));
  const auto hour = parse_int(text.substr(11, 2)), minute = parse_int(text.substr(14, 2));
  auto end = text.find_first_not_of("0123456789.", 17);
  if (end == std::string_view::npos) end = text.size();
  const auto second = parse_us(text.substr(17, end - 17));
  if (!day || !hour || !minute || !second || *hour > 23 || *minute > 59) return wrong();
  const auto days = std::int64_t{day->time_since_epoch().count()};
  return ((days * 24 + *hour) * 60 + *minute) * 60'000'000 + *second;
}

struct Row {
  std::int64_t seq = 0;
  Sent sent;
};

Result<Row> read_row(const json::Node& node, LoadReport& report) {
  Row row;
  VPSFIT_TRY(row.seq, read_count(node, "seq"));
  VPSFIT_TRY(const auto moment, node.at("timestamp"));
  VPSFIT_TRY(const std::string text, moment.text(60));
  VPSFIT_TRY(row.sent.start_us, moment_us(text));
  VPSFIT_TRY(const auto latency, node.at("latency"));
  VPSFIT_TRY(row.sent.took_us, read_us(latency, Rational(1, 1000)));
  VPSFIT_TRY(const std::int64_t code, read_count(node, "code"));
  VPSFIT_TRY(const std::int64_t bytes, read_count(node, "bytes_in"));
  VPSFIT_CHECK(add_count(report.bytes_in.emplace(report.bytes_in.value_or(0)), bytes));
  if (code == 0) {
    const auto* const error = node.value().find("error");
    const bool late = error != nullptr && error->text().find("imeout") != std::string::npos;
    (late ? report.timeouts : report.socket_errors) += 1;
    row.seq = -1;
    return row;
  }
  ++report.answered;
  if (code / 100 == 2) ++report.good;
  return row;
}

}  // namespace

Result<Invocation> invoke(const LoadOrder& order) {
  Invocation call;
  std::string target = fmt::format("{} {}\n", order.request.method, order.url);
  for (const auto& [name, value] : order.request.headers) target += fmt::format("{}: {}\n", name, value);
  if (!order.request.body.empty()) {
    call.files.emplace_back("body", order.request.body);
    target += fmt::format("@{}\n", (order.folder / "body").string());
  }
  call.files.emplace_back("target", target);
  const std::string rate = order.mode != LoadMode::rate ? "0"
                           : ends_as_decimal(order.rate) && Rational(*order.rate.floor()) == order.rate
                               ? order.rate.fraction()
                               : "";
  if (rate.empty())
    return fail(ErrorKind::input, fmt::format("vegeta takes whole requests per second here, not {}",
                                              to_decimal(order.rate, Rounding::half_away)));
  // Its own results are binary; the second half turns each into a line of JSON. The shell passes the words untouched.
  call.argv = {"sh",
               "-c",
               "vegeta attack \"$@\" | vegeta encode -to json",
               "vegeta",
               "-rate",
               rate,
               "-duration",
               fmt::format("{}s", whole_seconds(order.duration)),
               "-connections",
               std::to_string(order.connections),
               "-max-connections",
               std::to_string(order.connections),
               "-timeout",
               fmt::format("{}s", order.timeout.count()),
               "-targets",
               (order.folder / "target").string()};
  if (order.mode != LoadMode::rate)
    call.argv.insert(call.argv.end(), {"-max-workers", std::to_string(order.connections)});
  return call;
}

Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw) {
  LoadReport report;
  std::vector<Row> rows;
  std::int64_t first = INT64_MAX, last = 0;
  std::size_t number = 0;
  for (const auto line : split(raw.standard_output, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    auto value = json::parse(line);
    if (!value) return fail(std::move(value).error().in(fmt::format("vegeta's output, line {}", number)));
    VPSFIT_TRY(Row row, read_row(json::Node(*value, fmt::format("vegeta's output, line {}", number)), report));
    first = std::min(first, row.sent.start_us);
    last = std::max(last, row.sent.start_us + row.sent.took_us);
    if (row.seq >= 0) rows.push_back(row);
  }
  if (first == INT64_MAX) return fail(ErrorKind::input, "the output of vegeta has no rows");
  report.other_status = report.answered - report.good;
  report.sent = report.answered + report.timeouts + report.socket_errors;
  report.elapsed = std::chrono::microseconds(std::max<std::int64_t>(last - first, 1));
  std::vector<Sent> sent;
  sent.reserve(rows.size());
  const bool at_rate = order.mode == LoadMode::rate;
  report.origin = at_rate ? LatencyOrigin::rebuilt : LatencyOrigin::actual_send;
  Rebuilt rebuilt;
  if (at_rate) {
    // Failed requests keep their places in the schedule: each row knows its own number.
    for (const auto& row : rows) {
      VPSFIT_TRY(const std::int64_t due, (Rational(row.seq) * Rational(1'000'000) / order.rate).floor());
      const std::int64_t lag = std::max<std::int64_t>(0, row.sent.start_us - first - due);
      rebuilt.lag_us = std::max(rebuilt.lag_us, lag);
      rebuilt.max_us = std::max(rebuilt.max_us, lag + row.sent.took_us);
      VPSFIT_CHECK(rebuilt.latency.record(lag + row.sent.took_us));
    }
    report.schedule_lag_us = rebuilt.lag_us;
  } else {
    for (const auto& row : rows) sent.push_back(row.sent);
    VPSFIT_TRY(rebuilt, as_sent(sent));
  }
  if (report.answered > 0) report.latency_max_us = rebuilt.max_us;
  report.latency = std::move(rebuilt.latency);
  return report;
}

}  // namespace vpsfit::lab::vegeta
