// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "files/files.hpp"
#include "fx-rates/ecb_file.hpp"
#include "fx-rates/store.hpp"

namespace vpsfit::fx::testing {

/// A file of tests/data/fx.
inline std::string fixture(const std::string& name) {
  return *files::read_whole(std::string(VPSFIT_SOURCE_DIR) + "/tests/data/fx/" + name);
}

inline Date day(std::string_view text) { return *parse_date(text); }
inline Pair pair(std::string_view text) { return *parse_pair(text); }

/// The figure of a currency on a day; empty where there is none.
inline std::string figure(const Quotes& quotes, std::string_view on, std::string_view currency) {
  for (const Quote& quote : quotes.rows)
    if (quote.day == day(on) && quote.currency.text() == currency) return quote.published;
  return {};
}

inline Import import_of(const std::string& name, std::string_view content) {
  return {name, name + " checksum", "2026-11-02T12:00:00.000Z", *parse_ecb(content)};
}

/// A store in memory with one text in it.
inline Store store_of(std::string_view content) { return *Store::of(import_of("a", content)); }

}  // namespace vpsfit::fx::testing
