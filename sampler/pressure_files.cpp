// SPDX-License-Identifier: MIT
#include "sampler/pressure_files.hpp"

#include <vector>

#include "core/text.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {
namespace {

constexpr std::int64_t microseconds_per_second = 1'000'000;

std::optional<CpuTime> total_of(std::string_view line) {
  for (const auto word : split(line, ' '))
    if (word.starts_with("total="))
      if (const auto number = parse_count(word.substr(6))) return CpuTime{*number};
  return std::nullopt;
}

}  // namespace

Pressure parse_pressure(std::string_view text) {
  Pressure pressure;
  while (const auto line = take_line(text)) {
    if (line->starts_with("some ")) pressure.some = total_of(*line);
    if (line->starts_with("full ")) pressure.full = total_of(*line);
  }
  return pressure;
}

void parse_proc_stat(std::string_view text, long ticks_per_second, recording::Context& into) {
  const auto line = take_line(text);
  if (!line || !line->starts_with("cpu ") || ticks_per_second <= 0) return;
  std::vector<std::int64_t> times;
  for (const auto word : split(line->substr(4), ' ')) {
    if (word.empty()) continue;
    const auto number = parse_count(word);
    if (!number || *number > INT64_MAX / microseconds_per_second / 16) return;  // no machine is that old
    times.push_back(*number * microseconds_per_second / ticks_per_second);
  }
  // user nice system idle iowait irq softirq steal guest guest_nice
  if (times.size() >= 5) into.host_idle = CpuTime{times[3] + times[4]};
  if (times.size() >= 7) into.host_busy = CpuTime{times[0] + times[1] + times[2] + times[5] + times[6]};
  if (times.size() >= 8) into.host_steal = CpuTime{times[7]};
}

}  // namespace vpsfit::sampler
