// SPDX-License-Identifier: MIT
#include "cli/state_folder.hpp"

#include <cstdlib>

namespace vpsfit::cli {

Result<std::filesystem::path> state_folder() {
  const char* const state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && state[0] == '/') return std::filesystem::path(state) / "vpsfit";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') return std::filesystem::path(home) / ".local/state/vpsfit";
  return fail(ErrorKind::input, "there is no place for a store: neither XDG_STATE_HOME nor HOME is set", {},
              "name the file with --store");
}

}  // namespace vpsfit::cli
