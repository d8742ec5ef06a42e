// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bytes.hpp"
#include "core/date.hpp"
#include "core/notice.hpp"
#include "core/result.hpp"
#include "core/usage.hpp"
#include "json/node.hpp"
#include "report/forecast_words.hpp"

/// The forecast document as a page reads it: what it says, and nothing computed from it. Decimals stay the texts that
/// the document prints; they have been checked to be decimals.
namespace vpsfit::report {

/// An amount with its currency's own digits.
struct MoneyText {
  std::string amount;
  std::string currency;
  bool operator==(const MoneyText&) const = default;
};

/// A remark; `original` is the document's own English text, for codes that this program does not know.
struct Remark {
  Notice notice;
  std::string original;
};

/// The figures that decided; nothing of them where no run was usable.
struct UsageView {
  std::optional<std::string> cpu_cores;  ///< decimal
  std::optional<std::string> deciding_run;
  std::optional<Bytes> memory;  ///< the figure that was multiplied
  std::optional<std::string> memory_statistic;
  std::optional<std::int64_t> runs;
  std::optional<std::string> memory_definition;  ///< current, working-set, anon
  std::optional<std::string> cpu_statistic;      ///< as the document words it
  std::optional<std::string> origin;             ///< recording, docker_api, process_tree, figures
};

struct NeedView {
  std::int64_t vcpus = 0;
  std::string vcpus_exact;  ///< decimal
  Bytes memory;
};

struct PlanView {
  std::string vendor;
  std::string id;
  std::string vcpus;  ///< decimal: some vendors sell parts of one
  Bytes memory;
  std::optional<Bytes> traffic;  ///< included in a month; the largest Bytes where it is not metered
  MoneyText annual_fee;
  std::optional<std::string> verified_on;
  [[nodiscard]] std::string name() const { return vendor + "/" + id; }
};

struct SavingsView {
  MoneyText annual;
  MoneyText monthly;
  std::string annual_exact;  ///< decimal, unrounded
};

/// What the chosen plan costs over several years, as it is billed.
struct YearsView {
  std::int64_t years = 0;
  std::optional<MoneyText> setup_fee;  ///< nothing: unknown
  MoneyText first_term;
  std::int64_t renewed_periods = 0;
  MoneyText renewed;
  MoneyText ipv4;
  std::optional<MoneyText> total;  ///< nothing where a part is unknown
  MoneyText total_if_unchanged;    ///< with what is unknown as it is at first
};

/// Decimals; nothing where the figure is not bounded.
struct BreakEvenView {
  std::optional<std::string> cpu_headroom_max, core_performance_min, memory_factor_max, cpu_growth_max,
      sustained_cpu_share_needed;
};

/// Need and plan over a grid of headroom and core performance.
struct SensitivityView {
  struct Row {
    std::string core_performance;  ///< decimal
    std::vector<std::int64_t> vcpus;
    std::vector<std::optional<std::string>> plans;  ///< nothing where none fits
  };
  std::vector<std::string> headrooms;  ///< decimals; every row has as many cells
  std::vector<Row> rows;
};

/// A plan that was passed over, with the code that says why.
struct PassedPlan {
  std::string vendor;
  std::string id;
  std::string code;
  [[nodiscard]] std::string name() const { return vendor + "/" + id; }
};

/// How far a plan is from fitting, or why it is left out although it would fit.
struct NearView {
  std::string vendor;
  std::string id;
  std::optional<std::int64_t> short_vcpus;
  std::optional<Bytes> short_memory;
  std::optional<std::string> short_sustained;  ///< decimal, cores
  std::optional<Bytes> short_disk;
  std::optional<std::string> excluded;
  [[nodiscard]] std::string name() const { return vendor + "/" + id; }
};

/// What could be done where nothing fits; its kind names what it rests on.
struct WayOut {
  std::string kind;
  std::string plan;
  std::optional<std::int64_t> servers;
  std::optional<std::string> cpu_headroom_max, cpu_factor_max, request_rate_max;  ///< decimals
  std::optional<MoneyText> annual_fee;
  std::optional<MoneyText> monthly_fee;  ///< where the plan is also sold by the month, in the currency of that price
};

struct SubjectView {
  std::string subject;
  std::string status;  ///< ok, no_fit, refused
  UsageView usage;
  std::optional<Usage> measured;  ///< its runs, where the document has them
  std::optional<NeedView> need;
  std::optional<PlanView> plan;
  std::optional<SavingsView> savings;
  std::optional<YearsView> years;  ///< where it was asked for
  std::optional<BreakEvenView> break_even;
  std::optional<std::string> robustness;  ///< robust, tight, flips
  std::optional<SensitivityView> sensitivity;
  std::vector<PassedPlan> rejected_cheaper;
  std::vector<NearView> nearest_misses;
  std::vector<WayOut> ways_out;
  std::vector<Remark> remarks;
};

struct RateView {
  std::string from;
  std::string to;
  std::string value;  ///< decimal, as printed
  std::string date_used;
  std::string source;  ///< given, ecb
};

struct AssumptionsView {
  std::string core_performance, cpu_headroom, memory_factor;  ///< decimals
  Bytes os_reserve;
  std::string cpu_formula, memory_formula;
};

/// Where the core performance was measured.
struct CalibrationView {
  std::string subject;
  std::string value, highest;       ///< decimals: over the runs
  std::optional<std::string> plan;  ///< of the server
  std::optional<std::string> here_cpu, there_cpu;
  std::int64_t here_runs = 0, there_runs = 0;
};

struct InputView {
  std::string path;
  std::string sha256;
};

struct ForecastView {
  std::string schema_version;
  std::string tool;  ///< "vpsfit 0.1.0"; empty where it is not said
  Date as_of{};
  std::string currency;
  std::optional<std::string> baseline;  ///< the subject that the others are compared with
  std::optional<std::string> against;   ///< a plan or a fee instead
  AssumptionsView assumptions;
  std::optional<CalibrationView> calibration;  ///< nothing: the core performance is assumed
  std::optional<json::Value> filters;          ///< what plans had to be known for, as the document says it
  std::optional<std::int64_t> years;           ///< over which the plans were also priced
  std::vector<InputView> inputs;
  std::vector<RateView> rates;
  std::vector<PassedPlan> excluded_plans;
  std::vector<SubjectView> subjects;
  std::vector<Remark> remarks;

  [[nodiscard]] const SubjectView* find(std::string_view subject) const;
  /// What the savings are of; nothing where nothing is compared.
  [[nodiscard]] const std::optional<std::string>& reference() const { return baseline ? baseline : against; }
  /// Are its CPU figures those of the busiest minutes instead of the averages over whole windows?
  [[nodiscard]] bool goes_by_minutes() const {
    return std::any_of(subjects.begin(), subjects.end(),
                       [](const SubjectView& subject) { return subject.usage.cpu_statistic == busiest_minutes; });
  }
  /// Is the subject the one that the others are compared with?
  [[nodiscard]] bool is_baseline(const SubjectView& subject) const { return baseline == subject.subject; }
};

/// The names of its subjects, in their order.
[[nodiscard]] std::vector<std::string> names_of(const ForecastView& forecast);

/// Longest name that is read from a document.
inline constexpr std::size_t longest_name = 4096;

/// Fails (input): no forecast document, another major version, a member that is missing or has the wrong type or range.
/// Members that are not known are ignored: a later minor version may have more.
[[nodiscard]] Result<ForecastView> read_forecast(const json::Node& document);

}  // namespace vpsfit::report
