// SPDX-License-Identifier: MIT
#include "report/explain_words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "report/text_table.hpp"

namespace vpsfit::report {
namespace {

using json::Value;

std::string list_item(std::string_view text) { return wrap(text, "  "); }

std::string name_of(const Value& plan) { return shown(plan, "vendor") + "/" + shown(plan, "id"); }

/// " 2 vCPU", " 865263616 bytes of memory": what a plan is short of.
std::string lacks(const Value& plan) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kinds{
      {{"short_vcpus", "vCPU"},
       {"short_memory_bytes", "bytes of memory"},
       {"short_sustained_cores", "cores that may be used all the time"},
       {"short_disk_bytes", "bytes of disk"}}};
  std::vector<std::string> parts;
  for (const auto& [key, what] : kinds)
    if (!part(plan, key).is_null()) parts.push_back(fmt::format("{} {}", shown(plan, key), what));
  if (parts.empty()) return shown(plan, plan.find("excluded") != nullptr ? "excluded" : "code");
  return fmt::format("lacks {}", fmt::join(parts, " and "));
}

}  // namespace

const Value& part(const Value& object, std::string_view key) {
  static const Value none;
  const Value* const found = object.kind() == Value::Kind::object ? object.find(key) : nullptr;
  return found == nullptr ? none : *found;
}

std::string shown(const Value& object, std::string_view key) {
  const Value& value = part(object, key);
  switch (value.kind()) {
    case Value::Kind::string:
    case Value::Kind::number:
      return printable(value.text(), 400);
    case Value::Kind::boolean:
      return value.truth() ? "yes" : "no";
    default:
      return "-";
  }
}

std::string money_of(const Value& object, std::string_view key) {
  const Value& money = part(object, key);
  return money.is_null() ? "-" : shown(money, "amount") + " " + shown(money, "currency");
}

const std::vector<Value>& items_of(const Value& object, std::string_view key) {
  static const std::vector<Value> none;
  const Value& list = part(object, key);
  return list.kind() == Value::Kind::array ? list.items() : none;
}

bool ends(std::string_view fraction, std::string_view decimal) {
  const auto slash = fraction.find('/');
  if (slash == std::string_view::npos) return true;
  const auto above = parse_decimal(fraction.substr(0, slash));
  const auto below = parse_decimal(fraction.substr(slash + 1));
  const auto value = parse_decimal(decimal);
  return above && below && value && !below->is_zero() && *value * *below == *above;
}

std::string alternative_text(const Value& way) {
  const std::string kind = shown(way, "kind");
  const std::string plan = shown(way, "plan");
  std::string fee = money_of(way, "annual_fee_converted") + " a year";
  if (!part(way, "monthly_fee").is_null()) fee += fmt::format(" ({} by the month)", money_of(way, "monthly_fee"));
  if (kind == "several_servers")
    return fmt::format("{} servers of {}, {}: if the load can be split evenly, each a whole copy",
                       shown(way, "servers"), plan, fee);
  if (kind == "other_region") return fmt::format("{} at {}: if another region will do", plan, fee);
  if (kind == "other_vendor") return fmt::format("{} at {}: if another vendor will do", plan, fee);
  if (kind == "less_headroom")
    return fmt::format("{} at {}: if a headroom of {} is enough", plan, fee, shown(way, "cpu_headroom_max"));
  if (kind == "less_cpu")
    return fmt::format("{} at {}: if the service used {} of the CPU that it used", plan, fee,
                       shown(way, "cpu_factor_max"));
  if (kind == "lower_rate")
    return fmt::format("{} at {}: if {} requests a second are enough, by the runs at several rates", plan, fee,
                       shown(way, "request_rate_per_s_max"));
  return fmt::format("{}: if it could be chosen ({})", plan, shown(way, "excluded"));
}

std::string headline(const Value& document, const Value& subject) {
  const Value& plan = part(subject, "plan");
  const std::string status = shown(subject, "status");
  std::string text =
      fmt::format("{} on {}: {}", shown(subject, "subject"), shown(document, "as_of"),
                  plan.is_null()        ? status == "no_fit" ? "no plan fits" : "refused"
                  : status == "refused" ? "no saving is computed"
                                        : name_of(plan) + " at " + money_of(plan, "annual_fee") + " a year");
  const Value& savings = part(subject, "savings");
  const std::string against = shown(document, part(document, "baseline").is_null() ? "against" : "baseline");
  if (!savings.is_null()) text += fmt::format("; {} saves {} a year against it", against, money_of(savings, "annual"));
  return text;
}

std::string step_title(const Value& step) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> titles{
      {{"cpu_cores", "CPU used"},
       {"core_performance", "What a core of the server does, measured"},
       {"vcpus", "vCPU needed"},
       {"memory", "Memory needed"},
       {"annual_fee", "What the plan costs a year"},
       {"rate", "The rate"},
       {"annual_saving", "Saved a year"},
       {"monthly_saving", "Saved a month"}}};
  const std::string id = shown(step, "step");
  const auto found = std::find_if(titles.begin(), titles.end(), [&](const auto& title) { return title.first == id; });
  return found == titles.end() ? id : std::string(found->second);
}

