// SPDX-License-Identifier: MIT
#include "recording/reading.hpp"

namespace vpsfit::recording {

std::string_view to_text(SourceKind kind) {
  switch (kind) {
    case SourceKind::cgroup2:
      return "cgroup2";
    case SourceKind::hybrid:
      return "hybrid";
    case SourceKind::cgroup1:
      return "cgroup1";
    case SourceKind::process_tree:
      return "process_tree";
    case SourceKind::docker_api:
      break;
  }
  return "docker_api";
}

std::string_view to_text(EndReason reason) {
  switch (reason) {
    case EndReason::finished:
      return "finished";
    case EndReason::command_exited:
      return "command_exited";
    case EndReason::target_vanished:
      return "target_vanished";
    case EndReason::interrupted:
      return "interrupted";
    case EndReason::failed:
      return "failed";
    case EndReason::cut:
      break;
  }
  return "cut";
}

}  // namespace vpsfit::recording
