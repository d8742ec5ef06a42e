// SPDX-License-Identifier: MIT
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.hpp"
#include "files/descriptor.hpp"
#include "files/reason.hpp"
#include "recording/schema.hpp"

namespace vpsfit::recording {
namespace {

tl::unexpected<Error> failed(std::string_view what, const std::filesystem::path& file, int error) {
  return fail(
      ErrorKind::io, fmt::format("{}: {}", what, files::reason(error)), printable(file.string()),
      error == ENOSPC ? "free some disk space and try again" : "choose a folder that exists and can be written");
}

Result<void> fill(const std::filesystem::path& file) {
  VPSFIT_TRY(sqlite::Database database, sqlite::Database::open(file, sqlite::Mode::write));
  // The rollback journal lives in memory: a file that is cut here never gets its name.
  std::string sql = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=FULL; BEGIN;";
  for (const Table& table : tables()) sql += table.sql + ";";
  for (const Table& table : later_tables()) sql += table.sql + ";";
  for (const std::string& view : views()) sql += view + ";";
  sql += fmt::format("PRAGMA application_id={}; PRAGMA user_version={}; COMMIT", application_id, format_version);
  VPSFIT_CHECK(database.run(sql.c_str()));
  if (const int code = database.close(); code != SQLITE_OK) return fail(database.error(code));
  return {};
}

void flush_folder(const std::filesystem::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  const files::Descriptor handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle) (void)::fsync(handle.get());  // some file systems cannot: then the rename is as safe as they make it
}

/// Gives the finished file its name, without replacing a file that somebody else made meanwhile.
Result<void> publish(const std::string& temporary, const std::filesystem::path& file) {
  struct stat info {};
  const bool replaces_empty = ::stat(file.c_str(), &info) == 0 && info.st_size == 0;
  if (!replaces_empty) {
    if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, file.c_str(), RENAME_NOREPLACE) == 0) return {};
    if (errno != EINVAL && errno != ENOSYS) return failed("cannot create the recording", file, errno);
  }
  if (::rename(temporary.c_str(), file.c_str()) != 0) return failed("cannot create the recording", file, errno);
  return {};
}

}  // namespace

Result<void> create(const std::filesystem::path& file) {
  std::string temporary = file.string() + ".XXXXXX";
  {
    const files::Descriptor made(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!made) return failed("cannot create the recording", file, errno);
    if (::fchmod(made.get(), 0644) != 0) return failed("cannot set the mode of the recording", file, errno);
  }
  Result<void> done = fill(temporary);
  if (done) {
    const files::Descriptor handle(::open(temporary.c_str(), O_RDONLY | O_CLOEXEC));
    if (!handle || (::fsync(handle.get()) != 0 && errno != EINVAL))
      done = failed("cannot flush the recording", file, errno);
  } else {
    done.error().place = printable(file.string());
  }
  if (done) done = publish(temporary, file);
  if (!done) {
    ::unlink(temporary.c_str());
    return done;
  }
  flush_folder(file);
  return {};
}

}  // namespace vpsfit::recording
