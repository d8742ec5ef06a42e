// SPDX-License-Identifier: MIT
#include "core/shown_name.hpp"
#include "report/page/document.hpp"

namespace vpsfit::report {
namespace {

void make_showable(std::string& name) { name = shown_name(name); }

template <class... Names>
void make_showable(std::string& first, Names&... others) {
  make_showable(first), (make_showable(others), ...);
}

void make_showable(std::optional<std::string>& name) {
  if (name) make_showable(*name);
}

void make_showable(Remark& remark) {
  for (auto& [key, value] : remark.notice.args) make_showable(value);
}

void make_showable(Usage& usage) {
  make_showable(usage.subject, usage.load.name, usage.window);
  for (auto& run : usage.runs) make_showable(run.run);
}

void make_showable(SubjectView& subject) {
  make_showable(subject.subject);
  make_showable(subject.usage.deciding_run);
  if (subject.measured) make_showable(*subject.measured);
  if (subject.plan) make_showable(subject.plan->vendor, subject.plan->id);
  if (subject.sensitivity)
    for (auto& row : subject.sensitivity->rows)
      for (auto& plan : row.plans) make_showable(plan);
  for (auto& plan : subject.rejected_cheaper) make_showable(plan.vendor, plan.id);
  for (auto& plan : subject.nearest_misses) make_showable(plan.vendor, plan.id);
  for (auto& way : subject.ways_out) make_showable(way.plan);
  for (auto& remark : subject.remarks) make_showable(remark);
}

void make_showable(ForecastView& forecast) {
  make_showable(forecast.baseline);
  make_showable(forecast.against);
  if (auto& calibration = forecast.calibration) {
    make_showable(calibration->subject);
    make_showable(calibration->plan);
    make_showable(calibration->here_cpu);
    make_showable(calibration->there_cpu);
  }
  for (auto& input : forecast.inputs) make_showable(input.path);
  for (auto& plan : forecast.excluded_plans) make_showable(plan.vendor, plan.id);
  for (auto& subject : forecast.subjects) make_showable(subject);
  for (auto& remark : forecast.remarks) make_showable(remark);
}

}  // namespace

Document displayed(Document document) {
  make_showable(document.forecast);
  for (auto& scenario : document.scenarios) make_showable(scenario);
  for (auto& run : document.runs) {
    auto& start = run.summary.start;
    make_showable(start.subject, start.run, start.load.name);
    for (auto& window : run.summary.windows) make_showable(window.name);
  }
  for (auto& [load, withheld, flags] : document.loads) {
    make_showable(load.subject, load.run, load.load, load.window, load.generator);
    make_showable(withheld);
    for (auto& flag : flags) make_showable(flag);
  }
  return document;
}

}  // namespace vpsfit::report
