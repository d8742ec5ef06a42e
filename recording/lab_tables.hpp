// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "recording/schema.hpp"

namespace vpsfit::recording {

/// The tables of `vpsfit lab` beside those of the format: what it noted of experiments, loads and warm-ups. A recording
/// has all or none of them.
[[nodiscard]] const std::vector<Table>& lab_tables();
/// Does the database `schema` ("main", or one that is attached) have all of them, as they are made here?
[[nodiscard]] Result<bool> has_lab_tables(const sqlite::Database& database, std::string_view schema = "main");

}  // namespace vpsfit::recording
