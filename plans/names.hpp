// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "plans/plan.hpp"

/// The words of a catalog for its enumerations, in the order of the enumerators: for readers, writers and tables.
namespace vpsfit::plans {

template <class E>
inline constexpr std::array<std::string_view, 0> names{};
template <>
inline constexpr std::array<std::string_view, 3> names<UnitConfidence>{"vendor_api", "measured", "assumed"};
template <>
inline constexpr std::array<std::string_view, 3> names<Allowed>{"yes", "no", "unknown"};
template <>
inline constexpr std::array<std::string_view, 4> names<Lifecycle>{"active", "deprecated", "end_of_sale", "legacy"};
template <>
inline constexpr std::array<std::string_view, 4> names<Stock>{"in_stock", "scarce", "out", "unknown"};
template <>
inline constexpr std::array<std::string_view, 5> names<CpuKind>{"dedicated", "shared", "fair_share", "burstable",
                                                                "unknown"};
template <>
inline constexpr std::array<std::string_view, 3> names<Tax>{"net", "gross", "unknown"};
template <>
inline constexpr std::array<std::string_view, 3> names<PriceKind>{"regular", "promo", "unknown"};
template <>
inline constexpr std::array<std::string_view, 3> names<PeriodUnit>{"hour", "month", "year"};
template <>
inline constexpr std::array<std::string_view, 3> names<RenewalStatus>{"same", "different", "unverified"};
template <>
inline constexpr std::array<std::string_view, 4> names<OveragePolicy>{"bill", "throttle", "suspend", "unknown"};

/// "fair_share"
template <class E>
[[nodiscard]] constexpr std::string_view word(E value) {
  return names<E>[static_cast<std::size_t>(value)];
}

}  // namespace vpsfit::plans
