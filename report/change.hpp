// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forecast/change.hpp"
#include "json/value.hpp"

/// What two forecasts of the same subjects differ in, for a terminal, a program, and a pull request.
namespace vpsfit::report {

/// One side of one subject.
struct ChangeSide {
  std::string status;              ///< ok, no_fit, refused; empty: the subject is not there
  std::string plan;                ///< "vendor/id"; empty: none
  std::string robustness;          ///< empty: none
  std::optional<Rational> bill;    ///< a year, in the result's currency, unrounded
  std::optional<Rational> saving;  ///< likewise
};

struct SubjectChange {
  std::string subject;
  ChangeSide before, after;
  std::vector<forecast::ChangePart> parts;  ///< of the bill
};

struct Changes {
  std::string before_name, after_name;  ///< the files
  std::string before_day, after_day;
  Currency currency;
  std::vector<SubjectChange> subjects;  ///< in the order of the new forecast, then those that are gone
  bool is_whole = true;                 ///< every step could be computed: no causes stand together for want of inputs
};

/// The bill's change; nullopt where a side is unknown.
[[nodiscard]] std::optional<Rational> bill_change(const SubjectChange& change);

[[nodiscard]] std::string change_table(const Changes& changes);
[[nodiscard]] std::string change_markdown(const Changes& changes);
[[nodiscard]] json::Value change_json(const Changes& changes, std::string_view version);

}  // namespace vpsfit::report
