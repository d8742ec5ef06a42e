// SPDX-License-Identifier: MIT
#include "forecast/traffic.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

#include "cli/command.hpp"
#include "cli/forecast_inputs.hpp"
#include "cli/output.hpp"
#include "cli/report_inputs.hpp"
#include "cli/traffic_text.hpp"
#include "core/bytes.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "json/node.hpp"
#include "report/filters.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view traffic_usage = R"(Tells what the traffic of a forecast's load means for its plans.

Usage: vpsfit traffic <forecast> [--plans=PATH]... [--request-bytes=SIZE] [--received-bytes=SIZE] [--request-rate=N]
                      [--overage-price=PRICE] [--json]

For each subject of a forecast (JSON): the traffic of a month of 730 hours at the
target rate, the hours until the plan's allowance is used, what happens beyond it,
the saving with billed traffic in it, the monthly volume at which the saving is
zero, and a like-for-like row: the cheapest plans of both sides that include the
same traffic.

  --plans=PATH           a plan catalog of the forecast, or a folder of them; may be
                         repeated
  --request-bytes=SIZE   bytes that leave the server for a request, headers included:
                         200B, 12kB (usual: what the forecast's load results measured,
                         of the runs the most; the frames of the network come on top)
  --received-bytes=SIZE  bytes that arrive for a request: for plans that count them too
  --request-rate=N       requests a second (usual: the rate of the forecast's load)
  --overage-price=PRICE  like "0.01 USD/GB": an assumption for plans that bill more
                         traffic and do not say at what price
  --json                 print the document (see 'vpsfit schema traffic')

A price that is unknown stays unknown: then there is no saving with traffic.
)";

/// "0.01 USD/GB": what a byte costs.
Result<Money> price_of_a_byte(const std::string& text) {
  const auto slash = text.find('/');
  const auto per =
      slash == std::string::npos ? Result<std::int64_t>(tl::unexpect, Error{}) : bytes_per_unit(text.substr(slash + 1));
  auto money = parse_money(text.substr(0, slash));
  if (!per || !money || money->amount().is_negative())
    return fail(ErrorKind::input, fmt::format("'{}' is not a price of traffic", printable(text, 60)), "--overage-price",
                "write it like \"0.01 USD/GB\"");
  return money->times(Rational(1) / Rational(*per));
}

struct Wish {
  std::optional<Rational> request_bytes;   ///< nothing: as measured
  std::optional<Rational> received_bytes;  ///< nothing: nobody said
  std::optional<Rational> request_rate;
  std::optional<Money> overage;  ///< for a byte
};

Result<Rational> size_of(const std::string& text, const char* option) {
  auto size = parse_bytes(text);
  if (!size) return fail(std::move(size).error().in(option));
  return Rational(size->count());
}

Result<Wish> wish_of(const Arguments& arguments) {
  Wish wish;
  if (const auto text = arguments.text("--request-bytes")) {
    VPSFIT_TRY(wish.request_bytes, size_of(*text, "--request-bytes"));
  }
  if (const auto text = arguments.text("--received-bytes")) {
    VPSFIT_TRY(wish.received_bytes, size_of(*text, "--received-bytes"));
    if (wish.request_bytes && wish.request_bytes->is_zero())
      return fail(ErrorKind::input, "bytes arrive for a request for which none leave", "--request-bytes",
                  "give the size of an answer with its headers, more than 0");
  }
  if (const auto text = arguments.text("--request-rate")) {
    auto rate = parse_decimal(*text);
    if (!rate || *rate <= Rational(0))
      return fail(ErrorKind::input, fmt::format("'{}' is not a rate of requests", printable(*text, 40)),
                  "--request-rate", "give requests a second, more than 0");
    wish.request_rate = *rate;
  }
  if (const auto text = arguments.text("--overage-price")) {
    VPSFIT_TRY(wish.overage, price_of_a_byte(*text));
  }
  if (arguments.list("--plans").empty())
    return fail(ErrorKind::input, "the allowances stand in the catalog, and none was named", "--plans",
                "name the catalog that the forecast was made from");
  return wish;
}

/// What the forecast was computed with, as far as the market needs it.
struct Basis {
  fx::RateTable rates;
  forecast::Selection selection;
  Rational core_performance;
};

