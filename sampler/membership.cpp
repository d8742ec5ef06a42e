// SPDX-License-Identifier: MIT
#include "sampler/membership.hpp"

#include "core/text.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {

std::vector<Membership> parse_memberships(std::string_view text) {
  constexpr std::string_view deleted = " (deleted)";
  std::vector<Membership> found;
  while (const auto line = take_line(text)) {
    const auto first = line->find(':');
    const auto second = first == std::string_view::npos ? first : line->find(':', first + 1);
    if (second == std::string_view::npos || !parse_count(line->substr(0, first))) continue;
    std::string_view path = line->substr(second + 1);
    if (!path.starts_with('/')) continue;
    Membership membership;
    if (path.ends_with(deleted)) {
      membership.deleted = true;
      path.remove_suffix(deleted.size());
    }
    membership.path = path;
    const std::string_view controllers = line->substr(first + 1, second - first - 1);
    if (!controllers.empty())
      for (const auto name : split(controllers, ',')) membership.controllers.emplace_back(name);
    found.push_back(std::move(membership));
  }
  return found;
}

}  // namespace vpsfit::sampler
