// SPDX-License-Identifier: MIT
#include "lab/check_experiment.hpp"

#include <fmt/format.h>
#include <set>

#include "core/text.hpp"

namespace vpsfit::lab {
namespace {

using json::Node;

/// The names of a list, each once, at least one where `needed`.
template <class T>
Result<std::vector<std::string>> names_of(const Node& root, std::string_view key, const std::vector<T>& list,
                                          bool needed) {
  std::vector<std::string> names;
  if (list.empty() && needed)
    return root.wrong(fmt::format("the experiment has no {}", key), fmt::format("add a table [[{}]]", key));
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < list.size(); ++i) {
    names.push_back(list[i].name);
    if (seen.insert(list[i].name).second) continue;
    VPSFIT_TRY(const Node all, root.at(key));
    VPSFIT_TRY(const auto items, all.items());
    VPSFIT_TRY(const Node name, items[i].at("name"));
    return name.wrong(fmt::format("the {} \"{}\" is there twice", key, list[i].name), "give each a name of its own");
  }
  return names;
}

Result<void> check_known(const Node& node, const std::string& name, const std::vector<std::string>& known,
                         std::string_view what) {
  for (const auto& one : known)
    if (one == name) return {};
  const auto near = near_name(name, known);
  return node.wrong(
      fmt::format("there is no {} \"{}\"", what, printable(name, 60)),
      near ? fmt::format("did you mean \"{}\"?", *near) : fmt::format("there are: {}", fmt::join(known, ", ")));
}

Result<void> check_warm_up(const Experiment& experiment, const Node& root, const std::vector<std::string>& loads) {
  const auto warmup = root.maybe("warmup");
  if (!warmup) return {};
  const auto& rule = experiment.warmup;
  VPSFIT_TRY(const Node load, warmup->at("load"));
  VPSFIT_CHECK(check_known(load, rule.load, loads, "load"));
  if (experiment.load(rule.load)->mode == LoadMode::requests)
    return load.wrong("a warm-up needs a load that lasts as long as its window",
                      "name a saturated load or one with a rate");
  if (rule.cv_max.value().is_zero()) return warmup->wrong("no server keeps a coefficient of variation of 0");
  nanoseconds longest = rule.min;
  for (const auto& subject : experiment.subjects) longest = std::max(longest, subject.warmup_min.value_or(rule.min));
  if (rule.max < longest || rule.max < rule.window * rule.windows)
    return warmup->wrong("the warm-up may not last as long as it must",
                         "raise max, or lower min, warmup_min or windows");
  return {};
}

Result<void> check_only(const Experiment& experiment, const Node& root, const std::vector<std::string>& subjects) {
  if (experiment.loads.empty()) return {};
  VPSFIT_TRY(const Node list, root.at("load"));
  VPSFIT_TRY(const auto items, list.items());
  for (const auto& item : items) {
    const auto only = item.maybe("only");
    if (!only) continue;
    VPSFIT_TRY(const auto names, only->items());
    if (names.empty()) return only->wrong("a load for no subject is never run", "leave it out, or name subjects");
    for (const auto& name : names) VPSFIT_CHECK(check_known(name, name.value().text(), subjects, "subject"));
  }
  return {};
}

}  // namespace

Result<void> check_experiment(const Experiment& experiment, const Node& root) {
  VPSFIT_TRY(const auto subjects, names_of(root, "subject", experiment.subjects, true));
  VPSFIT_TRY(const auto loads, names_of(root, "load", experiment.loads, true));
  VPSFIT_CHECK(names_of(root, "contract", experiment.contract, false));
  if (!experiment.forecast_load.empty()) {
    VPSFIT_TRY(const Node forecast, root.at("forecast"));
    VPSFIT_TRY(const Node load, forecast.at("load"));
    VPSFIT_CHECK(check_known(load, experiment.forecast_load, loads, "load"));
  }
  VPSFIT_CHECK(check_only(experiment, root, subjects));
  return check_warm_up(experiment, root, loads);
}

}  // namespace vpsfit::lab
