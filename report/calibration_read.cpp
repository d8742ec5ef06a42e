// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"
#include "json/node.hpp"
#include "json/parse.hpp"
#include "report/calibration.hpp"
#include "report/calibration_words.hpp"

namespace vpsfit::report {
namespace {

using forecast::Calibration;
using forecast::CalibrationRun;
using forecast::CalibrationSide;
using json::Node;

constexpr std::size_t most_runs = 1000;
constexpr std::int64_t most_usec = 1'000'000'000'000'000;

Result<std::string> text_or_empty(const Node& object, std::string_view key) {
  const auto member = object.maybe(key);
  return member ? member->text() : std::string();
}

Result<std::string> hash_of(const Node& side) {
  VPSFIT_TRY(const Node node, side.at("sha256"));
  VPSFIT_TRY(std::string hash, node.text());
  if (hash.size() != 64 || hash.find_first_not_of("0123456789abcdef") != std::string::npos)
    return node.wrong("expected a SHA-256 of 64 hexadecimal digits, found '" + printable(hash, 80) + "'");
  return hash;
}

/// "300002.46" or "15000123/7", more than zero.
Result<Rational> amount(const Node& node) {
  VPSFIT_TRY(const std::string text, node.text());
  const auto slash = text.find('/');
  const auto above = parse_decimal(std::string_view(text).substr(0, slash));
  const auto below = slash == std::string::npos ? Result<Rational>(Rational(1))
                                                : parse_decimal(std::string_view(text).substr(slash + 1));
  if (!above || !below || *above <= Rational(0) || *below <= Rational(0))
    return node.wrong("expected an amount above zero, found '" + printable(text, 80) + "'",
                      "write it like 300000 or 1/3");
  return *above / *below;
}

Result<CalibrationRun> run_of(const Node& node) {
  CalibrationRun run;
  VPSFIT_TRY(const Node name, node.at("run"));
  VPSFIT_TRY(run.run, name.text());
  VPSFIT_TRY(const Node cpu, node.at("cpu_usage_usec"));
  VPSFIT_TRY(const std::int64_t used, cpu.whole(1, most_usec));
  run.cpu_usage = CpuTime{used};
  VPSFIT_TRY(const Node window, node.at("window_usec"));
  VPSFIT_TRY(const std::int64_t time, window.whole(1, most_usec));
  run.window = std::chrono::microseconds{time};
  VPSFIT_TRY(const Node work, node.at("work"));
  VPSFIT_TRY(run.work, amount(work));
  return run;
}

Result<CalibrationSide> side_of(const Node& node) {
  CalibrationSide side;
  VPSFIT_TRY(side.path, text_or_empty(node, "path"));
  VPSFIT_TRY(side.sha256, hash_of(node));
  VPSFIT_TRY(side.started_at, text_or_empty(node, "started_at"));
  VPSFIT_TRY(side.cpu_model, text_or_empty(node, "cpu_model"));
  VPSFIT_TRY(side.architecture, text_or_empty(node, "architecture"));
  if (const auto cpus = node.maybe("cpus")) {
    VPSFIT_TRY(side.cpus, cpus->whole(1, 1'000'000));
  }
  VPSFIT_TRY(const Node runs, node.at("runs"));
  VPSFIT_TRY(const auto items, runs.items());
  if (items.empty() || items.size() > most_runs)
    return runs.wrong(fmt::format("there are {} runs", items.size()), fmt::format("1 to {} are read", most_runs));
  for (const auto& item : items) {
    VPSFIT_TRY(auto run, run_of(item));
    side.runs.push_back(std::move(run));
  }
  return side;
}

Result<void> check_kind(const Node& root) {
  VPSFIT_TRY(const Node schema, root.at("schema"));
  VPSFIT_TRY(const std::string name, schema.text());
  if (name != calibration_schema)
    return schema.wrong("this is no calibration", "give the file that 'vpsfit calibrate' wrote");
  VPSFIT_TRY(const Node status, root.at("status"));
  VPSFIT_TRY(const std::string word, status.text());
  if (word == "ok") return {};
  std::string why = "the calibration gives no figure";
  if (const auto refusals = root.maybe("refusals")) {
    VPSFIT_TRY(const auto items, refusals->items());
    if (!items.empty()) {
      VPSFIT_TRY(const Node text, items.front().at("text"));
      VPSFIT_TRY(const std::string reason, text.text(2000));
      why += ": " + printable(reason, 400);
    }
  }
  return fail(ErrorKind::refused, why, status.place(), "measure again, or assume a figure with --core-performance");
}

Result<Load> load_of(const Node& root) {
  Load load;
  const auto node = root.maybe("load");
  if (!node) return load;
  VPSFIT_TRY(load.name, text_or_empty(*node, "name"));
  if (const auto rate = node->maybe("request_rate_per_s")) {
    VPSFIT_TRY(load.request_rate_per_s, amount(*rate));
  }
  return load;
}

/// The notices as they were, with the texts of this program.
Result<std::vector<Notice>> notices_of(const Node& root) {
  std::vector<Notice> notices;
  const auto list = root.maybe("notices");
  if (!list) return notices;
  VPSFIT_TRY(const auto items, list->items());
  const auto known = notice_codes();
  for (const auto& item : items) {
    VPSFIT_TRY(const Node code, item.at("code"));
    VPSFIT_TRY(const std::string name, code.text());
    if (std::find(known.begin(), known.end(), name) == known.end()) continue;
    Notice notice{name, {}};
    if (const auto args = item.maybe("args"))
      for (const auto& [key, value] : args->value().members()) notice.args.emplace_back(key, value.text());
    notices.push_back(std::move(notice));
  }
  return notices;
}

/// The figure that the runs give; it must be the stated one.
Result<forecast::CorePerformance> figure_of(const Node& root, const Calibration& calibration) {
  const auto figure = forecast::core_performance(calibration.here, calibration.there);
  if (!figure) return root.wrong("its runs give no figure");
  VPSFIT_TRY(const Node stated, root.at("core_performance"));
  VPSFIT_TRY(const Node fraction, stated.at("fraction"));
  VPSFIT_TRY(const std::string text, fraction.text(10'000));
  if (text == figure->value.fraction()) return *figure;
  return fail(ErrorKind::refused,
              fmt::format("the calibration states {}, its runs give {}", printable(text, 80), figure->value.fraction()),
              fraction.place(), "somebody changed the file");
}

}  // namespace

Result<Calibration> parse_calibration(std::string_view text, const std::string& file) {
  const std::string place = printable(file);
  auto value = json::parse(text);
  if (!value) return fail(std::move(value).error().in(place));
  const Node root(*value, place);
  VPSFIT_CHECK(check_kind(root));
  Calibration calibration;
  VPSFIT_TRY(const Node subject, root.at("subject"));
  VPSFIT_TRY(calibration.subject, subject.text());
  VPSFIT_TRY(calibration.window, text_or_empty(root, "window"));
  VPSFIT_TRY(const Node work, root.at("work"));
  VPSFIT_TRY(const std::size_t kind, work.one_of({work_words.begin(), work_words.end()}));
  calibration.work = static_cast<forecast::Work>(kind);
  VPSFIT_TRY(calibration.load, load_of(root));
  VPSFIT_TRY(calibration.plan, text_or_empty(root, "plan"));
  VPSFIT_TRY(const Node here, root.at("here"));
  VPSFIT_TRY(calibration.here, side_of(here));
  VPSFIT_TRY(const Node there, root.at("there"));
  VPSFIT_TRY(calibration.there, side_of(there));
  VPSFIT_TRY(calibration.notices, notices_of(root));
  VPSFIT_TRY(calibration.figure, figure_of(root, calibration));
  return calibration;
}

}  // namespace vpsfit::report
