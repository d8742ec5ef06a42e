// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/date.hpp"
#include "core/usage.hpp"
#include "recording/reader.hpp"
#include "report/load_groups.hpp"
#include "report/page/forecast_view.hpp"
#include "report/spread.hpp"

namespace vpsfit::report {

/// One moment of a plot.
struct Sample {
  double at_s = 0;              ///< seconds since the run began
  std::optional<double> cores;  ///< average since the sample before; nothing for the first one and after a gap
  std::optional<double> memory_mib;
  bool after_gap = false;  ///< samples between this one and the one before were missed
  double missing_s = 0;    ///< time without a sample before this one, beyond the usual interval
};

/// A recorded run with what a plot needs of its series.
struct RecordedRun {
  recording::RunSummary summary;
  std::vector<Sample> samples;  ///< at most plot_points
};

/// Most samples of a plotted series.
inline constexpr std::size_t plot_points = 120;

/// A file beside the page that it links to.
struct LinkedFile {
  std::string name;
  std::size_t bytes = 0;
  std::string sha256;
};

/// Everything that a report shows. Every rendering is a pure function of it.
struct Document {
  std::string title;  ///< as it may be shown; empty: made from the subjects' names
  std::string tool;   ///< "vpsfit 0.1.0", what makes the page
  ForecastView forecast;
  std::vector<ForecastView> scenarios;  ///< the same subjects under other assumptions
  std::vector<RecordedRun> runs;        ///< recorded runs of the shown subjects
  std::vector<ReportedLoad> loads;      ///< what load generators reported about the shown subjects
  std::optional<WallTime> made_at;      ///< the moment that it bears; nothing: the newest day among its inputs
  bool host_facts = true;               ///< false: facts about the measuring host are left out
};

/// The document with every name as it may be shown (shown_name): what pages, plots, tables and Markdown are made of.
/// Its title is one already.
[[nodiscard]] Document displayed(Document document);

/// Keeps at most plot_points samples: of each equally long stretch those with the smallest and the largest CPU and
/// memory, and the first and the last of all. Gaps stay gaps.
[[nodiscard]] std::vector<Sample> thinned(const std::vector<Sample>& samples);

/// The series of a run, thinned. Fails as the reader does.
[[nodiscard]] Result<std::vector<Sample>> read_samples(const recording::Reader& reader,
                                                       const recording::RunSummary& run);

/// One figure over the runs of a subject.
[[nodiscard]] std::vector<Rational> cores_of_runs(const Usage& usage);
[[nodiscard]] std::vector<Rational> memory_medians_of_runs(const Usage& usage);  ///< bytes
[[nodiscard]] std::vector<Rational> memory_maxima_of_runs(const Usage& usage);   ///< bytes, of samples
/// The largest memory of each run as the forecast counts it: the kernel's peak where it is higher, is the run's own,
/// and such a peak decided. Bytes; nothing without runs.
[[nodiscard]] std::vector<Rational> memory_counted_of_runs(const SubjectView& subject);

}  // namespace vpsfit::report
