// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "json/parse.hpp"
#include "lab/generators.hpp"
#include "lab/read_report.hpp"

namespace vpsfit::lab::oha {
namespace {

/// {"200": 12, "404": 3}
Result<void> read_statuses(const json::Node& root, LoadReport& report) {
  VPSFIT_TRY(const auto table, root.at("statusCodeDistribution"));
  for (const auto& [code, unused] : table.value().members()) {
    VPSFIT_TRY(const std::int64_t count, read_count(table, code));
    VPSFIT_CHECK(add_count(report.answered, count));
    if (code.size() == 3 && code.front() == '2') report.good += count;
  }
  report.other_status = report.answered - report.good;
  return {};
}

/// Texts that oha makes of errors; "deadline" is its own end of the run and no failure of the server.
Result<void> read_errors(const json::Node& root, LoadReport& report) {
  const auto table = root.maybe("errorDistribution");
  if (!table) return {};
  for (const auto& [text, unused] : table->value().members()) {
    VPSFIT_TRY(const std::int64_t count, read_count(*table, text));
    if (text == "aborted due to deadline") continue;
    VPSFIT_CHECK(add_count(text.find("timeout") != std::string::npos ? report.timeouts : report.socket_errors, count));
  }
  return {};
}

}  // namespace

Result<Invocation> invoke(const LoadOrder& order) {
  Invocation call;
  call.argv = {"oha",
               "--no-tui",
               "--output-format",
               "json",
               "-c",
               std::to_string(order.connections),
               "-t",
               fmt::format("{}s", order.timeout.count())};
  if (order.mode == LoadMode::requests) {
    call.argv.insert(call.argv.end(), {"-n", std::to_string(order.requests)});
  } else {
    call.argv.insert(call.argv.end(), {"-z", fmt::format("{}s", whole_seconds(order.duration))});
  }
  // Without -q it ignores the correction: the two go together or not at all.
  if (order.mode == LoadMode::rate)
    call.argv.insert(call.argv.end(), {"-q", to_decimal(order.rate, Rounding::half_away), "--latency-correction"});
  add_curl_like_request(order.request, "-m", "-H", "-d", call.argv);
  call.argv.push_back(order.url);
  return call;
}

Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw) {
  VPSFIT_TRY(const auto value, json::parse(raw.standard_output));
  const json::Node root(value, "oha's output");
  VPSFIT_TRY(const auto summary, root.at("summary"));
  LoadReport report;
  VPSFIT_TRY(report.elapsed, read_seconds(summary, "total"));
  VPSFIT_CHECK(take_count(summary, "totalData", report.bytes_in));
  VPSFIT_CHECK(read_statuses(root, report));
  VPSFIT_CHECK(read_errors(root, report));
  report.origin = order.mode == LoadMode::rate ? LatencyOrigin::scheduled : LatencyOrigin::actual_send;
  VPSFIT_CHECK(read_quantiles(root, "latencyPercentiles",
                              {{"p25", 250'000},
                               {"p50", 500'000},
                               {"p75", 750'000},
                               {"p90", 900'000},
                               {"p95", 950'000},
                               {"p99", 990'000},
                               {"p99.9", 999'000}},
                              Rational(1'000'000), report));
  if (const auto slowest = summary.maybe("slowest")) {
    VPSFIT_TRY(report.latency_max_us, read_us(*slowest, Rational(1'000'000)));
    report.printed.push_back({1'000'000, *report.latency_max_us});
  }
  return report;
}

}  // namespace vpsfit::lab::oha
