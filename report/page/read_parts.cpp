// SPDX-License-Identifier: MIT
#include "report/page/read_parts.hpp"

#include <limits>

#include "core/decimal.hpp"

namespace vpsfit::report {
namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

Result<MoneyText> read_money(const json::Node& node) {
  MoneyText money;
  VPSFIT_TRY(money.amount, decimal_at(node, "amount"));
  VPSFIT_TRY(const auto currency, node.at("currency"));
  VPSFIT_TRY(const auto code, currency.currency());
  money.currency = code.code();
  return money;
}

Result<Load> read_load(const json::Node& node) {
  Load load;
  VPSFIT_TRY(const auto name, maybe_text(node, "name"));
  load.name = name.value_or("");
  if (const auto rate = node.maybe("request_rate_per_s")) {
    VPSFIT_TRY(load.request_rate_per_s,
               rate->value().kind() == json::Value::Kind::string ? rate->decimal() : rate->number());
  }
  return load;
}

Result<UsageView> read_usage(const json::Node& node) {
  UsageView view;
  VPSFIT_TRY(view.cpu_cores, maybe_decimal(node, "cpu_cores"));
  VPSFIT_TRY(view.deciding_run, maybe_text(node, "deciding_run"));
  VPSFIT_TRY(view.memory, maybe_bytes(node, "memory_bytes"));
  VPSFIT_TRY(view.memory_statistic, maybe_text(node, "memory_statistic"));
  VPSFIT_TRY(view.runs, maybe_whole(node, "runs"));
  VPSFIT_TRY(view.memory_definition, maybe_text(node, "memory_definition"));
  VPSFIT_TRY(view.cpu_statistic, maybe_text(node, "cpu_statistic"));
  VPSFIT_TRY(view.origin, maybe_text(node, "origin"));
  return view;
}

Result<RunUsage> read_run(const json::Node& node) {
  RunUsage run;
  VPSFIT_TRY(run.run, text_at(node, "run"));
  VPSFIT_TRY(const auto used, whole_at(node, "cpu_usage_usec"));
  VPSFIT_TRY(const auto elapsed, whole_at(node, "window_usec"));
  run.cpu_usage = CpuTime{used};
  run.window = std::chrono::microseconds{elapsed};
  VPSFIT_TRY(run.memory_max, bytes_at(node, "memory_max_bytes"));
  VPSFIT_TRY(run.memory_median, maybe_bytes(node, "memory_median_bytes"));
  VPSFIT_TRY(run.memory_peak, maybe_bytes(node, "memory_peak_bytes"));
  VPSFIT_TRY(run.throttled_periods, maybe_whole(node, "throttled_periods"));
  VPSFIT_TRY(run.oom_kills, maybe_whole(node, "oom_kills"));
  VPSFIT_TRY(run.ticks, maybe_whole(node, "ticks"));
  VPSFIT_TRY(run.missed_ticks, maybe_whole(node, "missed_ticks"));
  if (const auto bytes = node.maybe("answer_bytes")) {
    VPSFIT_TRY(run.answer_bytes, bytes->decimal());
    if (*run.answer_bytes <= Rational(0)) return bytes->wrong("an answer has more than zero bytes");
  }
  return run;
}

/// The runs behind the figures, with their load and window.
Result<Usage> read_measured(const json::Node& node, const SubjectView& subject) {
  Usage usage;
  usage.subject = subject.subject;
  VPSFIT_TRY(usage.runs, maybe_list(node, "measurements", read_run));
  VPSFIT_TRY(const auto load, maybe_part(node, "load", read_load));
  usage.load = load.value_or(Load());
  VPSFIT_TRY(const auto window, maybe_text(node, "window"));
  usage.window = window.value_or("");
  VPSFIT_TRY(const auto counted_by, maybe_text(node, "answer_bytes_source"));
  usage.answer_bytes_source = counted_by.value_or("");
  for (auto& run : usage.runs) {  // a peak from before the run is known by the remark about it
    run.peak_origin = PeakOrigin::run;
    for (const auto& remark : subject.remarks)
      for (const auto& [name, value] : remark.notice.args)
        if (remark.notice.code == "older_peak" && name == "run" && value == run.run)
          run.peak_origin = PeakOrigin::older;
  }
  return usage;
}

Result<NeedView> read_need(const json::Node& node) {
  NeedView view;
  VPSFIT_TRY(view.vcpus, whole_at(node, "vcpus"));
  VPSFIT_TRY(view.vcpus_exact, decimal_at(node, "vcpus_exact"));
  VPSFIT_TRY(view.memory, bytes_at(node, "memory_bytes"));
  return view;
}

Result<PlanView> read_plan(const json::Node& node) {
  PlanView view;
  VPSFIT_TRY(view.vendor, text_at(node, "vendor"));
  VPSFIT_TRY(view.id, text_at(node, "id"));
  VPSFIT_TRY(const auto vcpus, node.at("vcpus"));
  VPSFIT_TRY(const auto exact, vcpus.number());
  view.vcpus = to_decimal(exact, Rounding::half_away);
  VPSFIT_TRY(view.memory, bytes_at(node, "memory_bytes"));
  VPSFIT_TRY(view.traffic, maybe_bytes(node, "traffic_included_bytes"));
  VPSFIT_TRY(view.verified_on, maybe_text(node, "verified_on"));
  VPSFIT_TRY(const auto fee, node.at("annual_fee"));
  VPSFIT_TRY(view.annual_fee, read_money(fee));
  return view;
}

Result<SavingsView> read_savings(const json::Node& node) {
  SavingsView view;
  VPSFIT_TRY(const auto annual, node.at("annual"));
  VPSFIT_TRY(view.annual, read_money(annual));
  VPSFIT_TRY(const auto monthly, node.at("monthly"));
  VPSFIT_TRY(view.monthly, read_money(monthly));
  VPSFIT_TRY(view.annual_exact, decimal_at(node, "annual_exact"));
  return view;
}

Result<MoneyText> money_at(const json::Node& node, std::string_view key) {
  VPSFIT_TRY(const auto member, node.at(key));
  return read_money(member);
}

Result<YearsView> read_years(const json::Node& node) {
  YearsView view;
  VPSFIT_TRY(view.years, whole_at(node, "years"));
  VPSFIT_TRY(view.setup_fee, maybe_part(node, "setup_fee", read_money));
  VPSFIT_TRY(view.first_term, money_at(node, "first_term"));
  VPSFIT_TRY(view.renewed_periods, whole_at(node, "renewed_periods"));
  VPSFIT_TRY(view.renewed, money_at(node, "renewed"));
  VPSFIT_TRY(view.ipv4, money_at(node, "ipv4"));
  VPSFIT_TRY(view.total, maybe_part(node, "total", read_money));
  VPSFIT_TRY(view.total_if_unchanged, money_at(node, "total_if_unchanged"));
  return view;
}

Result<BreakEvenView> read_break_even(const json::Node& node) {
  BreakEvenView view;
  VPSFIT_TRY(view.cpu_headroom_max, maybe_decimal(node, "cpu_headroom_max"));
  VPSFIT_TRY(view.core_performance_min, maybe_decimal(node, "core_performance_min"));
  VPSFIT_TRY(view.memory_factor_max, maybe_decimal(node, "memory_factor_max"));
  VPSFIT_TRY(view.cpu_growth_max, maybe_decimal(node, "cpu_growth_max"));
  VPSFIT_TRY(view.sustained_cpu_share_needed, maybe_decimal(node, "sustained_cpu_share_needed"));
  return view;
}

Result<SensitivityView::Row> read_sensitivity_row(const json::Node& node) {
  SensitivityView::Row row;
  VPSFIT_TRY(row.core_performance, decimal_at(node, "core_performance"));
  VPSFIT_TRY(const auto vcpus, node.at("vcpus"));
  VPSFIT_TRY(row.vcpus, list_of(vcpus, [](const json::Node& item) { return item.whole(1, no_limit); }));
  VPSFIT_TRY(const auto plans, node.at("plans"));
  VPSFIT_TRY(row.plans, list_of(plans, [](const json::Node& item) -> Result<std::optional<std::string>> {
               if (item.value().is_null()) return std::nullopt;
               VPSFIT_TRY(auto name, item.text(longest_name));
               return std::optional(std::move(name));
             }));
  return row;
}

Result<SensitivityView> read_sensitivity(const json::Node& node) {
  SensitivityView view;
  VPSFIT_TRY(const auto headrooms, node.at("cpu_headrooms"));
  VPSFIT_TRY(view.headrooms, list_of(headrooms, [](const json::Node& item) -> Result<std::string> {
               VPSFIT_CHECK(item.decimal());
               return item.value().text();
             }));
  VPSFIT_TRY(const auto rows, node.at("rows"));
  VPSFIT_TRY(view.rows, list_of(rows, read_sensitivity_row));
  for (const auto& row : view.rows)
    if (row.vcpus.size() != view.headrooms.size() || row.plans.size() != view.headrooms.size())
      return rows.wrong("a row of the grid has not as many cells as there are headrooms");
  return view;
}

Result<NearView> read_near(const json::Node& node) {
  NearView view;
  VPSFIT_TRY(view.vendor, text_at(node, "vendor"));
  VPSFIT_TRY(view.id, text_at(node, "id"));
  VPSFIT_TRY(view.short_vcpus, maybe_whole(node, "short_vcpus"));
  VPSFIT_TRY(view.short_memory, maybe_bytes(node, "short_memory_bytes"));
  VPSFIT_TRY(view.short_sustained, maybe_decimal(node, "short_sustained_cores"));
  VPSFIT_TRY(view.short_disk, maybe_bytes(node, "short_disk_bytes"));
  VPSFIT_TRY(view.excluded, maybe_text(node, "excluded"));
  return view;
}

}  // namespace

