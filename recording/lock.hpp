// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "core/result.hpp"
#include "files/descriptor.hpp"

namespace vpsfit::recording {

/// The right to write a recording: a lock on the file "NAME-lock" beside it, which the kernel gives back when the
/// process ends, however it ends. It is beside and not on the recording, because closing a descriptor of a file drops
/// SQLite's own locks on it (fcntl(2), "Record locking"); and it is an open-file-description lock, so two writers in
/// one process exclude each other too.
class WriterLock {
 public:
  /// Fails: unavailable (somebody writes), io (cannot make the file).
  [[nodiscard]] static Result<WriterLock> take(const std::filesystem::path& file);
  WriterLock(WriterLock&&) noexcept = default;
  WriterLock& operator=(WriterLock&&) noexcept = default;
  /// Removes the lock file, then the lock.
  ~WriterLock();

 private:
  WriterLock(files::Descriptor held, std::filesystem::path name) : held_(std::move(held)), name_(std::move(name)) {}
  files::Descriptor held_;
  std::filesystem::path name_;
};

/// Does a living process write this recording right now? Takes no lock itself.
[[nodiscard]] bool is_being_written(const std::filesystem::path& file);

/// The file that a name leads to, through symbolic links, so that two names of one recording have one lock.
[[nodiscard]] std::filesystem::path resolved(const std::filesystem::path& file);

}  // namespace vpsfit::recording
