// SPDX-License-Identifier: MIT
#pragma once

#include "recording/reading.hpp"
#include "sampler/cgroup_tree.hpp"
#include "sampler/place.hpp"

namespace vpsfit::sampler {

/// The limits that hold for a group: the smallest of its own and of all its visible ancestors, with the path of the
/// group that sets each. A ceiling that cannot be read limits nothing.
[[nodiscard]] recording::Limits effective_limits(const CgroupTree& tree, const Place& place);

}  // namespace vpsfit::sampler
