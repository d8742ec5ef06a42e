// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"

namespace vpsfit::sources {

/// What an input holds, told by its content and never by its name.
enum class InputKind {
  recording,  ///< a SQLite file
  json,       ///< starts with "{", perhaps after a byte order mark and space
  csv,        ///< a first line with the column "subject"
};

/// How much of a file detect() wants to see.
inline constexpr std::size_t detect_bytes = 4096;

/// `head` is the start of the file, or all of it. Fails (input) for what is none of them, with what was seen.
[[nodiscard]] Result<InputKind> detect(std::string_view head, std::string_view file);

}  // namespace vpsfit::sources
