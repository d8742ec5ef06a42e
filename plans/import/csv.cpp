// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

#include "core/csv_reader.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "plans/import/parts.hpp"
#include "plans/names.hpp"

namespace vpsfit::plans {
namespace {

constexpr auto known_columns = std::to_array<std::string_view>(
    {"vendor",     "vendor_name", "id",    "name",        "vcpus",  "cpu_kind", "memory",    "disk",
     "disk_kind",  "traffic",     "price", "currency",    "period", "payment",  "setup_fee", "tax",
     "promo_name", "renewal",     "stock", "verified_on", "url",    "notes"});
constexpr auto needed_columns =
    std::to_array<std::string_view>({"vendor", "id", "vcpus", "memory", "price", "currency", "period", "verified_on"});

using Columns = std::map<std::string, std::size_t, std::less<>>;

/// One row, asked for by column. Every complaint names file, line and column.
class Row {
 public:
  Row(const CsvReader& reader, const Columns& columns, const CsvRow& cells)
      : reader_(reader), columns_(columns), cells_(cells) {}

  /// The cell without the spaces around it; empty where it is empty or its column absent.
  [[nodiscard]] std::string text(std::string_view column) const {
    const auto at = columns_.find(column);
    return at == columns_.end() ? std::string() : std::string(trim(cells_[at->second].text));
  }
  [[nodiscard]] Result<std::string> required(std::string_view column) const {
    std::string found = text(column);
    if (found.empty()) return wrong(column, fmt::format("\"{}\" is empty", column));
    return found;
  }
  [[nodiscard]] tl::unexpected<Error> wrong(std::string_view column, std::string what, std::string remedy = {}) const {
    const auto at = columns_.find(column);
    return reader_.wrong(at == columns_.end() ? cells_.front() : cells_[at->second], std::move(what),
                         std::move(remedy));
  }
  /// What a parser makes of a cell; its complaint is put in its place.
  template <class Parse>
  [[nodiscard]] auto parsed(std::string_view column, Parse&& parse) const
      -> std::invoke_result_t<Parse, const std::string&> {
    VPSFIT_TRY(const std::string found, required(column));
    auto value = std::forward<Parse>(parse)(found);
    if (!value) return wrong(column, value.error().message, value.error().remedy);
    return value;
  }
  template <class E>
  [[nodiscard]] Result<E> word(std::string_view column, E otherwise) const {
    const std::string found = text(column);
    if (found.empty()) return otherwise;
    for (std::size_t i = 0; i < names<E>.size(); ++i)
      if (names<E>[i] == found) return static_cast<E>(i);
    return wrong(column, fmt::format("\"{}\" is not allowed here", printable(found, 60)),
                 fmt::format("allowed are: {}", fmt::join(names<E>, ", ")));
  }

