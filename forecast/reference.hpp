// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "forecast/forecast.hpp"

namespace vpsfit::forecast {

/// The other side of the savings, resolved.
struct Reference {
  std::string name;                          ///< for notices; empty with --alone
  std::optional<Money> fee;                  ///< nullopt: alone, or a baseline without a plan
  std::optional<plans::Tax> tax;             ///< nullopt: unknown, or a typed fee
  const SubjectForecast* subject = nullptr;  ///< with --baseline
  std::vector<Notice> notices;
  bool two_currencies = false;  ///< a price and an IPv4, each converted already: `fee` hides their rates
};

/// Finds what the subjects are compared with. `subjects` have their needs and choices already. Fails (input) where it
/// is not there or cannot be priced.
[[nodiscard]] Result<Reference> find_reference(const Comparison& comparison,
                                               const std::vector<SubjectForecast>& subjects,
                                               const plans::Catalog& catalog, const Market& market,
                                               const fx::RateTable& rates, const Selection& selection);

/// Why the subject may not be compared with the baseline's load, and what is unknown about it.
struct LoadVerdict {
  bool comparable = true;
  std::vector<Notice> notices;
};
[[nodiscard]] LoadVerdict compare_loads(const Usage& subject, const Usage& baseline);

}  // namespace vpsfit::forecast
