// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <unistd.h>

#include "fixture.hpp"
#include "fx-rates/sqlite.hpp"

using namespace vpsfit;
using namespace vpsfit::fx;
using namespace vpsfit::fx::testing;

namespace {

/// A folder that goes with the test.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("vpsfit-fx-XXXXXX")) {
    std::string name = path_.string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

std::string printed(const Store& store, const char* asked_pair, const char* on) {
  const auto rate = store.rate(pair(asked_pair), day(on));
  return rate ? rate->printed : rate.error().message;
}

/// Writes past our own checks.
void tamper(const std::filesystem::path& file, const char* sql) {
  const auto database = sqlite::Database::open(file, sqlite::Mode::create);
  REQUIRE(database);
  REQUIRE(database->run(sql));
}

}  // namespace

TEST_CASE("a store keeps what was imported, with the file it came from") {
  const Folder folder;
  {
    auto store = Store::open_or_create(folder / "deep/er/fx.db");
    REQUIRE(store);
    const auto imported = store->import({import_of("eurofxref-hist.csv", fixture("eurofxref-hist.excerpt.csv"))});
    REQUIRE(imported);
    CHECK(imported->front().figures == imported->front().new_figures);
    CHECK(to_text(imported->front().first_day) == "1999-01-04");
    CHECK(to_text(imported->front().last_day) == "2026-04-13");
  }
  const auto store = Store::open(folder / "deep/er/fx.db");
  REQUIRE(store);
  CHECK(printed(*store, "USD/KRW", "2026-04-13") == "1489.95");
  const auto sources = store->sources();
  REQUIRE(sources);
  REQUIRE(sources->size() == 1);
  CHECK(sources->front().name == "eurofxref-hist.csv");
  CHECK(sources->front().sha256 == "eurofxref-hist.csv checksum");
  CHECK(sources->front().dialect == "csv");
  CHECK(sources->front().imported_at == "2026-11-02T12:00:00.000Z");
}

TEST_CASE("importing again changes nothing, not one byte") {
  const Folder folder;
  const auto first = import_of("a", fixture("eurofxref-hist.excerpt.csv"));
  REQUIRE(Store::open_or_create(folder / "fx.db")->import({first}));
  const auto before = files::read_whole(folder / "fx.db");
  auto again = first;
  again.imported_at = "2027-01-01T00:00:00.000Z";
  const auto imported = Store::open_or_create(folder / "fx.db")->import({again, again});
  REQUIRE(imported);
  CHECK(imported->front().new_figures == 0);
  CHECK(files::read_whole(folder / "fx.db") == before);
}

TEST_CASE("the same figure with other zeros is the same figure, and the first spelling stays") {
  Store store = store_of("Date,HUF,KRW,\n2026-04-13,366.9,1740,\n");
  const auto imported = store.import({import_of("b", "Date, HUF, KRW, \n13 April 2026, 366.90, 1740.00, \n")});
  REQUIRE(imported);
  CHECK(imported->front().new_figures == 0);
  CHECK(printed(store, "EUR/HUF", "2026-04-13") == "366.9");
}

TEST_CASE("a published figure that changed is an alarm, and nothing of any file is imported") {
  const Folder folder;
  REQUIRE(
      Store::open_or_create(folder / "fx.db")->import({import_of("a", "Date,USD,KRW,\n2026-04-13,1.1684,1740.86,\n")}));
  const auto before = files::read_whole(folder / "fx.db");
  auto store = Store::open_or_create(folder / "fx.db");
  const auto imported =
      store->import({import_of("good.csv", "Date,USD,KRW,\n2026-04-10,1.1711,1737.06,\n"),
                     import_of("bad.csv", "Date,USD,KRW,\n2026-04-09,1.1685,1728.78,\n2026-04-13,1.1684,1740.87,\n")});
  REQUIRE_FALSE(imported);
  CHECK(imported.error().kind == ErrorKind::refused);
  for (const char* word : {"KRW", "2026-04-13", "1740.86", "1740.87", "[value_changed]"})
    CHECK_MESSAGE(imported.error().message.find(word) != std::string::npos, imported.error().message);
  CHECK(imported.error().place == "bad.csv");
  CHECK(files::read_whole(folder / "fx.db") == before);
  CHECK_FALSE(store->rate(pair("USD/KRW"), day("2026-04-10")));
}

TEST_CASE("figures that differ only far behind the point differ") {
  Store store = store_of("Date,USD,\n2026-04-13,1.1684,\n");
  CHECK_FALSE(store.import({import_of("b", "Date,USD,\n2026-04-13,1.16840000001,\n")}));
  CHECK_FALSE(store.import({import_of("b", "Date,USD,\n2026-04-13,11684,\n")}));
  CHECK(store.import({import_of("b", "Date,USD,\n2026-04-13,1.168400000,\n")}));
}

TEST_CASE("two files of one import that contradict each other are noticed too") {
  const Folder folder;
  auto store = Store::open_or_create(folder / "fx.db");
  CHECK_FALSE(store->import(
      {import_of("a", "Date,USD,\n2026-04-13,1.1684,\n"), import_of("b", "Date,USD,\n2026-04-13,1.1685,\n")}));
  const auto opened = Store::open(folder / "fx.db");
  REQUIRE_FALSE(opened);
  CHECK(opened.error().kind == ErrorKind::unavailable);  // still empty
}

