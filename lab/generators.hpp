// SPDX-License-Identifier: MIT
#pragma once

#include "lab/generator.hpp"

/// The adapters, one namespace and one file each. `parse` fails (input) where the output is torn or is not its own.
namespace vpsfit::lab {
namespace zrk {
[[nodiscard]] Result<Invocation> invoke(const LoadOrder& order);
[[nodiscard]] Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw);
}  // namespace zrk
namespace oha {
[[nodiscard]] Result<Invocation> invoke(const LoadOrder& order);
[[nodiscard]] Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw);
}  // namespace oha
namespace vegeta {
[[nodiscard]] Result<Invocation> invoke(const LoadOrder& order);
[[nodiscard]] Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw);
}  // namespace vegeta
namespace h2load {
[[nodiscard]] Result<Invocation> invoke(const LoadOrder& order);
[[nodiscard]] Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw);
}  // namespace h2load
namespace wrk {
[[nodiscard]] Result<Invocation> invoke(const LoadOrder& order);
[[nodiscard]] Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw);
}  // namespace wrk
namespace k6 {
[[nodiscard]] Result<Invocation> invoke(const LoadOrder& order);
[[nodiscard]] Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw);
}  // namespace k6
namespace bombardier {
[[nodiscard]] Result<Invocation> invoke(const LoadOrder& order);
[[nodiscard]] Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw);
}  // namespace bombardier
namespace hey {
[[nodiscard]] Result<Invocation> invoke(const LoadOrder& order);
[[nodiscard]] Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw);
}  // namespace hey
namespace autocannon {
[[nodiscard]] Result<Invocation> invoke(const LoadOrder& order);
[[nodiscard]] Result<LoadReport> parse(const LoadOrder& order, const RawOutput& raw);
}  // namespace autocannon
}  // namespace vpsfit::lab
