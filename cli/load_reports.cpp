// SPDX-License-Identifier: MIT
#include "cli/load_reports.hpp"

#include <algorithm>

#include "cli/forecast_inputs.hpp"
#include "cli/version.hpp"
#include "lab/flags.hpp"
#include "recording/load_results.hpp"
#include "report/forecast_json.hpp"

namespace vpsfit::cli {

Result<std::vector<report::ReportedLoad>> read_loads(const std::vector<std::string>& subjects,
                                                     const std::vector<std::string>& recordings) {
  std::vector<report::ReportedLoad> loads;
  for (const auto& file : recordings) {
    VPSFIT_TRY(auto read, recording::read_load_results(file));
    for (auto& load : read) {
      if (std::find(subjects.begin(), subjects.end(), load.subject) == subjects.end()) continue;
      auto flags = lab::flags_of(load);
      const auto grave = std::find_if(flags.begin(), flags.end(), lab::forbids_figures);
      const std::string withheld = grave == flags.end() ? std::string() : *grave;
      loads.push_back({std::move(load), withheld, std::move(flags)});
    }
  }
  return loads;
}

Result<json::Value> forecast_document(const forecast::Forecast& forecast, const std::vector<std::string>& usage_files) {
  json::Value document = report::forecast_json(forecast, version);
  std::vector<std::string> subjects, recordings;
  for (const auto& subject : forecast.subjects) subjects.push_back(subject.usage.subject);
  std::copy_if(usage_files.begin(), usage_files.end(), std::back_inserter(recordings), is_recording);
  VPSFIT_TRY(const auto loads, read_loads(subjects, recordings));
  if (!loads.empty()) document.set("load_results", report::load_results_json(report::load_groups(subjects, loads)));
  return document;
}

}  // namespace vpsfit::cli
