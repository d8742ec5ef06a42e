// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/date.hpp"
#include "core/result.hpp"

namespace vpsfit::report {

/// A file by its path in a folder or an archive ("recordings/1-demo.db"), always relative, with forward slashes.
struct NamedFile {
  std::string path;
  std::string bytes;
};

/// Most that is unpacked from an archive, and most files in it.
inline constexpr std::size_t most_unpacked = std::size_t{1024} * 1024 * 1024;
inline constexpr std::size_t most_files = 10'000;

/// May the path be used below a folder: relative, no "..", no empty part, no backslash, no control character?
[[nodiscard]] bool is_safe_path(std::string_view path);

/// A zip of the files in the order given, all with the one time: in UTC, whatever the zone of the process, to two
/// seconds and within the years 1980 to 2107, as zip has it. No owners, so the same files give the same bytes. Fails
/// (io) where the packer does.
[[nodiscard]] Result<std::string> pack_zip(const std::vector<NamedFile>& files, WallTime time);

/// The files of a zip. Fails (input): not a zip or damaged, too large, a path that leads elsewhere, a link, or one path
/// twice.
[[nodiscard]] Result<std::vector<NamedFile>> unpack_zip(std::string_view zip, const std::string& place);

}  // namespace vpsfit::report
