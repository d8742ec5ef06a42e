// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "json/parse.hpp"
#include "lab/generators.hpp"
#include "lab/read_report.hpp"

namespace vpsfit::lab::autocannon {

Result<Invocation> invoke(const LoadOrder& order) {
  Invocation call;
  call.argv = {
      "autocannon", "-j", "-n", "-c", std::to_string(order.connections), "-t", std::to_string(order.timeout.count())};
  if (order.mode == LoadMode::requests) {
    call.argv.insert(call.argv.end(), {"-a", std::to_string(order.requests)});
  } else {
    call.argv.insert(call.argv.end(), {"-d", std::to_string(whole_seconds(order.duration))});
  }
  add_curl_like_request(order.request, "-m", "-H", "-b", call.argv);
  call.argv.push_back(order.url);
  return call;
}

Result<LoadReport> parse(const LoadOrder& /*order*/, const RawOutput& raw) {
  VPSFIT_TRY(const auto value, json::parse(raw.standard_output));
  const json::Node root(value, "autocannon's output");
  LoadReport report;
  VPSFIT_TRY(const auto requests, root.at("requests"));
  VPSFIT_TRY(report.answered, read_count(requests, "total"));
  VPSFIT_CHECK(take_count(requests, "sent", report.sent));
  VPSFIT_TRY(report.good, read_count(root, "2xx"));
  VPSFIT_TRY(report.other_status, read_count(root, "non2xx"));
  VPSFIT_TRY(report.timeouts, read_count(root, "timeouts"));
  VPSFIT_TRY(const std::int64_t errors, read_count(root, "errors"));  // the timeouts are among them
  report.socket_errors = errors > report.timeouts ? errors - report.timeouts : 0;
  if (report.good + report.other_status > report.answered) return root.wrong("there are more statuses than answers");
  VPSFIT_TRY(const auto throughput, root.at("throughput"));
  VPSFIT_CHECK(take_count(throughput, "total", report.bytes_in));
  VPSFIT_TRY(report.elapsed, read_seconds(root, "duration"));
  report.origin = LatencyOrigin::actual_send;
  report.resolution_us = 1000;
  VPSFIT_CHECK(read_quantiles(root, "latency",
                              {{"p2_5", 25'000},
                               {"p25", 250'000},
                               {"p50", 500'000},
                               {"p75", 750'000},
                               {"p90", 900'000},
                               {"p97_5", 975'000},
                               {"p99", 990'000},
                               {"p99_9", 999'000},
                               {"max", 1'000'000}},
                              Rational(1000), report));
  report.remarks.emplace_back("autocannon counts whole milliseconds: a latency below one is printed as 0");
  return report;
}

}  // namespace vpsfit::lab::autocannon
