// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "recording/load_results.hpp"

namespace vpsfit::lab {

/// The largest file that is read back: more than an hour of a log at a hundred thousand requests a second.
inline constexpr std::size_t most_raw_bytes = std::size_t{1} << 31;

/// The regular files below the folder of one run, by path from the campaign's folder on, with their hashes. Fails: io,
/// input (too large).
[[nodiscard]] Result<std::vector<recording::RawFile>> list_raw_files(const std::filesystem::path& campaign,
                                                                     const std::filesystem::path& folder,
                                                                     const std::string& subject,
                                                                     const std::string& run);

/// Is the file as it was? Fails: unavailable (it is not there, or cannot be read), refused (it was changed), input (its
/// path leads out of the campaign's folder). Messages name it.
[[nodiscard]] Result<void> check_raw_file(const std::filesystem::path& campaign, const recording::RawFile& file);

}  // namespace vpsfit::lab
