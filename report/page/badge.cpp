// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "report/page/context.hpp"
#include "report/page/data_files.hpp"
#include "report/page/plot_parts.hpp"

namespace vpsfit::report {
namespace {

constexpr double cell_width = 6.6;  // of the badge's font, a little more than the mean
constexpr double padding = 8;

double width_of(std::string_view text) { return cell_width * static_cast<double>(display_width(text)) + 2 * padding; }

}  // namespace

Badge badge(const Document& document) {
  const Context context{document, Language::en};
  std::vector<const SavingsView*> savings;
  for (const auto& subject : document.forecast.subjects)
    if (subject.savings) savings.push_back(&*subject.savings);
  const std::string label = context.say(Message::badge_label);
  if (savings.empty()) {
    const auto& subjects = document.forecast.subjects;
    const bool any_plan =
        std::any_of(subjects.begin(), subjects.end(), [](const auto& s) { return s.plan.has_value(); });
    return {label, context.say(any_plan ? Message::not_stated : Message::badge_no_plan), "lightgrey"};
  }
  const auto exact = [](const SavingsView* s) { return parse_decimal(s->annual_exact).value_or(Rational()); };
  const auto [low, high] = std::minmax_element(savings.begin(), savings.end(),
                                               [&](const auto* a, const auto* b) { return exact(a) < exact(b); });
  const std::string least = context.money((*low)->annual);
  const std::string most = context.money((*high)->annual);
  const std::string message =
      least == most ? most : context.say(Message::badge_range, {{"low", least}, {"high", most}});
  return {label, message, exact(*low).is_negative() ? "orange" : "brightgreen"};
}

json::Value badge_json(const Badge& badge) {
  return json::Value::object({{"schemaVersion", 1},
                              {"label", badge.label},
                              {"message", badge.message},
                              {"color", badge.color},
                              {"cacheSeconds", 3600}});
}

std::string badge_svg(const Badge& badge) {
  const double left = width_of(badge.label);
  const double right = width_of(badge.message);
  const std::string title = badge.label + ": " + badge.message;
  const std::string_view fill = badge.color == "brightgreen" ? "#2d6a2e"
                                : badge.color == "orange"    ? "#a34a00"
                                                             : "#5b616a";
  Markup out;
  out.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                   {"role", "img"},
                   {"width", coordinate(left + right)},
                   {"height", "20"},
                   {"viewBox", fmt::format("0 0 {} 20", coordinate(left + right))},
                   {"aria-label", title}});
  out.leaf("title", title);
  out.empty("rect", {{"width", coordinate(left + right)}, {"height", "20"}, {"rx", "3"}, {"fill", "#3b4046"}});
  out.empty("rect",
            {{"x", coordinate(left)}, {"width", coordinate(right)}, {"height", "20"}, {"rx", "3"}, {"fill", fill}});
  out.empty("rect", {{"x", coordinate(left)}, {"width", "4"}, {"height", "20"}, {"fill", fill}});
  out.open("g", {{"fill", "#fff"},
                 {"font-family", "Verdana,DejaVu Sans,sans-serif"},
                 {"font-size", "11"},
                 {"text-anchor", "middle"}});
  out.leaf("text", badge.label,
           {{"x", coordinate(left / 2)}, {"y", "14"}, {"textLength", coordinate(left - 2 * padding)}});
  out.leaf("text", badge.message,
           {{"x", coordinate(left + right / 2)}, {"y", "14"}, {"textLength", coordinate(right - 2 * padding)}});
  return out.close().close().str() + "\n";
}

}  // namespace vpsfit::report
