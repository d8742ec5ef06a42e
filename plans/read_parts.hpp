// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "plans/field.hpp"
#include "plans/plan.hpp"

/// The smaller parts of a plan. Each complains about what is wrong with it.
namespace vpsfit::plans {

[[nodiscard]] std::optional<Cpu> read_cpu(const Field& field);
[[nodiscard]] std::optional<Memory> read_memory(const Field& field);
[[nodiscard]] std::optional<Swap> read_swap(const Field& field);
[[nodiscard]] std::optional<Disk> read_disk(const Field& field);
[[nodiscard]] std::optional<Network> read_network(const Field& field);
[[nodiscard]] std::optional<Limit> read_limit(const Field& field);

}  // namespace vpsfit::plans
