// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sampler/resolve.hpp"

namespace vpsfit::sampler {

/// What is to be sampled as soon as it is there.
struct Wanted {
  bool all = false;             ///< every container
  std::vector<Target> follow;   ///< and what these words mean
  std::vector<Target> exclude;  ///< but none of these
};

/// Decides which groups of a listing are new and wanted. A group that was removed and made anew under its old path is
/// another one, told by its inode. Pure, but for what it has seen before.
class Newcomers {
 public:
  /// The inode of a group; nullopt where it is gone.
  using Inode = std::function<std::optional<std::uint64_t>(const std::string& path)>;

  Newcomers(Wanted wanted, Inode inode) : wanted_(std::move(wanted)), inode_(std::move(inode)) {}

  /// What is wanted of the listing and was not seen yet; from now on it is. Each has a subject that no other kind of
  /// thing has: a second engine's container of the same name is "podman:web".
  [[nodiscard]] std::vector<Match> of(const Listing& listing);
  /// Is it of any use to look closer at a group with this path?
  [[nodiscard]] bool may_be_wanted(const std::string& path) const;
  /// Do its words ask for labels, which only engines' sockets and some of their files tell?
  [[nodiscard]] bool needs_labels() const;
  /// Forgets groups that are gone, so that what is remembered does not grow with everything that ever was.
  void forget_gone();
  [[nodiscard]] std::size_t remembered() const { return seen_.size(); }

 private:
  [[nodiscard]] std::vector<Match> wanted_of(const Listing& listing) const;
  void name_apart(Match& match);

  Wanted wanted_;
  Inode inode_;
  std::map<std::string, std::uint64_t> seen_;    ///< path -> inode
  std::map<std::string, std::string> subjects_;  ///< subject -> the engine (and user) whose it is
};

}  // namespace vpsfit::sampler
