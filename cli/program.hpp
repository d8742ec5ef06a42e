// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace vpsfit::cli {

/// The whole program: finds the command, parses its arguments, runs it, turns an error into words and the exit code.
[[nodiscard]] int run_program(const std::vector<std::string>& arguments);

}  // namespace vpsfit::cli
