// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"
#include "report/page/archive.hpp"

namespace vpsfit::report {

/// The file of this path; nullptr where there is none.
[[nodiscard]] const NamedFile* find_file(const std::vector<NamedFile>& files, std::string_view path);

/// Do the files have the hashes that their SHA256SUMS names? Fails: input (no list), refused (a file is missing or was
/// changed; the message names the first one with both hashes).
[[nodiscard]] Result<void> check_sums(const std::vector<NamedFile>& files, const std::string& place);

/// A place where two JSON values differ, with what stands at either side.
struct Difference {
  std::string pointer;
  std::string published;
  std::string computed;
};
/// The value without the members, at any depth, that `other` does not have: another version may say more, or less.
[[nodiscard]] json::Value in_common(const json::Value& value, const json::Value& other);
/// The first difference, in the order of `published`; nothing where they are equal. Numbers and texts are compared as
/// they are written.
[[nodiscard]] std::optional<Difference> first_difference(const json::Value& published, const json::Value& computed);

}  // namespace vpsfit::report
