// SPDX-License-Identifier: MIT
#include "report/show_words.hpp"

#include "core/decimal.hpp"

namespace vpsfit::report {

using recording::RunSummary;
using recording::WindowSummary;

std::optional<Cores> cpu_cores(const WindowSummary& window) {
  if (!window.cpu_usage || !window.cpu_elapsed || window.cpu_elapsed->count() <= 0) return std::nullopt;
  return average_cores(*window.cpu_usage, *window.cpu_elapsed);
}

std::string exact_seconds(std::chrono::nanoseconds duration) {
  return to_decimal(Rational(duration.count(), 1'000'000'000), Rounding::half_away);
}

std::optional<std::string> end_reason(const RunSummary& run) {
  if (run.end) return std::string(to_text(run.end->reason));
  return run.running ? std::nullopt : std::optional<std::string>("cut");
}

std::optional<std::string> started_at(const RunSummary& run) { return to_text(run.start.started_wall); }

std::optional<std::string> ended_at(const RunSummary& run) {
  return run.end ? std::optional(to_text(run.end->ended_wall)) : std::nullopt;
}

std::optional<std::string> word(PeakOrigin origin) {
  switch (origin) {
    case PeakOrigin::run:
      return "run";
    case PeakOrigin::older:
      return "older";
    case PeakOrigin::unknown:
      break;
  }
  return std::nullopt;
}

std::optional<std::string> request_rate(const Load& load) {
  return load.request_rate_per_s ? std::optional(to_decimal(*load.request_rate_per_s, Rounding::half_away))
                                 : std::nullopt;
}

}  // namespace vpsfit::report
