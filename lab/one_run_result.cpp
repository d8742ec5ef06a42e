// SPDX-License-Identifier: MIT
#include <algorithm>

#include "lab/load_figures.hpp"
#include "lab/one_run.hpp"
#include "recording/reader.hpp"

namespace vpsfit::lab {

recording::LoadResult OneRun::result_of(const LoadPlan& load, const std::string& window, const LoadRun& run,
                                        const LoadReport& report, const Generator& generator) {
  recording::LoadResult result = load_result(campaign_.experiment, load, report);
  result.subject = subject_.name;
  result.run = name_;
  result.window = window;
  result.generator = described(generator, ask_version(generator, campaign_.host, folder_), report.origin);
  result.generator_cpu = run.cpu;
  result.sampler_cpu = run.sampler_cpu;
  return result;
}

Result<std::vector<std::string>> OneRun::recorded_flags() const {
  std::vector<std::string> flags;
  if (!recorded_) return flags;
  VPSFIT_TRY(const auto reader, recording::Reader::open(campaign_.recording()));
  VPSFIT_TRY(const auto runs, reader.runs());
  for (const auto& run : runs) {
    if (run.start.subject != subject_.name || run.start.run != name_) continue;
    if (run.oom_kills.value_or(0) > 0) flags.emplace_back("oom");
    for (const auto& window : run.windows) {
      const bool measured =
          std::any_of(results_.begin(), results_.end(), [&](const auto& r) { return r.window == window.name; });
      const bool gap = std::any_of(window.notices.begin(), window.notices.end(), [](const Notice& notice) {
        return notice.code == "sample_gap" || notice.code == "ticks_missed";
      });
      if (measured && gap) flags.emplace_back("sampler_gap");
    }
  }
  return flags;
}

}  // namespace vpsfit::lab
