// SPDX-License-Identifier: MIT
#include "report/filters.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace vpsfit::report {

using json::Value;

Value filters_json(const forecast::Filters& filters) {
  Value object = Value::object();
  for (const auto& filter : forecast::set_filters(filters)) {
    if (filter.values.empty()) {
      object.set(filter.name, true);
    } else if (filter.name == "verified_within_days") {
      object.set(filter.name, Value::number(filter.values.front()));
    } else if (filter.name == "arch" || filter.name == "tax") {
      object.set(filter.name, filter.values.front());
    } else {
      Value list = Value::array();
      for (const auto& value : filter.values) list.push(value);
      object.set(filter.name, std::move(list));
    }
  }
  return object;
}

Result<forecast::Filters> read_filters(const json::Node& node) {
  if (node.value().kind() != Value::Kind::object) return node.wrong("the filters are no object");
  std::vector<forecast::SetFilter> set;
  for (const auto& [name, value] : node.value().members()) {
    forecast::SetFilter filter{name, {}};
    if (value.kind() == Value::Kind::array) {
      for (const auto& item : value.items()) {
        if (item.kind() != Value::Kind::string) return node.wrong("a filter's values are strings");
        filter.values.push_back(item.text());
      }
      if (filter.values.empty()) return node.wrong("a filter without a value holds for no plan");
    } else if (value.kind() == Value::Kind::string || value.kind() == Value::Kind::number) {
      filter.values.push_back(value.text());
    } else if (value.kind() != Value::Kind::boolean || !value.truth()) {
      return node.wrong(fmt::format("the filter '{}' is neither true nor a value", printable(name, 60)));
    }
    set.push_back(std::move(filter));
  }
  auto filters = forecast::filters_of(set);
  if (!filters) return fail(std::move(filters).error().in(node.place()));
  return filters;
}

std::string filters_text(const forecast::Filters& filters) {
  std::string text;
  for (const auto& filter : forecast::set_filters(filters)) {
    if (!text.empty()) text += "; ";
    text += filter.name;
    if (!filter.values.empty()) text += fmt::format(" {}", fmt::join(filter.values, " or "));
  }
  return text;
}

}  // namespace vpsfit::report
