// SPDX-License-Identifier: MIT
#include "plans/plan.hpp"

#include <limits>
#include <stdexcept>

namespace vpsfit::plans {
namespace {

Bytes bytes_in(const Rational& value, std::string_view unit) {
  const auto factor = bytes_per_unit(unit);
  const auto bytes = factor ? (value * Rational(*factor)).floor() : Result<std::int64_t>(tl::unexpect, factor.error());
  if (!bytes) throw std::logic_error("a size that no reader let through: " + bytes.error().message);
  return Bytes{*bytes};
}

/// "MB" is read as "MiB" by those who count in 1024s.
std::string binary_unit(const std::string& unit) {
  const bool decimal = unit.size() == 2 && unit.back() == 'B';
  if (!decimal) return unit;
  return std::string(1, unit.front() == 'k' ? 'K' : unit.front()) + "iB";
}

/// "GiB" that somebody only assumes may be a "GB".
std::string decimal_unit(const std::string& unit) {
  const bool binary = unit.size() == 3 && unit[1] == 'i';
  if (!binary) return unit;
  return std::string(1, unit.front() == 'K' ? 'k' : unit.front()) + "B";
}

}  // namespace

Bytes Size::bytes() const { return bytes_in(value, unit); }

Bytes Memory::lower_bytes() const {
  if (usable) return *usable;
  return confidence == UnitConfidence::assumed ? bytes_in(size.value, decimal_unit(size.unit)) : size.bytes();
}

Bytes Memory::upper_bytes() const {
  if (usable || confidence != UnitConfidence::assumed) return lower_bytes();
  return bytes_in(size.value, binary_unit(size.unit));
}

std::optional<Bytes> Traffic::included_bytes() const {
  if (!included) return std::nullopt;
  if (included->unmetered) return Bytes{std::numeric_limits<std::int64_t>::max()};
  if (!included->size) return std::nullopt;
  return included->size->bytes();
}

std::optional<Bytes> Plan::included_disk() const {
  if (disks.empty()) return std::nullopt;
  Bytes sum{0};
  for (const auto& disk : disks) {
    if (!disk.included || !disk.size) continue;
    const Bytes more = disk.size->bytes();
    if (more.count() > std::numeric_limits<std::int64_t>::max() - sum.count())
      return Bytes{std::numeric_limits<std::int64_t>::max()};
    sum += more;
  }
  return sum;
}

Currency Plan::ipv4_currency() const {
  return network && network->ipv4_currency ? *network->ipv4_currency : prices.front().currency;
}

Currency Plan::overage_currency(const Traffic& of) const {
  return of.overage_currency.value_or(prices.front().currency);
}

}  // namespace vpsfit::plans
