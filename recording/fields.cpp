// SPDX-License-Identifier: MIT
#include "recording/fields.hpp"

namespace vpsfit::recording {
namespace {

void add_name(std::string& list, std::string_view prefix, std::string_view name) {
  if (!list.empty()) list += ", ";
  list += prefix;
  list += name;
}

}  // namespace

std::string reading_columns(std::string_view prefix) {
  std::string list;
  const Reading reading;
  each_reading_field(reading, [&](std::string_view name, const auto&) { add_name(list, prefix, name); });
  return list;
}

std::string detail_columns(std::string_view prefix) {
  std::string list;
  const Detail detail;
  each_detail_field(detail, [&](std::string_view name, const auto&) { add_name(list, prefix, name); });
  return list;
}

std::string minute_columns() {
  std::string list = "first_number, first_ns, samples, longest_gap_ns, went_back";
  const Minute minute;
  each_minute_field(minute, [&](std::string_view name, const auto&) { add_name(list, {}, name); });
  return list;
}

std::string context_columns(std::string_view prefix) {
  std::string list;
  const Context context;
  each_context_field(context, [&](std::string_view name, const auto&) { add_name(list, prefix, name); });
  return list;
}

}  // namespace vpsfit::recording
