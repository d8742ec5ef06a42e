// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

#include "lab/campaign.hpp"

namespace vpsfit::cli {

/// "45 s", "12 min", "3 h 20 min": for people, rounded up.
[[nodiscard]] std::string duration_text(std::chrono::nanoseconds time);

/// What `vpsfit lab` says on standard error: what runs, what remains and when it will be done at the earliest; on a
/// terminal the current step is rewritten in place.
class LabProgress : public lab::Watcher {
 public:
  LabProgress();
  ~LabProgress() override;

  void begins(const lab::PlannedRun& run, std::size_t index, std::size_t total, lab::nanoseconds remaining) override;
  void step(const std::string& state, const std::string& detail) override;
  void measured(const recording::LoadResult& load) override;
  void remark(const std::string& line) override;
  void finish() { clear(); }

 private:
  void clear();
  std::string run_;
  bool live_ = false;     ///< standard error is a terminal
  bool written_ = false;  ///< something stands on its line
};

}  // namespace vpsfit::cli
