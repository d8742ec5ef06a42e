// SPDX-License-Identifier: MIT
#pragma once

#include "core/result.hpp"

namespace vpsfit::cli {

/// What the program tells its caller. Where several hold, `no` beats `incomplete`.
enum class ExitCode : int {
  done = 0,
  could_not = 1,      ///< I/O, network, target gone before the first reading, command not startable
  wrong_use = 2,      ///< wrong use or malformed input
  answer_is_no = 3,   ///< no plan fits, refused, a --require failed
  incomplete = 4,     ///< gaps, ended early, OOM: written and marked
  interrupted = 130,  ///< SIGINT; what was recorded is whole
  terminated = 143,   ///< SIGTERM; likewise
};

[[nodiscard]] constexpr ExitCode exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::input:
      return ExitCode::wrong_use;
    case ErrorKind::refused:
      return ExitCode::answer_is_no;
    case ErrorKind::unavailable:
    case ErrorKind::io:
      break;
  }
  return ExitCode::could_not;
}

}  // namespace vpsfit::cli
