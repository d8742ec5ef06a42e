// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/bytes.hpp"
#include "core/fraction.hpp"
#include "json/node.hpp"
#include "lab/experiment.hpp"

/// The kinds of values that experiment files hold. All fail (input) with the place of the value.
namespace vpsfit::lab {

/// "15s"; at least a millisecond.
[[nodiscard]] Result<std::chrono::nanoseconds> read_duration(const json::Node& node);
/// "3GiB"; 0 is nothing.
[[nodiscard]] Result<Bytes> read_size(const json::Node& node);
/// "5%" or 0.05.
[[nodiscard]] Result<Fraction> read_share(const json::Node& node);
/// A whole or decimal number above zero, as a number or as a text.
[[nodiscard]] Result<Rational> read_positive(const json::Node& node);
/// "0-2,5".
[[nodiscard]] Result<CpuSet> read_cpus(const json::Node& node);
/// A name that is also a file name: letters, digits, "-", "_", "." and not first a ".", 1 to 80 bytes.
[[nodiscard]] Result<std::string> read_name(const json::Node& node);
/// A table of texts. `key_limit` bytes a name; no line breaks and no NUL in names and values.
[[nodiscard]] Result<Pairs> read_pairs(const json::Node& node);
[[nodiscard]] Result<std::vector<std::string>> read_texts(const json::Node& node);
/// method, path, headers, body of a table that may hold more.
[[nodiscard]] Result<Request> read_request(const json::Node& node, const Request& otherwise);

/// Where the key is present, its value read by `read` goes into `into`.
template <class T, class Read>
[[nodiscard]] Result<void> take(const json::Node& table, std::string_view key, T& into, Read read) {
  const auto node = table.maybe(key);
  if (!node) return {};
  auto value = read(*node);
  if (!value) return fail(std::move(value).error());
  into = std::move(*value);
  return {};
}

}  // namespace vpsfit::lab
