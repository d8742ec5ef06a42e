// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "recording/minutes_of_run.hpp"
#include "recording/sqlite.hpp"

namespace vpsfit::recording {

/// Puts minutes in the place of their samples.
class Replacing {
 public:
  /// `database` outlives it and has the table `minutes`.
  [[nodiscard]] static Result<Replacing> prepare(const sqlite::Database& database);
  /// All of them in one transaction.
  [[nodiscard]] Result<void> replace(const RunRecord& run, const std::vector<RolledUp>& minutes);

 private:
  explicit Replacing(const sqlite::Database& database) : database_(database) {}
  [[nodiscard]] Result<void> replace_one(const RunRecord& run, const RolledUp& one);

  const sqlite::Database& database_;
  sqlite::Statement add_, reading_, detail_, tick_;
};

}  // namespace vpsfit::recording
