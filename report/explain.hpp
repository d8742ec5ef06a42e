// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/result.hpp"
#include "json/node.hpp"
#include "json/value.hpp"

/// One subject's answer as the forecast document tells it. Nothing is computed: every number stands in the document.
namespace vpsfit::report {

/// The answer in lines for a terminal: inputs, measurements, steps with their numbers, the plan and the cheaper ones
/// refused, the rate with its legs, how far the plan holds, what is uncertain. `subject` is one of the document's.
/// Fails (input) where the document is of a version that had no steps, or says something that is none.
[[nodiscard]] Result<std::string> explain_text(const json::Node& document, const json::Value& subject);

/// The same for programs: the subject's part of the document, and what of the rest it rests on.
[[nodiscard]] json::Value explain_json(const json::Value& document, const json::Value& subject);

}  // namespace vpsfit::report
