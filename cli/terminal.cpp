// SPDX-License-Identifier: MIT
#include "cli/terminal.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace vpsfit::cli {

Terminal terminal_of(int descriptor) {
  Terminal terminal;
  const char* const kind = std::getenv("TERM");
  const bool is_terminal = ::isatty(descriptor) == 1;
  terminal.can_rewrite = is_terminal && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
  winsize size{};
  if (is_terminal && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0) {
    if (size.ws_col > 0) terminal.columns = size.ws_col;
    if (size.ws_row > 0) terminal.rows = size.ws_row;
  }
  return terminal;
}

std::size_t output_width() {
  if (::isatty(STDOUT_FILENO) != 1) return SIZE_MAX / 2;
  return std::max<std::size_t>(terminal_of(STDOUT_FILENO).columns, 40);
}

std::size_t table_width(const std::optional<std::string>& file) {
  return file && *file != "-" ? SIZE_MAX / 2 : output_width();
}

}  // namespace vpsfit::cli
