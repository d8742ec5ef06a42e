// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "core/result.hpp"

namespace vpsfit::cli {

/// One command of the program: its name, one line about it, its docopt text (which is also its help) and what it does.
struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view usage;
  Result<ExitCode> (*run)(const Arguments& arguments);
};

/// All commands, in the order of the help. Each is defined in a file of its own.
[[nodiscard]] std::span<const Command* const> commands();

}  // namespace vpsfit::cli
