// SPDX-License-Identifier: MIT
#include "sources/scale_points.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/csv_reader.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "sources/figures_checks.hpp"

namespace vpsfit::sources {
namespace {

constexpr std::array<std::string_view, 3> scale_columns{"subject", "clients", "throughput_per_s"};
using ScalePlaces = std::array<std::size_t, scale_columns.size()>;

Result<ScalePlaces> read_scale_header(const CsvReader& reader, const CsvRow& header) {
  ScalePlaces places{};
  for (std::size_t i = 0; i < scale_columns.size(); ++i) {
    const auto named = [&](const CsvCell& cell) { return trim(cell.text) == scale_columns[i]; };
    const auto found = std::find_if(header.begin(), header.end(), named);
    if (found == header.end() || header.size() != scale_columns.size())
      return reader.wrong(header.front(), "the columns are not those of throughput against clients",
                          fmt::format("they are {}", fmt::join(scale_columns, ",")));
    places[i] = static_cast<std::size_t>(found - header.begin());
  }
  return places;
}

Result<Rational> number_at(const CsvReader& reader, const CsvCell& cell, std::int64_t least) {
  const auto number = parse_decimal(trim(cell.text));
  if (!number) return reader.wrong(cell, number.error().message);
  if (*number < Rational(least) || number->is_zero() || *number > Rational(max_request_rate))
    return reader.wrong(cell, fmt::format("{} cannot be", printable(cell.text, 40)),
                        "clients are 1 or more, throughputs more than zero");
  return *number;
}

}  // namespace

Result<std::vector<ScalePoint>> parse_scale_points(std::string_view text, const std::string& file) {
  CsvReader reader(text, file);
  VPSFIT_TRY(const auto header, reader.next());
  if (!header) return fail(ErrorKind::input, "the file is empty", printable(file));
  VPSFIT_TRY(const ScalePlaces places, read_scale_header(reader, *header));
  std::vector<ScalePoint> points;
  for (;;) {
    VPSFIT_TRY(const auto row, reader.next());
    if (!row) return points;
    ScalePoint point{(*row)[places[0]].text, {}, {}};
    if (const auto objection = wrong_name(point.subject)) return reader.wrong((*row)[places[0]], *objection);
    VPSFIT_TRY(point.clients, number_at(reader, (*row)[places[1]], 1));
    VPSFIT_TRY(point.throughput, number_at(reader, (*row)[places[2]], 0));
    points.push_back(std::move(point));
  }
}

}  // namespace vpsfit::sources
