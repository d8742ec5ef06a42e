// SPDX-License-Identifier: MIT
#pragma once

#include "core/result.hpp"
#include "fx-rates/sqlite.hpp"

namespace vpsfit::fx {

/// "vpfx": marks our stores among SQLite files.
inline constexpr std::int64_t store_application_id = 0x76706678;
/// A newer one is refused.
inline constexpr std::int64_t store_version = 1;

enum class StoreState { empty, ready };

/// Fails (input) where the database is another program's, or of a newer version; tells whether the tables are there.
[[nodiscard]] Result<StoreState> store_state(const sqlite::Database& database);

/// Makes the tables; runs inside the caller's transaction.
[[nodiscard]] Result<void> create_store(const sqlite::Database& database);

}  // namespace vpsfit::fx
