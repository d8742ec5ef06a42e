// SPDX-License-Identifier: MIT
#include "cli/sample_progress.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/output.hpp"
#include "core/bytes.hpp"
#include "core/cores.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit::cli {
namespace {

std::string seconds(std::chrono::nanoseconds time, int digits) {
  return to_fixed(Rational(time.count(), 1'000'000'000), digits);
}

/// "1.62 cores"; "CPU unknown" where a counter is missing or went backwards.
std::string cores(const std::optional<CpuTime>& from, const std::optional<CpuTime>& to, std::chrono::nanoseconds took,
                  int digits) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(took);
  if (!from || !to || *to < *from || micros.count() <= 0) return "CPU unknown";
  return fmt::format("{} cores", to_fixed(average_cores(*to - *from, micros).count(), digits));
}

std::string memory(const std::optional<Bytes>& bytes) { return bytes ? to_text(*bytes) : "memory unknown"; }

bool can_rewrite() {
  const char* const terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::size_t width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - std::size_t{1} : 79;
}

void write(const std::string& text) { static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size())); }

}  // namespace

SampleProgress::SampleProgress(std::string subjects) : subjects_(std::move(subjects)), live_(can_rewrite()) {}
SampleProgress::~SampleProgress() { clear(); }

void SampleProgress::clear() {
  if (written_) write("\r\x1b[K");
  written_ = false;
}

void SampleProgress::rewrite(const std::string& line) {
  const std::size_t cells = std::min(width(), display_width(line));
  write("\r\x1b[K" + pad_right(line, cells));
  written_ = true;
}

void SampleProgress::remark(std::string_view line) {
  clear();
  say(line);
}

void SampleProgress::window_opened(std::string_view name) {
  window_began_.reset();
  remark(fmt::format("window {}: begun", printable(name, 60)));
}

void SampleProgress::window_closed(const sampler::Subject& subject) {
  const auto& closed = subject.last_closed();
  if (!closed) return;
  const auto took = closed->end.at - closed->begin.at;
  remark(fmt::format(
      "window {}: {} used {}, {} at its end; {} s, {} ticks, {} missed", printable(closed->window, 60),
      printable(subject.name(), 60), cores(closed->begin.reading.usage, closed->end.reading.usage, took, 3),
      memory(closed->end.reading.memory), seconds(took, 3), closed->coverage.taken, closed->coverage.missed));
}

void SampleProgress::ticked(std::string_view window, const recording::TickRow& row, const recording::Tick& tick,
                            std::int64_t missed) {
  if (!live_) return;
  if (!window_began_) window_began_ = tick.begin;
  const std::string share =
      last_usage_ ? cores(last_usage_, row.reading.usage, tick.begin - last_at_, 2) : std::string("...");
  rewrite(fmt::format("sampling {}  {}  {} s  {}  {}  missed {}", printable(subjects_, 40),
                      window.empty() ? "between windows" : "window " + printable(window, 40),
                      seconds(tick.begin - *window_began_, 0), share, memory(row.reading.memory), missed));
  last_usage_ = row.reading.usage;
  last_at_ = tick.begin;
}

}  // namespace vpsfit::cli
