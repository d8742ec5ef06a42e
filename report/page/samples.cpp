// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "report/page/document.hpp"

namespace vpsfit::report {
namespace {

constexpr std::size_t gaps_kept = 8;

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

/// Turns counters into cores, one row after the other.
class Differences {
 public:
  Differences(recording::Instant start, std::chrono::nanoseconds interval) : start_(start), interval_(interval) {}

  Sample next(const recording::SeriesRow& row) {
    Sample sample;
    sample.at_s = seconds(row.tick.begin - start_);
    // A rolled up minute begins with its first sample, and its largest memory stands for it.
    const auto number = row.minute ? row.minute->first_number : row.tick.number;
    const auto begin = row.minute ? row.minute->first : row.tick.begin;
    const auto memory = row.minute ? row.minute->memory.front().max : row.reading.memory;
    sample.after_gap = previous_ && number > previous_->tick.number + 1;
    if (sample.after_gap) sample.missing_s = std::max(0.0, seconds(begin - previous_->tick.begin) - seconds(interval_));
    if (memory) sample.memory_mib = static_cast<double>(memory->count()) / (1024.0 * 1024.0);
    if (previous_ && !sample.after_gap && row.reading.usage && previous_->reading.usage) {
      const auto elapsed = row.tick.begin - previous_->tick.begin;
      const auto used = static_cast<double>((*row.reading.usage - *previous_->reading.usage).count()) / 1e6;
      // The last sample may come right after the one before: a rate over so little time is noise.
      if (elapsed > interval_ / 2 && used >= 0) sample.cores = used / seconds(elapsed);
    }
    previous_ = row;
    return sample;
  }

 private:
  recording::Instant start_;
  std::chrono::nanoseconds interval_;
  std::optional<recording::SeriesRow> previous_;
};

using Figure = std::optional<double> Sample::*;

/// The index in [from, to) where the figure is smallest or largest; `to` where none has it.
std::size_t extreme(const std::vector<Sample>& samples, std::size_t from, std::size_t to, Figure figure, bool largest) {
  std::size_t best = to;
  for (std::size_t i = from; i < to; ++i) {
    const auto& value = samples[i].*figure;
    if (!value) continue;
    if (best == to || (largest ? *value > *(samples[best].*figure) : *value < *(samples[best].*figure))) best = i;
  }
  return best;
}

/// The samples after the longest gaps, at most gaps_kept.
std::vector<std::size_t> longest_gaps(const std::vector<Sample>& samples) {
  std::vector<std::size_t> gaps;
  for (std::size_t i = 1; i < samples.size(); ++i)
    if (samples[i].after_gap) gaps.push_back(i);
  std::stable_sort(gaps.begin(), gaps.end(),
                   [&](std::size_t a, std::size_t b) { return samples[a].missing_s > samples[b].missing_s; });
  if (gaps.size() > gaps_kept) gaps.resize(gaps_kept);
  return gaps;
}

}  // namespace

std::vector<Sample> thinned(const std::vector<Sample>& samples) {
  if (samples.size() <= plot_points) return samples;
  const auto gaps = longest_gaps(samples);
  // Each stretch keeps four extremes; first and last and both sides of a long gap come on top.
  const std::size_t stretches = (plot_points - 2 - 2 * gaps.size()) / 4;
  std::vector<std::size_t> kept{0, samples.size() - 1};
  for (const std::size_t at : gaps) kept.insert(kept.end(), {at - 1, at});
  for (std::size_t i = 0; i < stretches; ++i) {
    const std::size_t from = samples.size() * i / stretches;
    const std::size_t to = samples.size() * (i + 1) / stretches;
    for (const Figure figure : {&Sample::cores, &Sample::memory_mib})
      for (const bool largest : {false, true})
        if (const auto at = extreme(samples, from, to, figure, largest); at != to) kept.push_back(at);
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  std::vector<Sample> result;
  std::size_t next = 0;
  for (const std::size_t index : kept) {
    Sample sample = samples[index];
    for (; next < index; ++next) {
      sample.after_gap = sample.after_gap || samples[next].after_gap;
      sample.missing_s += samples[next].missing_s;
    }
    ++next;
    result.push_back(sample);
  }
  return result;
}

Result<std::vector<Sample>> read_samples(const recording::Reader& reader, const recording::RunSummary& run) {
  std::vector<Sample> samples;
  Differences differences(run.start.started, run.interval);
  VPSFIT_CHECK(reader.series(run.id, [&](const recording::SeriesRow& row) {
    samples.push_back(differences.next(row));
    return true;
  }));
  return thinned(samples);
}

}  // namespace vpsfit::report