Result<Basis> basis_of(const ForecastFile& file) {
  const report::ForecastView& view = file.view;
  VPSFIT_TRY(const Currency currency, Currency::parse(view.currency));
  Basis basis{{}, {view.as_of, currency, std::nullopt, true}, Rational(1)};
  VPSFIT_TRY(basis.core_performance, parse_decimal(view.assumptions.core_performance));
  for (const auto& rate : view.rates) {
    VPSFIT_TRY(const fx::Rate given,
               fx::parse_given_rate(fmt::format("{}/{}={}@{}", rate.from, rate.to, rate.value, rate.date_used)));
    VPSFIT_CHECK(basis.rates.add(given));
  }
  if (const json::Value* const filters = file.value.find("filters")) {
    VPSFIT_TRY(basis.selection.filters, report::read_filters(json::Node(*filters, printable(file.file))));
  }
  return basis;
}

/// The price of a byte in the currency of the result; nothing where it is unknown or there is no rate.
void put_price(forecast::Allowance& allowance, const Basis& basis, const Wish& wish) {
  std::optional<Money> price;
  if (allowance.price) price = Money(*allowance.price, *allowance.price_currency);
  if (!price && allowance.policy == plans::OveragePolicy::bill) price = wish.overage;
  const fx::Rate* const rate = price ? basis.rates.find(price->currency(), basis.selection.currency) : nullptr;
  allowance.price = rate == nullptr ? std::nullopt : std::optional(rate->convert(*price).amount());
  allowance.price_currency.reset();
}

forecast::Side side_of(const forecast::Offer& offer, const Basis& basis, const Wish& wish,
                       const forecast::RequestBytes& request) {
  forecast::Side side{offer.annual_fee_converted.amount(), forecast::allowance_of(*offer.plan, offer.region)};
  put_price(side.allowance, basis, wish);
  side.allowance = forecast::of_sent_bytes(std::move(side.allowance), request);
  return side;
}

Result<const forecast::Offer*> offer_of(const report::PlanView& plan, const forecast::Market& market) {
  const auto found = std::find_if(market.offers.begin(), market.offers.end(),
                                  [&](const forecast::Offer& offer) { return offer.plan->full_name() == plan.name(); });
  if (found == market.offers.end() || found->annual_fee.rounded() != plan.annual_fee.amount)
    return fail(ErrorKind::input,
                fmt::format("the plan {} is not in the catalog at the forecast's {} {} a year", printable(plan.name()),
                            plan.annual_fee.amount, plan.annual_fee.currency),
                "--plans", "name the catalog that the forecast was made from");
  return &*found;
}

Result<forecast::Need> need_of(const report::SubjectView& subject, const Basis& basis) {
  forecast::Need need;
  need.vcpus = subject.need->vcpus;
  need.memory = subject.need->memory;
  if (subject.usage.cpu_cores) {
    VPSFIT_TRY(const Rational cores, parse_decimal(*subject.usage.cpu_cores));
    need.sustained = Cores(cores / basis.core_performance);
  }
  return need;
}

Result<Rational> rate_of(const report::SubjectView& subject, const Wish& wish) {
  if (wish.request_rate) return *wish.request_rate;
  if (subject.measured && subject.measured->load.request_rate_per_s) return *subject.measured->load.request_rate_per_s;
  return fail(ErrorKind::input, fmt::format("the load of '{}' has no rate of requests", printable(subject.subject)), {},
              "give it with --request-rate");
}

/// What leaves the server for a request: as declared, else the most that a run measured.
Result<void> put_bytes(const report::SubjectView& subject, const Wish& wish, TrafficRow& row) {
  std::optional<Rational> most = wish.request_bytes;
  if (!most && subject.measured) {
    for (const auto& run : subject.measured->runs)
      if (run.answer_bytes && (!most || *run.answer_bytes > *most)) most = run.answer_bytes;
    row.bytes_source = subject.measured->answer_bytes_source;
  }
  if (!most)
    return fail(
        ErrorKind::input,
        fmt::format("nothing says how many bytes leave the server for a request of '{}'", printable(subject.subject)),
        "--request-bytes", "measure an answer with its headers and give its size, like --request-bytes=12kB");
  row.request = {*most, wish.received_bytes};
  return {};
}

