// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "lab/generator.hpp"
#include "recording/load_results.hpp"

namespace vpsfit::lab {

/// A figure that stands in the recording otherwise than the raw files give it.
struct Disagreement {
  std::string figure, recorded, derived;
};

/// The first of the figures that come from a generator's report in which two results differ; nothing: none.
[[nodiscard]] std::optional<Disagreement> first_disagreement(const recording::LoadResult& recorded,
                                                             const recording::LoadResult& derived);
[[nodiscard]] std::optional<Disagreement> first_disagreement(const recording::WarmUpResult& recorded,
                                                             const recording::WarmUpResult& derived);

/// What a generator printed although its own histogram does not give it; empty: nothing. Generators round ranks in
/// different ways, so the figure may also be of the value before or after in order.
[[nodiscard]] std::string printed_against_histogram(const LoadReport& report);

}  // namespace vpsfit::lab
