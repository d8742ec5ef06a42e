// SPDX-License-Identifier: MIT
#include <array>

#include "cli/command.hpp"

namespace vpsfit::cli {

// One line per command: declared here, defined in cli/<name>.cpp.
extern const Command schema_command;

std::span<const Command* const> commands() {
  static constexpr std::array all{
      &schema_command,
  };
  return all;
}

}  // namespace vpsfit::cli
