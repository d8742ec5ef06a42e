// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "recording/sqlite.hpp"

namespace vpsfit::recording {

/// A run that gets another name.
struct Renamed {
  std::int64_t run = 0;  ///< its id in the source
  std::string name;
};

/// Copies all rows of the recording `source` into `target`, behind those that are there: ids move, figures stay. The
/// tables of `vpsfit lab` come along; what else the source has (tables, triggers, views) does not. One transaction; the
/// source is only read, and may be written meanwhile. Subjects of one name become one. Fails: as the database does,
/// input (ids that leave no room).
[[nodiscard]] Result<void> absorb(const sqlite::Database& target, const std::filesystem::path& source,
                                  const std::vector<Renamed>& renamed = {});

}  // namespace vpsfit::recording
