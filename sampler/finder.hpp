// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "files/descriptor.hpp"
#include "sampler/arrivals.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/names.hpp"
#include "sampler/newcomers.hpp"

namespace vpsfit::sampler {

/// Looks for new groups in a thread of its own, so that neither the tree nor an engine that is slow to tell a name ever
/// delays a tick. The kernel tells of each new folder (inotify); now and then everything is looked at again, because
/// the kernel forgets what comes too fast. A scope in which crun may be about to make the container's own group is
/// opened once that group is there, or after a while without it: a run's limits and counters are those of one group.
class Finder : public Arrivals {
 public:
  /// Opens what was found. Fails: unavailable (gone already).
  using Open = std::function<Result<Subject>(const Match&)>;
  static constexpr std::chrono::milliseconds usual_rescan{5000};
  /// How long a scope may be without the group that crun makes in it; crun takes some milliseconds.
  static constexpr std::chrono::milliseconds inner_group_patience{250};

  /// `newcomers` has seen what is measured already. `open` is called by the finder's thread.
  Finder(CgroupTree tree, Names names, Newcomers newcomers, Open open, std::chrono::milliseconds rescan = usual_rescan,
         std::chrono::milliseconds patience = inner_group_patience);
  ~Finder() override;

  /// Readable when somebody appeared.
  [[nodiscard]] int descriptor() const { return told_.get(); }
  [[nodiscard]] std::vector<Subject> take() override;
  [[nodiscard]] std::vector<std::string> take_remarks() override;

 private:
  void work();
  void scan();
  void read_events();
  void watch_below(const std::string& path, std::vector<std::string>& found);
  void watch(const std::string& path);
  void look_at(std::vector<std::string> paths);
  void open_or_await(Match match);
  void look_at_awaited();
  void open(const Match& match);
  void tell(std::vector<Subject> subjects, std::vector<std::string> remarks);
  [[nodiscard]] std::filesystem::path folder_of_path(const std::string& path) const;

  CgroupTree tree_;
  std::filesystem::path top_;
  std::string root_;
  Names names_;
  Newcomers newcomers_;
  Open open_;
  std::chrono::milliseconds rescan_, patience_;
  files::Descriptor inotify_, stop_, told_;
  std::map<int, std::string> watched_;  ///< watch -> path
  /// Scopes whose inner group may be about to come, and until when it is waited for.
  std::vector<std::pair<Match, std::chrono::steady_clock::time_point>> awaited_;
  std::vector<std::string> unopened_;  ///< came and went since the last remark
  bool overflowed_ = false;

  std::mutex mutex_;  ///< guards the two below
  std::vector<Subject> arrived_;
  std::vector<std::string> remarks_;
  std::thread thread_;  ///< last: it uses all the others
};

}  // namespace vpsfit::sampler
