// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "files/files.hpp"
#include "json/parse.hpp"
#include "report/page/document.hpp"

/// The study as documents: its published figures, and the reconstructed ones that lead to them.
namespace fixture {

using namespace vpsfit;

template <class T>
T must(Result<T> result) {
  REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message + " " + result.error().place));
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

inline std::string bytes_of(const std::string& name) {
  return must(files::read_whole(std::string(VPSFIT_SOURCE_DIR) + "/tests/unit/report_page/fixtures/" + name));
}

inline report::ForecastView forecast_of(const std::string& text) {
  const auto value = must(json::parse(text));
  return must(report::read_forecast(json::Node(value, "forecast.json")));
}

/// The same text with one thing replaced, which must be there.
inline std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const auto at = text.find(what);
  REQUIRE_MESSAGE(at != std::string::npos, what);
  return text.replace(at, what.size(), by);
}

inline report::Document study() {
  report::Document document;
  document.tool = "vpsfit 0.1.0";
  document.forecast = forecast_of(bytes_of("study.json"));
  return document;
}

inline report::Document study_with_30_percent() {
  report::Document document = study();
  document.scenarios.push_back(forecast_of(bytes_of("study-30.json")));
  return document;
}

/// A recorded run of a minute: two windows, a gap of three samples, a limit, a spike.
inline report::RecordedRun recorded_run(const std::string& subject, const std::string& name = "1") {
  using namespace std::chrono_literals;
  report::RecordedRun run;
  auto& summary = run.summary;
  summary.start.subject = subject;
  summary.start.run = name;
  summary.start.limits.memory = MiB(512);
  summary.start.limits.cpu_cores = Rational(2);
  summary.host = {"6.1.0-28-amd64", "x86_64", "Some CPU 2.0", 2, GiB(4), 4096, "unified", "0.1.0"};
  summary.interval = 1s;
  summary.ticks = 57;
  summary.missed_ticks = 3;
  summary.memory_max = MiB(220);
  summary.memory_peak = MiB(256);
  summary.peak_origin = PeakOrigin::run;
  const recording::Instant start = summary.start.started;
  recording::WindowSummary warm_up;
  warm_up.name = "warm-up";
  warm_up.begin = start + 2s;
  warm_up.end = start + 20s;
  warm_up.ticks = 18;
  recording::WindowSummary load;
  load.name = "load";
  load.begin = start + 20s;
  load.end = start + 60s;
  load.ticks = 37;
  load.missed_ticks = 3;
  load.cpu_usage = CpuTime{30'000'000};
  load.cpu_elapsed = std::chrono::seconds{40};
  load.memory_median = MiB(200);
  load.memory_max = MiB(220);
  summary.windows = {warm_up, load};
  for (int second = 0; second <= 60; ++second) {
    if (second >= 30 && second < 33) continue;
    report::Sample sample;
    sample.at_s = second;
    sample.after_gap = second == 33;
    sample.missing_s = second == 33 ? 3 : 0;
    if (second > 0 && second != 33) sample.cores = second < 20 ? 0.25 : second == 40 ? 1.9 : 0.75;
    sample.memory_mib = second < 20 ? 100.0 : second == 45 ? 220.0 : 200.0;
    run.samples.push_back(sample);
  }
  return run;
}

/// A folder that goes away with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "vpsfit-report-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

inline std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

}  // namespace fixture
