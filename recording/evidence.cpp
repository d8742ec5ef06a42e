// SPDX-License-Identifier: MIT
#include "recording/evidence.hpp"

#include <algorithm>

namespace vpsfit::recording {
namespace {

constexpr std::int64_t charge_batch_pages = 64;
constexpr std::int64_t longest_tick_us = 10'000;
constexpr std::int64_t most_cpus = 1'000'000;  ///< more is no host; keeps products in range

template <class T>
std::optional<T> rise(const std::optional<T>& before, const std::optional<T>& after) {
  if (!before || !after || *after < *before) return std::nullopt;
  return *after - *before;
}

std::optional<std::int64_t> known_cpus(const Host& host) {
  if (host.cpus <= 0 || host.cpus > most_cpus) return std::nullopt;
  return host.cpus;
}

}  // namespace

std::string_view to_text(MemoryDefinition definition) {
  switch (definition) {
    case MemoryDefinition::current:
      return "current";
    case MemoryDefinition::working_set:
      return "working-set";
    case MemoryDefinition::anon:
      return "anon";
    case MemoryDefinition::without_cache:
      break;
  }
  return "without-file-cache";
}

std::string_view to_text(PeakBasis basis) {
  switch (basis) {
    case PeakBasis::samples:
      return "samples";
    case PeakBasis::bounded:
      return "bounded";
    case PeakBasis::rose:
      return "rose";
    case PeakBasis::reset:
      return "reset";
    case PeakBasis::unknown:
      break;
  }
  return "unknown";
}

std::optional<Bytes> memory_batch(const Host& host) {
  const auto cpus = known_cpus(host);
  constexpr std::int64_t largest_page = std::int64_t{1} << 30;
  if (!cpus || host.page_size <= 0 || host.page_size > largest_page) return std::nullopt;
  return Bytes{charge_batch_pages * host.page_size * *cpus};
}

std::optional<Cores> cpu_uncertainty(const Host& host, const Limits& limits, std::chrono::microseconds elapsed) {
  auto cpus = known_cpus(host);
  if (!cpus || elapsed.count() <= 0) return std::nullopt;
  if (limits.cpuset_cpus && *limits.cpuset_cpus > 0) cpus = std::min(*cpus, *limits.cpuset_cpus);
  return Cores{Rational(*cpus * longest_tick_us, elapsed.count())};
}

bool is_possible(const CpuStretch& stretch, SourceKind source, const Host& host) {
  const auto cpus = known_cpus(host);
  if (!cpus) return true;
  // Times of the process tree are rounded to ticks for every process on its own, so they are allowed a twentieth more.
  const Rational share = source == SourceKind::process_tree ? Rational(21, 20) : Rational(1);
  const Rational most = Rational(*cpus) * (Rational(stretch.elapsed.count()) * share + Rational(2 * longest_tick_us));
  return Rational(stretch.used.count()) <= most;
}

PeakRange peak_range(const std::optional<Bytes>& largest_sample, const std::optional<Bytes>& peak_before,
                     const std::optional<Bytes>& peak_after, bool is_own) {
  if (!largest_sample && !peak_after) return {};
  if (!peak_after) return {PeakBasis::samples, largest_sample, std::nullopt};
  const Bytes least = largest_sample.value_or(Bytes{0});
  // A peak below what was seen, or one that fell, was reset by somebody: it bounds nothing from above.
  const bool was_reset = *peak_after < least || (peak_before && *peak_after < *peak_before);
  if (was_reset) return {PeakBasis::samples, std::max(least, *peak_after), std::nullopt};
  const bool rose = is_own || (peak_before && *peak_after > *peak_before);
  if (rose) return {PeakBasis::rose, *peak_after, *peak_after};
  return {PeakBasis::bounded, largest_sample, *peak_after};
}

Explanation explain(const Edge& begin, const Edge& end) {
  Explanation why;
  why.periods = rise(begin.reading.periods, end.reading.periods);
  why.throttled_periods = rise(begin.reading.throttled_periods, end.reading.throttled_periods);
  why.throttled = rise(begin.reading.throttled, end.reading.throttled);
  const Context &a = begin.context, &b = end.context;
  why.cpu_some = rise(a.cpu_some, b.cpu_some), why.cpu_full = rise(a.cpu_full, b.cpu_full);
  why.memory_some = rise(a.memory_some, b.memory_some), why.memory_full = rise(a.memory_full, b.memory_full);
  why.io_some = rise(a.io_some, b.io_some), why.io_full = rise(a.io_full, b.io_full);
  why.host_busy = rise(a.host_busy, b.host_busy);
  why.host_idle = rise(a.host_idle, b.host_idle);
  why.host_steal = rise(a.host_steal, b.host_steal);
  if (const auto asleep = rise(a.asleep_us, b.asleep_us)) why.asleep = std::chrono::microseconds{*asleep};
  if (const auto paused = rise(a.paused_us, b.paused_us)) why.paused = std::chrono::microseconds{*paused};
  // The realtime clock also runs while the host sleeps; what is left is that somebody set it.
  if (a.wall_us && b.wall_us && why.asleep) {
    const auto elapsed = std::chrono::round<std::chrono::microseconds>(end.at - begin.at);
    why.clock_step = std::chrono::microseconds{*b.wall_us - *a.wall_us} - elapsed - *why.asleep;
  }
  return why;
}

}  // namespace vpsfit::recording
