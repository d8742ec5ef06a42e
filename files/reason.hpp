// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <system_error>

namespace vpsfit::files {

/// What an errno means, in English whatever the locale is.
[[nodiscard]] inline std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace vpsfit::files
