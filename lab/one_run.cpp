// SPDX-License-Identifier: MIT
#include "lab/one_run.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <thread>

#include "core/text.hpp"
#include "lab/contract.hpp"
#include "lab/flags.hpp"
#include "lab/load_figures.hpp"
#include "lab/raw_files.hpp"
#include "lab/settle.hpp"

namespace vpsfit::lab {
namespace {

using namespace std::chrono_literals;

constexpr auto poll = 100ms;
constexpr auto drain_time = 1s;
constexpr auto requests_patience = 3600s;  ///< a fixed number of requests may take so long

recording::Instant now() { return recording::Instant(std::chrono::steady_clock::now()); }

tl::unexpected<Error> ill(std::string why) { return fail(ErrorKind::unavailable, std::move(why)); }

}  // namespace

OneRun::OneRun(const Campaign& campaign, const PlannedRun& run, int attempt, Journal& journal, Watcher& watcher)
    : campaign_(campaign),
      run_(run),
      subject_(campaign.experiment.subjects[run.subject]),
      attempt_(attempt),
      name_(attempt_name(run.name, attempt)),
      folder_(campaign.raw(attempt_name(run.id, attempt))),
      journal_(journal),
      watcher_(watcher) {}

Result<void> OneRun::to(const std::string& state, const std::string& reason) {
  watcher_.step(state, reason);
  const auto wall = std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
  VPSFIT_CHECK(journal_.write({now(), wall, run_.id, state_, state, reason}));
  state_ = state;
  return {};
}

void OneRun::flag(const std::string& flag) {
  if (std::find(flags_.begin(), flags_.end(), flag) == flags_.end()) flags_.push_back(flag);
}

Result<void> OneRun::alive() const {
  if (const int signal = pending_signal(); signal != 0) return ill(fmt::format("stopped by signal {}", signal));
  if (server_ && server_->sampling().over()) return ill("server_died: the server ended by itself");
  return {};
}

Result<RunEnding> OneRun::make() {
  auto went = steps();
  return conclude(went);
}

Result<void> OneRun::steps() {
  VPSFIT_CHECK(settle());
  VPSFIT_CHECK(start());
  VPSFIT_CHECK(await_ready());
  VPSFIT_CHECK(to("contract"));
  VPSFIT_CHECK(check_contract());
  VPSFIT_CHECK(warm_up());
  for (const std::size_t load : run_.loads) VPSFIT_CHECK(measure(campaign_.experiment.loads[load]));
  VPSFIT_CHECK(contract_again());
  return drain();
}

Result<void> OneRun::settle() {
  VPSFIT_CHECK(to("settle", fmt::format("attempt {}", attempt_)));
  if (is_listening(subject_.port))
    return ill(fmt::format("port_in_use: something listens on port {} already", subject_.port));
  const auto deadline = now() + campaign_.experiment.settle_max;
  std::string why;
  while (!(why = unrest()).empty() && now() < deadline) {
    VPSFIT_CHECK(alive());
    std::this_thread::sleep_for(poll);
  }
  if (!why.empty()) {
    flag("host_noise");
    watcher_.remark(fmt::format("the host did not become quiet: {}", why));
  }
  return campaign_.experiment.cache_state == CacheState::dropped ? drop_caches() : Result<void>{};
}

Result<void> OneRun::start() {
  VPSFIT_CHECK(to("start"));
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error)
    return fail(ErrorKind::io, fmt::format("cannot be made: {}", error.message()), printable(folder_.string()));
  Load load;
  if (run_.loads.size() == 1) {
    const LoadPlan& only = campaign_.experiment.loads[run_.loads.front()];
    load.name = only.name;
    if (only.mode == LoadMode::rate) load.request_rate_per_s = only.rate;
  }
  VPSFIT_TRY(server_, Server::start(campaign_.host, {subject_, campaign_.experiment.limits, name_, load,
                                                     campaign_.recording(), folder_ / "server.log"}));
  recorded_ = true;
  return {};
}

