// SPDX-License-Identifier: MIT
#include "cli/forecast_selection.hpp"

#include <array>
#include <fmt/format.h>

#include "core/text.hpp"
#include "forecast/years.hpp"

namespace vpsfit::cli {
namespace {

enum class Takes { one, many, none };

struct FilterOption {
  const char* option;
  const char* filter;
  Takes takes;
};
constexpr auto options = std::to_array<FilterOption>({{"--vendor", "vendor", Takes::many},
                                                      {"--region", "region", Takes::many},
                                                      {"--cpu-kind", "cpu_kind", Takes::many},
                                                      {"--disk", "disk", Takes::many},
                                                      {"--arch", "arch", Takes::one},
                                                      {"--tax", "tax", Takes::one},
                                                      {"--verified-within", "verified_within_days", Takes::one},
                                                      {"--ipv4", "ipv4", Takes::none},
                                                      {"--in-stock", "in_stock", Takes::none},
                                                      {"--active", "active", Takes::none},
                                                      {"--no-promotions", "no_promotions", Takes::none}});

std::vector<std::string> values_of(const Arguments& arguments, const FilterOption& option) {
  if (option.takes == Takes::many) return arguments.list(option.option);
  const auto text = arguments.text(option.option);
  return text ? std::vector<std::string>{*text} : std::vector<std::string>{};
}

}  // namespace

Result<forecast::Filters> asked_filters(const Arguments& arguments) {
  std::vector<forecast::SetFilter> set;
  for (const auto& option : options) {
    if (option.takes == Takes::none) {
      if (arguments.flag(option.option)) set.push_back({option.filter, {}});
      continue;
    }
    auto values = values_of(arguments, option);
    if (values.empty()) continue;
    set.push_back({option.filter, std::move(values)});
    // each on its own first, so that a complaint names the option that was typed
    if (auto alone = forecast::filters_of({set.back()}); !alone) {
      Error error = std::move(alone).error();
      error.place = option.option;
      return fail(std::move(error));
    }
  }
  if (arguments.text("--verified-within") && arguments.flag("--stale-ok"))
    return fail(ErrorKind::input, "--verified-within and --stale-ok do not go together", {},
                "--verified-within sets the limit that --stale-ok lifts");
  return forecast::filters_of(set);
}

Result<std::int64_t> asked_years(const Arguments& arguments) {
  const auto text = arguments.text("--years");
  if (!text) return std::int64_t{0};
  const auto years = parse_int(*text);
  if (!years || *years < 1 || *years > forecast::most_years)
    return fail(ErrorKind::input, fmt::format("'{}' is no number of years", printable(*text, 60)), "--years",
                fmt::format("1 to {}", forecast::most_years));
  return *years;
}

}  // namespace vpsfit::cli
