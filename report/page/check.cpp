// SPDX-License-Identifier: MIT
#include "report/page/check.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "files/sha256.hpp"
#include "report/page/folder.hpp"

namespace vpsfit::report {
namespace {

std::string shown(const json::Value* value) {
  return value == nullptr ? "nothing" : printable(json::dump(*value, -1), 120);
}

std::optional<Difference> differing(const std::string& pointer, const json::Value* published,
                                    const json::Value* computed) {
  const auto here = [&] { return Difference{pointer.empty() ? "/" : pointer, shown(published), shown(computed)}; };
  if (published == nullptr || computed == nullptr || published->kind() != computed->kind()) return here();
  switch (published->kind()) {
    case json::Value::Kind::null:
      return std::nullopt;
    case json::Value::Kind::boolean:
      return published->truth() == computed->truth() ? std::nullopt : std::optional(here());
    case json::Value::Kind::number:
    case json::Value::Kind::string:
      return published->text() == computed->text() ? std::nullopt : std::optional(here());
    case json::Value::Kind::array: {
      const auto& left = published->items();
      const auto& right = computed->items();
      for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i)
        if (auto found = differing(fmt::format("{}/{}", pointer, i), i < left.size() ? &left[i] : nullptr,
                                   i < right.size() ? &right[i] : nullptr))
          return found;
      return std::nullopt;
    }
    case json::Value::Kind::object:
      break;
  }
  for (const auto& [key, value] : published->members())
    if (auto found = differing(fmt::format("{}/{}", pointer, printable(key, 80)), &value, computed->find(key)))
      return found;
  for (const auto& [key, value] : computed->members())
    if (published->find(key) == nullptr)
      return differing(fmt::format("{}/{}", pointer, printable(key, 80)), nullptr, &value);
  return std::nullopt;
}

}  // namespace

const NamedFile* find_file(const std::vector<NamedFile>& files, std::string_view path) {
  const auto found = std::find_if(files.begin(), files.end(), [&](const NamedFile& file) { return file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

Result<void> check_sums(const std::vector<NamedFile>& files, const std::string& place) {
  const NamedFile* const sums = find_file(files, "SHA256SUMS");
  if (sums == nullptr)
    return fail(ErrorKind::input, "there is no SHA256SUMS", place, "give what 'vpsfit report' wrote");
  VPSFIT_TRY(const auto lines, parse_sums(sums->bytes, place + "/SHA256SUMS"));
  for (const auto& line : lines) {
    const NamedFile* const file = find_file(files, line.path);
    if (file == nullptr)
      return fail(ErrorKind::refused, fmt::format("'{}' is missing", line.path), place, "fetch the report again");
    const std::string found = files::sha256(file->bytes);
    if (found != line.sha256)
      return fail(ErrorKind::refused, fmt::format("'{}' was changed: its SHA-256 is {}", line.path, found), place,
                  fmt::format("SHA256SUMS says {}", line.sha256));
  }
  for (const auto& file : files)
    if (file.path != "SHA256SUMS" &&
        std::none_of(lines.begin(), lines.end(), [&](const SumLine& line) { return line.path == file.path; }))
      return fail(ErrorKind::refused, fmt::format("'{}' is not named by SHA256SUMS", file.path), place,
                  "somebody added it");
  return {};
}

json::Value in_common(const json::Value& value, const json::Value& other) {
  if (value.kind() != other.kind()) return value;
  if (value.kind() == json::Value::Kind::array) {
    json::Value result = json::Value::array();
    const auto& items = value.items();
    for (std::size_t i = 0; i < items.size(); ++i)
      result.push(i < other.items().size() ? in_common(items[i], other.items()[i]) : items[i]);
    return result;
  }
  if (value.kind() != json::Value::Kind::object) return value;
  json::Value result = json::Value::object();
  for (const auto& [key, member] : value.members())
    if (const json::Value* const there = other.find(key)) result.set(key, in_common(member, *there));
  return result;
}

std::optional<Difference> first_difference(const json::Value& published, const json::Value& computed) {
  return differing({}, &published, &computed);
}

}  // namespace vpsfit::report
