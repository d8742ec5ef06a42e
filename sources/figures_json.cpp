// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"
#include "json/node.hpp"
#include "json/parse.hpp"
#include "sources/figures.hpp"
#include "sources/figures_checks.hpp"

namespace vpsfit::sources {
namespace {

using json::Node;

Result<std::string> name_of(const Node& node) {
  VPSFIT_TRY(std::string name, node.text(max_name_bytes));
  if (const auto objection = wrong_name(name)) return node.wrong(*objection, "choose a short name of letters");
  return name;
}

Result<void> check_document(const Node& root) {
  VPSFIT_TRY(const Node schema, root.at("schema"));
  VPSFIT_TRY(const std::string name, schema.text());
  if (name != usage_schema)
    return schema.wrong(fmt::format("this is a document of the kind \"{}\"", printable(name, 60)),
                        fmt::format("figures have the schema \"{}\"", usage_schema));
  VPSFIT_TRY(const Node version, root.at("schema_version"));
  VPSFIT_TRY(const std::string number, version.text());
  if (number != "1" && !number.starts_with("1."))
    return version.wrong(fmt::format("version \"{}\" is not known", printable(number, 20)),
                         "this program reads version 1");
  return root.only({"schema", "schema_version", "tool", "notes", "subjects"});
}

Result<Load> load_of(const Node& subject) {
  const auto node = subject.maybe("load");
  if (!node) return Load{};
  VPSFIT_CHECK(node->only({"name", "request_rate_per_s"}));
  Load load;
  if (const auto name = node->maybe("name")) {
    VPSFIT_TRY(load.name, name_of(*name));
  }
  if (const auto rate = node->maybe("request_rate_per_s")) {
    VPSFIT_TRY(load.request_rate_per_s, rate->number());
    if (!is_request_rate(*load.request_rate_per_s))
      return rate->wrong(fmt::format("a request rate is more than zero and at most {}", max_request_rate));
  }
  return load;
}

Result<std::int64_t> whole(const Node& run, std::string_view key, std::int64_t least) {
  VPSFIT_TRY(const Node node, run.at(key));
  return node.whole(least, max_figure);
}

/// What else is known of a run: how it was held back, and how much of the asked work it did.
Result<void> read_work(const Node& node, RunUsage& run) {
  const auto count = [&](std::string_view key, std::optional<std::int64_t>& into) -> Result<void> {
    if (const auto member = node.maybe(key)) {
      VPSFIT_TRY(into, member->whole(0, max_figure));
    }
    return {};
  };
  VPSFIT_CHECK(count("throttled_periods", run.throttled_periods));
  VPSFIT_CHECK(count("oom_kills", run.oom_kills));
  VPSFIT_CHECK(count("requests", run.requests));
  VPSFIT_CHECK(count("request_errors", run.request_errors));
  if (const auto rate = node.maybe("achieved_rate_per_s")) {
    VPSFIT_TRY(run.achieved_rate_per_s, rate->number());
    if (run.achieved_rate_per_s->is_negative() || *run.achieved_rate_per_s > Rational(max_request_rate))
      return rate->wrong(fmt::format("an achieved rate is at least zero and at most {}", max_request_rate));
  }
  if (const auto bytes = node.maybe("answer_bytes")) {
    VPSFIT_TRY(run.answer_bytes, bytes->number());
    if (*run.answer_bytes <= Rational(0) || *run.answer_bytes > Rational(max_answer_bytes))
      return bytes->wrong(fmt::format("an answer has more than zero and at most {} bytes", max_answer_bytes));
  }
  return {};
}

Result<RunUsage> run_of(const Node& node) {
  VPSFIT_CHECK(
      node.only({"run", "cpu_usage_usec", "window_usec", "memory_max_bytes", "memory_median_bytes", "throttled_periods",
                 "oom_kills", "requests", "request_errors", "achieved_rate_per_s", "answer_bytes", "notes"}));
  RunUsage run;
  VPSFIT_TRY(const Node name, node.at("run"));
  VPSFIT_TRY(run.run, name_of(name));
  VPSFIT_TRY(const std::int64_t cpu, whole(node, "cpu_usage_usec", 0));
  VPSFIT_TRY(const std::int64_t window, whole(node, "window_usec", 1));
  VPSFIT_TRY(const std::int64_t memory, whole(node, "memory_max_bytes", 1));
  run.cpu_usage = CpuTime{cpu};
  run.window = std::chrono::microseconds{window};
  run.memory_max = Bytes{memory};
  if (const auto median = node.maybe("memory_median_bytes")) {
    VPSFIT_TRY(const std::int64_t bytes, median->whole(0, max_figure));
    run.memory_median = Bytes{bytes};
  }
  VPSFIT_CHECK(read_work(node, run));
  if (const auto objection = wrong_run(run)) return node.wrong(*objection);
  return run;
}

Result<Usage> subject_of(const Node& node) {
  VPSFIT_CHECK(node.only({"subject", "load", "runs", "notes"}));
  Usage usage;
  VPSFIT_TRY(const Node name, node.at("subject"));
  VPSFIT_TRY(usage.subject, name_of(name));
  VPSFIT_TRY(usage.load, load_of(node));
  VPSFIT_TRY(const Node runs, node.at("runs"));
  VPSFIT_TRY(const auto items, runs.items());
  if (items.empty()) return runs.wrong("there is no run", "a subject needs the figures of at least one fresh start");
  for (const auto& item : items) {
    VPSFIT_TRY(RunUsage run, run_of(item));
    if (std::any_of(usage.runs.begin(), usage.runs.end(), [&](const RunUsage& r) { return r.run == run.run; }))
      return item.wrong(fmt::format("the run \"{}\" is there twice", run.run), "give every run a name of its own");
    if (run.answer_bytes) usage.answer_bytes_source = given_answer_bytes;
    usage.runs.push_back(std::move(run));
  }
  return usage;
}

}  // namespace

Result<std::vector<Usage>> parse_usage_json(std::string_view text, const std::string& file) {
  const std::string shown = printable(file);
  auto value = json::parse(text);
  if (!value) return fail(std::move(value).error().in(shown));
  const Node root(*value, shown);
  VPSFIT_CHECK(check_document(root));
  VPSFIT_TRY(const Node subjects, root.at("subjects"));
  VPSFIT_TRY(const auto items, subjects.items());
  if (items.empty()) return subjects.wrong("there is no subject");
  std::vector<Usage> usages;
  for (const auto& item : items) {
    VPSFIT_TRY(Usage usage, subject_of(item));
    const auto same = [&](const Usage& u) { return u.subject == usage.subject && u.load.name == usage.load.name; };
    if (std::any_of(usages.begin(), usages.end(), same))
      return item.wrong(fmt::format("the subject \"{}\" is there twice under the same load", usage.subject),
                        "put all its runs into one entry, or name the loads");
    usages.push_back(std::move(usage));
  }
  return usages;
}

}  // namespace vpsfit::sources
