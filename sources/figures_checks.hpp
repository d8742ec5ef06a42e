// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/usage.hpp"

namespace vpsfit::sources {

/// What JSON and CSV must both obey. Each answers what is wrong with a value, or nothing.
[[nodiscard]] std::optional<std::string> wrong_name(std::string_view name);
[[nodiscard]] std::optional<std::string> wrong_run(const RunUsage& run);

/// Requests a second: more than 0, at most max_request_rate.
inline constexpr std::int64_t max_request_rate = 1'000'000'000'000;
inline constexpr std::int64_t max_answer_bytes = 1'000'000'000'000;
/// Usage::answer_bytes_source of figures that others measured.
inline constexpr std::string_view given_answer_bytes = "as the figures give it";
[[nodiscard]] bool is_request_rate(const Rational& rate);

/// Whole numbers of these figures: 0..2^53, which every reader of JSON keeps exactly.
inline constexpr std::int64_t max_figure = std::int64_t{1} << 53;

}  // namespace vpsfit::sources