Result<std::string> text_at(const json::Node& node, std::string_view key) {
  VPSFIT_TRY(const auto member, node.at(key));
  return member.text(longest_name);
}

Result<std::string> decimal_at(const json::Node& node, std::string_view key) {
  VPSFIT_TRY(const auto member, node.at(key));
  VPSFIT_CHECK(member.decimal());
  return member.value().text();
}

Result<std::int64_t> whole_at(const json::Node& node, std::string_view key) {
  VPSFIT_TRY(const auto member, node.at(key));
  return member.whole(0, no_limit);
}

Result<Bytes> bytes_at(const json::Node& node, std::string_view key) {
  VPSFIT_TRY(const auto count, whole_at(node, key));
  return Bytes{count};
}

Result<std::optional<std::string>> maybe_text(const json::Node& node, std::string_view key) {
  return maybe_part(node, key, [](const json::Node& member) { return member.text(longest_name); });
}

Result<std::optional<std::string>> maybe_decimal(const json::Node& node, std::string_view key) {
  if (!node.maybe(key)) return std::nullopt;
  return decimal_at(node, key);
}

Result<std::optional<std::int64_t>> maybe_whole(const json::Node& node, std::string_view key) {
  return maybe_part(node, key, [](const json::Node& member) { return member.whole(0, no_limit); });
}

