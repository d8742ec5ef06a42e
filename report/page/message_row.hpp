// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "report/page/message.hpp"

namespace vpsfit::report::texts {

/// One message in one language; "{name}" is replaced by the argument of that name.
struct MessageRow {
  Message message;
  std::string_view text;
};

}  // namespace vpsfit::report::texts
