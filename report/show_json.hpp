// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "recording/reader.hpp"

namespace vpsfit::report {

/// The runs of a recording as the document urn:vpsfit:schema:show:1 (schema/show.schema.json), ending with a newline.
/// `version` is the program's.
[[nodiscard]] std::string show_json(const std::vector<recording::RunSummary>& runs, std::string_view version);

}  // namespace vpsfit::report
