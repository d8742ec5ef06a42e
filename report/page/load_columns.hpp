// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "report/load_groups.hpp"
#include "report/page/context.hpp"

namespace vpsfit::report {

/// A column of a table of load results.
struct LoadColumn {
  std::string_view key;  ///< what summary.json calls it
  LoadFigure figure;
  Message heading;
  std::string_view percent = {};  ///< the argument of the heading, of a percentile
  int digits = 3;
  bool as_share = false;  ///< shown as a percentage
  [[nodiscard]] constexpr bool is_latency() const { return key.starts_with("latency_"); }
};
inline constexpr auto load_columns = std::to_array<LoadColumn>({
    {"throughput", throughput, Message::throughput, {}, 0},
    {"completed_share", completed_share, Message::completed_share, {}, 2, true},
    {"latency_mean", mean_milliseconds, Message::latency_mean},
    {"latency_p25", quantile_milliseconds<250'000>, Message::latency_percentile, "25"},
    {"latency_p50", quantile_milliseconds<500'000>, Message::latency_median},
    {"latency_p75", quantile_milliseconds<750'000>, Message::latency_percentile, "75"},
    {"latency_p90", quantile_milliseconds<900'000>, Message::latency_percentile, "90"},
    {"latency_p95", quantile_milliseconds<950'000>, Message::latency_percentile, "95"},
    {"latency_p99", quantile_milliseconds<990'000>, Message::latency_percentile, "99"},
    {"latency_max", quantile_milliseconds<1'000'000>, Message::latency_largest},
    {"failed_requests", failed, Message::failed_requests, {}, 0},
});

[[nodiscard]] std::string heading_of(const Context& context, const LoadColumn& column);

/// The median over the runs, and the lowest and the highest; both empty where a run does not have the figure or it may
/// not be published, `range` where the runs agree.
struct LoadCell {
  std::string text;
  std::string range;
};
[[nodiscard]] LoadCell cell_of(const Context& context, const LoadColumn& column, const LoadRuns& runs);

/// What a table is headed with, and the one of its response times where they have a table of their own.
[[nodiscard]] std::string caption_of(const Context& context, const LoadGroup& group);
[[nodiscard]] std::string latency_caption_of(const Context& context, const LoadGroup& group);

/// What has to be said about single subjects of a table, a sentence or two each.
[[nodiscard]] std::vector<std::string> remarks_on(const Context& context, const LoadGroup& group);

/// From when the latencies of the groups count, and how much CPU our own sampling took; a sentence each.
[[nodiscard]] std::vector<std::string> notes_on(const Context& context, const std::vector<LoadGroup>& groups);

/// The groups of the document.
[[nodiscard]] std::vector<LoadGroup> load_groups(const Document& document);

}  // namespace vpsfit::report
