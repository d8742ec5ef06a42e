// SPDX-License-Identifier: MIT
#include "fx-rates/look_up.hpp"

#include <array>
#include <fmt/format.h>

#include "fx-rates/target_calendar.hpp"

namespace vpsfit::fx {
namespace {

constexpr std::array all_reasons{
    NoRate::currency_unknown, NoRate::before_first_day,  NoRate::currency_ended, NoRate::gap,
    NoRate::days_missing,     NoRate::not_yet_published, NoRate::stale};

constexpr std::string_view import_newer =
    "import a newer eurofxref-hist.zip (from www.ecb.europa.eu/stats/eurofxref), or give a rate yourself";

tl::unexpected<Error> no_rate(NoRate why, std::string message, std::string_view remedy) {
  return fail(ErrorKind::unavailable, fmt::format("{} [{}]", message, code(why)), {}, std::string(remedy));
}

bool is_euro(const Currency& currency) { return currency.code() == "EUR"; }

Result<void> check_known(const Store& store, const Currency& currency, Date asked) {
  VPSFIT_TRY(const auto span, store.span(currency));
  if (!span)
    return no_rate(NoRate::currency_unknown, fmt::format("the store knows no rate of {}", currency.code()),
                   "'vpsfit fx list' shows the currencies that it knows; give a rate yourself for others");
  if (asked < span->first)
    return no_rate(NoRate::before_first_day,
                   fmt::format("there is no rate of {} for {}: its first day in the store is {}", currency.code(),
                               to_text(asked), to_text(span->first)),
                   "ask for that day or a later one");
  return {};
}

/// Nothing was published for the currency on a day that has a publication.
tl::unexpected<Error> missing_leg(const Store& store, const Currency& currency, Date used) {
  const auto span = store.span(currency);
  if (!span) return fail(span.error());
  const auto on_its_last_day = store.currencies_on((*span)->last);
  const auto on_used_day = store.currencies_on(used);
  if (!on_its_last_day) return fail(on_its_last_day.error());
  if (!on_used_day) return fail(on_used_day.error());
  // A day that has under half of the currencies came from a file with a few of them: it ends nothing.
  const bool part_of_day = *on_used_day * 2 < *on_its_last_day;
  if ((*span)->last < used && !part_of_day)
    return no_rate(NoRate::currency_ended,
                   fmt::format("{} was last published on {}, and is not among the rates of {}", currency.code(),
                               to_text((*span)->last), to_text(used)),
                   "ask for that day or an earlier one, or give a rate yourself");
  return no_rate(NoRate::gap,
                 fmt::format("{} has no figure on {}; an older one would mix two days", currency.code(), to_text(used)),
                 part_of_day ? "the store holds that day in part: import the full history (eurofxref-hist.zip)"
                             : "ask for another day, or give a rate yourself");
}

tl::unexpected<Error> missing_days(const Store& store, Date used, Date asked, std::optional<Date> today) {
  const auto later = store.publication_after(asked);
  if (!later) return fail(later.error());
  const Date first_missing = next_open_day(used);
  if (*later)
    return no_rate(NoRate::days_missing,
                   fmt::format("the store has no publication between {} and {}, so none for {}", to_text(used),
                               to_text(**later), to_text(asked)),
                   "import the full history (eurofxref-hist.zip)");
  const bool to_come = today && asked > *today;
  const bool only_one_missing = next_open_day(first_missing) > asked && (!today || first_missing >= *today);
  if (to_come || only_one_missing)
    return no_rate(NoRate::not_yet_published,
                   fmt::format("the rates of {} are not published yet, as far as the store knows; its newest day is {}",
                               to_text(to_come ? asked : first_missing), to_text(used)),
                   "the ECB publishes about 16:00 Frankfurt time on working days; import a newer file after that");
  return no_rate(NoRate::stale,
                 fmt::format("the newest rates in the store are of {}, too old for {}: {} was a publication day",
                             to_text(used), to_text(asked), to_text(first_missing)),
                 import_newer);
}

}  // namespace

std::string_view code(NoRate why) {
  switch (why) {
    case NoRate::currency_unknown:
      return "currency_unknown";
    case NoRate::before_first_day:
      return "before_first_day";
    case NoRate::currency_ended:
      return "currency_ended";
    case NoRate::gap:
      return "gap";
    case NoRate::days_missing:
      return "days_missing";
    case NoRate::not_yet_published:
      return "not_yet_published";
    case NoRate::stale:
      break;
  }
  return "stale";
}

std::optional<NoRate> why_no_rate(const Error& error) {
  for (const NoRate why : all_reasons)
    if (error.message.ends_with(fmt::format(" [{}]", code(why)))) return why;
  return std::nullopt;
}

Result<Rate> look_up(const Store& store, const Pair& pair, Date asked, std::optional<Date> today) {
  if (pair.from == pair.to) return identity(pair.from, asked);
  for (const Currency& side : {pair.from, pair.to})
    if (!is_euro(side)) VPSFIT_CHECK(check_known(store, side, asked));
  VPSFIT_TRY(const auto used, store.publication_up_to(asked));
  if (!used) return fail(ErrorKind::input, "the store is damaged: it has rates without a publication day");
  std::optional<PublishedLeg> below;
  std::optional<PublishedLeg> above;
  for (auto [side, leg] : {std::pair{&pair.from, &below}, std::pair{&pair.to, &above}}) {
    if (is_euro(*side)) continue;
    VPSFIT_TRY(*leg, store.leg(*side, *used));
    if (!*leg) return missing_leg(store, *side, *used);
  }
  if (next_open_day(*used) <= asked) return missing_days(store, *used, asked, today);
  return rate_from_legs(pair, below, above, *used, asked);
}

Result<Rate> Store::rate(const Pair& pair, Date asked, std::optional<Date> today) const {
  return look_up(*this, pair, asked, today);
}

}  // namespace vpsfit::fx
