// SPDX-License-Identifier: MIT
#include "files/files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"
#include "files/descriptor.hpp"
#include "files/reason.hpp"

namespace vpsfit::files {
namespace {

tl::unexpected<Error> io_failure(std::string_view what, const std::filesystem::path& file, int error) {
  return fail(ErrorKind::io, fmt::format("{}: {}", what, files::reason(error)), printable(file.string()),
              error == ENOSPC   ? "free some disk space and try again"
              : error == ENOENT ? "check the name"
                                : "");
}

Result<void> write_all(const Descriptor& out, std::string_view content, const std::filesystem::path& name) {
  while (!content.empty()) {
    const ssize_t written = ::write(out.get(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return io_failure("cannot write", name, errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace

bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

Result<std::string> read_whole(const std::filesystem::path& file, std::size_t most) {
  const bool standard_input = file == "-";
  const Descriptor in(standard_input ? ::dup(STDIN_FILENO) : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in) return io_failure("cannot open", file, errno);
  struct stat info {};
  if (::fstat(in.get(), &info) == 0 && S_ISDIR(info.st_mode))
    return fail(ErrorKind::input, "is a folder, a file is wanted", printable(file.string()));
  std::string content;
  if (S_ISREG(info.st_mode) && info.st_size > 0)
    content.reserve(std::min(static_cast<std::size_t>(info.st_size), most));
  std::array<char, 65536> block{};
  for (;;) {
    const ssize_t got = ::read(in.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return io_failure("cannot read", file, errno);
    if (got == 0) return content;
    content.append(block.data(), static_cast<std::size_t>(got));
    if (content.size() > most)
      return fail(ErrorKind::input,
                  fmt::format("the file is larger than {} bytes, which is the most that is read", most),
                  printable(file.string()));
  }
}

namespace {

/// Pipes, terminals and devices cannot be replaced: they are written to.
Result<void> write_through(const std::filesystem::path& file, std::string_view content) {
  const Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!out) return io_failure("cannot open", file, errno);
  return write_all(out, content, file);
}

/// What a new file may be for others, by the mask of this process.
mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

Result<void> write_whole(const std::filesystem::path& file, std::string_view content) {
  struct stat there {};
  const bool exists = ::stat(file.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode))
    return fail(ErrorKind::io, "is a folder, a file is wanted", printable(file.string()), "name a file in it");
  if (exists && !S_ISREG(there.st_mode)) return write_through(file, content);
  // A link stays a link: what it leads to is replaced.
  std::error_code unresolved;
  const auto target = exists ? std::filesystem::canonical(file, unresolved) : file;
  if (unresolved) return io_failure("cannot follow", file, unresolved.value());
  std::string name = target.string() + ".XXXXXX";
  const Descriptor out(::mkostemp(name.data(), O_CLOEXEC));
  if (!out) return io_failure("cannot create", file, errno);
  auto written = write_all(out, content, file);
  const mode_t mode = exists ? there.st_mode & 07777 : usual_mode();
  if (written && ::fchmod(out.get(), mode) != 0) written = io_failure("cannot set the mode of", file, errno);
  if (written && ::fsync(out.get()) != 0 && errno != EINVAL) written = io_failure("cannot flush", file, errno);
  if (written && ::rename(name.c_str(), target.c_str()) != 0) written = io_failure("cannot rename", file, errno);
  if (!written) ::unlink(name.c_str());
  return written;
}

Result<void> append(const std::filesystem::path& file, const std::function<Result<std::string>(std::string_view)>& make,
                    std::size_t most) {
  const Descriptor out(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!out) return io_failure("cannot open", file, errno);
  while (::flock(out.get(), LOCK_EX) != 0)
    if (errno != EINTR) return io_failure("cannot lock", file, errno);
  VPSFIT_TRY(const std::string before, read_whole(file, most));
  VPSFIT_TRY(std::string more, make(before));
  if (!before.empty() && before.back() != '\n') more.insert(0, 1, '\n');
  VPSFIT_CHECK(write_all(out, more, file));
  if (::fsync(out.get()) != 0 && errno != EINVAL) return io_failure("cannot flush", file, errno);
  return {};
}

Result<std::vector<std::filesystem::path>> list(const std::filesystem::path& file_or_folder,
                                                const std::vector<std::string>& extensions) {
  std::error_code error;
  if (!std::filesystem::is_directory(file_or_folder, error)) return std::vector{file_or_folder};
  std::vector<std::filesystem::path> found;
  for (std::filesystem::directory_iterator at(file_or_folder, error), end; !error && at != end; at.increment(error)) {
    const auto extension = at->path().extension().string();
    if (std::find(extensions.begin(), extensions.end(), extension) != extensions.end()) found.push_back(at->path());
  }
  if (error) return io_failure("cannot list", file_or_folder, error.value());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace vpsfit::files
