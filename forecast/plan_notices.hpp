// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "forecast/choose.hpp"

namespace vpsfit::forecast {

/// What is not known about the chosen plan, or would surprise its buyer; and where the reading of MB decided: the
/// cheapest plan that was passed over for its memory only, and that would fit by the larger reading.
[[nodiscard]] std::vector<Notice> choice_notices(const Need& need, const Choice& choice, const Market& market,
                                                 const Selection& selection);

}  // namespace vpsfit::forecast
