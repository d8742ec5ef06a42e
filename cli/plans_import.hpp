// SPDX-License-Identifier: MIT
#pragma once

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "core/result.hpp"
#include "plans/import/import.hpp"

namespace vpsfit::cli {

/// What the options say that the documents do not. Fails (input).
[[nodiscard]] Result<plans::ImportFacts> import_facts(const Arguments& arguments);

/// `plans import VENDOR FILE...`: documents of a vendor become a catalog.
[[nodiscard]] Result<ExitCode> import_plans(const Arguments& arguments);

/// `plans fetch VENDOR`: the same with the documents that the vendor's server hands out now.
[[nodiscard]] Result<ExitCode> fetch_plans(const Arguments& arguments);

}  // namespace vpsfit::cli
