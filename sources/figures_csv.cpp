// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/csv_reader.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "sources/figures.hpp"
#include "sources/figures_checks.hpp"

namespace vpsfit::sources {
namespace {

enum Column : std::size_t { subject, load, rate, run, cpu, window, memory_max, memory_median, column_count };
struct ColumnName {
  std::string_view name;
  bool required;
};
constexpr std::array<ColumnName, column_count> columns{{{"subject", true},
                                                        {"load", false},
                                                        {"request_rate_per_s", false},
                                                        {"run", true},
                                                        {"cpu_usage_usec", true},
                                                        {"window_usec", true},
                                                        {"memory_max_bytes", true},
                                                        {"memory_median_bytes", false}}};

/// Where each column stands in this file.
using Places = std::array<std::optional<std::size_t>, column_count>;

std::vector<std::string> column_names() {
  std::vector<std::string> names;
  for (const auto& column : columns) names.emplace_back(column.name);
  return names;
}

Result<Places> read_header(const CsvReader& reader, const CsvRow& header) {
  Places places;
  const auto names = column_names();
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::string_view title = trim(header[i].text);
    const auto known = std::find(names.begin(), names.end(), title);
    if (known == names.end()) {
      const auto near = near_name(title, names);
      return reader.wrong(
          header[i], fmt::format("the column '{}' is not known here", printable(title, 60)),
          near ? fmt::format("did you mean {}?", *near) : fmt::format("known are: {}", fmt::join(names, ", ")));
    }
    auto& place = places[static_cast<std::size_t>(known - names.begin())];
    if (place) return reader.wrong(header[i], fmt::format("the column '{}' is there twice", *known));
    place = i;
  }
  for (std::size_t i = 0; i < column_count; ++i)
    if (columns[i].required && !places[i])
      return reader.wrong(header.front(), fmt::format("the column '{}' is missing", columns[i].name),
                          fmt::format("a row needs: {}", fmt::join(names, ", ")));
  return places;
}

/// One row with its columns by name.
class Row {
 public:
  Row(const CsvReader& reader, const Places& places, const CsvRow& cells)
      : reader_(reader), places_(places), cells_(cells) {}

  /// The cell; nullptr where the column is missing or the cell empty.
  [[nodiscard]] const CsvCell* find(Column column) const {
    if (!places_[column]) return nullptr;
    const CsvCell& cell = cells_[*places_[column]];
    return trim(cell.text).empty() ? nullptr : &cell;
  }

  [[nodiscard]] Result<std::string> name(Column column) const {
    const CsvCell* const cell = find(column);
    if (cell == nullptr) return missing(column);
    if (const auto objection = wrong_name(cell->text)) return reader_.wrong(*cell, *objection);
    return std::string(trim(cell->text));
  }

  [[nodiscard]] Result<std::int64_t> whole(Column column, std::int64_t least) const {
    const CsvCell* const cell = find(column);
    if (cell == nullptr) return missing(column);
    const auto number = parse_int(trim(cell->text));
    if (!number || *number < least || *number > max_figure)
      return reader_.wrong(*cell, fmt::format("{} is '{}', expected a whole number from {} to {}", columns[column].name,
                                              printable(cell->text, 40), least, max_figure));
    return *number;
  }

  [[nodiscard]] Result<Rational> rate_per_s(const CsvCell& cell) const {
    const auto number = parse_decimal(trim(cell.text));
    if (!number || !is_request_rate(*number))
      return reader_.wrong(cell,
                           fmt::format("request_rate_per_s is '{}', expected a number above zero and at most {}",
                                       printable(cell.text, 40), max_request_rate),
                           "leave the cell empty where it is unknown");
    return *number;
  }

  [[nodiscard]] tl::unexpected<Error> wrong(std::string what, std::string remedy = {}) const {
    return reader_.wrong(cells_.front(), std::move(what), std::move(remedy));
  }

 private:
  [[nodiscard]] tl::unexpected<Error> missing(Column column) const {
    return reader_.wrong(cells_[*places_[column]], fmt::format("{} is empty", columns[column].name),
                         "every run needs it: nothing is taken for zero");
  }

  const CsvReader& reader_;
  const Places& places_;
  const CsvRow& cells_;
};

Result<RunUsage> run_of_row(const Row& row) {
  RunUsage result;
  VPSFIT_TRY(result.run, row.name(run));
  VPSFIT_TRY(const std::int64_t cpu_usec, row.whole(cpu, 0));
  VPSFIT_TRY(const std::int64_t window_usec, row.whole(window, 1));
  VPSFIT_TRY(const std::int64_t bytes, row.whole(memory_max, 1));
  result.cpu_usage = CpuTime{cpu_usec};
  result.window = std::chrono::microseconds{window_usec};
  result.memory_max = Bytes{bytes};
  if (row.find(memory_median) != nullptr) {
    VPSFIT_TRY(const std::int64_t median, row.whole(memory_median, 0));
    result.memory_median = Bytes{median};
  }
  if (const auto objection = wrong_run(result)) return row.wrong(*objection);
  return result;
}

Result<Load> load_of_row(const Row& row) {
  Load result;
  if (row.find(load) != nullptr) {
    VPSFIT_TRY(result.name, row.name(load));
  }
  if (const CsvCell* const cell = row.find(rate)) {
    VPSFIT_TRY(result.request_rate_per_s, row.rate_per_s(*cell));
  }
  return result;
}

/// Puts the run to its subject and load; makes them where they are new.
Result<void> add(std::vector<Usage>& usages, const Row& row) {
  VPSFIT_TRY(const std::string name, row.name(subject));
  VPSFIT_TRY(Load under, load_of_row(row));
  VPSFIT_TRY(RunUsage one, run_of_row(row));
  auto found = std::find_if(usages.begin(), usages.end(),
                            [&](const Usage& u) { return u.subject == name && u.load.name == under.name; });
  if (found == usages.end()) {
    Usage usage;
    usage.subject = name;
    usage.load = std::move(under);
    found = usages.insert(usages.end(), std::move(usage));
  } else if (found->load != under) {
    return row.wrong(fmt::format("two request rates for '{}' under one load", name),
                     "give every rate a load name of its own");
  }
  if (std::any_of(found->runs.begin(), found->runs.end(), [&](const RunUsage& r) { return r.run == one.run; }))
    return row.wrong(fmt::format("the run '{}' of '{}' is there twice", one.run, name));
  found->runs.push_back(std::move(one));
  return {};
}

}  // namespace

Result<std::vector<Usage>> parse_usage_csv(std::string_view text, const std::string& file) {
  CsvReader reader(text, file);
  VPSFIT_TRY(const auto header, reader.next());
  if (!header) return fail(ErrorKind::input, "the file is empty", printable(file));
  VPSFIT_TRY(const Places places, read_header(reader, *header));
  std::vector<Usage> usages;
  for (;;) {
    VPSFIT_TRY(const auto cells, reader.next());
    if (!cells) break;
    VPSFIT_CHECK(add(usages, Row(reader, places, *cells)));
  }
  if (usages.empty()) return reader.wrong(header->front(), "there is no run below the header");
  return usages;
}

}  // namespace vpsfit::sources
