// SPDX-License-Identifier: MIT
#include "files/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "core/text.hpp"
#include "files/reason.hpp"

namespace vpsfit::files {

Result<TemporaryFolder> TemporaryFolder::make(const std::filesystem::path& stem) {
  std::string name = stem.string() + ".XXXXXX";
  if (::mkdtemp(name.data()) == nullptr)
    return fail(ErrorKind::io, "cannot make a temporary folder: " + files::reason(errno), printable(stem.string()));
  return TemporaryFolder(std::move(name));
}

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code error;
  const auto base = std::filesystem::temp_directory_path(error);
  if (error)
    return fail(ErrorKind::io, "there is no folder for temporary files: " + error.message(), {},
                "set TMPDIR to one that can be written");
  return make(base / "vpsfit");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace vpsfit::files
