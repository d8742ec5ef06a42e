// SPDX-License-Identifier: MIT
#include "fetch/ecb.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "fx-rates/ecb_file.hpp"

namespace vpsfit::fetch {
namespace {

/// The 90-day file holds at least 61 publication days; this many calendar days are surely in it.
constexpr int surely_in_90_days = 80;

struct Channel {
  std::string url;
  std::string accept;
};

std::vector<Channel> channels(const EcbServers& servers, std::optional<Date> newest, Date today) {
  const auto api = [&](Date from) {
    return Channel{
        fmt::format("{}/service/data/EXR/D..EUR.SP00.A?startPeriod={}&endPeriod={}&format=csvdata&detail=dataonly",
                    servers.api, to_text(from), to_text(today)),
        "text/csv"};
  };
  const Channel history{servers.site + "/stats/eurofxref/eurofxref-hist.zip", "application/zip"};
  if (!newest) return {history, api(fx::first_publication)};
  const Channel recent{servers.site + "/stats/eurofxref/eurofxref-hist-90d.xml", "text/xml"};
  return {api(*newest), (today - *newest).count() <= surely_in_90_days ? recent : history};
}

/// 200 is not success: what came must be what the bank publishes.
Result<fx::Quotes> judged(const std::string& text, std::optional<Date> newest, Date certain, Date today) {
  VPSFIT_TRY(fx::Quotes quotes, fx::parse_ecb(text, today));
  const Date last = quotes.rows.back().day;
  const auto on = [&](Date day) {
    return static_cast<std::size_t>(std::count_if(quotes.rows.begin(), quotes.rows.end(),
                                                  [&](const fx::Quote& quote) { return quote.day == day; }));
  };
  if (on(last) < fewest_currencies)
    return fail(ErrorKind::unavailable, fmt::format("the newest day, {}, has {} currencies; {} or more were expected",
                                                    to_text(last), on(last), fewest_currencies));
  if (newest && on(*newest) == 0)
    return fail(ErrorKind::unavailable, fmt::format("the day {}, which is published, is missing", to_text(*newest)));
  if (last < certain)
    return fail(ErrorKind::unavailable,
                fmt::format("the newest day is {}, but {} should be published", to_text(last), to_text(certain)));
  return quotes;
}

}  // namespace

Result<EcbAnswer> fetch_rates(const EcbServers& servers, std::optional<Date> newest, Date certain, Date today,
                              const Fetcher& fetcher) {
  std::vector<Error> failures;
  for (const Channel& channel : channels(servers, newest, today)) {
    auto answer = fetcher.get({channel.url, channel.accept, {}});
    if (!answer) {
      failures.push_back(std::move(answer).error());
      continue;
    }
    auto quotes = judged(answer->body, newest, certain, today);
    if (quotes) return EcbAnswer{channel.url, std::move(answer->body), std::move(*quotes), std::move(failures)};
    Error error = std::move(quotes).error();
    error.kind = ErrorKind::unavailable;  // what a server sends is no wrong use
    failures.push_back(std::move(error).in(printable(channel.url)));
  }
  Error first = failures.front();
  first.remedy = fmt::format("the other channel failed too: {}: {}", failures.back().place, failures.back().message);
  return tl::unexpected<Error>(std::move(first));
}

}  // namespace vpsfit::fetch
