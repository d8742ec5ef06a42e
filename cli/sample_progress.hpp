// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "sampler/session.hpp"

namespace vpsfit::cli {

/// What `vpsfit sample` says on standard error while it goes on.
class SampleProgress : public sampler::Observer {
 public:
  /// The last word: how it ended. `text` is the sentence for people.
  virtual void ended(const sampler::Outcome& outcome, std::string_view file, std::string_view text) = 0;
};

/// "lines": a line for each window that opens and ends; "auto": on a terminal also a table that is redrawn with every
/// tick; "json": one JSON object a line; "none": remarks only. Fails (input) for another word.
[[nodiscard]] Result<std::unique_ptr<SampleProgress>> make_progress(std::string_view mode);

/// One object a line for other programs; described in 'vpsfit sample --help'.
[[nodiscard]] std::unique_ptr<SampleProgress> json_progress();

}  // namespace vpsfit::cli
