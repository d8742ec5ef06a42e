// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "core/date.hpp"
#include "core/result.hpp"
#include "files/descriptor.hpp"
#include "recording/reading.hpp"

namespace vpsfit::lab {

/// One step of one run.
struct Step {
  recording::Instant at{};
  WallTime wall{};
  std::string run;
  std::string from, to;
  std::string reason;
};

/// The file in which every step is written before the next one is made: one line of JSON each, {mono_ns, utc, run,
/// from, to, reason}. A torn last line (a power cut) is ignored.
class Journal {
 public:
  /// Goes on with the file or makes it. Fails (io).
  [[nodiscard]] static Result<Journal> open(const std::filesystem::path& file);
  /// Fails (io) where the line cannot be written.
  [[nodiscard]] Result<void> write(const Step& step);

 private:
  explicit Journal(files::Descriptor file) : file_(std::move(file)) {}
  files::Descriptor file_;
};

/// What an earlier campaign wrote.
struct Past {
  std::set<std::string> done;           ///< runs that ended well or ill; they are not made again
  std::set<std::string> good;           ///< those of them that ended well
  std::map<std::string, int> attempts;  ///< how often each was begun
};
/// Reads a journal; a missing one is an empty past. Fails: io, input (a whole line that is no step: says which).
[[nodiscard]] Result<Past> read_journal(const std::filesystem::path& file);

}  // namespace vpsfit::lab
