// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/rational.hpp"
#include "forecast/capacity/usl.hpp"

/// Throughput against clients for several subjects: what was fitted, and the answer for other clients.
namespace vpsfit::forecast {

struct ScaleRun {
  std::string load, run;  ///< empty: not said
  Rational clients;       ///< >= 1
  Rational throughput;    ///< answered requests a second, > 0
  std::string left_out;   ///< code of the reason; empty: it counts
};

struct SubjectScaling {
  std::string subject;
  std::vector<ScaleRun> runs;
  std::optional<ScalabilityLaw> law;
  std::optional<double> at_clients;  ///< throughput, where clients were asked for
  std::string refused;               ///< why there is no answer; empty where there is
};

struct Scaling {
  std::optional<Rational> clients;  ///< asked for
  std::vector<SubjectScaling> subjects;
};

/// The subject of that name, added at the end where it is new.
[[nodiscard]] SubjectScaling& subject_of(Scaling& scaling, const std::string& name);

/// Fits every subject's law and answers.
void fit(Scaling& scaling);

}  // namespace vpsfit::forecast
