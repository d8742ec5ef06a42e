// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <utility>

#include "core/result.hpp"

namespace vpsfit::files {

/// A new folder that goes away, with all it holds, together with its owner.
class TemporaryFolder {
 public:
  /// Makes STEM.XXXXXX, readable by its owner only. Fails (io).
  [[nodiscard]] static Result<TemporaryFolder> make(const std::filesystem::path& stem);
  /// The same below $TMPDIR or /tmp.
  [[nodiscard]] static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The folder stays, because it has another name or owner now.
  void let_go() { path_.clear(); }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace vpsfit::files
