// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/left_behind.hpp"
#include "cli/output.hpp"
#include "core/date.hpp"
#include "core/text.hpp"
#include "recording/edit.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view cut_usage = R"(Takes a stretch of time out of a recording into a recording of its own.

Usage: vpsfit cut <file> [--from=T] [--to=T] --out=FILE

T is a time since the start of the first run, like 90s or 2h, or a moment in UTC, like 2026-11-01T12:00:00Z; without
one the recording's own beginning or end. Samples between both are kept as they are; so are windows that lie between
them with both edges, others are dropped. A run that is not whole any more is marked as an excerpt, and gets a window
"cut" from its first to its last reading there, whose CPU is an exact difference of counters:
  vpsfit cut day.db --from=8h --to=9h --out=morning.db
  vpsfit forecast morning.db --window cut --plans plans/catalog --alone
)";

Result<int> digits(std::string_view text, std::size_t at, std::size_t count, int most) {
  if (text.size() < at + count) return fail(ErrorKind::input, "");
  const std::string_view part = text.substr(at, count);
  if (part.find_first_not_of("0123456789") != std::string_view::npos) return fail(ErrorKind::input, "");
  VPSFIT_TRY(const auto number, parse_int(part));
  if (number > most) return fail(ErrorKind::input, "");
  return static_cast<int>(number);
}

/// "2026-11-01T12:00:00Z", with or without a fraction of a second.
Result<WallTime> parse_utc(std::string_view text) {
  VPSFIT_TRY(const Date day, parse_date(text.substr(0, 10)));
  if (text.size() < 20 || text[10] != 'T' || text[13] != ':' || text[16] != ':' || text.back() != 'Z')
    return fail(ErrorKind::input, "");
  VPSFIT_TRY(const int hours, digits(text, 11, 2, 23));
  VPSFIT_TRY(const int minutes, digits(text, 14, 2, 59));
  VPSFIT_TRY(const int seconds, digits(text, 17, 2, 59));
  std::string fraction(text.substr(19, text.size() - 20));
  if (!fraction.empty() && (fraction.front() != '.' || fraction.size() < 2 || fraction.size() > 10))
    return fail(ErrorKind::input, "");
  fraction = fraction.empty() ? "000000" : (fraction.substr(1) + "000000").substr(0, 6);
  VPSFIT_TRY(const int micros, digits(fraction, 0, 6, 999'999));
  return WallTime(day) + std::chrono::hours(hours) + std::chrono::minutes(minutes) + std::chrono::seconds(seconds) +
         std::chrono::microseconds(micros);
}

Result<std::optional<recording::Moment>> moment_of(const Arguments& arguments, std::string_view option) {
  const auto text = arguments.text(option);
  if (!text) return std::optional<recording::Moment>();
  if (*text == "0" || *text == "0s") return std::optional<recording::Moment>(std::chrono::nanoseconds(0));
  if (const auto wall = parse_utc(*text)) return std::optional<recording::Moment>(*wall);
  if (const auto since = parse_duration(*text)) return std::optional<recording::Moment>(*since);
  return fail(ErrorKind::input, fmt::format("'{}' is no moment", printable(*text, 60)), std::string(option),
              "give a time since the start, like 90s or 2h, or a moment like 2026-11-01T12:00:00Z");
}

Result<ExitCode> run_cut(const Arguments& arguments) {
  VPSFIT_TRY(const auto from, moment_of(arguments, "--from"));
  VPSFIT_TRY(const auto to, moment_of(arguments, "--to"));
  const std::string out = *arguments.text("--out");
  VPSFIT_TRY(const auto result, recording::cut(*arguments.text("<file>"), from, to, out));
  VPSFIT_CHECK(tell_left_behind(*arguments.text("<file>")));
  say(fmt::format("{}: {} runs, {} windows; {} windows that do not lie between both times were dropped", printable(out),
                  result.runs, result.windows, result.windows_dropped));
  return ExitCode::done;
}

}  // namespace

extern const Command cut_command;
const Command cut_command{"cut", "take a stretch of time out of a recording", cut_usage, run_cut};

}  // namespace vpsfit::cli
