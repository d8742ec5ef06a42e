// SPDX-License-Identifier: MIT
#include "report/page/reports_index.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "json/node.hpp"
#include "json/parse.hpp"
#include "report/page/figures.hpp"
#include "report/page/forecast_view.hpp"
#include "report/page/messages.hpp"
#include "report/page/page_head.hpp"

namespace vpsfit::report {
namespace {

constexpr std::string_view generator = "vpsfit index of reports";

/// A folder's name as part of a relative link.
std::string link_part(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("._-~").find(c) != std::string_view::npos;
    result += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

}  // namespace

Result<DatedReport> read_dated_report(std::string_view summary, const std::string& folder, Language language) {
  auto value = json::parse(summary);
  if (!value) return fail(std::move(value).error());
  const json::Node node(*value, folder + "/summary.json");
  VPSFIT_TRY(const auto schema, node.at("schema"));
  VPSFIT_CHECK(schema.one_of({"urn:vpsfit:schema:summary:1"}));
  DatedReport report{folder, {}, link_part(folder) + "/index.html", {}};
  VPSFIT_TRY(const auto title, node.at("title"));
  VPSFIT_TRY(report.title, title.text(longest_name));
  VPSFIT_TRY(const auto day, node.at("as_of"));
  VPSFIT_TRY(report.as_of, day.date());
  const auto labels = node.maybe("labels");
  const auto own = labels ? labels->maybe(tag(language)) : std::nullopt;
  if (own) {
    VPSFIT_TRY(const auto own_title, own->at("title"));
    VPSFIT_TRY(report.title, own_title.text(longest_name));
    report.link = fmt::format("{}/{}/index.html", link_part(folder), tag(language));
  }
  return report;
}

std::string reports_index(std::vector<DatedReport> reports, Language language) {
  std::sort(reports.begin(), reports.end(), [](const DatedReport& a, const DatedReport& b) {
    return a.as_of != b.as_of ? a.as_of > b.as_of : a.folder < b.folder;
  });
  const Figures figures(language);
  const std::string heading = text(language, Message::reports_heading);
  Markup out;
  out.literal("<!doctype html>\n").open("html", {{"lang", tag(language)}}).open("head");
  put_head_of_any_page(out, heading);
  out.empty("meta", {{"name", "generator"}, {"content", generator}}).close();
  out.open("body", {{"lang", tag(language)}}).open("main").leaf("h1", heading).open("ul", {{"class", "plain"}});
  for (const auto& report : reports) {
    out.open("li").leaf("a", report.title, {{"href", report.link}});
    out.leaf("p", text(language, Message::as_of, {{"date", figures.date(report.as_of)}})).close();
  }
  out.close().close().close().close().literal("\n");
  return out.str();
}

bool is_reports_index(std::string_view html) {
  return html.find(fmt::format("name=\"generator\" content=\"{}\"", generator)) != std::string_view::npos;
}

}  // namespace vpsfit::report
