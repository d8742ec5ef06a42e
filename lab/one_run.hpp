// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lab/campaign.hpp"
#include "lab/journal.hpp"
#include "lab/load_run.hpp"
#include "lab/server.hpp"
#include "lab/warm_up.hpp"
#include "net/http.hpp"
#include "recording/load_results.hpp"

namespace vpsfit::lab {

enum class RunEnding { done, failed, stopped };

/// One run through its states: settle, start, ready, contract, warm-up, measure, contract again, drain, stop. Each step
/// is in the journal before it is made. However it ends, nothing of it is left running and the recording is whole.
class OneRun {
 public:
  /// `attempt` from 1 on.
  OneRun(const Campaign& campaign, const PlannedRun& run, int attempt, Journal& journal, Watcher& watcher);

  /// A run that fails is an ending, not an error; the journal has the reason. Fails (io) where journal or recording
  /// cannot be written.
  [[nodiscard]] Result<RunEnding> make();
  [[nodiscard]] bool flagged() const { return flagged_; }
  [[nodiscard]] int signal() const { return signal_; }  ///< that stopped it; 0: none

 private:
  [[nodiscard]] Result<void> to(const std::string& state, const std::string& reason = "");
  [[nodiscard]] Result<void> steps();
  [[nodiscard]] Result<void> settle();
  [[nodiscard]] Result<void> start();
  [[nodiscard]] Result<void> await_ready();
  [[nodiscard]] Result<void> check_contract();
  [[nodiscard]] Result<void> warm_up();
  [[nodiscard]] Result<void> measure(const LoadPlan& load);
  [[nodiscard]] Result<void> contract_again();
  [[nodiscard]] Result<void> drain();
  [[nodiscard]] Result<RunEnding> conclude(const Result<void>& went);

  /// Runs one load in a window of this name and reads its report.
  [[nodiscard]] Result<std::pair<LoadRun, LoadReport>> load_window(const LoadPlan& load, const std::string& window,
                                                                   nanoseconds length);
  [[nodiscard]] Result<void> alive() const;  ///< fails where the server ended or a signal came
  [[nodiscard]] recording::LoadResult result_of(const LoadPlan& load, const std::string& window, const LoadRun& run,
                                                const LoadReport& report, const Generator& generator);
  void flag(const std::string& flag);
  /// Flags that the finished recording of this run gives reason for: "oom", "sampler_gap".
  [[nodiscard]] Result<std::vector<std::string>> recorded_flags() const;

  const Campaign& campaign_;
  const PlannedRun& run_;
  const Subject& subject_;
  int attempt_;
  std::string name_;  ///< in the recording
  std::filesystem::path folder_;
  Journal& journal_;
  Watcher& watcher_;
  Http http_;
  std::unique_ptr<Server> server_;
  std::string state_ = "planned";
  std::vector<recording::LoadResult> results_;
  std::vector<recording::WarmUpResult> warm_ups_;
  std::vector<std::string> flags_;
  std::int64_t checks_ = 0;
  std::chrono::microseconds startup_{};
  bool recorded_ = false;  ///< the run stands in the recording
  bool flagged_ = false;
  int signal_ = 0;
};

}  // namespace vpsfit::lab
