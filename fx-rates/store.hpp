// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/date.hpp"
#include "core/result.hpp"
#include "fx-rates/cross.hpp"
#include "fx-rates/quotes.hpp"
#include "fx-rates/rate.hpp"
#include "fx-rates/sqlite.hpp"

namespace vpsfit::fx {

/// One file to import, with what is to be remembered about it.
struct Import {
  std::string name;         ///< "eurofxref-hist.zip"
  std::string sha256;       ///< of the file as it came, zipped or not
  std::string imported_at;  ///< RFC 3339, UTC
  Quotes quotes;
};

/// What one file brought.
struct Imported {
  std::string name;
  Date first_day;
  Date last_day;
  std::size_t figures = 0;      ///< in the file
  std::size_t new_figures = 0;  ///< not in the store before
};

/// A currency in the store.
struct Listed {
  std::string currency;
  Date first_day;
  Date last_day;
  std::string last_published;
  std::int64_t days = 0;
};

/// A file that brought figures.
struct SourceFile {
  std::string name;
  std::string sha256;
  std::string dialect;
  std::string imported_at;
  std::int64_t figures = 0;
};

/// The days of one currency in the store.
struct Span {
  Date first;
  Date last;
};

/// Published reference rates in one SQLite file (format: fx-rates/FORMAT.md). A published figure is final: it is added
/// once and never changed.
class Store {
 public:
  /// An existing store, read only. Fails: unavailable (no such file, nothing in it), input (another kind of file, a
  /// newer version, damage), io.
  [[nodiscard]] static Result<Store> open(const std::filesystem::path& file);
  /// The same for writing; made, with its folder, where it is not there.
  [[nodiscard]] static Result<Store> open_or_create(const std::filesystem::path& file);
  /// A store in memory that holds one file.
  [[nodiscard]] static Result<Store> of(const Import& import);

  /// Adds the figures of all files, or of none. A figure that is there already with the same value ("366.90" is 366.9)
  /// is left as it is; with another value it is an alarm: fails (refused) with day, currency and both values.
  [[nodiscard]] Result<std::vector<Imported>> import(const std::vector<Import>& files);

  /// The rate of the pair for a day, by the rule of look_up() (fx-rates/look_up.hpp).
  [[nodiscard]] Result<Rate> rate(const Pair& pair, Date asked, std::optional<Date> today = std::nullopt) const;
  /// The rates of every day from `from` to `to` on which both legs were published, oldest first.
  [[nodiscard]] Result<std::vector<Rate>> history(const Pair& pair, Date from, Date to) const;
  [[nodiscard]] Result<std::vector<Listed>> currencies() const;
  [[nodiscard]] Result<std::vector<SourceFile>> sources() const;

  /// The publication days beside a day: the last one on or before it, the first one after it, the last of all.
  [[nodiscard]] Result<std::optional<Date>> publication_up_to(Date day) const;
  [[nodiscard]] Result<std::optional<Date>> publication_after(Date day) const;
  /// First and last day of a currency; nothing where the store does not know it.
  [[nodiscard]] Result<std::optional<Span>> span(const Currency& currency) const;
  /// How many currencies have a figure on that day.
  [[nodiscard]] Result<std::int64_t> currencies_on(Date day) const;
  /// The figure of that very day, with as many decimals as the currency has at most within a year of it (files of
  /// several days drop trailing zeros).
  [[nodiscard]] Result<std::optional<PublishedLeg>> leg(const Currency& currency, Date day) const;

 private:
  explicit Store(sqlite::Database database) : database_(std::move(database)) {}
  [[nodiscard]] Result<std::optional<Date>> day(std::string_view sql, Date asked) const;
  [[nodiscard]] Result<int> decimals(const Currency& currency, Date around) const;
  [[nodiscard]] tl::unexpected<Error> damaged(std::string what) const;
  [[nodiscard]] Result<Imported> add(const Import& file);

  sqlite::Database database_;
};

/// A store, or any file of the ECB (read into memory), told apart by its first bytes.
[[nodiscard]] Result<Store> open_rates(const std::filesystem::path& file);

}  // namespace vpsfit::fx
