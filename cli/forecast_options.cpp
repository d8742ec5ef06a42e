// SPDX-License-Identifier: MIT
#include "cli/forecast_options.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "cli/forecast_selection.hpp"
#include "core/decimal.hpp"
#include "core/text.hpp"
#include "forecast/defaults.hpp"

namespace vpsfit::cli {
namespace {

/// The option's value, read by `parse`, put into `value` where it is given.
template <class T, class Target>
Result<void> take(const Arguments& arguments, std::string_view option, Result<T> (*parse)(std::string_view),
                  Target& value) {
  if (const auto text = arguments.text(option)) {
    VPSFIT_TRY(value, named(option, parse(*text)));
  }
  return {};
}

Result<void> check_choice(const Arguments& arguments, std::string_view option,
                          const std::vector<std::string>& allowed) {
  const auto value = arguments.text(option);
  if (!value || std::find(allowed.begin(), allowed.end(), *value) != allowed.end()) return {};
  const auto near = near_name(*value, allowed);
  return fail(ErrorKind::input, fmt::format("'{}' is not known", printable(*value, 60)), std::string(option),
              near ? fmt::format("did you mean '{}'?", *near) : fmt::format("there is: {}", fmt::join(allowed, ", ")));
}

Result<UsageWish> asked_wish(const Arguments& arguments) {
  VPSFIT_CHECK(check_choice(arguments, "--cpu-statistic", {"run-average", "busiest-minute"}));
  VPSFIT_CHECK(check_choice(arguments, "--memory-definition", {"current", "working-set", "anon"}));
  UsageWish wish{arguments.text("--window").value_or(""), arguments.text("--load").value_or(""),
                 arguments.text("--memory-definition").value_or("current"),
                 arguments.text("--cpu-statistic").value_or("run-average"), std::nullopt};
  if (!arguments.text("--at-rate")) return wish;
  for (const char* const other : {"--load", "--cpu-statistic"})
    if (arguments.text(other))
      return fail(ErrorKind::input, fmt::format("--at-rate and {} do not go together", other), {},
                  "--at-rate goes by the averages of the runs under all loads");
  VPSFIT_TRY(wish.at_rate, above_zero(arguments, "--at-rate"));
  return wish;
}

/// The day, or that no input has one.
Result<Date> day_of(const Request& request, const plans::Catalog& catalog) {
  if (request.as_of) return *request.as_of;
  if (const auto latest = forecast::latest_day(catalog, request.rates)) return *latest;
  return fail(ErrorKind::input, "no input has a day, so the result would have none", {}, "give one with --as-of");
}

}  // namespace

Result<forecast::Assumptions> read_assumptions(const Arguments& arguments) {
  forecast::Assumptions assumptions;
  VPSFIT_CHECK(take(arguments, "--headroom", Fraction::parse, assumptions.cpu_headroom));
  VPSFIT_CHECK(take(arguments, "--core-performance", parse_decimal, assumptions.core_performance));
  VPSFIT_CHECK(take(arguments, "--memory-factor", parse_decimal, assumptions.memory_factor));
  VPSFIT_CHECK(take(arguments, "--os-reserve", parse_bytes, assumptions.os_reserve));
  VPSFIT_CHECK(forecast::check(assumptions));
  return assumptions;
}

Result<std::optional<Date>> day_option(const Arguments& arguments, std::string_view option) {
  std::optional<Date> day;
  VPSFIT_CHECK(take(arguments, option, parse_date, day));
  return day;
}

Result<Request> read_request(const Arguments& arguments) {
  Request request;
  VPSFIT_TRY(request.assumptions, read_assumptions(arguments));
  if (arguments.text("--calibration") && arguments.text("--core-performance"))
    return fail(ErrorKind::input, "--core-performance and --calibration do not go together", {},
                "a calibration measures what --core-performance assumes");
  request.calibration = arguments.text("--calibration");
  VPSFIT_TRY(request.wish, asked_wish(arguments));
  VPSFIT_TRY(request.rates, named("--rate", given_rates(arguments.list("--rate"))));
  VPSFIT_CHECK(take(arguments, "--currency", Currency::parse, request.currency));
  VPSFIT_CHECK(take(arguments, "--as-of", parse_date, request.as_of));
  VPSFIT_CHECK(take(arguments, "--rate-date", parse_date, request.rate_date));
  VPSFIT_CHECK(take(arguments, "--min-disk", parse_bytes, request.min_disk));
  request.stale_ok = arguments.flag("--stale-ok");
  VPSFIT_TRY(request.filters, asked_filters(arguments));
  if (arguments.list("--plans").empty())
    return fail(ErrorKind::input, "no plans to choose from", {}, "name a catalog file or a folder with --plans");
  if (request.rate_date && !arguments.text("--rates"))
    return fail(ErrorKind::input, "--rate-date is of use with --rates only", {}, "a --rate has its day in itself");
  return request;
}

Result<Sources> read_sources(const Arguments& arguments, Request request, const forecast::Comparison& comparison) {
  Inputs inputs;
  VPSFIT_TRY(auto usages, read_usages(arguments.list("<input>"), request.wish, inputs));
  VPSFIT_TRY(auto catalog, read_catalog(arguments.list("--plans"), inputs));
  std::optional<forecast::Calibration> calibration;
  if (request.calibration) {
    VPSFIT_TRY(calibration, read_calibration(*request.calibration, inputs));
    request.assumptions.core_performance = calibration->figure->value;
  }
  if (!request.currency) {
    VPSFIT_TRY(request.currency, forecast::common_currency(catalog, request.rates));
  }
  if (const auto file = arguments.text("--rates")) {
    VPSFIT_TRY(const Date day, request.rate_date ? Result<Date>(*request.rate_date) : day_of(request, catalog));
    VPSFIT_CHECK(look_up_rates(*file, day, *request.currency, catalog, comparison, request.rates, inputs));
  }
  VPSFIT_TRY(const Date as_of, day_of(request, catalog));
  forecast::Selection selection{as_of, *request.currency, request.min_disk, request.stale_ok,
                                std::move(request.filters)};
  return Sources{std::move(inputs),   std::move(usages),      std::move(catalog),   std::move(request.rates),
                 request.assumptions, std::move(calibration), std::move(selection), std::move(request.wish)};
}

bool is_incomplete(const Usage& measured) {
  constexpr std::array<std::string_view, 7> codes{"ticks_missed", "sample_gap",  "run_cut",      "ended_early",
                                                  "oom_kill",     "window_open", "ticks_dropped"};
  return std::any_of(measured.notices.begin(), measured.notices.end(), [&](const Notice& notice) {
    return std::find(codes.begin(), codes.end(), notice.code) != codes.end();
  });
}

Result<std::optional<Rational>> above_zero(const Arguments& arguments, std::string_view option) {
  constexpr std::int64_t most = 1'000'000'000'000;  // no rate and no server is larger
  const auto text = arguments.text(option);
  if (!text) return std::optional<Rational>();
  VPSFIT_TRY(const Rational number, named(option, parse_decimal(*text)));
  if (number <= Rational(0) || number > Rational(most))
    return fail(ErrorKind::input, fmt::format("{} is not more than zero, or too large", printable(*text, 60)),
                std::string(option), "give a number like 20000");
  return std::optional<Rational>(number);
}

}  // namespace vpsfit::cli
