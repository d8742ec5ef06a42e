// SPDX-License-Identifier: MIT
#include "report/capacity.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "forecast/refusals.hpp"
#include "forecast/require.hpp"
#include "recording/reader.hpp"
#include "sources/detect.hpp"
#include "sources/figures.hpp"

namespace vpsfit::cli {
namespace {

/// No rate and no server is larger.
constexpr std::int64_t sources_limit = 1'000'000'000'000;

constexpr std::string_view capacity_usage =
    R"(Fits CPU against request rate, from runs at several rates, and answers for other rates.

Usage: vpsfit capacity <input>... [--rate=N] [--vcpus=N] [--window=NAME] [--headroom=SHARE]
                       [--core-performance=FACTOR] [--json] [--output=FILE]

Inputs are recordings and figures as for 'vpsfit forecast', with runs of a subject at two rates or more. The line has
an intercept: one through the origin calls small loads too cheap. Runs that were throttled, failed requests or missed
their rate are left out. Beyond 1.5 times the highest measured rate nothing is said.

  --rate=N                  CPU, vCPU and memory that so many requests a second need
  --vcpus=N                 the highest request rate that so many vCPU of the server carry
  --window=NAME             the window that counts (usual: load, else measure, else the only one)
  --headroom=SHARE          share of the server's CPU to be left unused (usual: 0.2)
  --core-performance=FACTOR what a core of the server does, measured in cores of the measuring host (usual: 0.5)
  --json                    print the document (see 'vpsfit schema capacity')
  --output=FILE             write there instead of standard output

Status 3: a subject has too few rates, or the rate asked for is too far.
)";

/// Every load of the file's subjects.
Result<std::vector<Usage>> read_loads(const std::string& file, const std::string& window) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored)) {
    if (const auto reader = recording::Reader::open(file)) {
      VPSFIT_TRY(const auto runs, reader->runs());
      std::set<std::string> loads;
      for (const auto& run : runs) loads.insert(run.start.load.name);
      std::vector<Usage> usages;
      for (const auto& load : loads) {
        VPSFIT_TRY(auto some, recording::summarize(*reader, {window, load}));
        for (auto& one : some)
          if (!one.runs.empty()) usages.push_back(std::move(one));
      }
      return usages;
    }
  }
  VPSFIT_TRY(const std::string text, files::read_whole(file));
  VPSFIT_TRY(const auto kind, sources::detect(text, file));
  if (kind == sources::InputKind::recording)
    return fail(ErrorKind::input, "this recording cannot be read", printable(file), "'vpsfit show' tells why");
  return kind == sources::InputKind::json ? sources::parse_usage_json(text, file)
                                          : sources::parse_usage_csv(text, file);
}

/// The first reason to leave a run out; empty where it counts.
Result<std::string> objection(const Usage& measured, const RunUsage& run) {
  if (!measured.load.request_rate_per_s) return std::string("load_unknown");
  Usage alone = measured;
  alone.runs = {run};
  VPSFIT_TRY(const auto need, forecast::require(alone, {}));
  const auto reasons = forecast::refusals(alone, need);
  return reasons.empty() ? std::string() : reasons.front().code;
}

Result<void> gather(const Usage& measured, forecast::Capacity& capacity) {
  auto subject = std::find_if(capacity.subjects.begin(), capacity.subjects.end(),
                              [&](const auto& known) { return known.subject == measured.subject; });
  if (subject == capacity.subjects.end()) {
    subject = capacity.subjects.insert(capacity.subjects.end(), forecast::SubjectCapacity{});
    subject->subject = measured.subject;
  }
  for (const auto& run : measured.runs) {
    VPSFIT_TRY(auto why, objection(measured, run));
    subject->runs.push_back(
        {measured.load, run.run, average_cores(run.cpu_usage, run.window),
         std::max(run.memory_max,
                  run.peak_origin == PeakOrigin::run && run.memory_peak ? *run.memory_peak : run.memory_max),
         std::move(why)});
  }
  return {};
}

/// A number above zero behind an option.
Result<std::optional<Rational>> positive(const Arguments& arguments, std::string_view option) {
  const auto text = arguments.text(option);
  if (!text) return std::optional<Rational>();
  const auto number = parse_decimal(*text);
  if (!number) return fail(Error(number.error()).in(option));
  if (*number <= Rational(0) || *number > Rational(sources_limit))
    return fail(ErrorKind::input, fmt::format("{} is not more than zero, or too large", printable(*text, 60)),
                std::string(option), "give a number like 20000");
  return std::optional<Rational>(*number);
}

Result<ExitCode> run_capacity(const Arguments& arguments) {
  forecast::Capacity capacity;
  VPSFIT_TRY(capacity.rate, positive(arguments, "--rate"));
  VPSFIT_TRY(capacity.vcpus, positive(arguments, "--vcpus"));
  if (const auto text = arguments.text("--headroom")) {
    auto share = Fraction::parse(*text);
    if (!share) return fail(std::move(share).error().in("--headroom"));
    capacity.assumptions.cpu_headroom = *share;
  }
  VPSFIT_TRY(const auto performance, positive(arguments, "--core-performance"));
  if (performance) capacity.assumptions.core_performance = *performance;
  VPSFIT_CHECK(forecast::check(capacity.assumptions));
  for (const auto& file : arguments.list("<input>")) {
    VPSFIT_TRY(const auto usages, read_loads(file, arguments.text("--window").value_or("")));
    for (const auto& one : usages) VPSFIT_CHECK(gather(one, capacity));
  }
  VPSFIT_CHECK(forecast::fit(capacity));
  VPSFIT_CHECK(deliver(arguments.flag("--json") ? json::dump(report::capacity_json(capacity, version)) + "\n"
                                                : report::capacity_text(capacity),
                       arguments.text("--output")));
  const bool all = std::all_of(capacity.subjects.begin(), capacity.subjects.end(),
                               [](const auto& subject) { return subject.refused.empty(); });
  return all ? ExitCode::done : ExitCode::answer_is_no;
}

}  // namespace

extern const Command capacity_command;
const Command capacity_command{"capacity", "fit CPU against request rate, and answer for other rates", capacity_usage,
                               run_capacity};

}  // namespace vpsfit::cli
