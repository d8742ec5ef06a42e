// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "json/parse.hpp"
#include "lab/generators.hpp"
#include "lab/read_report.hpp"

namespace vpsfit::lab::k6 {
namespace {

json::Value scenario(const LoadOrder& order) {
  auto one = json::Value::object();
  const std::string duration = fmt::format("{}s", whole_seconds(order.duration));
  if (order.mode == LoadMode::rate) {
    one.set("executor", "constant-arrival-rate").set("rate", json::Value::number(order.rate.fraction()));
    one.set("timeUnit", "1s").set("duration", duration).set("preAllocatedVUs", order.connections);
    return one.set("maxVUs", order.connections);
  }
  if (order.mode == LoadMode::requests) {
    one.set("executor", "shared-iterations").set("iterations", order.requests).set("vus", order.connections);
    return one.set("maxDuration", "24h");
  }
  return one.set("executor", "constant-vus").set("vus", order.connections).set("duration", duration);
}

std::string k6_script(const LoadOrder& order) {
  auto headers = json::Value::object();
  for (const auto& [name, value] : order.request.headers) headers.set(name, value);
  auto options = json::Value::object();
  options.set("scenarios", json::Value::object().set("load", scenario(order)));
  options.set("discardResponseBodies", true);
  auto trend = json::Value::array();
  for (const char* const name : {"avg", "min", "med", "p(75)", "p(90)", "p(95)", "p(99)", "max"}) trend.push(name);
  options.set("summaryTrendStats", trend);
  const json::Value body = order.request.body.empty() ? json::Value() : json::Value(order.request.body);
  return fmt::format(
      "import http from 'k6/http';\nexport const options = {};\nexport default function () {{\n"
      "  http.request({}, {}, {}, {{ headers: {}, timeout: '{}s' }});\n}}\n",
      json::dump(options, -1), json::dump(order.request.method, -1), json::dump(order.url, -1), json::dump(body, -1),
      json::dump(headers, -1), order.timeout.count());
}

/// A figure of metrics.NAME, which older versions put beside and newer ones below "values".
std::optional<json::Node> figure(const json::Node& metrics, std::string_view metric, std::string_view key) {
  const auto found = metrics.maybe(metric);
  if (!found) return std::nullopt;
  const auto values = found->maybe("values");
  return (values ? *values : *found).maybe(key);
}

Result<std::int64_t> count_of(const json::Node& metrics, std::string_view metric, std::string_view key) {
  const auto node = figure(metrics, metric, key);
  if (!node) return 0;
  return node->whole(0, std::int64_t{1} << 53);
}

}  // namespace

Result<Invocation> invoke(const LoadOrder& order) {
  if (order.mode == LoadMode::rate && Rational(*order.rate.floor()) != order.rate)
    return fail(ErrorKind::input,
                fmt::format("k6 takes whole requests per second, not {}", to_decimal(order.rate, Rounding::half_away)));
  Invocation call;
  call.files.emplace_back("k6.js", k6_script(order));
  call.log = "k6.json";
  call.argv = {"k6",
               "run",
               "--quiet",
               "--no-usage-report",
               "--summary-export",
               (order.folder / call.log).string(),
               (order.folder / "k6.js").string()};
  return call;
}

Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw) {
  VPSFIT_TRY(const auto value, json::parse(raw.log));
  const json::Node root(value, "k6's summary");
  VPSFIT_TRY(const auto metrics, root.at("metrics"));
  LoadReport report;
  VPSFIT_TRY(report.sent, count_of(metrics, "http_reqs", "count"));
  // A "failed" request is one that got no answer, or a status from 400 on: k6 does not tell them apart here. In this
  // rate "passes" counts the failures.
  const bool newer = figure(metrics, "http_req_failed", "passes").has_value();
  VPSFIT_TRY(const std::int64_t failed, count_of(metrics, "http_req_failed", newer ? "passes" : "fails"));
  if (failed > *report.sent) return root.wrong("there are more failed requests than requests");
  report.answered = *report.sent;
  report.good = *report.sent - failed;
  report.other_status = failed;
  VPSFIT_TRY(report.skipped, count_of(metrics, "dropped_iterations", "count"));
  VPSFIT_CHECK(count_of(metrics, "data_received", "count").map([&](std::int64_t bytes) { report.bytes_in = bytes; }));
  const auto rate = figure(metrics, "http_reqs", "rate");
  if (!rate) return root.wrong("the rate of http_reqs is missing");
  VPSFIT_TRY(const Rational per_second, rate->number());
  if (per_second <= Rational(0)) return rate->wrong("no request was made");
  VPSFIT_TRY(const std::int64_t elapsed, (Rational(*report.sent) * Rational(1'000'000) / per_second).floor());
  report.elapsed = std::chrono::microseconds(std::max<std::int64_t>(elapsed, 1));
  report.origin = LatencyOrigin::actual_send;
  const auto duration = metrics.maybe("http_req_duration");
  const std::string_view inner = duration && duration->maybe("values") ? "values" : "http_req_duration";
  VPSFIT_CHECK(read_quantiles(inner == "values" ? *duration : metrics, inner,
                              {{"min", 0},
                               {"med", 500'000},
                               {"p(75)", 750'000},
                               {"p(90)", 900'000},
                               {"p(95)", 950'000},
                               {"p(99)", 990'000},
                               {"max", 1'000'000}},
                              Rational(1000), report));
  if (order.mode == LoadMode::rate)
    report.remarks.emplace_back("k6 counts from the real send: waits before it show only as skipped requests");
  return report;
}

}  // namespace vpsfit::lab::k6
