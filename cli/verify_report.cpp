// SPDX-License-Identifier: MIT
#include "cli/verify_report.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "cli/load_reports.hpp"
#include "cli/rederive.hpp"
#include "cli/version.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "files/sha256.hpp"
#include "files/temporary_folder.hpp"
#include "json/parse.hpp"
#include "report/page/data_files.hpp"
#include "report/page/folder.hpp"
#include "report/page/made_at.hpp"
#include "report/page/site.hpp"

namespace vpsfit::cli {
namespace {

using report::NamedFile;

/// An opened bundle: its files on disk for a moment, its manifest, the document that it gives.
struct Bundle {
  files::TemporaryFolder folder;
  std::vector<NamedFile> files;
  std::vector<report::BundledInput> inputs;
  report::Redaction redaction = report::Redaction::standard;
  ForecastFile forecast;
  report::Document document;
};

Result<const NamedFile*> file_of(const std::vector<NamedFile>& files, std::string_view path, const std::string& place) {
  const NamedFile* const found = report::find_file(files, path);
  if (found == nullptr)
    return fail(ErrorKind::input, fmt::format("there is no {} in it", path), place, "give what 'vpsfit report' wrote");
  return found;
}

Result<std::string> text_or_empty(const json::Node& node, std::string_view key) {
  const auto member = node.maybe(key);
  return member ? member->text(report::longest_name) : std::string();
}

Result<void> read_manifest(Bundle& bundle, const std::string& place) {
  VPSFIT_TRY(const auto* const file, file_of(bundle.files, "manifest.json", place));
  auto value = json::parse(file->bytes);
  if (!value) return fail(std::move(value).error().in(place + "/manifest.json"));
  const json::Node manifest(*value, place + "/manifest.json");
  VPSFIT_TRY(const auto level, manifest.at("redaction"));
  VPSFIT_TRY(const auto name, level.text());
  VPSFIT_TRY(bundle.redaction, report::parse_redaction(name));
  VPSFIT_TRY(const auto moment, text_or_empty(manifest, "made_at"));
  if (!moment.empty()) {
    VPSFIT_TRY(bundle.document.made_at, report::parse_moment(moment));
  }
  VPSFIT_TRY(const auto list, manifest.at("files"));
  VPSFIT_TRY(const auto items, list.items());
  for (const auto& item : items) {
    report::BundledInput input;
    VPSFIT_TRY(const auto path, item.at("path"));
    VPSFIT_TRY(input.file.path, path.text());
    VPSFIT_TRY(const auto* const found, file_of(bundle.files, input.file.path, place));
    input.file.bytes = found->bytes;
    VPSFIT_TRY(const auto role, item.at("role"));
    VPSFIT_TRY(input.role, role.text());
    VPSFIT_TRY(input.named, text_or_empty(item, "named"));
    VPSFIT_TRY(input.input_sha256, text_or_empty(item, "input_sha256"));
    bundle.inputs.push_back(std::move(input));
  }
  return {};
}

/// An input that went in unchanged has the hash that the forecast says.
Result<void> check_inputs(const Bundle& bundle, const std::string& place) {
  for (const auto& input : bundle.inputs) {
    const std::string file = (bundle.folder.path() / input.file.path).string();
    const bool redacted = input.role == "recording" && bundle.redaction != report::Redaction::none;
    VPSFIT_TRY(const auto facts, look_at(file));
    if (!redacted && facts.sha256 != input.input_sha256)
      return fail(ErrorKind::refused, fmt::format("'{}' is not the input that it says it is", input.file.path), place);
    const auto& named = bundle.forecast.view.inputs;
    if (input.role != "scenario" &&
        std::none_of(named.begin(), named.end(), [&](const auto& n) { return n.sha256 == input.input_sha256; }))
      return fail(ErrorKind::refused, fmt::format("'{}' is no input of the forecast", input.file.path), place);
  }
  return {};
}

std::vector<std::string> paths_of(const Bundle& bundle, std::initializer_list<std::string_view> roles) {
  std::vector<std::string> paths;
  for (const auto& input : bundle.inputs)
    if (std::find(roles.begin(), roles.end(), input.role) != roles.end())
      paths.push_back((bundle.folder.path() / input.file.path).string());
  return paths;
}

Result<Bundle> open_bundle(std::string_view zip, const std::string& place) {
  VPSFIT_TRY(auto files, report::unpack_zip(zip, place));
  VPSFIT_CHECK(report::check_sums(files, place));
  VPSFIT_TRY(auto folder, files::TemporaryFolder::make());
  for (const auto& file : files) {
    const auto path = folder.path() / file.path;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    VPSFIT_CHECK(files::write_whole(path, file.bytes));
  }
  Bundle bundle{std::move(folder), std::move(files), {}, {}, {}, {}};
  VPSFIT_CHECK(read_manifest(bundle, place));
  VPSFIT_TRY(bundle.forecast, read_forecast_file((bundle.folder.path() / "forecast.json").string()));
  bundle.forecast.file = place + "/forecast.json";
  bundle.document.tool = fmt::format("vpsfit {}", version);
  bundle.document.forecast = bundle.forecast.view;
  bundle.document.host_facts = bundle.redaction != report::Redaction::strict;
  for (const auto& path : paths_of(bundle, {"scenario"})) {
    VPSFIT_TRY(auto scenario, read_forecast_file(path));
    bundle.document.scenarios.push_back(std::move(scenario.view));
  }
  const auto recordings = paths_of(bundle, {"recording"});
  VPSFIT_TRY(bundle.document.runs, read_recorded_runs(bundle.forecast.view, recordings));
  VPSFIT_TRY(bundle.document.loads, read_loads(names_of(bundle.forecast.view), recordings));
  return bundle;
}

/// The forecast, or a scenario, from the usage and plans in the bundle.
Result<void> check_figures(const Bundle& bundle, const ForecastFile& published) {
  const SourceFiles files{
      paths_of(bundle, {"usage", "recording"}), paths_of(bundle, {"plans"}), {}, paths_of(bundle, {"calibration"})};
  if (files.usages.empty() || files.plans.empty())
    return fail(ErrorKind::unavailable, "the hashes are right, but the raw inputs are not in the bundle",
                published.file, "the figures cannot be computed again from it");
  VPSFIT_TRY(const auto derived, derive_again(published, files));
  if (const auto wrong = first_wrong_figure(published.value, derived))
    return fail(wrong_figure(*wrong, published.file));
  return {};
}

Result<void> check_measurements(const Bundle& bundle, const std::string& place) {
  VPSFIT_TRY(const auto* const csv, file_of(bundle.files, "measurements.csv", place));
  const std::string made = report::measurements(report::displayed(bundle.document));
  if (made == csv->bytes) return {};
  const auto published = split(csv->bytes, '\n');
  const auto computed = split(made, '\n');
  const auto row = [](const std::vector<std::string_view>& lines, std::size_t i) {
    const std::string_view line = i < lines.size() ? lines[i] : std::string_view();
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
  };
  for (std::size_t i = 0; i < std::max(published.size(), computed.size()); ++i) {
    const std::string_view left = row(published, i), right = row(computed, i);
    if (left != right)
      return fail(wrong_figure({fmt::format("line {}", i + 1), std::string(left), std::string(right)},
                               place + "/measurements.csv"));
  }
  return {};
}

Result<void> check_bundle(const Bundle& bundle, const std::string& place) {
  VPSFIT_CHECK(check_inputs(bundle, place));
  VPSFIT_CHECK(check_figures(bundle, bundle.forecast));
  for (const auto& path : paths_of(bundle, {"scenario"})) {
    VPSFIT_TRY(const auto scenario, read_forecast_file(path));
    VPSFIT_CHECK(check_figures(bundle, scenario));
  }
  return check_measurements(bundle, place);
}

std::string verdict_of(const Bundle& bundle, const std::string& place, std::string_view remark = {}) {
  return fmt::format(
      "{}: the hashes are right; {}{} subject(s) and {} scenario(s) computed again from {} input(s): every "
      "figure is right\n",
      place, remark, bundle.document.forecast.subjects.size(), bundle.document.scenarios.size(),
      bundle.inputs.size() - bundle.document.scenarios.size());
}

/// A file that stands both in the folder and in its bundle must be the same.
Result<void> check_copy(const Bundle& bundle, const std::vector<NamedFile>& published, std::string_view name,
                        const std::string& place) {
  VPSFIT_TRY(const auto* const outside, file_of(published, name, place));
  VPSFIT_TRY(const auto* const inside, file_of(bundle.files, name, place + "/bundle.zip"));
  if (outside->bytes == inside->bytes) return {};
  return fail(ErrorKind::refused, fmt::format("'{}' is not the one in bundle.zip", name), place,
              "somebody changed it together with its hash");
}

/// summary.json as it was published, with what it says about the pages.
struct Summary {
  json::Value value;
  std::vector<report::Language> languages;
  std::string version;
};

Result<Summary> read_summary(const std::vector<NamedFile>& files, const std::string& place) {
  VPSFIT_TRY(const auto* const file, file_of(files, "summary.json", place));
  auto value = json::parse(file->bytes);
  if (!value) return fail(std::move(value).error().in(place + "/summary.json"));
  Summary summary{std::move(*value), {}, {}};
  const json::Node node(summary.value, place + "/summary.json");
  VPSFIT_TRY(const auto list, node.at("languages"));
  VPSFIT_TRY(const auto items, list.items());
  std::string tags;
  for (const auto& item : items) {
    VPSFIT_TRY(const auto tag, item.text(20));
    tags += (tags.empty() ? "" : ",") + tag;
  }
  VPSFIT_TRY(summary.languages, report::parse_languages(tags));
  VPSFIT_TRY(const auto tool, node.at("tool"));
  VPSFIT_TRY(const auto said, tool.at("version"));
  VPSFIT_TRY(summary.version, said.text());
  return summary;
}

/// A title of the user's own is in every language the same; else each has its own.
std::string own_title(const Summary& summary, const report::Document& document) {
  const json::Value* const title = summary.value.find("title");
  const auto usual = report::summary(document, summary.languages, {});
  return title == nullptr || title->text() == usual.find("title")->text() ? std::string() : title->text();
}

/// A value without the figures in words, at any depth.
json::Value without_words(const json::Value& value) {
  if (value.kind() == json::Value::Kind::array) {
    json::Value result = json::Value::array();
    for (const auto& item : value.items()) result.push(without_words(item));
    return result;
  }
  if (value.kind() != json::Value::Kind::object) return value;
  json::Value result = json::Value::object();
  for (const auto& [key, member] : value.members())
    if (key != "display") result.set(key, without_words(member));
  return result;
}

/// The figures of summary.json are computed again whichever version wrote it; its words only for this one.
Result<void> check_summary(const Bundle& bundle, const Summary& summary, const std::string& place) {
  const auto made = report::summary(bundle.document, summary.languages, {});
  const bool same_version = summary.version == version;
  for (const std::string_view key :
       {"as_of", "made_at", "currency", "baseline", "against", "assumptions", "subjects", "load_results"}) {
    const json::Value* const published = summary.value.find(key);
    const json::Value& computed = *made.find(key);
    if (published == nullptr && !same_version && key != "subjects") continue;  // another version may not have it
    if (published == nullptr)
      return fail(ErrorKind::input, fmt::format("\"{}\" is missing", key), place + "/summary.json");
    const auto wrong = same_version ? report::first_difference(*published, computed)
                                    : report::first_difference(report::in_common(without_words(*published), computed),
                                                               report::in_common(without_words(computed), *published));
    if (wrong)
      return fail(wrong_figure(
          {fmt::format("/{}{}", key, wrong->pointer == "/" ? "" : wrong->pointer), wrong->published, wrong->computed},
          place + "/summary.json"));
  }
  return {};
}

/// Only what was published by this very version can be made again to the byte. Returns what the verdict has to say
/// about pages of another one.
Result<std::string> check_site(Bundle& bundle, const std::vector<NamedFile>& published, const std::string& place) {
  VPSFIT_TRY(const auto summary, read_summary(published, place));
  bundle.document.title = own_title(summary, bundle.document);
  VPSFIT_CHECK(check_summary(bundle, summary, place));
  if (summary.version != version)
    return fmt::format("the pages were made by version {} and are checked by their hashes alone; ",
                       printable(summary.version, 40));
  VPSFIT_TRY(
      const auto site,
      report::build_site(bundle.document, {bundle.forecast.bytes, bundle.inputs, bundle.redaction}, summary.languages));
  for (const auto& file : site) {
    const NamedFile* const there = report::find_file(published, file.path);
    if (there == nullptr || there->bytes != file.bytes)
      return fail(ErrorKind::refused, fmt::format("'{}' is not what its data give", file.path), place,
                  "somebody changed it together with its hash");
  }
  return std::string();
}

}  // namespace

Error wrong_figure(const report::Difference& difference, const std::string& place) {
  return {ErrorKind::refused,
          fmt::format("published is {}, the inputs give {}", printable(difference.published, 120),
                      printable(difference.computed, 120)),
          fmt::format("{} {}", place, difference.pointer), "the published figure or an input was changed"};
}

Result<std::string> verify_bundle(std::string_view zip, const std::string& place) {
  VPSFIT_TRY(const auto bundle, open_bundle(zip, printable(place)));
  VPSFIT_CHECK(check_bundle(bundle, printable(place)));
  return verdict_of(bundle, printable(place));
}

Result<std::string> verify_folder(const std::string& folder) {
  const std::string place = printable(folder);
  VPSFIT_TRY(const auto published, report::read_folder(folder));
  VPSFIT_CHECK(report::check_sums(published, place));
  VPSFIT_TRY(const auto* const zip, file_of(published, "bundle.zip", place));
  VPSFIT_TRY(auto bundle, open_bundle(zip->bytes, place + "/bundle.zip"));
  VPSFIT_TRY(const auto* const forecast, file_of(published, "forecast.json", place));
  if (forecast->bytes != bundle.forecast.bytes) {
    VPSFIT_TRY(const auto other, read_forecast_file((std::filesystem::path(folder) / "forecast.json").string()));
    const auto wrong = report::first_difference(other.value, bundle.forecast.value);
    return fail(wrong_figure(wrong.value_or(report::Difference{"/", "another spelling", "the bundle's forecast.json"}),
                             place + "/forecast.json"));
  }
  VPSFIT_CHECK(check_bundle(bundle, place + "/bundle.zip"));
  VPSFIT_CHECK(check_copy(bundle, published, "measurements.csv", place));
  VPSFIT_TRY(const auto remark, check_site(bundle, published, place));
  return verdict_of(bundle, place, remark);
}

}  // namespace vpsfit::cli
