// SPDX-License-Identifier: MIT
#include "report/rate_json.hpp"

#include "core/decimal.hpp"
#include "fx-rates/cross.hpp"

namespace vpsfit::report {
namespace {

using json::Value;

const char* source_word(fx::RateSource source) {
  switch (source) {
    case fx::RateSource::given:
      return "given";
    case fx::RateSource::ecb:
      return "ecb";
    case fx::RateSource::identity:
      break;
  }
  return "identity";
}

Value legs(const fx::Rate& rate) {
  if (rate.legs.empty()) return {};
  Value list = Value::array();
  for (const fx::Leg& leg : rate.legs)
    list.push(Value::object().set("from", "EUR").set("to", leg.currency.code()).set("value", leg.published));
  return list;
}

Value quoting(const fx::Rate& rate) {
  if (!rate.quoting) return {};
  return Value::object()
      .set("low", to_significant(rate.quoting->low, fx::cross_digits))
      .set("high", to_significant(rate.quoting->high, fx::cross_digits));
}

}  // namespace

Value rate_json(const fx::Rate& rate) {
  return Value::object()
      .set("from", rate.from.code())
      .set("to", rate.to.code())
      .set("value", rate.printed)
      .set("value_exact", fx::exact_text(rate))
      .set("date_used", to_text(rate.date_used))
      .set("date_asked", to_text(rate.date_asked))
      .set("days_back", rate.days_back())
      .set("source", source_word(rate.source))
      .set("legs", legs(rate))
      .set("quoting", quoting(rate));
}

}  // namespace vpsfit::report