std::string plan_text(const Value& subject) {
  const Value& plan = part(subject, "plan");
  if (plan.is_null()) return {};
  const Value& need = part(subject, "need");
  std::string text =
      list_item(fmt::format("{} has {} vCPU and {} bytes; needed are {} and {}", name_of(plan), shown(plan, "vcpus"),
                            shown(plan, "memory_bytes"), shown(need, "vcpus"), shown(need, "memory_bytes")));
  std::vector<std::string> binding;
  for (const auto& code : items_of(part(subject, "proof"), "binding")) binding.push_back(printable(code.text(), 40));
  text += list_item(binding.empty() ? "nothing kept a cheaper plan out: it is the first of all"
                                    : fmt::format("kept from a cheaper plan by: {}", fmt::join(binding, ", ")));
  std::vector<std::string> ties;
  for (const auto& tie : items_of(subject, "ties")) ties.push_back(name_of(tie));
  if (!ties.empty()) text += list_item(fmt::format("at the same fee: {}", fmt::join(ties, ", ")));
  return "Plan\n" + text + "\n";
}

std::string refused_text(const Value& subject) {
  constexpr std::size_t most = 12;
  const auto& plans = items_of(subject, "rejected_cheaper");
  if (plans.empty()) return {};
  std::string text;
  for (std::size_t i = 0; i < std::min(plans.size(), most); ++i)
    text +=
        list_item(fmt::format("{} at {}: {}", name_of(plans[i]), money_of(plans[i], "annual_fee"), lacks(plans[i])));
  if (plans.size() > most) text += list_item(fmt::format("and {} more: see --json", plans.size() - most));
  return "Cheaper plans refused\n" + text + "\n";
}

std::string no_fit_text(const Value& subject) {
  std::string text;
  for (const auto& miss : items_of(subject, "nearest_misses"))
    text += list_item(fmt::format("{}: {}", name_of(miss), lacks(miss)));
  if (!text.empty()) text = "No plan fits; the nearest ones\n" + text + "\n";
  std::string ways;
  for (const auto& way : items_of(subject, "alternatives")) ways += list_item(alternative_text(way));
  return ways.empty() ? text : text + "What could be done, if what is said behind it holds\n" + ways + "\n";
}

std::string holds_text(const Value& document, const Value& subject) {
  const Value& limits = part(subject, "break_even");
  if (limits.is_null()) return {};
  const Value& assumed = part(document, "assumptions");
  std::string text = fmt::format(
      "{} holds while a core of the server does at least {} of one here ({} {}), the headroom is at most {} "
      "(assumed {}), CPU grows at most {} times and memory at most {} times: {}.",
      name_of(part(subject, "plan")), shown(limits, "core_performance_min"),
      part(document, "calibration").is_null() ? "assumed" : "measured", shown(assumed, "core_performance"),
      shown(limits, "cpu_headroom_max"), shown(assumed, "cpu_headroom"), shown(limits, "cpu_growth_max"),
      shown(limits, "memory_growth_max"), shown(subject, "robustness"));
  text = list_item(text);
  text += list_item(fmt::format(
      "{} of every vCPU is needed all the time; the vendor publishes {}", shown(limits, "sustained_cpu_share_needed"),
      part(part(subject, "plan"), "baseline_share").is_null() ? "nothing about it"
                                                              : shown(part(subject, "plan"), "baseline_share")));
  return "How far it holds, one thing moved at a time\n" + text + "\n";
}

std::string uncertainty_text(const Value& subject) {
  const Value& unsure = part(subject, "uncertainty");
  if (unsure.is_null()) return {};
  const Value& runs = part(unsure, "runs");
  std::string text =
      list_item(fmt::format("runs: {} to {} cores", shown(runs, "cpu_cores_lowest"), shown(runs, "cpu_cores_highest")));
  if (const Value& bound = part(runs, "at_bound"); !bound.is_null())
    text += list_item(fmt::format("one more run stays under {} cores with 95 %: {} vCPU, {}",
                                  shown(runs, "cpu_cores_bound_95"), shown(bound, "vcpus"), shown(bound, "plan")));
  for (const auto& moved : items_of(unsure, "assumptions")) {
    const Value& low = part(moved, "at_low");
    const Value& high = part(moved, "at_high");
    text += list_item(fmt::format("{} {}: {}, saving {}; {}: {}, saving {}", shown(moved, "assumption"),
                                  shown(moved, "low"), shown(low, "plan"), money_of(low, "annual_saving"),
                                  shown(moved, "high"), shown(high, "plan"), money_of(high, "annual_saving")));
  }
  const Value& price = part(unsure, "price");
  if (!part(price, "renewal_known").is_null()) {
    const Value& later = part(price, "annual_fee_after_first_term");
    text += list_item(!later.is_null() ? "price: after the first term " + money_of(price, "annual_fee_after_first_term")
                      : part(price, "renewal_known").truth() ? "price: stays the same after the first term"
                                                             : "price: unknown after the first term");
  }
  if (const Value& rate = part(unsure, "rate"); !rate.is_null())
    text += list_item(fmt::format("rate: the digits that are published leave a saving of {} to {}",
                                  money_of(rate, "annual_saving_low"), money_of(rate, "annual_saving_high")));
  return "What is uncertain, a source at a time\n" + text + "\n";
}

std::string remarks_text(const Value& subject) {
  std::string text;
  for (const auto& notice : items_of(subject, "notices")) text += wrap(shown(notice, "text"), "- ");
  return text.empty() ? text : "Notices\n" + text;
}

}  // namespace vpsfit::report
