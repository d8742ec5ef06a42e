// SPDX-License-Identifier: MIT
#include "cli/sample_options.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/retain.hpp"
#include "core/date.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "recording/stored_text.hpp"

namespace vpsfit::cli {
namespace {

using std::chrono::nanoseconds;
using namespace std::chrono_literals;

constexpr nanoseconds shortest_interval = 1ms;
constexpr nanoseconds longest_interval = 1h;

std::string seconds(nanoseconds time) { return to_decimal(Rational(time.count(), 1'000'000'000), Rounding::down); }

Result<std::string> name_of(const Arguments& arguments, std::string_view option, std::string_view what) {
  auto name = arguments.text(option);
  if (!name) return std::string();
  if (auto checked = recording::check_name(what, *name); !checked) return fail(std::move(checked).error().in(option));
  return *std::move(name);
}

Result<nanoseconds> read_interval(const Arguments& arguments) {
  const auto text = arguments.text("--interval");
  if (!text) return nanoseconds(1s);
  auto interval = parse_duration(*text);
  if (!interval) return fail(std::move(interval).error().in("--interval"));
  if (*interval < shortest_interval || *interval > longest_interval)
    return fail(ErrorKind::input, fmt::format("the interval {} is not between 1ms and 1h", printable(*text, 40)),
                "--interval", "1s is right for almost everything");
  return *interval;
}

Result<Load> read_load(const Arguments& arguments) {
  Load load;
  VPSFIT_TRY(load.name, name_of(arguments, "--load", "load"));
  if (const auto text = arguments.text("--request-rate")) {
    auto rate = parse_decimal(*text);
    if (!rate) return fail(std::move(rate).error().in("--request-rate"));
    if (rate->is_negative() || rate->is_zero())
      return fail(ErrorKind::input, fmt::format("the rate {} is not above zero", printable(*text, 40)),
                  "--request-rate", "give the requests per second that the load generator sends");
    load.request_rate_per_s = *std::move(rate);
  }
  return load;
}

/// The windows, and the length where it is longer than they are together.
Result<void> read_windows(const Arguments& arguments, sampler::Plan& plan) {
  nanoseconds sum{};
  for (const auto& text : arguments.list("--window")) {
    VPSFIT_TRY(sampler::PlannedWindow window, parse_window(text));
    if (std::any_of(plan.windows.begin(), plan.windows.end(), [&](const auto& w) { return w.name == window.name; }))
      return fail(ErrorKind::input, fmt::format("the window '{}' is given twice", printable(window.name)), "--window",
                  "give each window a name of its own");
    sum += *window.duration;
    plan.windows.push_back(std::move(window));
  }
  std::optional<nanoseconds> length;
  if (const auto text = arguments.text("--for")) {
    auto duration = parse_duration(*text);
    if (!duration) return fail(std::move(duration).error().in("--for"));
    length = *duration;
  }
  if (plan.windows.empty()) {
    plan.windows.push_back({"all", length});
    return {};
  }
  if (length && *length < sum)
    return fail(
        ErrorKind::input,
        fmt::format("{} s are too short for the windows, which take {} s together", seconds(*length), seconds(sum)),
        "--for", "leave --for out to end with the last window");
  plan.length = length;
  return {};
}

/// What `--follow` and `--exclude` name: something that has a group, which a process has not for itself.
Result<std::vector<sampler::Target>> read_words(const Arguments& arguments, std::string_view option) {
  std::vector<sampler::Target> targets;
  for (const auto& word : arguments.list(option)) {
    auto target = sampler::parse_target(word);
    if (!target) return fail(std::move(target).error().in(option));
    if (target->kind == sampler::TargetKind::pid || target->kind == sampler::TargetKind::self)
      return fail(ErrorKind::input, fmt::format("'{}' is a process", printable(word, 80)), std::string(option),
                  "name a container, a pod, a unit or a group");
    targets.push_back(*std::move(target));
  }
  return targets;
}

/// Where the figures come from.
Result<void> read_via(const Arguments& arguments, SampleOptions& options) {
  const auto via = arguments.text("--via");
  if (!via || *via == "cgroup") return {};
  if (*via != "docker-api")
    return fail(ErrorKind::input, fmt::format("'{}' is no source of figures", printable(*via, 40)), "--via",
                "use cgroup, the kernel's figures, or docker-api, those of a container engine");
  if (!options.follow.empty() || !options.command.empty())
    return fail(ErrorKind::input, "an engine is asked about containers that run already", "--via",
                "leave --via out to follow a target or to run a command");
  options.ask_engine = true;
  return {};
}

/// A minute is rolled up in one go between two ticks, so there must be time for it.
constexpr nanoseconds shortest_interval_to_retain = 100ms;

Result<void> read_retain(const Arguments& arguments, SampleOptions& options) {
  const auto text = arguments.text("--retain");
  if (!text) return {};
  VPSFIT_TRY(options.retain, parse_retain(*text));
  if (options.plan.interval < shortest_interval_to_retain)
    return fail(ErrorKind::input, fmt::format("seconds cannot be rolled up every {} s", seconds(options.plan.interval)),
                "--retain", "sample every 100ms or more seldom, or use 'vpsfit compact' afterwards");
  return {};
}

/// Options that speak of one subject, where many may come.
Result<void> check_followed(const SampleOptions& options) {
  const bool all = std::any_of(options.targets.begin(), options.targets.end(),
                               [](const auto& target) { return target.kind == sampler::TargetKind::all; });
  if (!options.exclude.empty() && !all && options.follow.empty())
    return fail(ErrorKind::input, "nothing can be excluded from targets that are named one by one", "--exclude",
                "use it with all or with --follow");
  if ((all || !options.follow.empty()) && !options.run.empty())
    return fail(ErrorKind::input, fmt::format("several runs cannot all be named '{}'", printable(options.run, 80)),
                "--run", "leave it out: runs of one subject are numbered");
  if (!options.subject.empty() && options.targets.size() + options.follow.size() > 1)
    return fail(ErrorKind::input,
                fmt::format("{} targets cannot all be the subject '{}'", options.targets.size() + options.follow.size(),
                            printable(options.subject)),
                "--subject", "sample them without --subject, or one by one");
  return {};
}

}  // namespace

Result<sampler::PlannedWindow> parse_window(std::string_view text) {
  const auto equals = text.rfind('=');
  if (equals == std::string_view::npos)
    return fail(ErrorKind::input, fmt::format("the window '{}' has no duration", printable(text, 80)), "--window",
                "write it as NAME=DURATION, like load=15s");
  sampler::PlannedWindow window{std::string(text.substr(0, equals)), {}};
  if (auto checked = recording::check_name("window", window.name); !checked)
    return fail(std::move(checked).error().in("--window"));
  auto duration = parse_duration(text.substr(equals + 1));
  if (!duration) return fail(std::move(duration).error().in("--window"));
  window.duration = *duration;
  return window;
}

Result<SampleOptions> read_sample_options(const Arguments& arguments) {
  SampleOptions options;
  options.command = arguments.command();
  const auto words = arguments.list("<target>");
  VPSFIT_TRY(options.follow, read_words(arguments, "--follow"));
  VPSFIT_TRY(options.exclude, read_words(arguments, "--exclude"));
  if (words.empty() && options.follow.empty() && options.command.empty())
    return fail(ErrorKind::input, "there is nothing to sample", {},
                "name a target, like docker:NAME or cgroup:/PATH, or write a command after '--'");
  if (!(words.empty() && options.follow.empty()) && !options.command.empty())
    return fail(ErrorKind::input,
                fmt::format("both the target '{}' and a command are given",
                            printable(words.empty() ? options.follow.front().text : words.front(), 80)),
                {}, "sample running targets, or start one command after '--'");
  for (const auto& word : words) {
    VPSFIT_TRY(sampler::Target target, sampler::parse_target(word));
    if (std::any_of(options.targets.begin(), options.targets.end(),
                    [&](const auto& t) { return t.kind == target.kind && t.value == target.value; }))
      return fail(ErrorKind::input, fmt::format("the target '{}' is given twice", printable(word, 80)));
    options.targets.push_back(std::move(target));
  }
  options.out = arguments.text("--out").value_or("");
  options.progress = arguments.text("--progress").value_or("auto");
  VPSFIT_TRY(options.subject, name_of(arguments, "--subject", "subject"));
  VPSFIT_TRY(options.run, name_of(arguments, "--run", "run"));
  VPSFIT_CHECK(check_followed(options));
  VPSFIT_CHECK(read_via(arguments, options));
  VPSFIT_TRY(options.load, read_load(arguments));
  VPSFIT_TRY(options.plan.interval, read_interval(arguments));
  VPSFIT_CHECK(read_windows(arguments, options.plan));
  VPSFIT_CHECK(read_retain(arguments, options));
  return options;
}

}  // namespace vpsfit::cli
