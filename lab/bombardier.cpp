// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "json/parse.hpp"
#include "lab/generators.hpp"
#include "lab/read_report.hpp"

namespace vpsfit::lab::bombardier {

Result<Invocation> invoke(const LoadOrder& order) {
  Invocation call;
  call.argv = {"bombardier", "-p",
               "r",          "-o",
               "json",       "-l",
               "-c",         std::to_string(order.connections),
               "-t",         fmt::format("{}s", order.timeout.count())};
  if (order.mode == LoadMode::requests) {
    call.argv.insert(call.argv.end(), {"-n", std::to_string(order.requests)});
  } else {
    call.argv.insert(call.argv.end(), {"-d", fmt::format("{}s", whole_seconds(order.duration))});
  }
  if (order.mode == LoadMode::rate) {
    VPSFIT_TRY(const std::int64_t rate, order.rate.floor());
    if (Rational(rate) != order.rate)
      return fail(ErrorKind::input, fmt::format("bombardier takes whole requests per second, not {}",
                                                to_decimal(order.rate, Rounding::half_away)));
    call.argv.insert(call.argv.end(), {"-r", std::to_string(rate)});
  }
  add_curl_like_request(order.request, "-m", "-H", "-b", call.argv);
  call.argv.push_back(order.url);
  return call;
}

Result<LoadReport> parse(const LoadOrder& /*order*/, const RawOutput& raw) {
  VPSFIT_TRY(const auto value, json::parse(raw.standard_output));
  const json::Node root(value, "bombardier's output");
  VPSFIT_TRY(const auto result, root.at("result"));
  LoadReport report;
  for (const std::string_view key : {"req1xx", "req2xx", "req3xx", "req4xx", "req5xx"}) {
    VPSFIT_TRY(const std::int64_t count, read_count(result, key));
    report.answered += count;
    if (key == "req2xx") report.good = count;
  }
  report.other_status = report.answered - report.good;
  VPSFIT_TRY(report.socket_errors, read_count(result, "others"));  // timeouts are among them and not told apart
  VPSFIT_CHECK(take_count(result, "bytesRead", report.bytes_in));
  VPSFIT_TRY(report.elapsed, read_seconds(result, "timeTakenSeconds"));
  report.origin = LatencyOrigin::actual_send;
  if (const auto latency = result.maybe("latency")) {
    VPSFIT_CHECK(read_quantiles(*latency, "percentiles",
                                {{"50", 500'000}, {"75", 750'000}, {"90", 900'000}, {"95", 950'000}, {"99", 990'000}},
                                Rational(1), report));
    if (const auto max = latency->maybe("max")) {
      VPSFIT_TRY(report.latency_max_us, read_us(*max, Rational(1)));
      report.printed.push_back({1'000'000, *report.latency_max_us});
    }
  }
  return report;
}

}  // namespace vpsfit::lab::bombardier