/// Compares with the baseline: the saving with billed traffic, the volume of none, and equal traffic on both sides.
Result<void> compare(const report::SubjectView& subject, const report::SubjectView& other,
                     const forecast::Market& market, const Basis& basis, const Wish& wish, TrafficRow& row) {
  VPSFIT_TRY(const auto* const mine, offer_of(*subject.plan, market));
  VPSFIT_TRY(const auto* const theirs, offer_of(*other.plan, market));
  TrafficRow there;  // the other's answers may be of another size
  VPSFIT_CHECK(put_bytes(other, wish, there));
  const auto side = side_of(*mine, basis, wish, row.request);
  const auto reference = side_of(*theirs, basis, wish, there.request);
  const auto more = forecast::overage(side.allowance, row.volume);
  const auto reference_more =
      forecast::overage(reference.allowance, forecast::monthly_volume(there.request.sent, row.request_rate));
  if (more.cost && reference_more.cost)
    row.saving =
        side.annual_fee + *more.cost * Rational(12) - reference.annual_fee - *reference_more.cost * Rational(12);
  row.no_saving_volume = forecast::volume_of_no_saving(side, reference);
  const auto both = {side.allowance, reference.allowance};
  const bool known = std::all_of(both.begin(), both.end(), [](const auto& a) { return a.unmetered || a.included; });
  if (!known) return {};
  Rational equal(0);
  for (const auto& allowance : both)
    equal =
        std::max(equal, allowance.unmetered ? Rational(std::numeric_limits<std::int64_t>::max()) : *allowance.included);
  row.equal_traffic = equal;
  VPSFIT_TRY(const auto need, need_of(subject, basis));
  VPSFIT_TRY(const auto reference_need, need_of(other, basis));
  const auto* const equal_mine = forecast::first_fit_with_traffic(need, market, basis.selection, equal, row.request);
  const auto* const equal_theirs =
      forecast::first_fit_with_traffic(reference_need, market, basis.selection, equal, there.request);
  if (equal_mine != nullptr) row.equal_plan = equal_mine->plan->full_name();
  if (equal_theirs != nullptr) row.equal_reference = equal_theirs->plan->full_name();
  if (equal_mine != nullptr && equal_theirs != nullptr)
    row.equal_saving = equal_mine->annual_fee_converted.amount() - equal_theirs->annual_fee_converted.amount();
  return {};
}

Result<TrafficRow> row_of(const report::SubjectView& subject, const report::ForecastView& view,
                          const forecast::Market& market, const Basis& basis, const Wish& wish) {
  TrafficRow row;
  row.subject = subject.subject;
  if (!subject.plan) return row;
  row.plan = subject.plan->name();
  VPSFIT_TRY(row.request_rate, rate_of(subject, wish));
  VPSFIT_CHECK(put_bytes(subject, wish, row));
  row.volume = forecast::monthly_volume(row.request.sent, row.request_rate);
  VPSFIT_TRY(const auto* const offer, offer_of(*subject.plan, market));
  const auto side = side_of(*offer, basis, wish, row.request);
  row.allowance = forecast::allowance_of(*offer->plan, offer->region);
  row.seconds = forecast::seconds_until_used(side.allowance, row.request.sent, row.request_rate);
  row.overage = forecast::overage(side.allowance, row.volume);
  const auto* const other = view.baseline ? view.find(*view.baseline) : nullptr;
  if (other == nullptr || other == &subject || !other->plan || !subject.savings) return row;
  row.reference = other->subject;
  VPSFIT_CHECK(compare(subject, *other, market, basis, wish, row));
  return row;
}

Result<ExitCode> run_traffic(const Arguments& arguments) {
  VPSFIT_TRY(const Wish wish, wish_of(arguments));
  VPSFIT_TRY(const auto file, read_forecast_file(*arguments.text("<forecast>")));
  VPSFIT_TRY(const Basis basis, basis_of(file));
  Inputs inputs;
  VPSFIT_TRY(const auto catalog, read_catalog(arguments.list("--plans"), inputs));
  const auto market = forecast::open_market(catalog, basis.rates, basis.selection);
  TrafficResult result{file.view.as_of,     basis.selection.currency,          wish.request_bytes,
                       wish.received_bytes, arguments.text("--overage-price"), {}};
  for (const auto& subject : file.view.subjects) {
    VPSFIT_TRY(TrafficRow row, row_of(subject, file.view, market, basis, wish));
    result.rows.push_back(std::move(row));
  }
  VPSFIT_CHECK(print(arguments.flag("--json") ? traffic_document(result) : traffic_text(result)));
  return ExitCode::done;
}

}  // namespace

extern const Command traffic_command;
const Command traffic_command{"traffic", "what the traffic of a load means for the plans of a forecast", traffic_usage,
                              run_traffic};

}  // namespace vpsfit::cli
