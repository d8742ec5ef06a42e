// SPDX-License-Identifier: MIT
#include "lab/raw_files.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "files/sha256.hpp"

namespace vpsfit::lab {

using recording::RawFile;

Result<std::vector<RawFile>> list_raw_files(const std::filesystem::path& campaign, const std::filesystem::path& folder,
                                            const std::string& subject, const std::string& run) {
  std::vector<RawFile> files;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (!std::filesystem::is_regular_file(at->symlink_status(error))) continue;
    VPSFIT_TRY(const std::string bytes, files::read_whole(at->path(), most_raw_bytes));
    files.push_back({subject, run, at->path().lexically_relative(campaign).generic_string(),
                     static_cast<std::int64_t>(bytes.size()), files::sha256(bytes)});
  }
  if (error)
    return fail(ErrorKind::io, fmt::format("cannot be listed: {}", error.message()), printable(folder.string()));
  std::sort(files.begin(), files.end(), [](const RawFile& a, const RawFile& b) { return a.path < b.path; });
  return files;
}

Result<void> check_raw_file(const std::filesystem::path& campaign, const RawFile& file) {
  const auto relative = std::filesystem::path(file.path).lexically_normal();
  const std::string place = printable((campaign / relative).string(), 300);
  if (relative.empty() || relative.is_absolute() || *relative.begin() == "..")
    return fail(ErrorKind::input, "the recording names a raw file outside of its campaign", printable(file.path));
  if (!files::is_there(campaign / relative))
    return fail(ErrorKind::unavailable, "a raw file of the campaign is missing", place,
                fmt::format("its SHA-256 was {}", printable(file.sha256, 64)));
  const auto bytes = files::read_whole(campaign / relative, most_raw_bytes);
  if (!bytes) return fail(ErrorKind::unavailable, bytes.error().message, place);
  const std::string found = files::sha256(*bytes);
  if (found == file.sha256) return {};
  return fail(ErrorKind::refused, fmt::format("a raw file of the campaign was changed: its SHA-256 is {}", found),
              place, fmt::format("the recording says {}", printable(file.sha256, 64)));
}

}  // namespace vpsfit::lab
