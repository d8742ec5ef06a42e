// SPDX-License-Identifier: MIT
#include "lab/compare_results.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace vpsfit::lab {
namespace {

using Found = std::optional<Disagreement>;

std::string told(const std::string& value) { return value; }
std::string told(std::int64_t value) { return std::to_string(value); }
std::string told(std::chrono::microseconds value) { return fmt::format("{} us", value.count()); }
std::string told(const Rational& value) { return value.fraction(); }
std::string told(const recording::LatencyQuantile& one) { return fmt::format("{} ppm at {} ns", one.ppm, one.ns); }
std::string told(const recording::LatencyBucket& one) {
  return fmt::format("{} from {} to {} us", one.count, one.lowest, one.highest);
}

template <class T>
std::string told(const std::optional<T>& value) {
  return value ? told(*value) : "nothing";
}

template <class T>
void compare(Found& found, std::string_view figure, const T& recorded, const T& derived) {
  if (!found && recorded != derived) found = Disagreement{std::string(figure), told(recorded), told(derived)};
}

template <class T>
void compare_lists(Found& found, std::string_view figure, const std::vector<T>& recorded,
                   const std::vector<T>& derived) {
  const auto at = [](const std::vector<T>& list, std::size_t i) {
    return i < list.size() ? std::optional(list[i]) : std::nullopt;
  };
  for (std::size_t i = 0; !found && i < std::max(recorded.size(), derived.size()); ++i)
    compare(found, fmt::format("{} {}", figure, i + 1), at(recorded, i), at(derived, i));
}

}  // namespace

Found first_disagreement(const recording::LoadResult& recorded, const recording::LoadResult& derived) {
  Found found;
  const auto check = [&](std::string_view figure, auto member) {
    compare(found, figure, recorded.*member, derived.*member);
  };
  using recording::LoadResult;
  check("generator", &LoadResult::generator);
  check("mode", &LoadResult::mode);
  check("latency origin", &LoadResult::origin);
  check("asked rate", &LoadResult::asked_rate);
  check("min_ratio", &LoadResult::min_ratio);
  check("connections", &LoadResult::connections);
  check("planned time", &LoadResult::planned);
  check("elapsed time", &LoadResult::elapsed);
  check("requests sent", &LoadResult::sent);
  check("good answers", &LoadResult::good);
  check("errors", &LoadResult::errors);
  check("timeouts", &LoadResult::timeouts);
  check("bytes in", &LoadResult::bytes_in);
  check("schedule lag", &LoadResult::schedule_lag_us);
  check("requests skipped", &LoadResult::skipped);
  check("generator's processors", &LoadResult::generator_cpus);
  check("contract checks", &LoadResult::contract_checks);
  compare_lists(found, "quantile", recorded.quantiles, derived.quantiles);
  compare_lists(found, "histogram bucket", recorded.buckets, derived.buckets);
  return found;
}

Found first_disagreement(const recording::WarmUpResult& recorded, const recording::WarmUpResult& derived) {
  Found found;
  compare(found, "good answers", recorded.good, derived.good);
  compare(found, "errors", recorded.errors, derived.errors);
  compare(found, "elapsed time", recorded.elapsed, derived.elapsed);
  return found;
}

std::string printed_against_histogram(const LoadReport& report) {
  if (!report.latency || report.latency->total() == 0) return {};
  const auto buckets = report.latency->buckets();
  const std::int64_t total = report.latency->total();
  /// The bucket that holds the value of a rank from 1 to the total.
  const auto holding = [&](std::int64_t rank) {
    rank = std::clamp<std::int64_t>(rank, 1, total);
    std::int64_t seen = 0;
    return *std::find_if(buckets.begin(), buckets.end(),
                         [&](const Bucket& one) { return (seen += one.count) >= rank; });
  };
  for (const auto& printed : report.printed) {
    const auto rank = (Rational(total) * Rational(printed.ppm, 1'000'000)).ceil();
    if (!rank) return rank.error().message;
    if (printed.us >= holding(*rank - 1).lowest && printed.us <= holding(*rank + 1).highest) continue;
    return fmt::format("the generator printed {} us at {} ppm, its histogram gives {} us", printed.us, printed.ppm,
                       holding(*rank).highest);
  }
  return {};
}

}  // namespace vpsfit::lab
