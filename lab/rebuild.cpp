// SPDX-License-Identifier: MIT
#include "lab/rebuild.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace vpsfit::lab {
namespace {

Result<void> add(Rebuilt& into, std::int64_t latency) {
  VPSFIT_CHECK(into.latency.record(latency));
  into.max_us = std::max(into.max_us, latency);
  return {};
}

}  // namespace

Result<Rebuilt> rebuild_schedule(std::vector<Sent> sent, const Rational& rate) {
  if (rate <= Rational(0)) return fail(ErrorKind::input, "a schedule needs a rate above 0");
  std::sort(sent.begin(), sent.end(), [](const Sent& a, const Sent& b) { return a.start_us < b.start_us; });
  const mpq_class period = mpq_class(1'000'000) / rate.mpq();
  const mpz_class& numerator = period.get_num();
  const mpz_class& denominator = period.get_den();
  Rebuilt rebuilt;
  mpz_class due;
  for (std::size_t k = 0; k < sent.size(); ++k) {
    due = numerator * static_cast<unsigned long>(k) / denominator;
    const std::int64_t lag = std::max<std::int64_t>(0, sent[k].start_us - sent.front().start_us - due.get_si());
    rebuilt.lag_us = std::max(rebuilt.lag_us, lag);
    VPSFIT_CHECK(add(rebuilt, lag + sent[k].took_us));
  }
  return rebuilt;
}

Result<Rebuilt> as_sent(const std::vector<Sent>& sent) {
  Rebuilt rebuilt;
  for (const auto& one : sent) VPSFIT_CHECK(add(rebuilt, one.took_us));
  return rebuilt;
}

}  // namespace vpsfit::lab
