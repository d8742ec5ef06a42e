// SPDX-License-Identifier: MIT
#include "lab/campaign.hpp"

#include <fmt/format.h>
#include <optional>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "json/node.hpp"
#include "json/parse.hpp"
#include "lab/engine.hpp"
#include "lab/journal.hpp"
#include "lab/one_run.hpp"
#include "lab/settle.hpp"
#include "lab/stale_groups.hpp"
#include "recording/lock.hpp"

namespace vpsfit::lab {
namespace {

Result<void> make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return {};
  return fail(ErrorKind::io, fmt::format("cannot be made: {}", error.message()), printable(folder.string()));
}

/// The folder holds nothing, or this very campaign.
Result<void> check_folder(const Campaign& campaign, bool fresh) {
  const std::string place = printable(campaign.plan_file().string());
  if (fresh) {
    if (!files::is_there(campaign.plan_file()) && !files::is_there(campaign.recording()))
      return files::write_whole(campaign.plan_file(), plan_json(campaign));
    return fail(ErrorKind::input, "the folder holds a campaign already", place,
                "vpsfit lab resume goes on with it; --out names another");
  }
  if (!files::is_there(campaign.plan_file()))
    return fail(ErrorKind::input, "the folder holds no campaign", place, "vpsfit lab run begins one");
  VPSFIT_TRY(const std::string text, files::read_whole(campaign.plan_file()));
  auto value = json::parse(text);
  if (!value) return fail(std::move(value).error().in(place));
  VPSFIT_TRY(const auto hash, json::Node(*value, place).at("plan_sha256"));
  VPSFIT_TRY(const std::string known, hash.text());
  if (known == plan_hash(campaign.text, campaign.runs)) return {};
  return fail(ErrorKind::input, "the campaign was planned from another experiment file", place,
              "give the file as it was, or begin anew with another --out");
}

nanoseconds least_of_rest(const Campaign& campaign, std::size_t from, const Past& past) {
  nanoseconds rest{};
  for (std::size_t i = from; i < campaign.runs.size(); ++i)
    if (past.done.count(campaign.runs[i].id) == 0) rest += least_time(campaign.experiment, campaign.runs[i]);
  return rest;
}

}  // namespace

std::string plan_json(const Campaign& campaign) {
  auto runs = json::Value::array();
  for (const auto& run : campaign.runs) {
    auto loads = json::Value::array();
    for (const std::size_t load : run.loads) loads.push(campaign.experiment.loads[load].name);
    auto one = json::Value::object();
    one.set("id", run.id).set("subject", campaign.experiment.subjects[run.subject].name).set("run", run.name);
    runs.push(one.set("repetition", run.repetition).set("loads", loads));
  }
  auto plan = json::Value::object();
  plan.set("experiment", campaign.experiment.name).set("plan_sha256", plan_hash(campaign.text, campaign.runs));
  plan.set("order", to_text(campaign.experiment.order)).set("start_scope", to_text(campaign.experiment.start_scope));
  plan.set("cache_state", to_text(campaign.experiment.cache_state));
  return json::dump(plan.set("runs", runs)) + "\n";
}

Result<CampaignEnd> run_campaign(const Campaign& campaign, bool fresh, Watcher& watcher) {
  VPSFIT_CHECK(remove_stale_groups(campaign.host));
  for (const auto& subject : campaign.experiment.subjects)
    if (!subject.image.empty())
      if (const auto engine = Engine::find(campaign.host.root, subject.engine)) engine->remove_stale();
  VPSFIT_CHECK(make_folder(campaign.folder));
  VPSFIT_TRY(const auto lock, recording::WriterLock::take(campaign.folder / "campaign"));
  VPSFIT_CHECK(check_folder(campaign, fresh));
  VPSFIT_TRY(Past past, read_journal(campaign.journal()));
  VPSFIT_TRY(Journal journal, Journal::open(campaign.journal()));
  CampaignEnd end;
  bool noted = false;
  for (std::size_t i = 0; i < campaign.runs.size(); ++i) {
    const PlannedRun& run = campaign.runs[i];
    if (past.done.count(run.id) != 0) continue;
    if (end.signal != 0) {
      ++end.left;
      continue;
    }
    watcher.begins(run, i, campaign.runs.size(), least_of_rest(campaign, i, past));
    OneRun one(campaign, run, past.attempts[run.id] + 1, journal, watcher);
    VPSFIT_TRY(const RunEnding ending, one.make());
    if (ending == RunEnding::stopped) {
      end.signal = one.signal();
      ++end.left;
      continue;
    }
    ending == RunEnding::done ? ++end.done : ++end.failed;
    if (one.flagged()) ++end.flagged;
    if (noted || !files::is_there(campaign.recording())) continue;
    noted = true;
    VPSFIT_CHECK(recording::add_lab_experiment(
        campaign.recording(), {campaign.experiment.name, campaign.text, plan_hash(campaign.text, campaign.runs),
                               environment_json(), campaign.experiment.forecast_load}));
  }
  return end;
}

}  // namespace vpsfit::lab
