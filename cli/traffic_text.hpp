// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/currency.hpp"
#include "core/date.hpp"
#include "core/rational.hpp"
#include "forecast/traffic.hpp"

namespace vpsfit::cli {

/// What `vpsfit traffic` found for one subject. Amounts are in the result's currency, unrounded; volumes are bytes a
/// month.
struct TrafficRow {
  std::string subject;
  std::string plan;  ///< empty: none was chosen, and the rest means nothing
  forecast::RequestBytes request;
  std::string bytes_source;  ///< who measured them; empty: they were declared
  Rational request_rate;
  Rational volume;
  forecast::Allowance allowance;    ///< as it is published
  std::optional<Rational> seconds;  ///< until the allowance is used
  forecast::Overage overage;        ///< of the bytes that leave
  std::string reference;            ///< subject that it is compared with; empty: none
  std::optional<Rational> saving;   ///< a year, with billed traffic in it
  std::optional<Rational> no_saving_volume;
  std::optional<Rational> equal_traffic;  ///< bytes a month that both sides must include in the like-for-like row
  std::string equal_plan;                 ///< empty: none fits
  std::string equal_reference;
  std::optional<Rational> equal_saving;
};

struct TrafficResult {
  Date as_of{};
  Currency currency;
  std::optional<Rational> request_bytes;     ///< as they were declared for all
  std::optional<Rational> received_bytes;    ///< for a request; nothing: nobody said
  std::optional<std::string> overage_price;  ///< as it was assumed
  std::vector<TrafficRow> rows;
};

[[nodiscard]] std::string traffic_text(const TrafficResult& result);
/// The document of the schema `traffic`.
[[nodiscard]] std::string traffic_document(const TrafficResult& result);

}  // namespace vpsfit::cli