Result<void> OneRun::await_ready() {
  VPSFIT_CHECK(to("ready"));
  const auto& contract = campaign_.experiment.contract;
  ContractCase probe;
  probe.request = campaign_.experiment.request;
  if (!contract.empty()) probe = contract.front();
  const auto deadline = server_->started() + campaign_.experiment.ready_timeout;
  std::string last = "no connection";
  for (int good = 0; good < 2;) {
    VPSFIT_CHECK(alive());
    if (now() > deadline) return ill(fmt::format("not_ready: {}", last));
    auto question = to_http(probe.request, subject_.port);
    question.total_timeout = 2s;
    const auto answer = http_.ask(question);
    last = answer ? objection(probe, *answer) : answer.error().message;
    if (contract.empty() && answer) last = answer->ok() ? "" : fmt::format("status {}", answer->status);
    good = last.empty() ? good + 1 : 0;
    if (good == 1) startup_ = std::chrono::duration_cast<std::chrono::microseconds>(now() - server_->started());
    if (good != 1) std::this_thread::sleep_for(good == 0 ? std::chrono::milliseconds(poll) : 0ms);
  }
  return {};
}

Result<void> OneRun::check_contract() {
  for (const auto& one : campaign_.experiment.contract) {
    VPSFIT_CHECK(alive());
    const auto answer = http_.ask(to_http(one.request, subject_.port));
    const std::string wrong = answer ? objection(one, *answer) : answer.error().message;
    if (!wrong.empty()) return ill(fmt::format("contract: the answer to \"{}\" {}", one.name, wrong));
    ++checks_;
  }
  return {};
}

Result<void> OneRun::warm_up() {
  const auto& rule = campaign_.experiment.warmup;
  if (rule.load.empty()) return {};
  VPSFIT_CHECK(to("warmup"));
  const LoadPlan& load = *campaign_.experiment.load(rule.load);
  const auto began = now();
  const nanoseconds least = subject_.warmup_min.value_or(rule.min);
  std::vector<WarmUpWindow> windows;
  for (;;) {
    const std::string window = fmt::format("warmup-{}", windows.size() + 1);
    VPSFIT_TRY(const auto loaded, load_window(load, window, rule.window));
    const LoadReport& report = loaded.second;
    windows.push_back({report.good, report.elapsed});
    auto& kept = warm_ups_.emplace_back(warm_up_result(load, report));
    kept.subject = subject_.name;
    kept.run = name_;
    kept.window = window;
    if (kept.errors > 0) flag("warmup_errors");
    const auto state = steadiness(windows, rule);
    const double cv = state ? std::sqrt(state->cv_squared.approximate()) : 0;
    watcher_.step("warmup", state ? fmt::format("window {}: variation {:.1f} %", windows.size(), cv * 100)
                                  : fmt::format("window {}", windows.size()));
    const auto passed = now() - began;
    if (state && state->steady && passed >= least)
      return state->drifting ? flag("warmup_trend") : void(), Result<void>{};
    if (passed + rule.window > rule.max) {
      flag("warmup_unsteady");
      return {};
    }
  }
}

Result<std::pair<LoadRun, LoadReport>> OneRun::load_window(const LoadPlan& load, const std::string& window,
                                                           nanoseconds length) {
  const Experiment& experiment = campaign_.experiment;
  VPSFIT_CHECK(alive());
  VPSFIT_TRY(const Generator* generator, generator_for(experiment, load.mode));
  const LoadOrder order = load_order(experiment, subject_, load, length, std::filesystem::absolute(folder_ / window));
  const nanoseconds most =
      load.mode == LoadMode::requests
          ? nanoseconds(requests_patience)
          : std::chrono::seconds(whole_seconds(length)) + experiment.generator.timeout + experiment.generator.patience;
  VPSFIT_CHECK(server_->sampling().open(window));
  auto run = run_load(campaign_.host, *generator, experiment.generator, order, server_->sampling(), most);
  if (!server_->sampling().over()) VPSFIT_CHECK(server_->sampling().close(window));
  if (!run) return fail(run.error());
  if (run->stopped) return ill("stopped by a signal");
  if (run->server_ended) return ill("server_died: the server ended while it was under load");
  if (run->hung) return ill(fmt::format("generator_hang: {} did not end in time and was killed", generator->name));
  if (run->status.value_or(0) != 0)
    return ill(fmt::format(
        "generator: {} ended with status {}: {}", generator->name, *run->status,
        printable(trim(run->raw.standard_error.empty() ? run->raw.standard_output : run->raw.standard_error), 200)));
  auto report = generator->parse(order, run->raw);
  if (!report) return ill("generator: " + report.error().message);
  return std::pair(std::move(*run), std::move(*report));
}

