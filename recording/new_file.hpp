// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "core/result.hpp"
#include "recording/sqlite.hpp"

namespace vpsfit::recording {

/// A recording that is made in one go: filled under a temporary name beside its own, which it gets when it is whole
/// and on the disk. Whatever happens before, nothing bears that name.
class NewFile {
 public:
  /// Makes it with empty tables, in one open transaction. Fails: input (there is a file of this name), io.
  [[nodiscard]] static Result<NewFile> make(const std::filesystem::path& file);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  [[nodiscard]] const sqlite::Database& database() const { return database_; }
  /// Ends the transaction and gives it its name. Fails: io, input (somebody made a file of this name meanwhile).
  [[nodiscard]] Result<void> publish();

 private:
  NewFile(std::filesystem::path file, std::string temporary, sqlite::Database database)
      : file_(std::move(file)), temporary_(std::move(temporary)), database_(std::move(database)) {}
  std::filesystem::path file_;
  std::string temporary_;  ///< empty: it has its name
  sqlite::Database database_;
};

}  // namespace vpsfit::recording
