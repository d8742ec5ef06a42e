// SPDX-License-Identifier: MIT
#include "sampler/doctor.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "json/value.hpp"
#include "report/text_table.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view doctor_usage =
    R"(Tells what this host can and cannot give to a measurement, and what to do about it.

Usage: vpsfit doctor [--json]

Looks only; nothing is written or started.

  --json  the document of 'vpsfit schema doctor'

Exit status 0: everything can be measured. 4: not everything. 1: neither CPU nor memory.
)";

std::string as_json(const std::vector<sampler::Finding>& findings, std::string_view mode, bool able) {
  json::Value list = json::Value::array();
  for (const auto& finding : findings)
    list.push(json::Value::object()
                  .set("topic", finding.topic)
                  .set("health", to_text(finding.health))
                  .set("seen", finding.seen)
                  .set("remedy", finding.remedy.empty() ? json::Value() : json::Value(finding.remedy)));
  return json::dump(json::Value::object()
                        .set("schema", "urn:vpsfit:schema:doctor:1")
                        .set("schema_version", "1.0")
                        .set("tool", json::Value::object().set("name", "vpsfit").set("version", version))
                        .set("cgroup_mode", mode)
                        .set("can_measure", able)
                        .set("findings", std::move(list))) +
         "\n";
}

std::string as_table(const std::vector<sampler::Finding>& findings) {
  report::TextTable table({{"what"}, {"health"}, {"seen", report::Align::left, 30}});
  std::string remedies;
  const std::size_t width = output_width();
  for (const auto& finding : findings) {
    table.row({finding.topic, std::string(to_text(finding.health)), finding.seen});
    if (!finding.remedy.empty())
      remedies +=
          report::wrap(fmt::format("{}: {}", finding.topic, finding.remedy), "- ", std::min<std::size_t>(width, 100));
  }
  // Sentences are told whole: a table that cuts them would hide what matters.
  return table.render(SIZE_MAX / 2) + (remedies.empty() ? "" : "\nWhat would help\n" + remedies);
}

Result<ExitCode> run_doctor(const Arguments& arguments) {
  const sampler::HostRoot host;
  const auto tree = sampler::detect_cgroup_tree(host);
  const auto findings = sampler::examine(host, tree, ::geteuid());
  const bool able = sampler::can_measure(findings);
  VPSFIT_CHECK(
      print(arguments.flag("--json") ? as_json(findings, sampler::to_text(tree.mode), able) : as_table(findings)));
  if (!able) return ExitCode::could_not;
  const bool all = std::all_of(findings.begin(), findings.end(),
                               [](const auto& finding) { return finding.health == sampler::Health::good; });
  return all ? ExitCode::done : ExitCode::incomplete;
}

}  // namespace

extern const Command doctor_command;
const Command doctor_command{"doctor", "tell what this host can and cannot measure", doctor_usage, run_doctor};

}  // namespace vpsfit::cli
