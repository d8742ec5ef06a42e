// SPDX-License-Identifier: MIT
#include "forecast/capacity/answer.hpp"

#include <algorithm>

#include "core/decimal.hpp"

namespace vpsfit::forecast {
namespace {

void take_memory(SubjectCapacity& subject, const Rational& rate) {
  for (const bool all : {false, true}) {
    for (const auto& run : subject.runs)
      if (all || (run.load.request_rate_per_s && *run.load.request_rate_per_s >= rate))
        subject.memory = std::max(subject.memory.value_or(Bytes{0}), run.memory);
    subject.memory_of_all = all;
    if (subject.memory) return;
  }
}

Result<void> answer(SubjectCapacity& subject, const Capacity& capacity) {
  const Rational usable = capacity.assumptions.core_performance * capacity.assumptions.cpu_headroom.complement();
  if (capacity.vcpus) {
    const Rational cores = *capacity.vcpus * usable;
    subject.carried = highest_rate(*subject.line, cores.approximate());
  }
  if (!capacity.rate) return {};
  auto at = predict(*subject.line, capacity.rate->approximate());
  if (!at) {
    subject.refused = at.error().message;
    return {};
  }
  subject.at_rate = *at;
  const Rational cores = Rational::from(mpq_class(at->high.value_or(at->cores)));
  VPSFIT_TRY(const std::int64_t whole, (round_to(cores, 6, Rounding::up) / usable).ceil());
  subject.vcpus = std::max<std::int64_t>(whole, 1);
  take_memory(subject, *capacity.rate);
  return {};
}

}  // namespace

Result<void> fit(Capacity& capacity) {
  for (auto& subject : capacity.subjects) {
    std::vector<LoadPoint> points;
    for (const auto& run : subject.runs)
      if (run.left_out.empty())
        points.push_back({run.load.request_rate_per_s->approximate(), run.cores.count().approximate()});
    auto line = fit_line(points);
    if (!line) {
      subject.refused = line.error().message;
      continue;
    }
    subject.line = std::move(*line);
    VPSFIT_CHECK(answer(subject, capacity));
  }
  return {};
}

}  // namespace vpsfit::forecast