TEST_CASE("later files add days and currencies") {
  Store store = store_of("Date,USD,\n2026-04-10,1.1711,\n");
  REQUIRE(store.import({import_of("b", "Date,USD,KRW,\n2026-04-10,1.1711,1737.06,\n2026-04-13,1.1684,1740.86,\n")}));
  CHECK(printed(store, "USD/KRW", "2026-04-10") == "1483.27");
  CHECK(printed(store, "USD/KRW", "2026-04-13") == "1489.95");
  const auto currencies = store.currencies();
  REQUIRE(currencies);
  REQUIRE(currencies->size() == 2);
  CHECK(currencies->front().currency == "KRW");
  CHECK(currencies->front().days == 2);
  CHECK(currencies->front().last_published == "1740.86");
}

TEST_CASE("the history has the days on which both legs were published") {
  const Store store =
      store_of("Date,USD,ISK,\n2018-02-02,1.2492,124.6,\n2018-02-01,1.2459,N/A,\n2018-01-31,1.2457,N/A,\n");
  const auto both = store.history(pair("USD/ISK"), day("1999-01-04"), day("2030-01-01"));
  REQUIRE(both);
  REQUIRE(both->size() == 1);
  CHECK(both->front().printed == "99.7438");  // 124.6 / 1.2492 = 99.74383605...
  const auto dollars = store.history(pair("EUR/USD"), day("2018-01-31"), day("2018-02-01"));
  REQUIRE(dollars);
  REQUIRE(dollars->size() == 2);
  CHECK(dollars->front().printed == "1.2457");
  CHECK(to_text(dollars->back().date_used) == "2018-02-01");
  CHECK(store.history(pair("EUR/VND"), day("1999-01-04"), day("2030-01-01"))->empty());
}

TEST_CASE("what is no store is refused for its reason") {
  const Folder folder;
  CHECK(Store::open(folder / "none.db").error().kind == ErrorKind::unavailable);
  REQUIRE(files::write_whole(folder / "empty.db", ""));
  CHECK(Store::open(folder / "empty.db").error().kind == ErrorKind::unavailable);
  REQUIRE(files::write_whole(folder / "text.db", std::string(5000, 'x')));
  CHECK(Store::open(folder / "text.db").error().message.find("not a store") != std::string::npos);
  CHECK_FALSE(Store::open_or_create(folder / "text.db"));
  tamper(folder / "other.db", "CREATE TABLE t(x)");
  CHECK(Store::open(folder / "other.db").error().message.find("another program") != std::string::npos);
  CHECK_FALSE(Store::open_or_create(folder / "other.db"));
}

TEST_CASE("a newer or a damaged store is refused, never misread") {
  const Folder folder;
  const auto good = [&](const char* name) {
    REQUIRE(Store::open_or_create(folder / name)->import({import_of("a", fixture("eurofxref-hist.excerpt.csv"))}));
    return folder / name;
  };
  tamper(good("newer.db"), "PRAGMA user_version = 2");
  CHECK(Store::open(folder / "newer.db").error().message.find("version 2") != std::string::npos);

  for (const char* figure : {"abc", "0", "-1", "", "1e3", "1.1684 "}) {
    const auto file = good("figure.db");
    tamper(file, ("UPDATE rate SET published = '" + std::string(figure) + "' WHERE currency = 'USD'").c_str());
    const auto store = Store::open(file);
    REQUIRE(store);
    const auto rate = store->rate(pair("USD/KRW"), day("2026-04-13"));
    REQUIRE_FALSE(rate);
    CHECK(rate.error().message.find("damaged") != std::string::npos);
    CHECK_FALSE(store->history(pair("USD/KRW"), day("1999-01-04"), day("2030-01-01")));
    std::filesystem::remove(file);
  }
  tamper(good("day.db"), "UPDATE rate SET day = 'x' WHERE currency = 'USD' AND day = '2026-04-13'");
  CHECK_FALSE(Store::open(folder / "day.db")->rate(pair("USD/KRW"), day("2026-04-13")));
  tamper(good("table.db"), "DROP VIEW published_rate; DROP TABLE rate");
  CHECK_FALSE(Store::open(folder / "table.db")->rate(pair("USD/KRW"), day("2026-04-13")));

  std::string torn = *files::read_whole(good("whole.db"));
  REQUIRE(files::write_whole(folder / "torn.db", torn.substr(0, torn.size() / 2)));
  const auto store = Store::open(folder / "torn.db");
  if (store) CHECK_FALSE(store->rate(pair("USD/KRW"), day("2026-04-13")));
}

TEST_CASE("rates open from a store and from a file of the ECB alike") {
  const Folder folder;
  REQUIRE(Store::open_or_create(folder / "fx.db")->import({import_of("a", fixture("eurofxref-hist.excerpt.csv"))}));
  REQUIRE(files::write_whole(folder / "eurofxref.csv", fixture("daily.csv")));
  CHECK(printed(*open_rates(folder / "fx.db"), "USD/KRW", "2026-04-13") == "1489.95");
  CHECK(printed(*open_rates(folder / "eurofxref.csv"), "USD/KRW", "2026-04-13") == "1489.95");
  REQUIRE(files::write_whole(folder / "bad.csv", "Date,USD,\n2026-04-13,x,\n"));
  const auto bad = open_rates(folder / "bad.csv");
  REQUIRE_FALSE(bad);
  CHECK(bad.error().place.ends_with("bad.csv:2:12"));
  CHECK_FALSE(open_rates(folder / "none.csv"));
}
