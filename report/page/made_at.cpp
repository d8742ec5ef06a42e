// SPDX-License-Identifier: MIT
#include "report/page/made_at.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::report {
namespace {

constexpr std::int64_t after_year_9999 = 253'402'300'800;  // s

/// The whole text as a number without a sign.
std::optional<std::int64_t> digits(std::string_view text) {
  std::int64_t value = 0;
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

void take(WallTime& newest, Date day) { newest = std::max<WallTime>(newest, day); }

/// A document's dates are texts; what is no date counts for nothing.
void take(WallTime& newest, const std::string& day) {
  if (const auto parsed = parse_date(day)) take(newest, *parsed);
}

void take(WallTime& newest, const ForecastView& forecast) {
  take(newest, forecast.as_of);
  for (const auto& rate : forecast.rates) take(newest, rate.date_used);
  for (const auto& subject : forecast.subjects)
    if (subject.plan) take(newest, subject.plan->verified_on.value_or(""));
}

}  // namespace

Result<WallTime> parse_source_date_epoch(std::string_view text) {
  const auto seconds = digits(text);
  if (!seconds || *seconds >= after_year_9999)
    return fail(ErrorKind::input, fmt::format("'{}' is no number of seconds since 1970", printable(text, 40)),
                "SOURCE_DATE_EPOCH", "give whole seconds, like 1793577600, or unset it");
  return WallTime{std::chrono::seconds{*seconds}};
}

Result<WallTime> parse_moment(std::string_view text) {
  const auto bad = [&] {
    return fail(ErrorKind::input, fmt::format("'{}' is no moment", printable(text, 40)), {},
                "write it like 2026-11-02T00:00:00.000Z");
  };
  if (text.size() != 24) return bad();
  const auto day = parse_date(text.substr(0, 10));
  const auto hours = digits(text.substr(11, 2)), minutes = digits(text.substr(14, 2)),
             seconds = digits(text.substr(17, 2)), thousandths = digits(text.substr(20, 3));
  if (!day || !hours || !minutes || !seconds || !thousandths) return bad();
  const WallTime moment = *day + std::chrono::hours{*hours} + std::chrono::minutes{*minutes} +
                          std::chrono::seconds{*seconds} + std::chrono::milliseconds{*thousandths};
  if (to_text(moment) != text) return bad();
  return moment;
}

WallTime made_at(const Document& document) {
  if (document.made_at) return *document.made_at;
  WallTime newest{};
  take(newest, document.forecast);
  for (const auto& scenario : document.scenarios) take(newest, scenario);
  for (const auto& run : document.runs)
    take(newest,
         date::floor<date::days>(run.summary.end ? run.summary.end->ended_wall : run.summary.start.started_wall));
  return newest;
}

}  // namespace vpsfit::report
