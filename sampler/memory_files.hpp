// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "core/bytes.hpp"
#include "recording/reading.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {

/// The only number of memory.current, memory.peak, memory.usage_in_bytes and the like.
[[nodiscard]] std::optional<Bytes> parse_bytes_file(std::string_view text);

/// memory.max ("max": unlimited) and v1's memory.limit_in_bytes, whose largest multiple of the page size
/// (9223372036854771712 with 4 KiB pages) means unlimited: everything from 2^62 on does.
[[nodiscard]] std::optional<Ceiling<Bytes>> parse_memory_limit(std::string_view text);

/// memory.stat of cgroup v2.
void parse_memory_stat(std::string_view text, recording::Detail& into);
/// memory.stat of cgroup v1: the hierarchical `total_*` keys. `rss` is anon there, `cache` is file (with shmem in it,
/// as v2 counts it too), `total_swap` the swap; kernel memory has a file of its own.
void parse_memory_stat_v1(std::string_view text, recording::Detail& into);

/// memory.events: this group and all below it.
void parse_memory_events(std::string_view text, recording::Detail& into);
/// memory.events.local: this group alone.
void parse_memory_events_local(std::string_view text, recording::Detail& into);
/// memory.oom_control of cgroup v1: `oom_kill` counts this group alone there.
void parse_oom_control(std::string_view text, recording::Detail& into);

}  // namespace vpsfit::sampler
