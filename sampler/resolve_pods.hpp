// SPDX-License-Identifier: MIT
#pragma once

#include "sampler/resolve.hpp"

namespace vpsfit::sampler {

/// The group of a whole pod: "pod:NAMESPACE/NAME", "pod:NAME" where only one namespace has it, "pod:ID". Fails:
/// unavailable (none runs), input (several could be meant: lists them).
[[nodiscard]] Result<std::vector<Match>> resolve_pod(const Listing& listing, const Target& target);

/// The same word against a match that resolve_pod made.
[[nodiscard]] bool is_meant_pod(const Match& match, const Target& target);

/// All pods that have a group.
[[nodiscard]] std::vector<Match> all_pods(const Listing& listing);

}  // namespace vpsfit::sampler
