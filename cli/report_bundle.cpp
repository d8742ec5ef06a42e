// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/report_inputs.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "files/sha256.hpp"
#include "files/temporary_folder.hpp"
#include "recording/redact.hpp"

namespace vpsfit::cli {
namespace {

namespace fs = std::filesystem;

/// "3-usage.json": the number keeps names apart, the rest is what may stand in a path.
std::string bundled_name(std::size_t number, const std::string& named) {
  std::string name;
  for (const char c : fs::path(named).filename().string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("._-").find(c) != std::string_view::npos;
    if (plain && name.size() < 60) name += c;
  }
  return fmt::format("{}-{}", number, name.empty() ? "input" : name);
}

Result<std::string> unchanged(const std::string& file) {
  std::error_code ignored;
  if (fs::exists(file + "-wal", ignored) && fs::file_size(file + "-wal", ignored) > 0)
    return fail(ErrorKind::input, "the recording is still being written", printable(file),
                "wait for its end, or publish a redacted copy");
  return files::read_whole(file);
}

Result<std::string> redacted(const std::string& file, const std::vector<std::string>& subjects) {
  VPSFIT_TRY(const auto folder, files::TemporaryFolder::make());
  const fs::path copy = folder.path() / "copy.db";
  VPSFIT_CHECK(recording::copy_redacted(file, copy, subjects));
  return files::read_whole(copy);
}

}  // namespace

Result<std::vector<report::BundledInput>> bundled(const ForecastFile& forecast, const FoundInputs& found,
                                                  report::Redaction redaction) {
  std::vector<std::string> subjects;
  for (const auto& subject : forecast.view.subjects) subjects.push_back(subject.subject);
  std::vector<report::BundledInput> inputs;
  for (const auto& input : found.inputs) {
    const bool recording = input.role == InputRole::recording;
    if (input.role == InputRole::rates || (recording && redaction == report::Redaction::strict)) continue;
    const std::string name = bundled_name(inputs.size() + 1, input.named);
    VPSFIT_TRY(auto bytes, recording&& redaction == report::Redaction::standard ? redacted(input.file, subjects)
                           : recording                                          ? unchanged(input.file)
                                                                                : files::read_whole(input.file));
    inputs.push_back({{(recording ? "recordings/" : "inputs/") + name, std::move(bytes)},
                      std::string(role_name(input.role)),
                      input.named,
                      input.sha256});
  }
  for (const auto& file : found.scenario_files) {
    VPSFIT_TRY(auto bytes, files::read_whole(file));
    const std::string hash = files::sha256(bytes);
    inputs.push_back({{"inputs/" + bundled_name(inputs.size() + 1, file), std::move(bytes)}, "scenario", {}, hash});
  }
  return inputs;
}

}  // namespace vpsfit::cli
