// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/result.hpp"
#include "files/descriptor.hpp"
#include "sampler/marks.hpp"

namespace vpsfit::sampler {

/// Requests through a socket beside the recording, "FILE.db.sock", for its owner only. One message a request
/// ("start NAME" or "stop NAME"), one message back ("ok" or what was wrong). The socket is removed at the end; one that
/// a killed sampler left behind is replaced.
class MarkServer : public Marks {
 public:
  /// To be called while the recording's lock is held, which makes this the only server. Fails (io) where no socket can
  /// be made there.
  [[nodiscard]] static Result<std::unique_ptr<MarkServer>> listen(const std::filesystem::path& recording);
  ~MarkServer() override;

  /// Readable when something waits.
  [[nodiscard]] int descriptor() const { return poll_.get(); }
  std::optional<MarkRequest> next() override;
  void answer(const Result<void>& result) override;

 private:
  MarkServer() = default;
  void accept_all();

  std::filesystem::path file_;
  files::Descriptor listening_, poll_;
  std::map<int, files::Descriptor> clients_;
  int asking_ = -1;  ///< who is to be answered
};

/// Asks the sampler that writes this recording; returns when it has read the edge. Fails: unavailable (no sampler
/// writes it, or it does not answer), input (what the sampler says is wrong with the request).
[[nodiscard]] Result<void> send_mark(const std::filesystem::path& recording, const MarkRequest& request);

/// "start NAME" / "stop NAME"; nullopt for anything else.
[[nodiscard]] std::optional<MarkRequest> parse_mark(std::string_view message);

}  // namespace vpsfit::sampler
