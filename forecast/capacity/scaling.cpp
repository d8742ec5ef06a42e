// SPDX-License-Identifier: MIT
#include "forecast/capacity/scaling.hpp"

#include <algorithm>

namespace vpsfit::forecast {

SubjectScaling& subject_of(Scaling& scaling, const std::string& name) {
  auto& subjects = scaling.subjects;
  const auto found =
      std::find_if(subjects.begin(), subjects.end(), [&](const auto& known) { return known.subject == name; });
  if (found != subjects.end()) return *found;
  subjects.push_back({name, {}, {}, {}, {}});
  return subjects.back();
}

void fit(Scaling& scaling) {
  for (auto& subject : scaling.subjects) {
    std::vector<ScalePoint> points;
    for (const auto& run : subject.runs)
      if (run.left_out.empty()) points.push_back({run.clients.approximate(), run.throughput.approximate()});
    auto law = fit_scalability(points);
    if (!law) {
      subject.refused = law.error().message;
      continue;
    }
    subject.law = *law;
    if (!scaling.clients) continue;
    if (const auto at = predict(*law, scaling.clients->approximate()))
      subject.at_clients = *at;
    else
      subject.refused = at.error().message;
  }
}

}  // namespace vpsfit::forecast
