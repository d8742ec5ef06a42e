// SPDX-License-Identifier: MIT
#include "recording/lock.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"
#include "files/reason.hpp"

namespace vpsfit::recording {
namespace {

std::filesystem::path lock_name(const std::filesystem::path& file) { return resolved(file).string() + "-lock"; }

struct flock whole_file(short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

/// Is the locked file still the one that bears the name (its last owner may just have removed it)?
bool bears_the_name(const files::Descriptor& held, const std::filesystem::path& name) {
  struct stat mine {
  }, named{};
  return ::fstat(held.get(), &mine) == 0 && ::stat(name.c_str(), &named) == 0 && mine.st_dev == named.st_dev &&
         mine.st_ino == named.st_ino;
}

}  // namespace

std::filesystem::path resolved(const std::filesystem::path& file) {
  std::error_code error;
  auto target = std::filesystem::weakly_canonical(file, error);
  return error ? file : target;
}

Result<WriterLock> WriterLock::take(const std::filesystem::path& file) {
  const auto name = lock_name(file);
  for (;;) {
    files::Descriptor held(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (!held)
      return fail(ErrorKind::io, "cannot write here: " + files::reason(errno), printable(file.string()),
                  "choose a folder that exists and can be written");
    struct flock lock = whole_file(F_WRLCK);
    if (::fcntl(held.get(), F_OFD_SETLK, &lock) != 0) {
      if (errno != EAGAIN && errno != EACCES)
        return fail(ErrorKind::io, "cannot be locked: " + files::reason(errno), printable(file.string()),
                    "put the recording on a local disk");
      return fail(ErrorKind::unavailable, "another vpsfit is writing this recording", printable(file.string()),
                  "wait for it to end, or give another file with --out");
    }
    if (bears_the_name(held, name)) return WriterLock(std::move(held), name);
  }
}

WriterLock::~WriterLock() {
  if (held_) ::unlink(name_.c_str());
}

bool is_being_written(const std::filesystem::path& file) {
  const files::Descriptor handle(::open(lock_name(file).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct flock lock = whole_file(F_RDLCK);
  return handle && ::fcntl(handle.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace vpsfit::recording
