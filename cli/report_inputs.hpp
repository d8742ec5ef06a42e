// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "json/value.hpp"
#include "report/page/document.hpp"
#include "report/page/site.hpp"

/// Finds again what a forecast was made from.
namespace vpsfit::cli {

enum class InputRole { usage, recording, plans, rates, calibration };
[[nodiscard]] std::string_view role_name(InputRole role);

/// An input of a forecast, and the file that holds it now.
struct FoundInput {
  std::string named;   ///< as the forecast names it
  std::string sha256;  ///< as the forecast says
  std::string file;
  InputRole role = InputRole::usage;
};

struct FoundInputs {
  std::vector<FoundInput> inputs;               ///< in the order of the forecast
  std::vector<std::string> missing;             ///< names of inputs that are not there any more
  std::vector<report::ForecastView> scenarios;  ///< forecasts among the given files
  std::vector<std::string> scenario_files;      ///< where they stand
};

/// A forecast document with its bytes.
struct ForecastFile {
  std::string file;
  std::string bytes;
  json::Value value;
  report::ForecastView view;
};
/// Fails: io, input.
[[nodiscard]] Result<ForecastFile> read_forecast_file(const std::string& file);

/// What the file holds, and its hash as a forecast says it: of the content for a recording, else of the bytes.
struct FileFacts {
  std::string sha256;
  InputRole role = InputRole::usage;
};
[[nodiscard]] Result<FileFacts> look_at(const std::string& file);

/// The found files of one role or several, in their order.
[[nodiscard]] std::vector<std::string> files_of(const FoundInputs& found, std::initializer_list<InputRole> roles);

/// Looks for each input of the forecast among the given files, by hash; then where the forecast names it, seen from
/// here and from the forecast's own folder. A given file may also be another forecast of the same subjects. Fails
/// (input) for a given file that is neither: its figures would not be those of the forecast.
[[nodiscard]] Result<FoundInputs> find_inputs(const ForecastFile& forecast, const std::vector<std::string>& given);

/// The shown subjects' recorded runs under the load of the forecast, with what a plot needs.
[[nodiscard]] Result<std::vector<report::RecordedRun>> read_recorded_runs(const report::ForecastView& forecast,
                                                                          const std::vector<std::string>& recordings);

/// The inputs as they go into the bundle. Rates stay out: their published digits stand in the forecast. Fails (io)
/// where a file cannot be read or copied, (input) where a recording is still being written and is wanted unchanged.
[[nodiscard]] Result<std::vector<report::BundledInput>> bundled(const ForecastFile& forecast, const FoundInputs& found,
                                                                report::Redaction redaction);

}  // namespace vpsfit::cli
