// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace vpsfit::cli {

/// The answer, to standard output, whole. Fails (io) where it cannot be written; a closed pipe ends the program
/// quietly.
[[nodiscard]] Result<void> print(std::string_view text);
/// Remarks and progress, to standard error, one line; failures are ignored.
void say(std::string_view line);
/// "vpsfit: place: message" and the remedy on a line of its own, to standard error.
void complain(const Error& error);
/// The answer to a file (under a temporary name, then renamed) where one is named, else to standard output.
[[nodiscard]] Result<void> deliver(std::string_view text, const std::optional<std::string>& file);

}  // namespace vpsfit::cli
