// SPDX-License-Identifier: MIT
#include "recording/fields.hpp"

namespace vpsfit::recording {
namespace {

/// The names that `each` gives of a row's figures.
template <class Row, class Each>
std::string listed(std::string_view prefix, Each each) {
  std::string list;
  const Row row;
  each(row, [&](std::string_view name, const auto&) {
    if (!list.empty()) list += ", ";
    list += prefix;
    list += name;
  });
  return list;
}

}  // namespace

std::string reading_columns(std::string_view prefix) {
  return listed<Reading>(prefix, [](const auto& row, auto f) { each_reading_field(row, f); });
}

std::string detail_columns(std::string_view prefix) {
  return listed<Detail>(prefix, [](const auto& row, auto f) { each_detail_field(row, f); });
}

std::string statistic_columns() {
  return listed<Reading>({}, [](const auto& row, auto f) { each_statistic_field(row, f); });
}

std::string slow_statistic_columns() {
  return listed<Detail>({}, [](const auto& row, auto f) { each_slow_statistic_field(row, f); });
}

std::string minute_columns() {
  return "first_number, first_ns, samples, longest_gap_ns, went_back, " +
         listed<Minute>({}, [](const auto& row, auto f) { each_minute_field(row, f); });
}

std::string context_columns(std::string_view prefix) {
  return listed<Context>(prefix, [](const auto& row, auto f) { each_context_field(row, f); });
}

}  // namespace vpsfit::recording
