// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/result.hpp"

namespace vpsfit::fetch {

/// An answer that was kept, with what the server needs to say "nothing has changed".
struct KeptAnswer {
  std::string etag;
  std::string last_modified;
  std::string body;
};

/// Answers in a folder, one file a question. A file that is torn, foreign or damaged counts as absent: the question is
/// asked in full again.
class AnswerCache {
 public:
  explicit AnswerCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// `question` is the address and whatever else decides the answer (an account).
  [[nodiscard]] std::optional<KeptAnswer> find(const std::string& question) const;
  /// Keeps an answer, for this user's eyes. Fails (io).
  [[nodiscard]] Result<void> keep(const std::string& question, const KeptAnswer& answer) const;

 private:
  [[nodiscard]] std::filesystem::path file_of(const std::string& question) const;
  std::filesystem::path folder_;
};

}  // namespace vpsfit::fetch
