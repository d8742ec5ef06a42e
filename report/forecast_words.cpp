// SPDX-License-Identifier: MIT
#include "report/forecast_words.hpp"

#include <array>

namespace vpsfit::report {
namespace {

template <std::size_t Size, class Enum>
std::string_view pick(const std::array<std::string_view, Size>& words, Enum value) {
  return words.at(static_cast<std::size_t>(value));
}

}  // namespace

// Each list is in the order of its enumeration.
std::string_view word(forecast::Status status) {
  return pick(std::array<std::string_view, 3>{"ok", "no_fit", "refused"}, status);
}
std::string_view word(forecast::Robustness robustness) {
  return pick(std::array<std::string_view, 3>{"robust", "tight", "flips"}, robustness);
}
std::string_view word(forecast::MemoryStatistic statistic) {
  return pick(std::array<std::string_view, 2>{"max sample", "kernel peak"}, statistic);
}
std::string_view word(UsageOrigin origin) {
  return pick(std::array<std::string_view, 4>{"recording", "docker_api", "process_tree", "figures"}, origin);
}
std::string_view word(plans::PeriodUnit unit) {
  return pick(std::array<std::string_view, 3>{"hour", "month", "year"}, unit);
}
std::string_view word(plans::Tax tax) { return pick(std::array<std::string_view, 3>{"net", "gross", "unknown"}, tax); }
std::string_view word(plans::Stock stock) {
  return pick(std::array<std::string_view, 4>{"in_stock", "scarce", "out", "unknown"}, stock);
}
std::string_view word(plans::CpuKind kind) {
  return pick(std::array<std::string_view, 5>{"dedicated", "shared", "fair_share", "burstable", "unknown"}, kind);
}
std::string_view word(plans::PriceKind kind) {
  return pick(std::array<std::string_view, 3>{"regular", "promo", "unknown"}, kind);
}

std::string compared_with(const forecast::Comparison& comparison) {
  if (const auto* subject = std::get_if<forecast::AgainstSubject>(&comparison)) return subject->subject;
  if (const auto* plan = std::get_if<forecast::AgainstPlan>(&comparison)) return plan->vendor + "/" + plan->id;
  if (const auto* fee = std::get_if<forecast::AgainstFee>(&comparison)) return fee->text;
  return {};
}

std::optional<Bytes> included_traffic(const forecast::Offer& offer) {
  const auto& traffic =
      offer.region != nullptr && offer.region->traffic_override ? offer.region->traffic_override : offer.plan->traffic;
  return traffic ? traffic->included_bytes() : std::nullopt;
}

}  // namespace vpsfit::report
