// SPDX-License-Identifier: MIT
#include "cli/lab_progress.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/output.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "lab/flags.hpp"

namespace vpsfit::cli {
namespace {

std::string milliseconds(std::int64_t ns) { return to_fixed(Rational(ns, 1'000'000), 3) + " ms"; }

std::string share(const Rational& value) { return to_fixed(value * Rational(100), 2) + " %"; }

std::string latencies(const recording::LoadResult& load) {
  std::string text;
  for (const auto& one : load.quantiles)
    if (one.ppm == 500'000 || one.ppm == 950'000 || one.ppm == 990'000)
      text += fmt::format(", p{} {}", one.ppm / 10'000, milliseconds(one.ns));
  return text.empty() ? "" : text + fmt::format(" (from {})", load.origin);
}

}  // namespace

std::string duration_text(std::chrono::nanoseconds time) {
  const std::int64_t seconds = std::chrono::ceil<std::chrono::seconds>(time).count();
  if (seconds < 120) return fmt::format("{} s", seconds);
  const std::int64_t minutes = (seconds + 59) / 60;
  return minutes < 120 ? fmt::format("{} min", minutes) : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

LabProgress::LabProgress() : live_(::isatty(STDERR_FILENO) == 1) {}

LabProgress::~LabProgress() { clear(); }

void LabProgress::clear() {
  if (written_) static_cast<void>(!::write(STDERR_FILENO, "\r\x1b[K", 4));
  written_ = false;
}

void LabProgress::begins(const lab::PlannedRun& run, std::size_t index, std::size_t total, lab::nanoseconds remaining) {
  clear();
  run_ = run.id;
  const auto end = std::chrono::time_point_cast<std::chrono::microseconds>(
      std::chrono::system_clock::now() + std::chrono::duration_cast<std::chrono::microseconds>(remaining));
  say(fmt::format("[{}/{}] {}; at least {} remain, done not before {}", index + 1, total, run.id,
                  duration_text(remaining), to_text(end).substr(11, 5) + " UTC"));
}

void LabProgress::step(const std::string& state, const std::string& detail) {
  const std::string line = fmt::format("{}: {}{}", run_, state, detail.empty() ? "" : " " + printable(detail, 160));
  if (state == "failed" || state == "stopped") {
    clear();
    say(line);
    return;
  }
  if (!live_) return;
  const std::string text = "\r\x1b[K" + line;
  static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
  written_ = true;
}

void LabProgress::measured(const recording::LoadResult& load) {
  clear();
  std::string line =
      fmt::format("  {} {}: {} good answers in {} s, {} per second", load.subject, load.load, load.good,
                  to_fixed(Rational(load.elapsed.count(), 1'000'000), 3), to_fixed(lab::achieved_rate(load), 0));
  if (const auto scheduled = lab::scheduled_share(load))
    line += fmt::format(" ({} of the schedule)", share(*scheduled));
  line += latencies(load);
  if (load.server_cpu && load.window_time && load.window_time->count() > 0)
    line += fmt::format(
        "; server {} cores",
        to_fixed(Rational(load.server_cpu->count()) * Rational(1000) / Rational(load.window_time->count()), 3));
  if (const auto busy = lab::generator_share(load))
    line += fmt::format(", generator {} of its processors", share(*busy));
  if (const auto own = lab::sampler_cores(load)) line += fmt::format(", our sampling {} of one", share(*own));
  const auto flags = lab::flags_of(load);
  if (!flags.empty()) line += fmt::format("; flags: {}", fmt::join(flags, ", "));
  if (std::any_of(flags.begin(), flags.end(), lab::forbids_figures)) line += " (not to be published)";
  say(line);
}

void LabProgress::remark(const std::string& line) {
  clear();
  say("  " + printable(line, 300));
}

}  // namespace vpsfit::cli
