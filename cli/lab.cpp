// SPDX-License-Identifier: MIT
#include <csignal>
#include <filesystem>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/lab_progress.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "lab/campaign.hpp"
#include "report/text_table.hpp"
#include "sampler/system_clock.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view lab_usage =
    R"(Runs an experiment that one file describes: fresh starts, contract checks, warm-up,
load by an existing generator, sampling, results in a recording.

Usage: vpsfit lab check <file>
       vpsfit lab run [--out=DIR] <file>
       vpsfit lab resume [--out=DIR] <file>

  check          reads the file, looks for what it needs, prints the plan of runs
  run            makes all runs; the plan is written before the first start
  resume         goes on with a campaign that was stopped; runs that ended are not
                 made again
  --out=DIR      where the campaign stands; without it a folder here with the name
                 of the experiment

The file is TOML; examples/web-frameworks.toml explains every key. Each server runs
in a control group of its own, which needs root. The folder gets recording.db, which
vpsfit show, forecast and report take, plan.json, journal.ndjson with every step, and
raw/ with all that servers and generators printed.
Ctrl-C ends the running start in good order and keeps all that was measured.
Exit status 3: a run failed; 4: a sample is flagged; samples are kept whatever their
flags.
)";

Result<lab::Campaign> read_campaign(const Arguments& arguments) {
  const std::filesystem::path file = *arguments.text("<file>");
  lab::Campaign campaign;
  VPSFIT_TRY(campaign.text, files::read_whole(file));
  auto home = std::filesystem::absolute(file).parent_path();
  VPSFIT_TRY(campaign.experiment, lab::parse_experiment(campaign.text, printable(file.string()), home));
  campaign.runs = lab::plan_runs(campaign.experiment);
  campaign.folder = arguments.text("--out").value_or(campaign.experiment.name);
  campaign.host = lab::look_at_host(version);
  return campaign;
}

std::string loads_of(const lab::Campaign& campaign, const lab::PlannedRun& run) {
  std::string names;
  for (const std::size_t load : run.loads) names += (names.empty() ? "" : ", ") + campaign.experiment.loads[load].name;
  return names;
}

std::string describe(const lab::LoadPlan& load) {
  switch (load.mode) {
    case lab::LoadMode::saturated:
      return fmt::format("saturated, {} connections", load.connections);
    case lab::LoadMode::rate:
      return fmt::format("{} requests per second, {} connections", load.rate.fraction(), load.connections);
    case lab::LoadMode::requests:
      break;
  }
  return fmt::format("{} requests, {} connections", load.requests, load.connections);
}

std::string plan_text(const lab::Campaign& campaign) {
  const auto& experiment = campaign.experiment;
  report::TextTable table({{"Run"}, {"Subject"}, {"Load"}, {"At least", report::Align::right}});
  lab::nanoseconds total{};
  for (const auto& run : campaign.runs) {
    const auto time = lab::least_time(experiment, run);
    total += time;
    table.row({run.id, experiment.subjects[run.subject].name, loads_of(campaign, run), duration_text(time)});
  }
  std::string text =
      fmt::format("{}: {} runs, at least {} of load\n\n", experiment.name, campaign.runs.size(), duration_text(total));
  for (const auto& load : experiment.loads) {
    const auto generator = lab::generator_for(experiment, load.mode);
    text += fmt::format("{}: {}, made by {}\n", load.name, describe(load), generator ? (*generator)->name : "nobody");
    if (generator && load.mode == lab::LoadMode::rate)
      text += fmt::format("  latency counts from: {}\n", lab::to_text(*(*generator)->origin_at_rate));
  }
  return text + "\n" + table.render();
}

ExitCode exit_of(const lab::CampaignEnd& end) {
  if (end.signal != 0) return end.signal == SIGINT ? ExitCode::interrupted : ExitCode::terminated;
  if (end.failed > 0) return ExitCode::answer_is_no;
  return end.flagged > 0 ? ExitCode::incomplete : ExitCode::done;
}

Result<ExitCode> campaign_end(const lab::Campaign& campaign, bool fresh) {
  const sampler::BlockedSignals blocked;
  LabProgress progress;
  VPSFIT_TRY(const auto end, lab::run_campaign(campaign, fresh, progress));
  progress.finish();
  say(fmt::format("{}: {} runs done ({} flagged), {} failed, {} left", printable(campaign.recording().string()),
                  end.done, end.flagged, end.failed, end.left));
  if (end.left > 0) say("vpsfit lab resume goes on");
  return exit_of(end);
}

Result<ExitCode> run_lab(const Arguments& arguments) {
  VPSFIT_TRY(const lab::Campaign campaign, read_campaign(arguments));
  const auto objections = lab::look_ahead(campaign.experiment);
  for (const auto& remark : objections.remarks) say(remark);
  if (arguments.flag("check")) {
    VPSFIT_CHECK(print(plan_text(campaign)));
    for (const auto& error : objections.errors) complain(error);
    return objections.errors.empty() ? ExitCode::done : ExitCode::could_not;
  }
  if (!objections.errors.empty()) {
    for (std::size_t i = 1; i < objections.errors.size(); ++i) complain(objections.errors[i]);
    return fail(objections.errors.front());
  }
  return campaign_end(campaign, arguments.flag("run"));
}

}  // namespace

extern const Command lab_command;
const Command lab_command{"lab", "run an experiment that one file describes", lab_usage, run_lab};

}  // namespace vpsfit::cli
