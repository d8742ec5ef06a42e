// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rational.hpp"
#include "json/node.hpp"
#include "lab/generator.hpp"

/// Words that several adapters share. All readings fail (input) with the place in the output.
namespace vpsfit::lab {

/// A count from 0 to 2^53; also where it is written as 12.0.
[[nodiscard]] Result<std::int64_t> read_count(const json::Node& table, std::string_view key);
/// The same, where the key is there.
[[nodiscard]] Result<void> take_count(const json::Node& table, std::string_view key, std::optional<std::int64_t>& into);
/// Adds a count to a sum, which stays within the same bounds.
[[nodiscard]] Result<void> add_count(std::int64_t& sum, std::int64_t more);
/// Seconds above 0, at most a year, to the nearest microsecond.
[[nodiscard]] Result<std::chrono::microseconds> read_seconds(const json::Node& table, std::string_view key);
/// A figure in a unit of `us_per_unit` microseconds, rounded to whole ones; 0 to a year.
[[nodiscard]] Result<std::int64_t> read_us(const json::Node& number, const Rational& us_per_unit);

struct QuantileKey {
  std::string_view key;
  std::int64_t ppm;
};
/// The quantiles that the table `name` has, into `report.printed`; its largest also as latency_max_us. The table may be
/// missing, a figure null.
[[nodiscard]] Result<void> read_quantiles(const json::Node& root, std::string_view name,
                                          const std::vector<QuantileKey>& keys, const Rational& us_per_unit,
                                          LoadReport& report);

/// The request as words: method (unless GET without a body), headers as "Name: value", body.
void add_curl_like_request(const Request& request, std::string_view method, std::string_view header,
                           std::string_view body, std::vector<std::string>& argv);

/// A decimal number with an optional exponent, from text that is no JSON: seconds to whole microseconds, >= 0.
[[nodiscard]] Result<std::int64_t> parse_us(std::string_view seconds);

}  // namespace vpsfit::lab
