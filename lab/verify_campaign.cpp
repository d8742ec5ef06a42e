// SPDX-License-Identifier: MIT
#include "lab/verify_campaign.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "core/text.hpp"
#include "files/files.hpp"
#include "json/node.hpp"
#include "json/parse.hpp"
#include "lab/compare_results.hpp"
#include "lab/flags.hpp"
#include "lab/journal.hpp"
#include "lab/load_figures.hpp"
#include "lab/load_run.hpp"
#include "lab/plan.hpp"
#include "lab/raw_files.hpp"
#include "recording/load_results.hpp"
#include "recording/reader.hpp"

namespace vpsfit::lab {
namespace {

using recording::LoadResult;
using recording::WarmUpResult;
using std::filesystem::path;

tl::unexpected<Error> differs(const Disagreement& found, const std::string& place) {
  return fail(ErrorKind::refused,
              fmt::format("recorded is {}, the raw files give {}", printable(found.recorded, 120),
                          printable(found.derived, 120)),
              fmt::format("{} {}", place, found.figure), "the recording or a raw file was changed");
}

/// A planned run and the attempt at it that ended well.
struct Done {
  const PlannedRun* run = nullptr;
  std::string name;  ///< in the recording
  path raw;          ///< its folder
};

/// The campaign as its files tell it.
struct Told {
  path folder;
  std::string place;  ///< of the recording
  Experiment experiment;
  std::vector<PlannedRun> runs;
  Past past;
  std::vector<LoadResult> loads;
  std::vector<WarmUpResult> warm_ups;
  std::vector<recording::RawFile> files;

