// SPDX-License-Identifier: MIT
#include "cli/live_table.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::size_t figure_cells = 36;  ///< cells of the columns after the name

std::string figures_of(std::string_view cores, std::string_view memory, std::string_view gaps) {
  return fmt::format("  {:>10}  {:>12}  {:>8}", cores, memory, gaps);
}

std::string clock_text(std::chrono::nanoseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  return seconds < 3600 ? fmt::format("{:02}:{:02}", seconds / 60, seconds % 60)
                        : fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/// The beginning of a name, or its end where beginnings are the same; equal cells only for equal names.
std::string fitted(const std::string& name, std::size_t width) {
  if (display_width(name) <= width || width < 8) return pad_right(name, width);
  std::string_view tail = name;
  while (display_width(tail) > width / 2) {  // whole characters: never inside one
    do tail.remove_prefix(1);
    while (!tail.empty() && (static_cast<unsigned char>(tail.front()) & 0xC0) == 0x80);
  }
  return pad_right(pad_right(name, width - display_width(tail)) + std::string(tail), width);
}

}  // namespace

std::optional<std::string> cores_between(const std::optional<CpuTime>& from, const std::optional<CpuTime>& to,
                                         std::chrono::nanoseconds took, int digits) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(took);
  if (!from || !to || *to < *from || micros.count() <= 0) return std::nullopt;
  return to_fixed(average_cores(*to - *from, micros).count(), digits);
}

void LiveTable::add(recording::RunId run, std::string subject) {
  Row row;
  row.run = run;
  row.subject = printable(subject);
  rows_.push_back(std::move(row));
}

void LiveTable::see(Row& row, const recording::TickRow& reading, const recording::Tick& tick) {
  const auto cores = row.usage ? cores_between(row.usage, reading.reading.usage, tick.begin - row.at, 2) : std::nullopt;
  row.cores = cores.value_or("-");
  row.memory = reading.reading.memory ? to_text(*reading.reading.memory) : "-";
  row.usage = reading.reading.usage;
  row.at = tick.begin;
  row.seen = true;
}

void LiveTable::tick(std::string_view window, const std::vector<recording::TickRow>& rows, const recording::Tick& tick,
                     std::int64_t missed) {
  if (!window_began_) window_began_ = tick.begin;
  window_ = printable(window, 60);
  elapsed_ = tick.begin - *window_began_;
  missed_ = missed;
  for (Row& row : rows_) {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.run == row.run; });
    if (found != rows.end()) {
      see(row, *found, tick);
    } else if (row.seen) {
      row.cores = row.memory = "-";
      row.usage.reset();
      ++row.gaps;
    }
  }
}

std::vector<std::string> LiveTable::lines(const Terminal& terminal) const {
  const std::size_t width = std::max<std::size_t>(terminal.columns, 2) - 1;
  const std::size_t height = std::max<std::size_t>(terminal.rows, 2) - 1;
  std::vector<std::string> lines;
  const auto add = [&](const std::string& line) {
    lines.push_back(display_width(line) > width ? pad_right(line, width) : line);
  };
  add(fmt::format("{}  {}  missed {}", window_.empty() ? "between windows" : "window " + window_, clock_text(elapsed_),
                  missed_));
  std::size_t longest = 7;
  for (const Row& row : rows_) longest = std::max(longest, display_width(row.subject));
  const std::size_t name_width = std::min(longest, std::max<std::size_t>(width, figure_cells + 8) - figure_cells);
  add(pad_right("subject", name_width) + figures_of("cores", "memory", "gaps"));
  const std::size_t room = height > 2 ? height - 2 : 0;
  const std::size_t shown = rows_.size() <= room ? rows_.size() : room > 0 ? room - 1 : 0;
  for (std::size_t i = 0; i < shown; ++i)
    add(fitted(rows_[i].subject, name_width) +
        figures_of(rows_[i].cores, rows_[i].memory, std::to_string(rows_[i].gaps)));
  if (shown < rows_.size() && room > 0) add(fmt::format("and {} more", rows_.size() - shown));
  lines.resize(std::min(lines.size(), height));
  return lines;
}

}  // namespace vpsfit::cli
