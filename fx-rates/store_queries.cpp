// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "fx-rates/store.hpp"

namespace vpsfit::fx {
namespace {

constexpr date::days within_a_year{366};

std::int64_t euro_side(const Currency& currency) { return currency.code() == "EUR" ? 1 : 0; }

}  // namespace

tl::unexpected<Error> Store::damaged(std::string what) const {
  return fail(ErrorKind::input, "the store is damaged: " + std::move(what), database_.place(),
              "import the ECB's files anew into another store");
}

Result<std::optional<Date>> Store::day(std::string_view sql, Date asked) const {
  VPSFIT_TRY(auto query, database_.prepare(sql));
  VPSFIT_TRY(const bool row, query.bind(1, to_text(asked)).step());
  if (!row || query.is_null(0)) return std::optional<Date>();
  const auto found = parse_date(query.text(0));
  if (!found) return damaged(found.error().message);
  return std::optional<Date>(*found);
}

Result<std::optional<Date>> Store::publication_up_to(Date asked) const {
  return day("SELECT max(day) FROM publication WHERE day <= ?1", asked);
}

Result<std::optional<Date>> Store::publication_after(Date asked) const {
  return day("SELECT min(day) FROM publication WHERE day > ?1", asked);
}

Result<std::optional<Span>> Store::span(const Currency& currency) const {
  VPSFIT_TRY(auto query, database_.prepare("SELECT min(day), max(day) FROM rate WHERE currency = ?1"));
  VPSFIT_CHECK(query.bind(1, currency.code()).step());
  if (query.is_null(0)) return std::optional<Span>();
  const auto first = parse_date(query.text(0));
  const auto last = parse_date(query.text(1));
  if (!first || !last) return damaged("it holds days that are none for " + currency.code());
  return std::optional<Span>(Span{*first, *last});
}

Result<std::int64_t> Store::currencies_on(Date asked) const {
  VPSFIT_TRY(auto query, database_.prepare("SELECT count(*) FROM rate WHERE day = ?1"));
  VPSFIT_CHECK(query.bind(1, to_text(asked)).step());
  return query.number(0);
}

Result<int> Store::decimals(const Currency& currency, Date around) const {
  VPSFIT_TRY(auto query, database_.prepare("SELECT published FROM rate WHERE currency = ?1 AND day BETWEEN ?2 AND ?3"));
  query.bind(1, currency.code()).bind(2, to_text(around - within_a_year)).bind(3, to_text(around + within_a_year));
  int most = 0;
  for (;;) {
    VPSFIT_TRY(const bool row, query.step());
    if (!row) return most;
    const std::string published = query.text(0);
    if (!is_published_figure(published)) return damaged(fmt::format("'{}' is no rate", printable(published, 40)));
    most = std::max(most, decimals_of(published));
  }
}

Result<std::optional<PublishedLeg>> Store::leg(const Currency& currency, Date asked) const {
  VPSFIT_TRY(auto query, database_.prepare("SELECT published FROM rate WHERE currency = ?1 AND day = ?2"));
  VPSFIT_TRY(const bool row, query.bind(1, currency.code()).bind(2, to_text(asked)).step());
  if (!row) return std::optional<PublishedLeg>();
  const std::string published = query.text(0);
  VPSFIT_TRY(const int digits, decimals(currency, asked));  // refuses figures that are none
  return std::optional<PublishedLeg>(PublishedLeg{currency, published, digits});
}

Result<std::vector<Listed>> Store::currencies() const {
  VPSFIT_TRY(auto query, database_.prepare("SELECT currency, min(day), max(day), count(*) FROM rate "
                                           "GROUP BY currency ORDER BY currency"));
  VPSFIT_TRY(auto newest, database_.prepare("SELECT published FROM rate WHERE currency = ?1 AND day = ?2"));
  std::vector<Listed> result;
  for (;;) {
    VPSFIT_TRY(const bool row, query.step());
    if (!row) return result;
    const auto first = parse_date(query.text(1));
    const auto last = parse_date(query.text(2));
    if (!first || !last) return damaged("it holds days that are none for " + printable(query.text(0), 40));
    VPSFIT_CHECK(newest.bind(1, query.text(0)).bind(2, query.text(2)).step());
    result.push_back({query.text(0), *first, *last, newest.text(0), query.number(3)});
    newest.reset();
  }
}

Result<std::vector<SourceFile>> Store::sources() const {
  VPSFIT_TRY(auto query, database_.prepare("SELECT name, sha256, dialect, imported_at, count(*) FROM file JOIN rate "
                                           "ON rate.file = file.id GROUP BY file.id ORDER BY file.id"));
  std::vector<SourceFile> result;
  for (;;) {
    VPSFIT_TRY(const bool row, query.step());
    if (!row) return result;
    result.push_back({query.text(0), query.text(1), query.text(2), query.text(3), query.number(4)});
  }
}

Result<std::vector<Rate>> Store::history(const Pair& pair, Date from, Date to) const {
  VPSFIT_TRY(auto query, database_.prepare("SELECT p.day, a.published, b.published FROM publication p "
                                           "LEFT JOIN rate a ON a.currency = ?1 AND a.day = p.day "
                                           "LEFT JOIN rate b ON b.currency = ?2 AND b.day = p.day "
                                           "WHERE p.day BETWEEN ?3 AND ?4 AND (?5 OR a.day IS NOT NULL) "
                                           "AND (?6 OR b.day IS NOT NULL) ORDER BY p.day"));
  query.bind(1, pair.from.code()).bind(2, pair.to.code()).bind(3, to_text(from)).bind(4, to_text(to));
  query.bind(5, euro_side(pair.from)).bind(6, euro_side(pair.to));
  std::vector<Rate> result;
  const auto side = [&](const Currency& currency, int column) -> Result<std::optional<PublishedLeg>> {
    if (euro_side(currency) != 0) return std::optional<PublishedLeg>();
    const std::string published = query.text(column);
    if (!is_published_figure(published)) return damaged(fmt::format("'{}' is no rate", printable(published, 40)));
    return std::optional<PublishedLeg>(PublishedLeg{currency, published, decimals_of(published)});
  };
  for (;;) {
    VPSFIT_TRY(const bool row, query.step());
    if (!row) return result;
    const auto day = parse_date(query.text(0));
    if (!day) return damaged(day.error().message);
    VPSFIT_TRY(const auto below, side(pair.from, 1));
    VPSFIT_TRY(const auto above, side(pair.to, 2));
    result.push_back(pair.from == pair.to ? identity(pair.from, *day) : rate_from_legs(pair, below, above, *day, *day));
    result.back().quoting.reset();  // the digits of a single line do not tell the digits of the quotation
  }
}

}  // namespace vpsfit::fx
