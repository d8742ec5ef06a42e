// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cli/capacity_inputs.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "lab/flags.hpp"
#include "recording/load_results.hpp"
#include "sources/scale_points.hpp"

namespace vpsfit::cli {
namespace {

/// What speaks against a throughput; empty: nothing. Other loads than saturated ones do not tell what could be done.
std::string objection(const recording::LoadResult& load) {
  if (load.mode != "saturated") return "not_saturated";
  if (load.connections < 1) return "clients_unknown";
  if (load.good <= 0 || load.elapsed.count() <= 0) return "no_answers";
  const auto flags = lab::flags_of(load);
  const auto grave = std::find_if(flags.begin(), flags.end(), lab::forbids_figures);
  return grave == flags.end() ? std::string() : *grave;
}

}  // namespace

Result<void> read_scale_runs(const std::string& file, forecast::Scaling& scaling) {
  if (!is_recording(file)) {
    VPSFIT_TRY(const std::string text, files::read_whole(file));
    VPSFIT_TRY(const auto points, sources::parse_scale_points(text, printable(file)));
    for (const auto& point : points)
      forecast::subject_of(scaling, point.subject).runs.push_back({{}, {}, point.clients, point.throughput, {}});
    return {};
  }
  VPSFIT_TRY(const auto loads, recording::read_load_results(file));
  if (loads.empty())
    return fail(ErrorKind::input, "the recording has no load results", printable(file),
                "give one of 'vpsfit lab', or throughputs as CSV");
  for (const auto& load : loads)
    forecast::subject_of(scaling, load.subject)
        .runs.push_back({load.load, load.run, Rational(load.connections), lab::achieved_rate(load), objection(load)});
  return {};
}

}  // namespace vpsfit::cli
