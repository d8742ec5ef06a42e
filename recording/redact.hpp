// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace vpsfit::recording {

/// Writes a copy of a recording that may be shown to anybody: only the runs of the named subjects, and of those neither
/// command lines nor targets nor the paths of groups. The samples stay as they are, so every figure can be computed
/// from the copy. The same recording gives the same bytes. The copy must not exist yet. Fails: as Reader::open, io.
[[nodiscard]] Result<void> copy_redacted(const std::filesystem::path& recording, const std::filesystem::path& copy,
                                         const std::vector<std::string>& subjects);

}  // namespace vpsfit::recording
