// SPDX-License-Identifier: MIT
#include "cli/left_behind.hpp"

#include <fmt/format.h>

#include "cli/output.hpp"
#include "core/text.hpp"
#include "recording/edit.hpp"

namespace vpsfit::cli {

Result<void> tell_left_behind(const std::filesystem::path& recording) {
  VPSFIT_TRY(const auto tables, recording::tables_left_behind(recording));
  if (tables.empty()) return {};
  std::string names;
  for (const auto& table : tables) names += (names.empty() ? "" : ", ") + printable(table, 40);
  say(fmt::format("{}: not taken along, because they are not part of the format: {}", printable(recording.string()),
                  printable(names, 400)));
  return {};
}

}  // namespace vpsfit::cli
