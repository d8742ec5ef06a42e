// SPDX-License-Identifier: MIT
#include "report/page/site.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "files/sha256.hpp"
#include "report/page/data_files.hpp"
#include "report/page/made_at.hpp"
#include "report/page/page.hpp"
#include "report/page/plot.hpp"

namespace vpsfit::report {
namespace {

/// Plots over time that take more than this together become files of their own, so that a page stays light.
constexpr std::size_t most_inline_plots = 60'000;

json::Value manifest(const Document& document, const Material& material) {
  using json::Value;
  Value files = Value::array();
  for (const auto& input : material.inputs)
    files.push(Value::object({{"path", input.file.path},
                              {"role", input.role},
                              {"named", input.named.empty() ? Value() : Value(input.named)},
                              {"input_sha256", input.input_sha256.empty() ? Value() : Value(input.input_sha256)},
                              {"sha256", files::sha256(input.file.bytes)}}));
  return Value::object({{"schema", "urn:vpsfit:schema:bundle:1"},
                        {"schema_version", "1.0"},
                        {"made_at", vpsfit::to_text(made_at(document))},
                        {"redaction", to_text(material.redaction)},
                        {"files", std::move(files)}});
}

Result<std::string> bundle(const Document& document, const Material& material, const std::string& csv) {
  std::vector<NamedFile> content{{"forecast.json", material.forecast_bytes},
                                 {"measurements.csv", csv},
                                 {"environment.json", json_text(environment(document))},
                                 {"manifest.json", json_text(manifest(document, material))}};
  for (const auto& input : material.inputs) content.push_back(input.file);
  content.push_back({"SHA256SUMS", sums_of(content)});
  return pack_zip(content, made_at(document));
}

LinkedFile linked(const NamedFile& file) { return {file.path, file.bytes.size(), files::sha256(file.bytes)}; }

/// The plots of all runs; as files where they would make the page heavy.
std::vector<NamedFile> plots_apart(const Context& context) {
  std::vector<NamedFile> files;
  std::size_t total = 0;
  const auto& runs = context.document.runs;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Markup plot = plot_time(context, "t", runs[i]);
    total += plot.size();
    files.push_back({fmt::format("plots/{:03}.svg", i + 1), standalone(plot)});
  }
  if (total <= most_inline_plots) files.clear();
  return files;
}

}  // namespace

std::string_view to_text(Redaction redaction) {
  return redaction == Redaction::none ? "none" : redaction == Redaction::strict ? "strict" : "standard";
}

Result<Redaction> parse_redaction(std::string_view text) {
  for (const Redaction level : {Redaction::none, Redaction::standard, Redaction::strict})
    if (text == to_text(level)) return level;
  return fail(ErrorKind::input, fmt::format("there is no redaction level '{}'", printable(text, 40)), "--redact",
              "levels are: none, standard, strict");
}

std::string sums_of(const std::vector<NamedFile>& files) {
  std::vector<std::string> lines;
  std::vector<const NamedFile*> sorted;
  for (const auto& file : files) sorted.push_back(&file);
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->path < b->path; });
  std::string text;
  for (const auto* file : sorted) text += fmt::format("{}  {}\n", files::sha256(file->bytes), file->path);
  return text;
}

Result<std::vector<NamedFile>> build_site(const Document& document, const Material& material,
                                          const std::vector<Language>& languages) {
  const Document shown = displayed(document);
  std::vector<NamedFile> site;
  site.push_back({"forecast.json", material.forecast_bytes});
  site.push_back({"measurements.csv", measurements(shown)});
  site.push_back({"metrics.txt", open_metrics(shown)});
  VPSFIT_TRY(auto packed, bundle(document, material, site[1].bytes));
  site.push_back({"bundle.zip", std::move(packed)});
  const Badge said = badge(shown);
  site.push_back({"badge.svg", badge_svg(said)});
  site.push_back({"badge.json", json_text(badge_json(said))});

  PageLinks links{languages, {}, {}};
  for (const auto& file : site) links.files.push_back(linked(file));
  site.push_back({"summary.json", json_text(summary(document, languages, links.files))});
  links.files.push_back(linked(site.back()));

  site.push_back({"index.html", chooser(shown, languages)});
  for (const Language language : languages) {
    const std::string folder = std::string(tag(language)) + "/";
    links.plots.clear();
    for (auto& plot : plots_apart(Context{shown, language})) {
      links.plots.push_back(plot.path);
      site.push_back({folder + plot.path, std::move(plot.bytes)});
    }
    site.push_back({folder + "index.html", page(shown, language, links)});
    site.push_back({folder + "report.md", markdown(shown, language)});
  }
  site.push_back({"SHA256SUMS", sums_of(site)});
  return site;
}

}  // namespace vpsfit::report
