// SPDX-License-Identifier: MIT
#include "core/bytes.hpp"

#include <array>
#include <fmt/format.h>
#include <utility>

#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit {
namespace {

constexpr std::int64_t thousand = 1000;
constexpr std::int64_t kibi = 1024;
constexpr std::array<std::pair<std::string_view, std::int64_t>, 9> units{{
    {"B", 1},
    {"kB", thousand},
    {"KiB", kibi},
    {"MB", thousand* thousand},
    {"MiB", kibi* kibi},
    {"GB", thousand* thousand* thousand},
    {"GiB", kibi* kibi* kibi},
    {"TB", thousand* thousand* thousand* thousand},
    {"TiB", kibi* kibi* kibi* kibi},
}};

}  // namespace

Result<std::int64_t> bytes_per_unit(std::string_view unit) {
  for (const auto& [name, factor] : units)
    if (name == unit) return factor;
  return fail(ErrorKind::input, fmt::format("'{}' is not a unit of size", printable(unit, 40)), {},
              "use B, kB, KiB, MB, MiB, GB, GiB, TB or TiB (MB is 1,000,000 bytes, MiB is 1,048,576)");
}

Result<Bytes> parse_bytes(std::string_view text) {
  const auto unit_at = text.find_first_not_of("0123456789.");
  if (unit_at == std::string_view::npos || unit_at == 0)
    return fail(ErrorKind::input, fmt::format("'{}' is not a size", printable(text, 40)), {},
                "write a number and a unit, like 128MiB or 256MB");
  VPSFIT_TRY(const Rational number, parse_decimal(text.substr(0, unit_at)));
  VPSFIT_TRY(const std::int64_t factor, bytes_per_unit(text.substr(text[unit_at] == ' ' ? unit_at + 1 : unit_at)));
  VPSFIT_TRY(const std::int64_t bytes, (number * Rational(factor)).floor());
  return Bytes{bytes};
}

std::string to_text(Bytes bytes) {
  const std::int64_t n = bytes.count();
  if (n < kibi && n > -kibi) return fmt::format("{} B", n);
  constexpr std::array<std::string_view, 4> names{"KiB", "MiB", "GiB", "TiB"};
  Rational value = Rational(n) / Rational(kibi);
  std::size_t i = 0;
  for (; i + 1 < names.size() && abs(round_to(value, 1, Rounding::half_away)) >= Rational(kibi); ++i)
    value /= Rational(kibi);
  return to_fixed(value, 1) + " " + std::string(names[i]);
}

}  // namespace vpsfit
