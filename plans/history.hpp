// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "json/value.hpp"
#include "plans/compare.hpp"
#include "plans/plan.hpp"

/// What became of a vendor's plans over time: a file that only grows, one JSON object a line, each holding the hash of
/// the line before it, so that a line that was changed or taken out shows.
namespace vpsfit::plans {

/// Who let an implausible catalog through, and why.
struct Acceptance {
  std::string by;
  std::string why;
};
/// "Ana Li: the vendor raised all prices on 2026-06-15". Fails (input) where the name or the reason is missing.
[[nodiscard]] Result<Acceptance> parse_acceptance(std::string_view text);

/// One import.
struct HistoryEntry {
  std::string at;  ///< RFC 3339, UTC
  std::string vendor;
  std::string importer;
  std::vector<std::pair<std::string, std::string>> sources;  ///< name and sha256 of what was read
  std::optional<Acceptance> accepted;
  std::vector<Alarm> alarms;  ///< that were accepted
  std::vector<PlanDifference> plans;
};
/// The entry as a line without its line break. `last_line` is the line before it; empty for the first.
[[nodiscard]] std::string history_line(const HistoryEntry& entry, std::string_view last_line);

/// A line as it was read, checked.
struct HistoryLine {
  json::Value value;
  std::string text;   ///< as it stands in the file: what the next line holds the hash of
  std::string place;  ///< "linode.history.jsonl:3"
};
/// All whole lines. A line that a crash cut off is left out, aloud in `remarks`. Fails (input) with file:line where a
/// line is no such object or does not hold the hash of the whole line before it.
[[nodiscard]] Result<std::vector<HistoryLine>> parse_history(std::string_view text, const std::string& file,
                                                             std::vector<std::string>& remarks);

}  // namespace vpsfit::plans
