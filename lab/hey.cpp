// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "lab/generators.hpp"
#include "lab/read_report.hpp"
#include "lab/rebuild.hpp"

namespace vpsfit::lab::hey {
namespace {

constexpr std::int64_t most_rows = 1'000'000;  // hey forgets what comes after

tl::unexpected<Error> torn_hey(std::string what) {
  return fail(ErrorKind::input, fmt::format("the output of hey {}", what), {}, "the run did not end as it should");
}

}  // namespace

Result<Invocation> invoke(const LoadOrder& order) {
  Invocation call;
  call.argv = {"hey", "-c", std::to_string(order.connections), "-t", std::to_string(order.timeout.count()),
               "-o",  "csv"};
  if (order.mode == LoadMode::requests) {
    call.argv.insert(call.argv.end(), {"-n", std::to_string(order.requests)});
  } else {
    call.argv.insert(call.argv.end(), {"-z", fmt::format("{}s", whole_seconds(order.duration))});
  }
  add_curl_like_request(order.request, "-m", "-H", "-d", call.argv);
  call.argv.push_back(order.url);
  return call;
}

Result<LoadReport> parse(const LoadOrder& /*order*/, const RawOutput& raw) {
  constexpr std::string_view head =
      "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset";
  std::string_view text = raw.standard_output;
  if (text.substr(0, head.size()) != head) return torn_hey("has no rows");
  LoadReport report;
  std::vector<Sent> sent;
  std::int64_t last = 0;
  for (const auto line : split(text.substr(head.size()), '\n')) {
    if (trim(line).empty()) continue;
    const auto fields = split(line, ',');
    if (fields.size() != 8) return torn_hey(fmt::format("has the torn row \"{}\"", printable(line, 60)));
    VPSFIT_TRY(const std::int64_t took, parse_us(fields[0]));
    VPSFIT_TRY(const std::int64_t status, parse_int(fields[6]));
    VPSFIT_TRY(const std::int64_t start, parse_us(fields[7]));
    if (status < 100 || status > 599) return torn_hey(fmt::format("has the status {}", status));
    report.good += status / 100 == 2 ? 1 : 0;
    sent.push_back({start, took});
    last = std::max(last, start + took);
  }
  if (sent.empty()) return torn_hey("has no answers");
  report.answered = static_cast<std::int64_t>(sent.size());
  report.other_status = report.answered - report.good;
  report.elapsed = std::chrono::microseconds(std::max<std::int64_t>(last, 1));
  report.origin = LatencyOrigin::actual_send;
  report.resolution_us = 100;
  if (report.answered >= most_rows)
    report.remarks.emplace_back("hey keeps a million answers only: later ones are missing");
  report.remarks.emplace_back("hey tells no failed requests in its rows, and times to 0.1 ms");
  VPSFIT_TRY(Rebuilt as_measured, as_sent(sent));
  report.latency_max_us = as_measured.max_us;
  report.latency = std::move(as_measured.latency);
  return report;
}

}  // namespace vpsfit::lab::hey
