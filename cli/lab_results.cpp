// SPDX-License-Identifier: MIT
#include "cli/lab_results.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "lab/flags.hpp"
#include "lab/generator.hpp"
#include "recording/load_results.hpp"

namespace vpsfit::cli {
namespace {

using recording::LoadResult;

bool has_flag(const LoadResult& load, std::string_view flag) {
  const auto flags = lab::flags_of(load);
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

/// How many of the results have the flag.
std::size_t count_flag(const std::vector<const LoadResult*>& loads, std::string_view flag) {
  return static_cast<std::size_t>(
      std::count_if(loads.begin(), loads.end(), [&](const LoadResult* load) { return has_flag(*load, flag); }));
}

/// The results that belong to the runs of a usage.
std::vector<const LoadResult*> results_of(const std::vector<LoadResult>& all, const Usage& usage) {
  std::vector<const LoadResult*> mine;
  for (const auto& load : all) {
    const bool known =
        std::any_of(usage.runs.begin(), usage.runs.end(), [&](const RunUsage& r) { return r.run == load.run; });
    if (known && load.subject == usage.subject && load.window == usage.window) mine.push_back(&load);
  }
  return mine;
}

void remark(const std::vector<const LoadResult*>& loads, Usage& usage) {
  const std::string load = loads.front()->load, runs = std::to_string(loads.size());
  const std::size_t missed = count_flag(loads, "rate_shortfall");
  const std::size_t bound = count_flag(loads, "generator_bound");
  if (missed > 0) {
    const std::string share = to_decimal(*loads.front()->min_ratio * Rational(100), Rounding::half_away) + " %";
    auto notice = make_notice("rate_not_reached", {{"missed", std::to_string(missed)},
                                                   {"runs", runs},
                                                   {"subject", usage.subject},
                                                   {"share", share},
                                                   {"load", load}});
    (missed * 3 >= loads.size() * 2 ? usage.refusals : usage.notices).push_back(std::move(notice));
  }
  if (bound > 0)
    usage.refusals.push_back(
        make_notice("generator_bound",
                    {{"bound", std::to_string(bound)}, {"runs", runs}, {"subject", usage.subject}, {"load", load}}));
  for (const auto* const one : loads) {
    const std::int64_t bad = one->errors + one->timeouts;
    if (bad == 0) continue;
    const std::string errors = std::to_string(bad), requests = std::to_string(one->good + bad);
    if (has_flag(*one, "many_errors"))
      usage.refusals.push_back(
          make_notice("request_errors",
                      {{"errors", errors}, {"requests", requests}, {"subject", usage.subject}, {"run", one->run}}));
    else
      usage.notices.push_back(make_notice(
          "load_errors", {{"errors", errors}, {"requests", requests}, {"subject", usage.subject}, {"run", one->run}}));
  }
}

/// "wrk 4.1.0 counted whole answers": by the first word of what the generator is called.
std::string counted_by(const LoadResult& load) {
  const std::string name = load.generator.substr(0, load.generator.find(", latency"));
  const lab::Generator* const generator = lab::find_generator(name.substr(0, name.find(' ')));
  const auto counted = generator == nullptr ? lab::CountedBytes::unknown : generator->bytes_in;
  const std::string_view what = counted == lab::CountedBytes::answers  ? "whole answers"
                                : counted == lab::CountedBytes::bodies ? "bodies, without headers"
                                                                       : "answers, perhaps without headers";
  return fmt::format("{} counted {}", printable(name, 80), what);
}

/// All bytes over the good answers: what broken ones brought is not left out, so a figure is never too small for them.
void measure_answers(const std::vector<const LoadResult*>& loads, Usage& usage) {
  for (auto& run : usage.runs)
    for (const auto* const load : loads) {
      if (load->run != run.run || load->bytes_in.value_or(0) <= 0 || load->good <= 0) continue;
      run.answer_bytes = Rational(*load->bytes_in, load->good);
      usage.answer_bytes_source = counted_by(*load);
    }
}

Result<std::vector<LoadResult>> read_consistent(const std::string& recording) {
  VPSFIT_TRY(auto all, recording::read_load_results(recording));
  for (const auto& load : all)
    if (const auto why = lab::contradiction_in(load); !why.empty())
      return fail(ErrorKind::input,
                  fmt::format("the load results of run {} of {} contradict themselves: {}", printable(load.run, 60),
                              printable(load.subject, 60), why),
                  printable(recording), "take a copy that was not changed by hand");
  return all;
}

}  // namespace

Result<std::string> forecast_load_of(const std::string& recording) {
  VPSFIT_TRY(const auto experiments, recording::read_lab_experiments(recording));
  if (experiments.empty()) return std::string();
  const bool same = std::all_of(experiments.begin(), experiments.end(), [&](const recording::LabExperiment& one) {
    return one.forecast_load == experiments.front().forecast_load;
  });
  return same ? experiments.front().forecast_load : std::string();
}

Result<void> add_load_remarks(const std::string& recording, std::vector<Usage>& usages) {
  VPSFIT_TRY(const auto all, read_consistent(recording));
  for (auto& usage : usages)
    if (const auto mine = results_of(all, usage); !mine.empty()) {
      remark(mine, usage);
      measure_answers(mine, usage);
    }
  return {};
}

Result<std::string> count_requests(const std::string& recording, Usage& usage) {
  VPSFIT_TRY(const auto all, read_consistent(recording));
  const auto mine = results_of(all, usage);
  for (auto& run : usage.runs)
    for (const auto* const load : mine) {
      if (load->run != run.run) continue;
      const std::int64_t bad = load->errors + load->timeouts;
      run.requests = load->good + bad;
      run.request_errors = bad;
      run.achieved_rate_per_s = lab::achieved_rate(*load);
    }
  const bool one_mode =
      std::all_of(mine.begin(), mine.end(), [&](const LoadResult* load) { return load->mode == mine.front()->mode; });
  return mine.empty() || !one_mode ? std::string() : mine.front()->mode;
}

}  // namespace vpsfit::cli