Result<void> OneRun::measure(const LoadPlan& load) {
  const std::string window = window_name(campaign_.experiment, load);
  VPSFIT_CHECK(to("measure", load.name));
  VPSFIT_TRY(const Generator* generator, generator_for(campaign_.experiment, load.mode));
  VPSFIT_TRY(const auto loaded, load_window(load, window, campaign_.experiment.window));
  for (const auto& remark : loaded.second.remarks) watcher_.remark(remark);
  results_.push_back(result_of(load, window, loaded.first, loaded.second, *generator));
  return {};
}

Result<void> OneRun::contract_again() {
  VPSFIT_CHECK(to("contract-again"));
  const auto checked = check_contract();
  if (!checked) {
    VPSFIT_CHECK(alive());
    flag("contract_post");
    watcher_.remark(checked.error().message);
  }
  return {};
}

Result<void> OneRun::drain() {
  VPSFIT_CHECK(to("drain"));
  std::this_thread::sleep_for(drain_time);
  return alive();
}

Result<RunEnding> OneRun::conclude(const Result<void>& went) {
  VPSFIT_CHECK(to("stop", went ? "" : went.error().message));
  signal_ = pending_signal();
  Result<sampler::Outcome> outcome = sampler::Outcome{};
  if (server_) outcome = server_->stop();
  if (server_ && server_->oom_killed()) flag("oom");
  server_.reset();
  if (recorded_) {
    VPSFIT_TRY(const auto raw, list_raw_files(campaign_.folder, folder_, subject_.name, name_));
    VPSFIT_CHECK(recording::add_raw_files(campaign_.recording(), raw));
  }
  if (outcome && outcome->signal != 0) signal_ = outcome->signal;
  if (!outcome) return fail(outcome.error());
  VPSFIT_TRY(const auto recorded, recorded_flags());
  for (const auto& one : recorded) flag(one);
  const bool good = went && signal_ == 0 && !outcome->failure;
  if (good) {
    for (auto& result : results_) {
      result.flags = flags_;
      result.contract_checks = checks_;
      result.startup = startup_;
    }
    VPSFIT_CHECK(recording::add_load_results(campaign_.recording(), results_, warm_ups_));
    VPSFIT_TRY(const auto all, recording::read_load_results(campaign_.recording()));
    // As they are kept: with the CPU of their windows.
    for (auto at = all.end() - static_cast<std::ptrdiff_t>(results_.size()); at != all.end(); ++at) {
      flagged_ = flagged_ || !flags_of(*at).empty();
      watcher_.measured(*at);
    }
    VPSFIT_CHECK(to("done"));
    return RunEnding::done;
  }
  if (recorded_) VPSFIT_CHECK(recording::break_off(campaign_.recording(), subject_.name, name_));
  // Status 137 that we did not cause is the kernel's too, where it keeps no count of its own (v1).
  const bool oom = std::find(flags_.begin(), flags_.end(), "oom") != flags_.end() ||
                   (outcome->command_status == 137 && outcome->reason == recording::EndReason::command_exited);
  // Why it could not start says more than that it ended.
  const std::string why = oom                ? "oom: the kernel killed what needed more memory than it may have"
                          : outcome->failure ? outcome->failure->message
                          : !went            ? went.error().message
                                             : "stopped by a signal";
  VPSFIT_CHECK(to(signal_ != 0 ? "stopped" : "failed", why));
  return signal_ != 0 ? RunEnding::stopped : RunEnding::failed;
}

}  // namespace vpsfit::lab
