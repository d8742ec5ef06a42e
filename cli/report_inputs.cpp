// SPDX-License-Identifier: MIT
#include "cli/report_inputs.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <map>

#include "core/text.hpp"
#include "files/files.hpp"
#include "files/sha256.hpp"
#include "json/parse.hpp"
#include "recording/reader.hpp"
#include "report/calibration.hpp"

namespace vpsfit::cli {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// Told by the content, never by the name.
InputRole role_of(const std::string& bytes) {
  if (bytes.starts_with("SQLite format 3") || bytes.starts_with("PK")) return InputRole::rates;
  const auto first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string::npos || bytes[first] != '{') {
    const std::string_view header = std::string_view(bytes).substr(0, bytes.find('\n'));
    return header.find("subject") != std::string_view::npos ? InputRole::usage : InputRole::rates;
  }
  const auto value = json::parse(bytes);
  if (!value) return InputRole::usage;
  const auto* const schema = value->find("schema");
  if (schema != nullptr && schema->text() == report::calibration_schema) return InputRole::calibration;
  return value->find("plans") != nullptr ? InputRole::plans : InputRole::usage;
}

/// Looks at each file once: hashing a long recording takes time.
class Files {
 public:
  const Result<FileFacts>& facts(const std::string& file) {
    const auto known = facts_.find(file);
    return known != facts_.end() ? known->second : facts_.emplace(file, look_at(file)).first->second;
  }
  bool is(const std::string& file, const report::InputView& input) {
    if (!is_file(file)) return false;
    const auto& found = facts(file);
    return found && found->sha256 == input.sha256;
  }

 private:
  std::map<std::string, Result<FileFacts>> facts_;
};

/// Does the file start as a SQLite file does?
bool is_sqlite(const std::string& file) {
  constexpr std::string_view magic = "SQLite format 3";
  std::string head(magic.size(), '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head == magic;
}

std::vector<std::string> places_of(const report::InputView& input, const ForecastFile& forecast) {
  const fs::path folder = fs::path(forecast.file).parent_path();
  return {input.path, (folder / input.path).string(), (folder / fs::path(input.path).filename()).string()};
}

/// The given files that are other forecasts go to the scenarios; what is left must be inputs.
Result<std::vector<std::string>> take_scenarios(const ForecastFile& forecast, const std::vector<std::string>& given,
                                                Files& files, FoundInputs& found) {
  std::vector<std::string> rest;
  for (const auto& file : given) {
    const auto& facts = files.facts(file);
    if (!facts) return fail(facts.error());
    const bool is_input = std::any_of(forecast.view.inputs.begin(), forecast.view.inputs.end(),
                                      [&](const auto& input) { return input.sha256 == facts->sha256; });
    if (is_input) {
      rest.push_back(file);
      continue;
    }
    auto other = read_forecast_file(file);
    if (!other)
      return fail(ErrorKind::input, "is neither an input of this forecast nor another forecast", printable(file),
                  "the file may have changed since: run 'vpsfit forecast' again");
    found.scenarios.push_back(std::move(other->view));
    found.scenario_files.push_back(file);
  }
  return rest;
}

}  // namespace

std::string_view role_name(InputRole role) {
  switch (role) {
    case InputRole::usage:
      return "usage";
    case InputRole::recording:
      return "recording";
    case InputRole::plans:
      return "plans";
    case InputRole::calibration:
      return "calibration";
    case InputRole::rates:
      break;
  }
  return "rates";
}

Result<ForecastFile> read_forecast_file(const std::string& file) {
  ForecastFile forecast{file, {}, {}, {}};
  VPSFIT_TRY(forecast.bytes, files::read_whole(file));
  auto value = json::parse(forecast.bytes);
  if (!value) return fail(std::move(value).error().in(printable(file)));
  forecast.value = std::move(*value);
  VPSFIT_TRY(forecast.view, report::read_forecast(json::Node(forecast.value, printable(file))));
  return forecast;
}

Result<FileFacts> look_at(const std::string& file) {
  if (is_sqlite(file))
    if (const auto reader = recording::Reader::open(file)) {
      VPSFIT_TRY(std::string hash, reader->content_hash());
      return FileFacts{std::move(hash), InputRole::recording};
    }
  VPSFIT_TRY(const std::string bytes, files::read_whole(file));
  return FileFacts{files::sha256(bytes), role_of(bytes)};
}

Result<FoundInputs> find_inputs(const ForecastFile& forecast, const std::vector<std::string>& given) {
  FoundInputs found;
  Files files;
  VPSFIT_TRY(const auto candidates, take_scenarios(forecast, given, files, found));
  for (const auto& input : forecast.view.inputs) {
    std::vector<std::string> places = candidates;
    for (auto& place : places_of(input, forecast)) places.push_back(std::move(place));
    const auto place =
        std::find_if(places.begin(), places.end(), [&](const std::string& file) { return files.is(file, input); });
    if (place == places.end()) {
      found.missing.push_back(input.path);
      continue;
    }
    found.inputs.push_back({input.path, input.sha256, *place, files.facts(*place)->role});
  }
  return found;
}

std::vector<std::string> files_of(const FoundInputs& found, std::initializer_list<InputRole> roles) {
  std::vector<std::string> files;
  for (const auto& input : found.inputs)
    if (std::find(roles.begin(), roles.end(), input.role) != roles.end()) files.push_back(input.file);
  return files;
}

Result<std::vector<report::RecordedRun>> read_recorded_runs(const report::ForecastView& forecast,
                                                            const std::vector<std::string>& recordings) {
  std::vector<report::RecordedRun> runs;
  for (const auto& file : recordings) {
    VPSFIT_TRY(const auto reader, recording::Reader::open(file));
    VPSFIT_TRY(auto summaries, reader.runs());
    for (auto& summary : summaries) {
      const auto* const subject = forecast.find(summary.start.subject);
      if (subject == nullptr) continue;
      if (subject->measured && subject->measured->load.name != summary.start.load.name) continue;
      VPSFIT_TRY(auto samples, report::read_samples(reader, summary));
      runs.push_back({std::move(summary), std::move(samples)});
    }
  }
  return runs;
}

}  // namespace vpsfit::cli
