// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "json/parse.hpp"
#include "lab/generators.hpp"
#include "lab/histogram_file.hpp"
#include "lab/read_report.hpp"

namespace vpsfit::lab::zrk {
namespace {

Result<void> read_latency(const json::Node& root, LoadReport& report) {
  VPSFIT_CHECK(read_quantiles(root, "latency_us",
                              {{"min", 0},
                               {"p50", 500'000},
                               {"p75", 750'000},
                               {"p90", 900'000},
                               {"p99", 990'000},
                               {"p99_9", 999'000},
                               {"p99_99", 999'900},
                               {"max", 1'000'000}},
                              Rational(1), report));
  const auto blob = root.maybe("latency_histogram");
  if (!blob) {
    report.remarks.emplace_back("the file has no histogram: percentiles that zrk does not print are unknown");
    return {};
  }
  VPSFIT_TRY(const std::string text, blob->text(std::size_t{64} << 20));
  auto histogram = decode_v2(text);
  if (!histogram) return blob->wrong(histogram.error().message, histogram.error().remedy);
  report.latency = std::move(*histogram);
  return {};
}

}  // namespace

Result<Invocation> invoke(const LoadOrder& order) {
  Invocation call;
  call.log = "zrk.json";
  call.argv = {"zrk",
               "-c",
               std::to_string(order.connections),
               "-t",
               std::to_string(order.threads),
               "-d",
               fmt::format("{}s", whole_seconds(order.duration)),
               "--timeout",
               fmt::format("{}s", order.timeout.count()),
               "--format",
               "json",
               "-o",
               (order.folder / call.log).string()};
  if (order.mode == LoadMode::rate) {
    VPSFIT_TRY(const std::int64_t rate, order.rate.floor());
    if (Rational(rate) != order.rate)
      return fail(ErrorKind::input, fmt::format("zrk takes whole requests per second, not {}",
                                                to_decimal(order.rate, Rounding::half_away)));
    call.argv.insert(call.argv.end(), {"-R", std::to_string(rate)});
  } else {
    call.argv.emplace_back("--closed");
  }
  add_curl_like_request(order.request, "-X", "-H", "-b", call.argv);
  call.argv.push_back(order.url);
  return call;
}

Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw) {
  VPSFIT_TRY(const auto value, json::parse(raw.log.empty() ? raw.standard_output : raw.log));
  const json::Node root(value, "zrk's output");
  LoadReport report;
  VPSFIT_TRY(report.answered, read_count(root, "requests"));
  VPSFIT_TRY(report.elapsed, read_seconds(root, "duration_s"));
  VPSFIT_TRY(const auto errors, root.at("errors"));
  VPSFIT_TRY(const std::int64_t connect, read_count(errors, "connect"));
  VPSFIT_TRY(const std::int64_t reading, read_count(errors, "read"));
  VPSFIT_TRY(const std::int64_t writing, read_count(errors, "write"));
  VPSFIT_TRY(report.timeouts, read_count(errors, "timeout"));
  VPSFIT_TRY(report.other_status, read_count(errors, "non_2xx_3xx"));
  if (report.other_status > report.answered) return root.wrong("there are more bad answers than answers");
  report.socket_errors = connect + reading + writing;
  report.good = report.answered - report.other_status;
  if (const auto codes = root.maybe("status_codes"))
    if (const auto good = codes->maybe("2xx")) {
      VPSFIT_TRY(report.good, read_count(*codes, "2xx"));
    }
  VPSFIT_CHECK(take_count(root, "bytes", report.bytes_in));
  VPSFIT_CHECK(take_count(root, "max_schedule_lag_us", report.schedule_lag_us));
  bool closed = order.mode != LoadMode::rate;
  if (const auto config = root.maybe("config"))
    if (const auto flag = config->maybe("closed")) {
      VPSFIT_TRY(closed, flag->truth());
    }
  report.origin = closed ? LatencyOrigin::actual_send : LatencyOrigin::scheduled;
  if (const auto interrupted = root.maybe("interrupted")) {
    VPSFIT_TRY(const bool yes, interrupted->truth());
    if (yes) report.remarks.emplace_back("zrk was interrupted: the window is shorter than planned");
  }
  VPSFIT_CHECK(read_latency(root, report));
  return report;
}

}  // namespace vpsfit::lab::zrk
