// SPDX-License-Identifier: MIT
#include "sampler/life.hpp"

#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {

Life parse_cgroup_events(std::string_view text) {
  Life life;
  each_pair(text, [&](std::string_view key, std::string_view value) {
    auto* const field = key == "populated" ? &life.populated : key == "frozen" ? &life.frozen : nullptr;
    if (field != nullptr && (value == "0" || value == "1")) *field = value == "1";
  });
  return life;
}

std::optional<bool> parse_freezer_state(std::string_view text) {
  const auto word = first_line(text);
  if (word == "FROZEN") return true;
  if (word == "THAWED" || word == "FREEZING") return false;
  return std::nullopt;
}

}  // namespace vpsfit::sampler
