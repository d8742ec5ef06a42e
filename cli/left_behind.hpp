// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "core/result.hpp"

namespace vpsfit::cli {

/// Says on standard error which tables of a recording an excerpt or a merged recording lacks; nothing where it is
/// whole.
[[nodiscard]] Result<void> tell_left_behind(const std::filesystem::path& recording);

}  // namespace vpsfit::cli
