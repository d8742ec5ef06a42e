// SPDX-License-Identifier: MIT
#include "cli/plans_gate.hpp"

#include <chrono>
#include <filesystem>
#include <fmt/format.h>

#include "cli/output.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "json/value.hpp"
#include "plans/read.hpp"
#include "plans/write.hpp"

namespace vpsfit::cli {
namespace {

/// The version before this one: of --previous, else what stands in --out. Nothing where there is none.
Result<std::optional<plans::Catalog>> previous_version(const Arguments& arguments) {
  std::optional<std::string> file = arguments.text("--previous");
  if (!file) {
    file = arguments.text("--out");
    std::error_code error;
    if (!file || !std::filesystem::is_regular_file(*file, error)) return std::optional<plans::Catalog>();
  }
  VPSFIT_TRY(const std::string text, files::read_whole(*file));
  auto catalog = plans::parse_catalog(text, *file);
  if (!catalog) {
    Error error = std::move(catalog).error();
    error.message = "the earlier version cannot be read: " + error.message;
    error.remedy = "write to another file, or mend this one";
    return fail(std::move(error));
  }
  return std::optional(std::move(*catalog));
}

void report(const std::vector<plans::Alarm>& alarms) {
  constexpr std::size_t most = 40;
  for (std::size_t i = 0; i < alarms.size() && i < most; ++i)
    say(fmt::format("vpsfit: {}{}{} [{}]", alarms[i].plan, alarms[i].plan.empty() ? "" : ": ",
                    printable(alarms[i].text, 400), alarms[i].code));
  if (alarms.size() > most) say(fmt::format("vpsfit: and {} more", alarms.size() - most));
}

std::string now() {
  return to_text(std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now()));
}

/// "plans/linode.json" -> "plans/linode.history.jsonl"
std::filesystem::path history_of(const std::string& catalog_file) {
  return std::filesystem::path(catalog_file).replace_extension(".history.jsonl");
}

Result<void> record(const std::string& file, plans::HistoryEntry entry) {
  return files::append(history_of(file), [&](std::string_view so_far) -> Result<std::string> {
    std::vector<std::string> remarks;
    VPSFIT_TRY(const auto lines, plans::parse_history(so_far, history_of(file).string(), remarks));
    return plans::history_line(entry, lines.empty() ? std::string_view() : std::string_view(lines.back().text)) + "\n";
  });
}

}  // namespace

Result<std::optional<plans::Acceptance>> acceptance_of(const Arguments& arguments) {
  const auto text = arguments.text("--accept");
  if (!text) return std::optional<plans::Acceptance>();
  auto accepted = plans::parse_acceptance(*text);
  if (!accepted) return fail(std::move(accepted).error().in("--accept"));
  return std::optional(std::move(*accepted));
}

Result<ExitCode> let_in(const Arguments& arguments, const plans::Imported& imported,
                        std::span<const plans::ImportText> texts, const std::optional<plans::Acceptance>& accepted) {
  const plans::Catalog& catalog = imported.catalog;
  VPSFIT_TRY(const auto before, previous_version(arguments));
  if (before && before->vendors.front().id != catalog.vendors.front().id)
    return fail(ErrorKind::input,
                fmt::format("the earlier version is of the vendor \"{}\", this one of \"{}\"",
                            before->vendors.front().id, catalog.vendors.front().id),
                arguments.text("--previous").value_or(arguments.text("--out").value_or("")),
                "keep a file for each vendor");
  const auto alarms = plans::alarms(before ? &*before : nullptr, catalog);
  report(alarms);
  if (!alarms.empty() && !accepted)
    return fail(ErrorKind::refused,
                fmt::format("{} thing{} of this catalog look{} like a mistake; nothing was written", alarms.size(),
                            alarms.size() == 1 ? "" : "s", alarms.size() == 1 ? "s" : ""),
                {}, "compare with the vendor's page; where it is true, say who accepts it: --accept \"NAME: REASON\"");
  const auto file = arguments.text("--out");
  if (file && *file != "-") {
    const plans::Catalog none;
    plans::HistoryEntry entry{now(),
                              catalog.vendors.front().id,
                              arguments.text("<vendor>").value_or(""),
                              {},
                              accepted,
                              alarms,
                              plans::differences(before ? *before : none, catalog)};
    for (const auto& text : texts) entry.sources.emplace_back(text.file, text.sha256);
    if (!entry.plans.empty() || !alarms.empty()) VPSFIT_CHECK(record(*file, std::move(entry)));
  }
  VPSFIT_CHECK(deliver(json::dump(plans::to_document(catalog)) + "\n", file));
  for (const auto& remark : imported.remarks) say("vpsfit: " + printable(remark));
  say(fmt::format("vpsfit: {} plans of {}", catalog.plans.size(), printable(catalog.vendors.front().name)));
  return ExitCode::done;
}

}  // namespace vpsfit::cli
