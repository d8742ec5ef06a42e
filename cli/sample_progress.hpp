// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "sampler/session.hpp"

namespace vpsfit::cli {

/// What `vpsfit sample` says on standard error while it goes on: a line for each window that ends; on a terminal also
/// one line that is rewritten with every tick.
class SampleProgress : public sampler::Observer {
 public:
  explicit SampleProgress(std::string subjects);
  ~SampleProgress() override;

  void window_opened(std::string_view name) override;
  void window_closed(const sampler::Subject& subject) override;
  void ticked(std::string_view window, const recording::TickRow& row, const recording::Tick& tick,
              std::int64_t missed) override;
  void remark(std::string_view line) override;

 private:
  void rewrite(const std::string& line);
  void clear();

  std::string subjects_;
  bool live_ = false;     ///< standard error is a terminal that can rewrite a line
  bool written_ = false;  ///< something stands on that line
  std::optional<recording::Instant> window_began_;
  std::optional<CpuTime> last_usage_;
  recording::Instant last_at_{};
};

}  // namespace vpsfit::cli
