// SPDX-License-Identifier: MIT
#include "forecast/require.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::forecast {
namespace {

/// Fewer fresh starts than this say little about the spread between them; the study makes three.
constexpr std::size_t enough_runs = 3;

bool peak_counts(const RunUsage& run) {
  return run.peak_origin == PeakOrigin::run && run.memory_peak && *run.memory_peak > run.memory_max;
}

Bytes memory_of(const RunUsage& run) { return peak_counts(run) ? *run.memory_peak : run.memory_max; }

Result<void> check(const Usage& usage) {
  if (usage.runs.empty())
    return fail(ErrorKind::input, fmt::format("{} has no runs", printable(usage.subject)), {},
                "measure at least one fresh start");
  for (const auto& run : usage.runs) {
    if (run.window.count() <= 0 || run.cpu_usage < CpuTime{0} || run.memory_max < Bytes{0})
      return fail(
          ErrorKind::input,
          fmt::format("run {} of {} has a window of {} us, {} us of CPU and {} bytes", printable(run.run),
                      printable(usage.subject), run.window.count(), run.cpu_usage.count(), run.memory_max.count()),
          {}, "the window must be more than zero and nothing may be negative");
  }
  return {};
}

/// The first of the runs with the highest average decides.
void decide_cpu(const Usage& usage, Need& need) {
  for (std::size_t i = 0; i < usage.runs.size(); ++i) {
    const Cores average = average_cores(usage.runs[i].cpu_usage, usage.runs[i].window);
    if (i == 0 || average > need.cpu) need.cpu = average, need.cpu_run = i;
  }
}

void decide_memory(const Usage& usage, Need& need) {
  for (std::size_t i = 0; i < usage.runs.size(); ++i) {
    const Bytes used = memory_of(usage.runs[i]);
    if (i == 0 || used > need.memory_used) need.memory_used = used, need.memory_run = i;
  }
  if (peak_counts(usage.runs[need.memory_run])) need.memory_statistic = MemoryStatistic::kernel_peak;
}

std::vector<Notice> remarks(const Usage& usage, const Need& need) {
  std::vector<Notice> notices;
  for (const auto& run : usage.runs)
    if (run.peak_origin == PeakOrigin::older && run.memory_peak && *run.memory_peak > run.memory_max)
      notices.push_back(
          make_notice("older_peak", {{"run", run.run}, {"peak_bytes", std::to_string(run.memory_peak->count())}}));
  if (need.memory_statistic == MemoryStatistic::kernel_peak) {
    const auto& run = usage.runs[need.memory_run];
    notices.push_back(make_notice("peak_decides", {{"run", run.run},
                                                   {"peak_bytes", std::to_string(run.memory_peak->count())},
                                                   {"sample_bytes", std::to_string(run.memory_max.count())}}));
  }
  if (usage.runs.size() < enough_runs && usage.cpu_statistic != predicted_statistic)
    notices.push_back(make_notice("single_run", {{"runs", std::to_string(usage.runs.size())}}));
  return notices;
}

}  // namespace

Result<Need> require(const Usage& usage, const Assumptions& assumptions) {
  VPSFIT_CHECK(check(assumptions));
  VPSFIT_CHECK(check(usage));
  Need need;
  decide_cpu(usage, need);
  need.sustained = Cores{need.cpu.count() / assumptions.core_performance};
  need.vcpus_exact = need.sustained.count() / assumptions.cpu_headroom.complement();
  const auto whole_cores = need.vcpus_exact.ceil();
  if (!whole_cores)
    return fail(ErrorKind::input,
                fmt::format("the CPU of {} with these assumptions comes to a number of vCPU that does not fit 64 bits",
                            printable(usage.subject, 80)),
                "--core-performance, --headroom", "choose a larger core performance or a smaller headroom");
  need.vcpus = std::max<std::int64_t>(*whole_cores, 1);

  decide_memory(usage, need);
  const Rational with_spare =
      Rational(need.memory_used.count()) * assumptions.memory_factor + Rational(assumptions.os_reserve.count());
  const auto whole_bytes = with_spare.ceil();
  if (!whole_bytes)
    return fail(
        ErrorKind::input,
        fmt::format("the memory of {} with these assumptions comes to a number of bytes that does not fit 64 bits",
                    printable(usage.subject, 80)),
        "--memory-factor, --os-reserve", "choose a smaller factor or reserve");
  need.memory = Bytes{*whole_bytes};
  need.notices = remarks(usage, need);
  return need;
}

}  // namespace vpsfit::forecast
