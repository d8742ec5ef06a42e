// SPDX-License-Identifier: MIT
#pragma once

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "core/result.hpp"

namespace vpsfit::cli {

/// `plans import VENDOR FILE...`: prints the catalog, or writes it to --out; remarks go to standard error.
[[nodiscard]] Result<ExitCode> import_plans(const Arguments& arguments);

}  // namespace vpsfit::cli
