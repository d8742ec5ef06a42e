// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "forecast/growth.hpp"
#include "json/value.hpp"

/// The growth of memory, for a terminal and for programs.
namespace vpsfit::report {

struct RunGrowth {
  std::string file;
  std::string subject;
  std::string run;
  std::string window;
  forecast::Growth growth;
};

struct GrowthReport {
  std::optional<Bytes> memory;  ///< of the server; nullopt: not asked
  Bytes os_reserve;
  std::vector<RunGrowth> runs;
};

[[nodiscard]] std::string growth_text(const GrowthReport& report);
[[nodiscard]] json::Value growth_json(const GrowthReport& report, std::string_view version);

}  // namespace vpsfit::report
