// SPDX-License-Identifier: MIT
#include "cli/calibration_sides.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "cli/lab_results.hpp"
#include "core/text.hpp"
#include "recording/reader.hpp"

namespace vpsfit::cli {
namespace {

using recording::RunSummary;

Result<Usage> usage_of(std::vector<Usage> usages, const std::string& subject, const std::string& place) {
  std::vector<std::string> names;
  for (auto& one : usages) {
    if (one.subject == subject) return std::move(one);
    names.push_back(one.subject);
  }
  const auto near = near_name(subject, names);
  return fail(ErrorKind::input, fmt::format("there is no subject '{}'", printable(subject, 80)), place,
              near ? fmt::format("did you mean '{}'?", printable(*near, 80))
                   : printable(fmt::format("there are: {}", fmt::join(names, ", ")), 1000));
}

/// The summaries of the runs that count, in their order.
std::vector<const RunSummary*> counting(const std::vector<RunSummary>& runs, const Usage& usage) {
  std::vector<const RunSummary*> result;
  for (const auto& run : runs)
    if (run.start.subject == usage.subject &&
        std::any_of(usage.runs.begin(), usage.runs.end(),
                    [&](const RunUsage& one) { return one.run == run.start.run; }))
      result.push_back(&run);
  return result;
}

/// Did the command run from its start to its end inside the only window, and end well?
bool is_whole_command(const RunSummary& run) {
  return !run.start.command.empty() && run.windows.size() == 1 && run.end &&
         run.end->reason == recording::EndReason::command_exited && run.end->command_status == 0;
}

std::vector<std::string> common_command(const std::vector<const RunSummary*>& runs) {
  const bool same = !runs.empty() && std::all_of(runs.begin(), runs.end(), [&](const RunSummary* run) {
    return is_whole_command(*run) && run->start.command == runs.front()->start.command;
  });
  return same ? runs.front()->start.command : std::vector<std::string>();
}

Result<void> take_host(const std::vector<const RunSummary*>& runs, forecast::CalibrationSide& side) {
  if (runs.empty()) return {};
  const auto& host = runs.front()->host;
  for (const auto* const run : runs)
    if (run->host.cpu_model != host.cpu_model || run->host.cpus != host.cpus)
      return fail(ErrorKind::input, "its runs were made on different hosts", printable(side.path),
                  "give a recording of one host");
  side.started_at = to_text(runs.front()->start.started_wall);
  side.cpu_model = host.cpu_model;
  side.architecture = host.architecture;
  side.cpus = host.cpus;
  return {};
}

}  // namespace

Result<forecast::MeasuredSide> read_side(const std::string& file, const SideWish& wish) {
  VPSFIT_TRY(const auto reader, recording::Reader::open(file));
  forecast::MeasuredSide measured;
  measured.side.path = file;
  VPSFIT_TRY(measured.side.sha256, reader.content_hash());
  std::string load = wish.load;
  if (load.empty()) {
    VPSFIT_TRY(load, forecast_load_of(file));
  }
  VPSFIT_TRY(auto usages, recording::summarize(reader, {wish.window, load}));
  VPSFIT_TRY(measured.usage, usage_of(std::move(usages), wish.subject, printable(file)));
  VPSFIT_TRY(measured.mode, count_requests(file, measured.usage));
  VPSFIT_TRY(const auto runs, reader.runs());
  const auto mine = counting(runs, measured.usage);
  measured.command = common_command(mine);
  VPSFIT_CHECK(take_host(mine, measured.side));
  return measured;
}

}  // namespace vpsfit::cli
