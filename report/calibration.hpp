// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "forecast/calibration.hpp"
#include "json/value.hpp"

/// A calibration as its published document (schema/calibration.schema.json), there and back, and how it is cited.
namespace vpsfit::report {

inline constexpr std::string_view calibration_schema = "urn:vpsfit:schema:calibration:1";

[[nodiscard]] json::Value calibration_json(const forecast::Calibration& calibration, std::string_view version);
[[nodiscard]] std::string calibration_text(const forecast::Calibration& calibration);

/// Reads a document; its figure is computed again from its runs. Fails: input (no calibration, or a member that is
/// missing or cannot be), refused (a calibration that gives no figure, or states another one than its runs give). The
/// hash is left to whoever read the file.
[[nodiscard]] Result<forecast::Calibration> parse_calibration(std::string_view text, const std::string& file);

/// One sentence: what was measured where, and the range over the runs. For one with a figure.
[[nodiscard]] std::string calibration_sentence(const forecast::Calibration& calibration);

/// What a forecast says of the calibration that it rests on: hashes, hosts, runs, figure and range.
[[nodiscard]] json::Value calibration_cited(const forecast::Calibration& calibration);

}  // namespace vpsfit::report
