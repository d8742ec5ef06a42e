// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

/// The file system as the program sees it: whole files in, whole files out.
namespace vpsfit::files {

/// Largest input file that is read into memory.
inline constexpr std::size_t max_input_bytes = std::size_t{256} * 1024 * 1024;

/// Is there anything under that path? No also where nobody may look.
[[nodiscard]] bool is_there(const std::filesystem::path& path);

/// The content of a regular file or pipe; "-" is standard input. Fails: io (cannot be opened or read), input (larger
/// than `most`, a folder).
[[nodiscard]] Result<std::string> read_whole(const std::filesystem::path& file, std::size_t most = max_input_bytes);

/// Writes under a temporary name in the same folder, flushes to disk, then renames: readers see the old or the new
/// file, never half of one. A link is followed, a file that is there keeps its mode, a new one gets the process's usual
/// one; pipes and devices are written to as they are. Fails (io).
[[nodiscard]] Result<void> write_whole(const std::filesystem::path& file, std::string_view content);

/// Adds whole lines to the end of a file that only grows, made where it is not there: other writers wait, what a crash
/// left of an earlier line is closed off first, the disk has it before this returns. `make` gets the content so far and
/// returns what is to be added, ending with a line break. Fails (io, input: larger than `most`), or as `make` does.
[[nodiscard]] Result<void> append(const std::filesystem::path& file,
                                  const std::function<Result<std::string>(std::string_view)>& make,
                                  std::size_t most = max_input_bytes);

/// The files with one of the extensions (".json") directly in a folder, sorted by name; a file is returned as itself.
[[nodiscard]] Result<std::vector<std::filesystem::path>> list(const std::filesystem::path& file_or_folder,
                                                              const std::vector<std::string>& extensions);

}  // namespace vpsfit::files
