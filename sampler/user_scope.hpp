// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "sampler/cgroup_tree.hpp"
#include "sampler/membership.hpp"

/// A user who may make no group in the tree gets one from their own service manager: a scope that is delegated, in
/// which the sampler itself runs, because a process can only be moved below a group that its user owns.
namespace vpsfit::sampler {

/// Starts this program anew, with its arguments, inside a delegated scope of the user's service manager. Does not
/// return where that works; returns where it is not needed (a group can be made, or we are in such a scope already) or
/// not possible (no v2 tree, no service manager that gives one).
void enter_user_scope(const CgroupTree& tree, const std::vector<Membership>& own);

/// Where this program was started anew by enter_user_scope: moves it into a group of its own below the scope, so that
/// the scope can hand the memory controller on. True: our own group has changed.
bool settle_in_user_scope(const CgroupTree& tree, const std::vector<Membership>& own);

}  // namespace vpsfit::sampler
