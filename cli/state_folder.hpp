// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "core/result.hpp"

namespace vpsfit::cli {

/// The folder where the program keeps what outlives a run: $XDG_STATE_HOME/vpsfit, else ~/.local/state/vpsfit. (A value
/// of XDG_STATE_HOME that is no absolute path does not count, as its specification says.) Fails (input) where there is
/// neither.
[[nodiscard]] Result<std::filesystem::path> state_folder();

}  // namespace vpsfit::cli
