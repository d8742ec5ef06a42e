// SPDX-License-Identifier: MIT
#include "cli/sample_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/live_table.hpp"
#include "cli/output.hpp"
#include "core/bytes.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit::cli {
namespace {

std::string seconds_text(std::chrono::nanoseconds time) { return to_fixed(Rational(time.count(), 1'000'000'000), 3); }

std::string memory(const std::optional<Bytes>& bytes) { return bytes ? to_text(*bytes) : "memory unknown"; }

void write(const std::string& text) { static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size())); }

/// Plain lines; where it is live, with the table below them. The table is plain text that is drawn over itself: no mode
/// of the terminal is changed, so nothing has to be restored, however the program ends.
class TextProgress : public SampleProgress {
 public:
  TextProgress(bool windows, bool live) : windows_(windows), live_(live) {}
  ~TextProgress() override { clear(); }

  void run_begun(const sampler::Subject& subject) override { table_.add(subject.run_id(), subject.name()); }
  void window_opened(std::string_view name) override {
    table_.begin_window();
    if (windows_) remark(fmt::format("window {}: begun", printable(name, 60)));
  }
  void window_closed(const sampler::Subject& subject) override {
    const auto& closed = subject.last_closed();
    if (!closed || !windows_) return;
    const auto took = closed->end.at - closed->begin.at;
    const auto cores = cores_between(closed->begin.reading.usage, closed->end.reading.usage, took, 3);
    remark(fmt::format("window {}: {} used {}, {} at its end; {} s, {} ticks, {} missed", printable(closed->window, 60),
                       printable(subject.name(), 60), cores ? *cores + " cores" : "CPU unknown",
                       memory(closed->end.reading.memory), seconds_text(took), closed->coverage.taken,
                       closed->coverage.missed));
  }
  void ticked(std::string_view window, const std::vector<recording::TickRow>& rows, const recording::Tick& tick,
              std::int64_t missed) override {
    if (!live_) return;
    table_.tick(window, rows, tick, missed);
    const Terminal terminal = terminal_of(STDERR_FILENO);
    std::string text = erased(terminal);
    drawn_ = table_.lines(terminal);
    for (std::size_t i = 0; i < drawn_.size(); ++i) text += (i == 0 ? "" : "\r\n") + drawn_[i];
    write(text);
  }
  void remark(std::string_view line) override {
    clear();
    say(line);
  }
  void ended(const sampler::Outcome&, std::string_view, std::string_view text) override { remark(text); }

 private:
  void clear() {
    if (!drawn_.empty()) write(erased(terminal_of(STDERR_FILENO)));
    drawn_.clear();
  }
  /// Back to the start of the table, and all below it gone. A narrower window has wrapped its lines meanwhile.
  [[nodiscard]] std::string erased(const Terminal& terminal) const {
    if (drawn_.empty()) return "";
    std::size_t up = 0;
    for (const auto& line : drawn_)
      up += 1 + (display_width(line) > 0 ? (display_width(line) - 1) / terminal.columns : 0);
    up = std::min(up - 1, terminal.rows - 1);
    return up > 0 ? fmt::format("\r\x1b[{}A\x1b[J", up) : std::string("\r\x1b[J");
  }

  bool windows_, live_;
  LiveTable table_;
  std::vector<std::string> drawn_;
};

}  // namespace

Result<std::unique_ptr<SampleProgress>> make_progress(std::string_view mode) {
  if (mode == "json") return json_progress();
  if (mode == "none") return std::make_unique<TextProgress>(false, false);
  if (mode == "lines") return std::make_unique<TextProgress>(true, false);
  if (mode == "auto") return std::make_unique<TextProgress>(true, terminal_of(STDERR_FILENO).can_rewrite);
  return fail(ErrorKind::input, fmt::format("'{}' is no way to show progress", printable(mode, 40)), "--progress",
              "use auto, lines, json or none");
}

}  // namespace vpsfit::cli
