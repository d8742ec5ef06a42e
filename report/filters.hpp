// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/result.hpp"
#include "forecast/filters.hpp"
#include "json/node.hpp"

/// The filters of a forecast in its document and its table.
namespace vpsfit::report {

/// {"region": ["de"], "tax": "net", "verified_within_days": 30, "ipv4": true}: the filters that are set.
[[nodiscard]] json::Value filters_json(const forecast::Filters& filters);
/// The other way round; fails (input) with the place of what is not known.
[[nodiscard]] Result<forecast::Filters> read_filters(const json::Node& node);
/// "region de or us; tax net; ipv4"; empty where none is set.
[[nodiscard]] std::string filters_text(const forecast::Filters& filters);

}  // namespace vpsfit::report
