// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "sources/figures.hpp"

namespace vpsfit::sources {
namespace {

std::string shown(const Load& load) { return load.name.empty() ? "(unnamed)" : printable(load.name, 60); }

std::string loads_of(const std::vector<Usage>& usages, const std::string& subject) {
  std::vector<std::string> names;
  for (const auto& usage : usages)
    if (usage.subject == subject) names.push_back(shown(usage.load));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Result<std::vector<Usage>> select_load(std::vector<Usage> usages, const std::string& load) {
  std::vector<Usage> selected;
  for (const auto& usage : usages) {
    const auto has = [&](const Usage& other) {
      return other.subject == usage.subject && (load.empty() || other.load.name == load);
    };
    const auto count = std::count_if(usages.begin(), usages.end(), has);
    if (count == 0)
      return fail(ErrorKind::input,
                  fmt::format("{} was not measured under the load '{}'", printable(usage.subject), printable(load, 60)),
                  {}, fmt::format("there is: {}", loads_of(usages, usage.subject)));
    if (count > 1)
      return fail(ErrorKind::input, fmt::format("{} was measured under several loads", printable(usage.subject)), {},
                  fmt::format("choose one with --load: {}", loads_of(usages, usage.subject)));
    if (has(usage)) selected.push_back(usage);
  }
  return selected;
}

}  // namespace vpsfit::sources
