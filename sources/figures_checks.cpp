// SPDX-License-Identifier: MIT
#include "sources/figures_checks.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "sources/figures.hpp"

namespace vpsfit::sources {

std::optional<std::string> wrong_name(std::string_view name) {
  if (trim(name).empty()) return "the name is empty";
  if (name.size() > max_name_bytes)
    return fmt::format("the name '{}' has {} bytes, at most {} are allowed", printable(name, 30), name.size(),
                       max_name_bytes);
  if (printable(name) != name)
    return fmt::format("the name '{}' has characters that cannot be shown", printable(name, 60));
  return std::nullopt;
}

std::optional<std::string> wrong_run(const RunUsage& run) {
  if (run.memory_median && *run.memory_median > run.memory_max)
    return fmt::format("the median of {} bytes is above the maximum of {} bytes", run.memory_median->count(),
                       run.memory_max.count());
  return std::nullopt;
}

bool is_request_rate(const Rational& rate) { return rate > Rational(0) && rate <= Rational(max_request_rate); }

}  // namespace vpsfit::sources
