// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/quantity.hpp"
#include "core/result.hpp"

namespace vpsfit {

/// A count of bytes, 0..2^63-1. Vendors say MB and kernels count MiB: they have makers of their own.
using Bytes = Quantity<struct BytesTag, std::int64_t>;

[[nodiscard]] constexpr Bytes KiB(std::int64_t n) { return Bytes{n * 1024}; }
[[nodiscard]] constexpr Bytes MiB(std::int64_t n) { return Bytes{n * 1024 * 1024}; }
[[nodiscard]] constexpr Bytes GiB(std::int64_t n) { return Bytes{n * 1024 * 1024 * 1024}; }
[[nodiscard]] constexpr Bytes MB(std::int64_t n) { return Bytes{n * 1000 * 1000}; }
[[nodiscard]] constexpr Bytes GB(std::int64_t n) { return Bytes{n * 1000 * 1000 * 1000}; }

/// Bytes in one unit "B", "kB", "KiB", "MB", "MiB", "GB", "GiB", "TB", "TiB"; fails (input) naming the allowed ones.
[[nodiscard]] Result<std::int64_t> bytes_per_unit(std::string_view unit);
/// "128MiB", "256MB", "2.5 GB": a decimal and a unit (never a bare number); a fraction of a byte is rounded down.
[[nodiscard]] Result<Bytes> parse_bytes(std::string_view text);
/// For people: "71.6 MiB", "3.7 GiB", "512 B"; one decimal, half away from zero.
[[nodiscard]] std::string to_text(Bytes bytes);

}  // namespace vpsfit
