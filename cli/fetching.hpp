// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "cli/arguments.hpp"
#include "core/result.hpp"
#include "fetch/fetcher.hpp"

namespace vpsfit::cli {

/// What the commands that use the network share: the real transport, the clock that waits, a line of progress on a
/// terminal, kept answers. `fetcher` points into it: it is not moved.
class Network {
 public:
  /// Takes --ca-file and --timeout (seconds for a whole answer) from the arguments where they are given. Answers are
  /// kept in the user's state folder, where there is one. Fails (input) for a bad time.
  [[nodiscard]] static Result<std::unique_ptr<Network>> make(const Arguments& arguments);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  [[nodiscard]] const fetch::Fetcher& fetcher() const { return fetcher_; }

 private:
  Network();
  bool show(const std::string& url, std::int64_t received, std::int64_t expected);

  Http http_;
  std::unique_ptr<fetch::AnswerCache> cache_;
  fetch::Fetcher fetcher_;
  bool live_ = false;     ///< standard error is a terminal
  bool written_ = false;  ///< something stands on its last line
};

/// The first line of a file that only its owner may read: a token. Fails: input (others may read it, empty, more than
/// one line), io.
[[nodiscard]] Result<std::string> read_token(const std::string& file);

}  // namespace vpsfit::cli
