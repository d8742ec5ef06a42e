// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/bytes.hpp"
#include "recording/reading.hpp"
#include "sampler/cgroup_tree.hpp"

namespace vpsfit::sampler {

/// MemTotal of /proc/meminfo.
[[nodiscard]] std::optional<Bytes> parse_mem_total(std::string_view text);
/// The first "model name" of /proc/cpuinfo; empty where there is none (most ARM machines).
[[nodiscard]] std::string parse_cpu_model(std::string_view text);
/// "x86_64" and "arm64" as vendors write them; other machines as the kernel calls them.
[[nodiscard]] std::string architecture_name(std::string_view machine);

/// What is worth knowing of the measuring host; nothing in it names a person or the host.
[[nodiscard]] recording::Host host_facts(const HostRoot& host, const CgroupTree& tree, std::string_view tool_version);

}  // namespace vpsfit::sampler
