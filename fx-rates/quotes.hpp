// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/date.hpp"
#include "core/result.hpp"

namespace vpsfit::fx {

/// Three capital letters over a column. Not a Currency: the ECB may quote one tomorrow that this program does not know.
class CurrencyCode {
 public:
  [[nodiscard]] static std::optional<CurrencyCode> parse(std::string_view text);
  [[nodiscard]] std::string_view text() const { return {letters_.data(), letters_.size()}; }
  auto operator<=>(const CurrencyCode&) const = default;

 private:
  std::array<char, 3> letters_{};
};

/// One published figure: units of the currency for 1 EUR on one day.
struct Quote {
  Date day;
  CurrencyCode currency;
  std::string published;     ///< "366.90": the digits as they stand in the file
  std::uint32_t offset = 0;  ///< where in the text it stands
};

/// What one file of the ECB says.
struct Quotes {
  std::string_view dialect;  ///< "csv", "xml", "sdmx-csv", "sdmx-json"; a constant of the program
  std::vector<Quote> rows;   ///< at least one; sorted by day and currency; no two of the same day and currency
};

/// The first publication of the reference rates, and the first day that a file may hold.
inline constexpr Date first_publication{date::year{1999} / 1 / 4};
/// Most bytes of text that are read (the full history is 1.9 MB as CSV and about 8 MB as XML).
inline constexpr std::size_t max_quotes_bytes = std::size_t{64} * 1024 * 1024;
/// Most figures in one file: forty currencies for two hundred years.
inline constexpr std::size_t max_quotes = 2'000'000;

/// Is it a figure as the ECB prints them: digits, maybe a point and digits, more than zero, at most 20 characters?
[[nodiscard]] bool is_published_figure(std::string_view text);

/// Gathers the figures of one text and refuses what no publication can hold. Every failure is of kind input and has the
/// place ":line:column" in the text.
class QuoteCollector {
 public:
  /// With `latest`, a later day is refused.
  QuoteCollector(std::string_view content, std::optional<Date> latest) : content_(content), latest_(latest) {}

  /// Fails where the content is longer than max_quotes_bytes.
  [[nodiscard]] Result<void> check_size() const;
  /// A day "2026-04-13": not before the first publication, not at a weekend, not after `latest`.
  [[nodiscard]] Result<Date> day(std::string_view text) const;
  [[nodiscard]] Result<Date> checked(Date day, std::string_view text) const;
  /// The head of a column: three capitals, never EUR, which everything is counted against.
  [[nodiscard]] Result<CurrencyCode> currency(std::string_view text) const;
  /// A figure; `text` may lie outside the content (a value that was decoded), then `at` tells the place.
  [[nodiscard]] Result<void> add(Date day, CurrencyCode currency, std::string_view text, std::size_t at);
  /// Sorts; fails where nothing came or a figure came twice.
  [[nodiscard]] Result<Quotes> finish(std::string_view dialect) &&;

  /// An objection to the text at `at` (an offset into the content).
  [[nodiscard]] tl::unexpected<Error> wrong(std::size_t at, std::string message, std::string remedy = {}) const;
  /// Offset of a piece of the content.
  [[nodiscard]] std::size_t offset(std::string_view piece) const;

 private:
  std::string_view content_;
  std::optional<Date> latest_;
  std::vector<Quote> rows_;
};

}  // namespace vpsfit::fx
