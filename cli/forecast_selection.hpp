// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cli/arguments.hpp"
#include "core/result.hpp"
#include "forecast/filters.hpp"

namespace vpsfit::cli {

/// What the options insist on: --vendor, --region, --tax, --ipv4, --cpu-kind, --arch, --disk, --in-stock, --active,
/// --verified-within, --no-promotions. Fails (input) naming the option.
[[nodiscard]] Result<forecast::Filters> asked_filters(const Arguments& arguments);

/// --years; 0 where it was not given. Fails (input) outside 1..100.
[[nodiscard]] Result<std::int64_t> asked_years(const Arguments& arguments);

}  // namespace vpsfit::cli
