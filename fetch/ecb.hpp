// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/date.hpp"
#include "fetch/fetcher.hpp"
#include "fx-rates/quotes.hpp"

namespace vpsfit::fetch {

/// Servers of the two channels; other ones for a mirror or a test.
struct EcbServers {
  std::string api = "https://data-api.ecb.europa.eu";
  std::string site = "https://www.ecb.europa.eu";
};

/// Figures that a channel gave, and what did not work before it did.
struct EcbAnswer {
  std::string url;
  std::string text;  ///< as it came, maybe zipped
  fx::Quotes quotes;
  std::vector<Error> failures;  ///< of the channels tried before
};

/// Fewest currencies on the newest day of an answer: the ECB quotes 29; far fewer is a page that was cut or filtered.
inline constexpr std::size_t fewest_currencies = 20;

/// Asks for the rates from `newest` (the newest day that is here; that day is asked for again, so that an empty answer
/// is never taken for "nothing new") to `today`: first the data API, then the files of the web site; without `newest`
/// the whole history from the site, then from the API. A channel fails where it sends a page, nothing, figures of
/// fewer than fewest_currencies, days after `today`, no figure of `newest`, or nothing of `certain` or later. Fails
/// with the first channel's error where both fail; its remedy tells of the second.
[[nodiscard]] Result<EcbAnswer> fetch_rates(const EcbServers& servers, std::optional<Date> newest, Date certain,
                                            Date today, const Fetcher& fetcher);

}  // namespace vpsfit::fetch
