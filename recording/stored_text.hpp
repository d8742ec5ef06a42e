// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/notice.hpp"
#include "core/result.hpp"

/// How texts and lists stand in a recording.
namespace vpsfit::recording {

inline constexpr std::size_t longest_name = 200;      ///< of a subject, run, window or load, bytes
inline constexpr std::size_t longest_text = 4096;     ///< of any other text, characters
inline constexpr std::size_t longest_list = 1 << 20;  ///< of a command line or a notice's arguments, bytes

/// A text that the host gave: as it is where it is UTF-8 of ordinary length, else with its bad bytes as "\xNN" and cut.
[[nodiscard]] std::string stored_text(std::string_view text);
/// A name that the user gave. Fails (input): empty, longer than longest_name, not UTF-8, control characters. `what` is
/// "subject", "run", "window".
[[nodiscard]] Result<void> check_name(std::string_view what, std::string_view name);

/// A command line as a JSON array of strings.
[[nodiscard]] std::string stored_command(const std::vector<std::string>& command);
[[nodiscard]] Result<std::vector<std::string>> parse_command(std::string_view json);
/// The arguments of a notice as a JSON object of strings.
[[nodiscard]] std::string stored_args(const Notice& notice);
/// The notice; one whose code this program does not know becomes the notice "unknown_remark" that names it.
[[nodiscard]] Result<Notice> parse_notice(std::string_view code, std::string_view json);

}  // namespace vpsfit::recording
