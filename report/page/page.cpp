// SPDX-License-Identifier: MIT
#include "report/page/page.hpp"

#include <array>
#include <fmt/format.h>

#include "report/page/made_at.hpp"
#include "report/page/page_head.hpp"
#include "report/page/style.hpp"

namespace vpsfit::report {
namespace {

/// A section with what the table of contents calls it.
struct Entry {
  std::string_view id;
  Message heading;
  Markup content;
};

std::string policy() {
  return fmt::format("default-src 'none'; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
                     page_style_hash());
}

/// The day that the report bears.
std::string made_on(const Context& context) {
  return context.figures.date(date::floor<date::days>(made_at(context.document)));
}

/// The <head>. `up` leads from the page to the folder of the report.
void put_head(Markup& out, std::string_view title, const std::vector<Language>& languages, std::string_view up) {
  out.open("head");
  put_head_of_any_page(out, title);
  for (const Language language : languages)
    out.empty("link", {{"rel", "alternate"},
                       {"hreflang", tag(language)},
                       {"href", fmt::format("{}{}/index.html", up, tag(language))}});
  out.empty("link", {{"rel", "alternate"}, {"hreflang", "x-default"}, {"href", fmt::format("{}index.html", up)}});
  out.close();
}

void put_languages(Markup& out, const std::vector<Language>& languages, std::optional<Language> current,
                   std::string_view label, std::string_view up) {
  out.open("nav", {{"aria-label", label}}).open("ul");
  for (const Language language : languages) {
    out.open("li");
    const std::string target = fmt::format("{}{}/index.html", up, tag(language));
    if (language == current) {
      out.leaf("a", own_name(language), {{"href", target}, {"lang", tag(language)}, {"aria-current", "page"}});
    } else {
      out.leaf("a", own_name(language), {{"href", target}, {"lang", tag(language)}, {"hreflang", tag(language)}});
    }
    out.close();
  }
  out.close().close();
}

void put_header(const Context& context, Markup& out, const PageLinks& links, const std::vector<Entry>& entries) {
  const ForecastView& forecast = context.document.forecast;
  out.open("header");
  put_languages(out, links.languages, context.language, context.say(Message::languages), "../");
  out.leaf("h1", context.title()).open("ul", {{"class", "facts"}});
  out.leaf("li", context.say(Message::as_of, {{"date", context.figures.date(forecast.as_of)}}));
  if (const auto& reference = forecast.reference())
    out.leaf("li", context.say(Message::compared_with, {{"baseline", *reference}}));
  out.leaf("li", context.say(Message::amounts_in, {{"currency", forecast.currency}})).close();
  out.open("nav", {{"aria-label", context.say(Message::contents)}}).open("ul");
  for (const auto& entry : entries) {
    if (entry.content.is_empty()) continue;
    out.open("li").leaf("a", context.say(entry.heading), {{"href", "#" + std::string(entry.id)}}).close();
  }
  out.close().close().close();
}

}  // namespace

void put_head_of_any_page(Markup& out, std::string_view title) {
  out.empty("meta", {{"charset", "utf-8"}});
  out.empty("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy()}});
  out.empty("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  out.empty("meta", {{"name", "referrer"}, {"content", "no-referrer"}});
  out.leaf("title", title).open("style").literal(page_style()).close();
}

std::string page(const Document& document, Language language, const PageLinks& links) {
  const Context context{document, language};
  const std::vector<Entry> entries{
      {"compared", Message::compared_heading, compared_section(context)},
      {"throughput", Message::load_results_heading, load_results_section(context)},
      {"measured", Message::measured_heading, measured_section(context, links)},
      {"forecast", Message::forecast_heading, forecast_section(context)},
      {"assumptions", Message::assumptions_heading, assumptions_section(context)},
      {"sensitivity", Message::sensitivity_heading, sensitivity_section(context)},
      {"not-chosen", Message::passed_heading, passed_section(context)},
      {"not-included", Message::not_included_heading, not_included_section(context)},
      {"remarks", Message::remarks_heading, remarks_section(context)},
      {"environment", Message::environment_heading, environment_section(context)},
      {"versions", Message::versions_heading, versions_section(context)},
      {"reading", Message::read_heading, reading_section(context)},
      {"data", Message::data_heading, data_section(context, links)},
  };
  Markup out;
  out.literal("<!doctype html>\n").open("html", {{"lang", tag(language)}});
  put_head(out, context.title(), links.languages, "../");
  out.open("body", {{"lang", tag(language)}});
  put_header(context, out, links, entries);
  out.open("main");
  for (const auto& entry : entries) out.add(entry.content);
  out.close().open("footer");
  out.leaf("p", context.say(Message::footer, {{"tool", document.tool}, {"date", made_on(context)}})).close();
  out.close().close().literal("\n");
  return out.str();
}

std::string chooser(const Document& document, const std::vector<Language>& languages) {
  const Language first = languages.front();
  const Context context{document, first};
  Markup out;
  out.literal("<!doctype html>\n").open("html", {{"lang", tag(first)}});
  put_head(out, context.title(), languages, "");
  out.open("body", {{"lang", tag(first)}}).open("main").leaf("h1", context.title());
  for (const Language language : languages)
    out.leaf("p", text(language, Message::choose_language), {{"lang", tag(language)}});
  put_languages(out, languages, std::nullopt, context.say(Message::languages), "");
  out.close().close().close().literal("\n");
  return out.str();
}

}  // namespace vpsfit::report
