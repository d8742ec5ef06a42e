// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace vpsfit::cli {

/// What a stream can show: a terminal of so many cells, or a pipe or file.
struct Terminal {
  bool can_rewrite = false;  ///< a terminal that understands cursor movements (TERM is set and not "dumb")
  std::size_t columns = 80, rows = 24;
};
/// Asked anew each time, because windows are resized.
[[nodiscard]] Terminal terminal_of(int descriptor);

/// Cells that a table on standard output may take: the terminal's, or without bound where it is none (nothing is ever
/// cut in a pipe or file).
[[nodiscard]] std::size_t output_width();
/// The same of what goes to a file where one is named: never cut there.
[[nodiscard]] std::size_t table_width(const std::optional<std::string>& file);

}  // namespace vpsfit::cli
