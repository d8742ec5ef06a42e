// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace vpsfit::cli {

/// A published schema, built into the program from schema/<name>.schema.json.
struct Schema {
  std::string_view name;
  std::string_view text;
};
[[nodiscard]] std::span<const Schema> schemas();

}  // namespace vpsfit::cli
