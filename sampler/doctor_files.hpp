// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "sampler/doctor.hpp"
#include "sampler/place.hpp"

namespace vpsfit::sampler {

/// Each file that a sample reads, as it stands in the group `place`.
void look_at_files(std::vector<Finding>& findings, const CgroupTree& tree, const Place& place);
/// What is read of the host as a whole.
void look_at_host_files(std::vector<Finding>& findings, const HostRoot& host);

}  // namespace vpsfit::sampler