Result<std::optional<Bytes>> maybe_bytes(const json::Node& node, std::string_view key) {
  VPSFIT_TRY(const auto count, maybe_whole(node, key));
  return count ? std::optional(Bytes{*count}) : std::nullopt;
}

Result<Remark> read_remark(const json::Node& node) {
  Remark remark;
  VPSFIT_TRY(remark.notice.code, text_at(node, "code"));
  VPSFIT_TRY(remark.original, text_at(node, "text"));
  const auto args = node.maybe("args");
  if (!args) return remark;
  for (const auto& [name, unused] : args->value().members()) {
    VPSFIT_TRY(const auto arg, args->at(name));
    const bool number = arg.value().kind() == json::Value::Kind::number;
    const bool string = arg.value().kind() == json::Value::Kind::string;
    if (!number && !string) return arg.wrong("an argument of a notice is a string or a number");
    remark.notice.args.emplace_back(name, arg.value().text());
  }
  return remark;
}

Result<PassedPlan> read_passed_plan(const json::Node& node) {
  PassedPlan plan;
  VPSFIT_TRY(plan.vendor, text_at(node, "vendor"));
  VPSFIT_TRY(plan.id, text_at(node, "id"));
  VPSFIT_TRY(plan.code, text_at(node, "code"));
  return plan;
}

Result<WayOut> read_way_out(const json::Node& node) {
  WayOut way;
  VPSFIT_TRY(way.kind, text_at(node, "kind"));
  VPSFIT_TRY(way.plan, text_at(node, "plan"));
  if (const auto servers = node.maybe("servers")) {
    VPSFIT_TRY(way.servers, servers->whole(1, INT64_MAX));
  }
  VPSFIT_TRY(way.cpu_headroom_max, maybe_decimal(node, "cpu_headroom_max"));
  VPSFIT_TRY(way.cpu_factor_max, maybe_decimal(node, "cpu_factor_max"));
  VPSFIT_TRY(way.request_rate_max, maybe_decimal(node, "request_rate_per_s_max"));
  VPSFIT_TRY(way.annual_fee, maybe_part(node, "annual_fee_converted", read_money));
  VPSFIT_TRY(way.monthly_fee, maybe_part(node, "monthly_fee", read_money));
  return way;
}

Result<SubjectView> read_subject(const json::Node& node) {
  SubjectView view;
  VPSFIT_TRY(view.subject, text_at(node, "subject"));
  VPSFIT_TRY(const auto status, node.at("status"));
  VPSFIT_CHECK(status.one_of({"ok", "no_fit", "refused"}));
  view.status = status.value().text();
  VPSFIT_TRY(const auto usage, node.at("usage"));
  VPSFIT_TRY(view.usage, read_usage(usage));
  VPSFIT_TRY(view.need, maybe_part(node, "need", read_need));
  VPSFIT_TRY(view.plan, maybe_part(node, "plan", read_plan));
  VPSFIT_TRY(view.savings, maybe_part(node, "savings", read_savings));
  VPSFIT_TRY(view.years, maybe_part(node, "years_total", read_years));
  VPSFIT_TRY(view.break_even, maybe_part(node, "break_even", read_break_even));
  VPSFIT_TRY(view.robustness, maybe_text(node, "robustness"));
  VPSFIT_TRY(view.sensitivity, maybe_part(node, "sensitivity", read_sensitivity));
  VPSFIT_TRY(view.rejected_cheaper, maybe_list(node, "rejected_cheaper", read_passed_plan));
  VPSFIT_TRY(view.nearest_misses, maybe_list(node, "nearest_misses", read_near));
  VPSFIT_TRY(view.ways_out, maybe_list(node, "alternatives", read_way_out));
  VPSFIT_TRY(view.remarks, maybe_list(node, "notices", read_remark));
  if (usage.maybe("measurements")) {
    VPSFIT_TRY(view.measured, read_measured(usage, view));
  }
  return view;
}

}  // namespace vpsfit::report
