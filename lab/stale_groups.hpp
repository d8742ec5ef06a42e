// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <sys/types.h>

#include "core/result.hpp"
#include "lab/server.hpp"

namespace vpsfit::lab {

/// The process that a group of ours is named after ("vpsfit-PID-8 hexadecimal digits"); 0: it is none of ours.
[[nodiscard]] pid_t maker_of(std::string_view name);

/// Removes the empty groups of campaigns and samplers that were killed, where this process would make its own. A group
/// in which something runs, or whose maker lives, stays. Fails (unavailable) where no group can be made here at all.
[[nodiscard]] Result<void> remove_stale_groups(const HostView& host);

}  // namespace vpsfit::lab
