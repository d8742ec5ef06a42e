// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "report/page/archive.hpp"

namespace vpsfit::report {

/// Puts the files into a folder, all or none: they are written to a new folder beside it, which then takes its place in
/// one step. The folder may be absent, empty, or hold a report that is replaced. Fails: input (the folder holds files
/// that its SHA256SUMS does not name, or is a file), io.
[[nodiscard]] Result<void> write_folder(const std::filesystem::path& folder, const std::vector<NamedFile>& files);

/// The files that the SHA256SUMS of a folder names, and SHA256SUMS itself, first. Fails: input (no such list, a line
/// that is not understood, a path that leads elsewhere), refused (a link, a file that nobody vouches for), io. A file
/// that is missing is left out: check_sums tells of it.
[[nodiscard]] Result<std::vector<NamedFile>> read_folder(const std::filesystem::path& folder);

/// A line of SHA256SUMS.
struct SumLine {
  std::string sha256;
  std::string path;
};
/// Fails (input) with the number of the line that is not understood.
[[nodiscard]] Result<std::vector<SumLine>> parse_sums(std::string_view text, const std::string& place);

}  // namespace vpsfit::report