  [[nodiscard]] std::string subject_of(const PlannedRun& run) const { return experiment.subjects[run.subject].name; }
};

Result<void> check_plan(const Told& told, const std::string& hash) {
  const path file = told.folder / "plan.json";
  VPSFIT_TRY(const std::string text, files::read_whole(file));
  auto value = json::parse(text);
  if (!value) return fail(std::move(value).error().in(printable(file.string())));
  VPSFIT_TRY(const auto member, json::Node(*value, printable(file.string())).at("plan_sha256"));
  VPSFIT_TRY(const std::string planned, member.text());
  if (planned != hash) return differs({"/plan_sha256", planned, hash}, printable(file.string()));
  return {};
}

Result<Told> read_campaign(const path& folder) {
  Told told;
  told.folder = folder;
  const path recording = folder / "recording.db";
  told.place = printable(recording.string());
  VPSFIT_CHECK(recording::Reader::open(recording));
  VPSFIT_TRY(const auto experiments, recording::read_lab_experiments(recording));
  if (experiments.size() != 1)
    return fail(ErrorKind::unavailable, fmt::format("the recording tells of {} experiments", experiments.size()),
                told.place,
                experiments.empty() ? "no run of the campaign has ended" : "verify the campaigns one by one");
  const auto& one = experiments.front();
  VPSFIT_TRY(told.experiment, parse_experiment(one.text, told.place + " lab_experiments", folder));
  told.runs = plan_runs(told.experiment);
  const std::string hash = plan_hash(one.text, told.runs);
  if (hash != one.plan_sha256) return differs({"plan_sha256", one.plan_sha256, hash}, told.place);
  VPSFIT_CHECK(check_plan(told, hash));
  VPSFIT_TRY(told.past, read_journal(folder / "journal.ndjson"));
  VPSFIT_TRY(told.loads, recording::read_load_results(recording));
  VPSFIT_TRY(told.warm_ups, recording::read_warm_ups(recording));
  VPSFIT_TRY(told.files, recording::read_raw_files(recording));
  return told;
}

std::vector<Done> done_runs(const Told& told) {
  std::vector<Done> done;
  for (const auto& run : told.runs) {
    if (told.past.good.count(run.id) == 0) continue;
    const int attempt = told.past.attempts.at(run.id);
    done.push_back({&run, attempt_name(run.name, attempt), told.folder / "raw" / attempt_name(run.id, attempt)});
  }
  return done;
}

/// The report in the files of one window. Fails where a file is not among those whose hashes are known.
Result<LoadReport> read_report(const Told& told, const Done& done, const Generator& generator, const LoadPlan& load,
                               const std::string& window, nanoseconds length) {
  const path folder = done.raw / window;
  const LoadOrder order =
      load_order(told.experiment, told.experiment.subjects[done.run->subject], load, length, folder);
  VPSFIT_TRY(const Invocation call, generator.invoke(order));
  const std::string needed = (folder / (call.log.empty() ? "stdout.txt" : call.log)).lexically_relative(told.folder);
  if (std::none_of(told.files.begin(), told.files.end(), [&](const auto& file) { return file.path == needed; }))
    return fail(ErrorKind::unavailable, "the recording knows no hash of a raw file", printable(needed),
                "the run was recorded by an older version");
  VPSFIT_TRY(const RawOutput raw, read_raw(call, folder));
  auto report = generator.parse(order, raw);
  if (!report) return fail(std::move(report).error().in(printable(folder.string())));
  return report;
}

/// The generator that was called in a window: the first known name among the words of its call.
Result<const Generator*> called_generator(const path& folder) {
  const path file = folder / "argv.json";
  VPSFIT_TRY(const std::string text, files::read_whole(file));
  auto value = json::parse(text);
  if (!value) return fail(std::move(value).error().in(printable(file.string())));
  VPSFIT_TRY(const auto words, json::Node(*value, printable(file.string())).items());
  for (const auto& word : words)
    if (word.value().kind() == json::Value::Kind::string)
      if (const Generator* const generator = find_generator(word.value().text())) return generator;
  return fail(ErrorKind::input, "no known generator is called", printable(file.string()));
}

Result<void> check_load(const Told& told, const Done& done, const LoadPlan& plan, const LoadResult& kept) {
  const path folder = done.raw / kept.window;
  const std::string place = printable(folder.string());
  VPSFIT_TRY(const Generator* const generator, called_generator(folder));
  VPSFIT_TRY(const LoadReport report, read_report(told, done, *generator, plan, kept.window, told.experiment.window));
  if (const auto why = printed_against_histogram(report); !why.empty()) return fail(ErrorKind::refused, why, place);
  LoadResult derived = load_result(told.experiment, plan, report);
  const auto version = files::read_whole(done.raw / version_file(*generator));
  derived.generator = described(*generator, version.value_or(""), report.origin);
  derived.contract_checks = kept.contract_checks;
  const bool post_failed = std::find(kept.flags.begin(), kept.flags.end(), "contract_post") != kept.flags.end();
  if (!post_failed) derived.contract_checks = 2 * static_cast<std::int64_t>(told.experiment.contract.size());
  if (const auto found = first_disagreement(kept, derived)) return differs(*found, place);
  if (const auto why = contradiction_in(kept); !why.empty()) return fail(ErrorKind::refused, why, place);
  return {};
}

/// All results of a run: each load of the plan once, nothing else, and its warm-ups.
Result<void> check_run(const Told& told, const Done& done) {
  const std::string subject = told.subject_of(*done.run);
  const std::string place = printable(done.raw.string());
  const auto mine = [&](const auto& result) { return result.subject == subject && result.run == done.name; };
  const auto recorded = std::count_if(told.loads.begin(), told.loads.end(), mine);
  if (static_cast<std::size_t>(recorded) != done.run->loads.size())
    return differs({"loads", std::to_string(recorded), std::to_string(done.run->loads.size())}, place);
  for (const std::size_t index : done.run->loads) {
    const LoadPlan& plan = told.experiment.loads[index];
    const auto kept = std::find_if(told.loads.begin(), told.loads.end(),
                                   [&](const LoadResult& load) { return mine(load) && load.load == plan.name; });
    if (kept == told.loads.end()) return differs({"load", "nothing", plan.name}, place);
    if (kept->window != window_name(told.experiment, plan))
      return differs({"window", kept->window, window_name(told.experiment, plan)}, place);
    VPSFIT_CHECK(check_load(told, done, plan, *kept));
  }
  const auto& rule = told.experiment.warmup;
  for (const auto& kept : told.warm_ups) {
    if (!mine(kept)) continue;
    const LoadPlan* const plan = told.experiment.load(rule.load);
    if (plan == nullptr || kept.load != rule.load || kept.window.find('/') != std::string::npos)
      return differs({"warm-up", kept.load, rule.load}, place);
    VPSFIT_TRY(const Generator* const generator, called_generator(done.raw / kept.window));
    VPSFIT_TRY(const LoadReport report, read_report(told, done, *generator, *plan, kept.window, rule.window));
    if (const auto found = first_disagreement(kept, warm_up_result(*plan, report)))
      return differs(*found, printable((done.raw / kept.window).string()));
  }
  return {};
}

}  // namespace

bool is_campaign(const path& folder) {
  return files::is_there(folder / "recording.db") && files::is_there(folder / "plan.json");
}

Result<CheckedCampaign> verify_campaign(const path& folder) {
  VPSFIT_TRY(const Told told, read_campaign(folder));
  for (const auto& file : told.files) VPSFIT_CHECK(check_raw_file(folder, file));
  const auto done = done_runs(told);
  std::size_t loads = 0;
  for (const auto& run : done) {
    VPSFIT_CHECK(check_run(told, run));
    loads += run.run->loads.size();
  }
  if (loads != told.loads.size())
    return differs({"loads", std::to_string(told.loads.size()), std::to_string(loads)}, told.place);
  return CheckedCampaign{done.size(), loads, told.warm_ups.size(), told.files.size()};
}

}  // namespace vpsfit::lab
