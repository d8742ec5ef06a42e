// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace vpsfit::lab {

/// Processors by number.
class CpuSet {
 public:
  /// "0-2,5" (the kernel's own list format). Fails (input): empty, malformed, a number over 8191, a range backwards.
  [[nodiscard]] static Result<CpuSet> parse(std::string_view text);
  CpuSet() = default;
  explicit CpuSet(std::set<int> cpus) : cpus_(std::move(cpus)) {}

  [[nodiscard]] const std::set<int>& cpus() const { return cpus_; }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(cpus_.size()); }
  /// In the kernel's list format, ascending.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool overlaps(const CpuSet& other) const;
  [[nodiscard]] bool inside(const CpuSet& other) const;
  bool operator==(const CpuSet&) const = default;

 private:
  std::set<int> cpus_;
};

}  // namespace vpsfit::lab
