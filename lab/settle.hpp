// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "lab/experiment.hpp"

/// What the host must be like before a start, and what is noted about it.
namespace vpsfit::lab {

/// The number behind "tw" in /proc/net/sockstat: sockets that wait to be forgotten.
[[nodiscard]] std::optional<std::int64_t> parse_time_wait(std::string_view sockstat);
/// "some avg10" of /proc/pressure/cpu, percent.
[[nodiscard]] std::optional<double> parse_pressure(std::string_view pressure);

/// Why the host is not quiet: many sockets in TIME_WAIT, others that wait for the processors; empty: it is.
[[nodiscard]] std::string unrest();

/// Writes dirty pages back and drops the page cache. Fails (unavailable): not root.
[[nodiscard]] Result<void> drop_caches();

/// Does something listen on this port of this machine?
[[nodiscard]] bool is_listening(std::int64_t port);

/// Facts of the host that can change figures, as JSON text: kernel, processors, governor, clock, swap, huge pages,
/// limits of sockets and files, load. Nothing in it names a person or the host.
[[nodiscard]] std::string environment_json();

}  // namespace vpsfit::lab
