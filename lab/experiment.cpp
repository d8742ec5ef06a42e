// SPDX-License-Identifier: MIT
#include "lab/experiment.hpp"

#include <algorithm>

namespace vpsfit::lab {

std::string_view to_text(LoadMode mode) {
  return mode == LoadMode::saturated ? "saturated" : mode == LoadMode::rate ? "rate" : "requests";
}
std::string_view to_text(Order order) { return order == Order::interleaved ? "interleaved" : "blocked"; }
std::string_view to_text(StartScope scope) { return scope == StartScope::window ? "window" : "repetition"; }
std::string_view to_text(CacheState state) { return state == CacheState::as_is ? "as-is" : "dropped"; }

const LoadPlan* Experiment::load(std::string_view name_of_load) const {
  const auto at = std::find_if(loads.begin(), loads.end(), [&](const LoadPlan& l) { return l.name == name_of_load; });
  return at == loads.end() ? nullptr : &*at;
}

const Subject* Experiment::subject(std::string_view name_of_subject) const {
  const auto at =
      std::find_if(subjects.begin(), subjects.end(), [&](const Subject& s) { return s.name == name_of_subject; });
  return at == subjects.end() ? nullptr : &*at;
}

}  // namespace vpsfit::lab
