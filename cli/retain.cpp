// SPDX-License-Identifier: MIT
#include "cli/retain.hpp"

#include <fmt/format.h>

#include "core/date.hpp"
#include "core/text.hpp"

namespace vpsfit::cli {

Result<std::chrono::nanoseconds> parse_retain(const std::string& text) {
  if (text == "0" || text == "0s") return std::chrono::nanoseconds{0};
  if (text.ends_with('d')) {
    const auto days = parse_int(std::string_view(text).substr(0, text.size() - 1));
    if (days && *days >= 0 && *days <= 3650) return std::chrono::nanoseconds(std::chrono::hours(24 * *days));
  } else if (const auto duration = parse_duration(text)) {
    return *duration;
  }
  return fail(ErrorKind::input, fmt::format("'{}' is no duration", printable(text, 60)), "--retain",
              "give one like 12h or 7d, at most 3650d");
}

}  // namespace vpsfit::cli
