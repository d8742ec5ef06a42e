// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "core/result.hpp"
#include "plans/history.hpp"
#include "plans/import/import.hpp"

namespace vpsfit::cli {

/// Who accepts what looks like a mistake, from --accept; nothing where nobody does.
[[nodiscard]] Result<std::optional<plans::Acceptance>> acceptance_of(const Arguments& arguments);

/// The way of a new catalog into its file (--out, else standard output). Where the file holds an earlier version, or
/// --previous names one, the two are compared; an alarm that nobody accepts is reported and nothing is written (exit
/// status 3). A file gets a line in its history: NAME.history.jsonl beside NAME.json.
[[nodiscard]] Result<ExitCode> let_in(const Arguments& arguments, const plans::Imported& imported,
                                      std::span<const plans::ImportText> texts,
                                      const std::optional<plans::Acceptance>& accepted);

/// `plans diff OLD NEW` and `plans history PLAN [PATH...]`.
[[nodiscard]] Result<ExitCode> diff_plans(const Arguments& arguments);
[[nodiscard]] Result<ExitCode> plan_history(const Arguments& arguments);

}  // namespace vpsfit::cli
