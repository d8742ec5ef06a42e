// SPDX-License-Identifier: MIT
#include "recording/new_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "core/text.hpp"
#include "files/descriptor.hpp"
#include "files/reason.hpp"
#include "recording/schema.hpp"

namespace vpsfit::recording {
namespace {

tl::unexpected<Error> taken(const std::filesystem::path& file) {
  return fail(ErrorKind::input, "there is a file of this name already", printable(file.string()),
              "name a file that does not exist yet");
}

tl::unexpected<Error> not_made(const std::filesystem::path& file, int error) {
  return fail(
      ErrorKind::io, "cannot make the recording: " + files::reason(error), printable(file.string()),
      error == ENOSPC ? "free some disk space and try again" : "choose a folder that exists and can be written");
}

bool is_there(const std::filesystem::path& file) {
  struct stat info {};
  return ::lstat(file.c_str(), &info) == 0;
}

}  // namespace

Result<NewFile> NewFile::make(const std::filesystem::path& file) {
  if (is_there(file)) return taken(file);
  std::string temporary = file.string() + ".XXXXXX";
  {
    const files::Descriptor reserved(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!reserved) return not_made(file, errno);
  }
  const auto open = [&]() -> Result<sqlite::Database> {
    VPSFIT_CHECK(create(temporary));
    VPSFIT_TRY(auto database, sqlite::Database::open(temporary, sqlite::Mode::write, printable(file.string())));
    // What is cut off here never gets its name, so no journal has to survive it.
    VPSFIT_CHECK(database.run("PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA cache_size=-16384"));
    return database;
  };
  auto database = open();
  if (!database) {
    ::unlink(temporary.c_str());
    auto error = std::move(database).error();
    error.place = printable(file.string());
    return fail(std::move(error));
  }
  return NewFile(file, std::move(temporary), std::move(*database));
}

NewFile::NewFile(NewFile&& other) noexcept
    : file_(std::move(other.file_)),
      temporary_(std::exchange(other.temporary_, {})),
      database_(std::move(other.database_)) {}

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> NewFile::publish() {
  if (const int code = database_.close(); code != SQLITE_OK) return fail(database_.error(code));
  {
    const files::Descriptor handle(::open(temporary_.c_str(), O_RDONLY | O_CLOEXEC));
    if (!handle || (::fsync(handle.get()) != 0 && errno != EINVAL)) return not_made(file_, errno);
  }
  if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, file_.c_str(), RENAME_NOREPLACE) != 0) {
    if (errno == EEXIST) return taken(file_);
    if (errno != EINVAL && errno != ENOSYS) return not_made(file_, errno);
    if (is_there(file_)) return taken(file_);  // a file system without that call
    if (::rename(temporary_.c_str(), file_.c_str()) != 0) return not_made(file_, errno);
  }
  temporary_.clear();
  return {};
}

}  // namespace vpsfit::recording