 private:
  const CsvReader& reader_;
  const Columns& columns_;
  const CsvRow& cells_;
};

/// A comma may be a decimal one or stand between thousands: nobody but the writer knows.
Result<Rational> decimal(const std::string& text) {
  if (text.find(',') != std::string::npos)
    return fail(ErrorKind::input, fmt::format("'{}' has a comma", printable(text, 40)), {},
                "write a decimal point, and nothing between thousands: 1234.50");
  return parse_decimal(text);
}

Result<Rational> positive_decimal(const std::string& text) {
  VPSFIT_TRY(Rational value, decimal(text));
  if (value <= Rational(0)) return fail(ErrorKind::input, fmt::format("{} is not more than 0", text));
  return value;
}

/// "4 GB", "512MiB".
Result<Size> size_text(const std::string& text) {
  const auto unit_at = std::min(text.find_first_not_of("0123456789.,"), text.size());
  VPSFIT_TRY(Rational value, positive_decimal(text.substr(0, unit_at)));
  const std::string unit(trim(std::string_view(text).substr(unit_at)));
  VPSFIT_CHECK(bytes_per_unit(unit));
  return Size{std::move(value), unit};
}

Result<void> read_renewal(const Row& row, Price& price) {
  const std::string renewal = row.text("renewal");
  if (renewal.empty()) {
    if (price.kind == PriceKind::promo) price.renewal = Renewal{};
    return {};
  }
  if (renewal == "same" || renewal == "unverified") {
    price.renewal = Renewal{std::nullopt, renewal == "same" ? RenewalStatus::same : RenewalStatus::unverified};
    return {};
  }
  const auto amount = decimal(renewal);
  if (!amount || amount->is_negative())
    return row.wrong("renewal", fmt::format("\"{}\" is not what it renews at", printable(renewal, 60)),
                     "write the amount with a decimal point, same or unverified");
  price.renewal = Renewal{*amount, RenewalStatus::different};
  return {};
}

Result<Price> csv_price(const Row& row) {
  VPSFIT_TRY(const Currency currency, row.parsed("currency", [](const std::string& t) { return Currency::parse(t); }));
  VPSFIT_TRY(Rational amount, row.parsed("price", decimal));
  if (amount.is_negative()) return row.wrong("price", "the price is negative");
  VPSFIT_TRY(const Tax tax, row.word("tax", Tax::unknown));
  Price price = monthly_price(std::move(amount), currency, tax);
  VPSFIT_CHECK(row.required("period"));
  VPSFIT_TRY(price.period_unit, row.word("period", PeriodUnit::month));
  const std::string payment = row.text("payment");
  if (!payment.empty() && payment != "upfront" && payment != "postpaid")
    return row.wrong("payment", fmt::format("\"{}\" is not allowed here", printable(payment, 60)),
                     "write upfront or postpaid");
  if (!payment.empty()) price.payment = payment;
  if (!row.text("setup_fee").empty()) {
    VPSFIT_TRY(price.setup_fee, row.parsed("setup_fee", decimal));
  }
  if (std::string promotion = row.text("promo_name"); !promotion.empty()) {
    price.kind = PriceKind::promo;
    price.promo_name = std::move(promotion);
  }
  VPSFIT_CHECK(read_renewal(row, price));
  return price;
}

Result<void> read_disk_and_traffic(const Row& row, Plan& plan) {
  if (!row.text("disk").empty()) {
    VPSFIT_TRY(Size size, row.parsed("disk", size_text));
    const std::string kind = row.text("disk_kind");
    plan.disks.push_back({std::move(size), kind.empty() ? "unknown" : kind, true});
  }
  const std::string traffic = row.text("traffic");
  if (traffic.empty()) return {};
  plan.traffic = Traffic{};
  plan.traffic->included = IncludedTraffic{};
  plan.traffic->included->unmetered = traffic == "unmetered";
  if (traffic != "unmetered") {
    VPSFIT_TRY(plan.traffic->included->size, row.parsed("traffic", size_text));
  }
  return {};
}

Result<Plan> csv_plan(const Row& row, const std::string& sha256) {
  Plan plan;
  VPSFIT_TRY(plan.id, row.required("id"));
  plan.name = row.text("name").empty() ? plan.id : row.text("name");
  VPSFIT_TRY(plan.cpu.vcpus, row.parsed("vcpus", positive_decimal));
  VPSFIT_TRY(plan.cpu.kind, row.word("cpu_kind", CpuKind::unknown));
  VPSFIT_TRY(plan.memory.size, row.parsed("memory", size_text));
  VPSFIT_CHECK(read_disk_and_traffic(row, plan));
  VPSFIT_TRY(Price price, csv_price(row));
  plan.prices.push_back(std::move(price));
  VPSFIT_TRY(plan.stock, row.word("stock", Stock::unknown));
  VPSFIT_TRY(plan.verified_on, row.parsed("verified_on", [](const std::string& t) { return parse_date(t); }));
  if (plan.stock != Stock::unknown) plan.stock_checked_on = plan.verified_on;
  plan.source = source_of("given", *plan.verified_on, sha256, "given");
  if (std::string url = row.text("url"); !url.empty()) {
    plan.source.url = std::move(url);
    plan.source.kind = "page";
  }
  if (std::string notes = row.text("notes"); !notes.empty()) plan.notes = std::move(notes);
  return plan;
}

Result<Columns> columns_of(const CsvReader& reader, const CsvRow& header) {
  Columns columns;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::string name(trim(header[i].text));
    if (std::find(known_columns.begin(), known_columns.end(), name) == known_columns.end()) {
      const auto near = near_name(name, {known_columns.begin(), known_columns.end()});
      return reader.wrong(header[i], fmt::format("the column \"{}\" is not known here", printable(name, 60)),
                          near ? fmt::format("did you mean \"{}\"?", *near)
                               : fmt::format("known are: {}", fmt::join(known_columns, ", ")));
    }
    if (!columns.emplace(name, i).second)
      return reader.wrong(header[i], fmt::format("the column \"{}\" stands twice", name));
  }
  for (const auto needed : needed_columns)
    if (!columns.contains(needed))
      return reader.wrong(header.front(), fmt::format("there is no column \"{}\"", needed),
                          "add it, also to every row");
  return columns;
}

/// The vendor of the first row, and of all others.
Result<void> read_vendor(const Row& row, std::vector<Vendor>& vendors) {
  VPSFIT_TRY(const std::string id, row.required("vendor"));
  const std::string name = row.text("vendor_name").empty() ? id : row.text("vendor_name");
  if (vendors.empty()) vendors.push_back({id, name, std::nullopt, std::nullopt});
  if (vendors.front().id == id && vendors.front().name == name) return {};
  return row.wrong(
      "vendor",
      fmt::format("\"{}\" is another vendor than \"{}\" above", printable(id, 60), printable(vendors.front().id, 60)),
      "a catalog is one vendor's: keep a file for each");
}

}  // namespace

/// A price list kept by hand: a header and one plan a row, all of one vendor. Sizes are "4 GB", periods hour, month or
/// year; "renewal" is an amount, same, or empty where nobody knows.
Result<Imported> import_csv(std::span<const ImportText> texts, const ImportFacts& /*facts*/) {
  if (texts.size() != 1) return fail(ErrorKind::input, "one price list at a time is read");
  const std::string& text = texts.front().text;
  CsvReader reader(text, texts.front().file, separator_of(text));
  VPSFIT_TRY(const auto header, reader.next());
  if (!header) return fail(ErrorKind::input, "the price list is empty", texts.front().file + ":1:1");
  VPSFIT_TRY(const auto columns, columns_of(reader, *header));
  Imported imported;
  while (true) {
    VPSFIT_TRY(const auto cells, reader.next());
    if (!cells) break;
    const Row row(reader, columns, *cells);
    VPSFIT_CHECK(read_vendor(row, imported.catalog.vendors));
    VPSFIT_TRY(Plan plan, csv_plan(row, texts.front().sha256));
    imported.catalog.plans.push_back(std::move(plan));
  }
  if (imported.catalog.vendors.empty())
    return fail(ErrorKind::input, "the price list has no rows", texts.front().file + ":2:1");
  return imported;
}

}  // namespace vpsfit::plans
