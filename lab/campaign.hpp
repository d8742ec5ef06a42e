// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "lab/experiment.hpp"
#include "lab/generator.hpp"
#include "lab/plan.hpp"
#include "lab/server.hpp"
#include "recording/load_results.hpp"

namespace vpsfit::lab {

/// All that one campaign consists of.
struct Campaign {
  Experiment experiment;
  std::string text;  ///< of its file
  std::vector<PlannedRun> runs;
  std::filesystem::path folder;  ///< holds recording.db, plan.json, journal.ndjson and raw/
  HostView host;

  [[nodiscard]] std::filesystem::path recording() const { return folder / "recording.db"; }
  [[nodiscard]] std::filesystem::path journal() const { return folder / "journal.ndjson"; }
  [[nodiscard]] std::filesystem::path plan_file() const { return folder / "plan.json"; }
  [[nodiscard]] std::filesystem::path raw(const std::string& run) const { return folder / "raw" / run; }
};

/// What people may want to see.
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;

  /// `index` of `total` begins; the rest of the plan takes at least `remaining`.
  virtual void begins(const PlannedRun& /*run*/, std::size_t /*index*/, std::size_t /*total*/,
                      nanoseconds /*remaining*/) {}
  virtual void step(const std::string& /*state*/, const std::string& /*detail*/) {}
  virtual void measured(const recording::LoadResult& /*load*/) {}
  virtual void remark(const std::string& /*line*/) {}
};

struct CampaignEnd {
  std::size_t done = 0, failed = 0, flagged = 0, left = 0;  ///< runs; done ones may be flagged
  int signal = 0;                                           ///< what stopped it
};

/// What can be said before the first start: programs that are missing, processors that are not online or that server
/// and generator share, a generator that cannot make a load. The first list stops a campaign, the second is remarks.
struct Objections {
  std::vector<Error> errors;
  std::vector<std::string> remarks;
};
[[nodiscard]] Objections look_ahead(const Experiment& experiment);

/// The generator for a load of this experiment.
[[nodiscard]] Result<const Generator*> generator_for(const Experiment& experiment, LoadMode mode);

/// The plan as a document, written before the first start.
[[nodiscard]] std::string plan_json(const Campaign& campaign);

/// Makes all runs that the journal does not name as ended. `fresh`: the folder must not hold a campaign; else it must
/// hold this very one. Signals must be blocked. Fails: input (another plan, a folder in use), unavailable, io.
[[nodiscard]] Result<CampaignEnd> run_campaign(const Campaign& campaign, bool fresh, Watcher& watcher);

}  // namespace vpsfit::lab
