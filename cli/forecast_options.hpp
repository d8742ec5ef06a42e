// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/forecast_inputs.hpp"
#include "core/result.hpp"
#include "forecast/calibration.hpp"
#include "forecast/forecast.hpp"

// What the help of every command says that chooses plans for measured subjects.
#define VPSFIT_INPUT_HELP                                                                                              \
  "  --plans=PATH              a plan catalog, or a folder of them; may be repeated\n"                                 \
  "  --window=NAME             the window that counts (usual: load, else measure, else the only one)\n"                \
  "  --load=NAME               the load that counts, where there are several\n"                                        \
  "  --at-rate=N               for so many requests a second instead, by a line through the runs at two rates or "     \
  "more\n"                                                                                                             \
  "  --currency=CODE           show amounts in it (usual: where the rates lead, else the currency of the plans)\n"     \
  "  --rate=RATE               a rate given by hand, like USD/KRW=1335.27@2026-10-30; may be repeated\n"               \
  "  --rates=FILE              a store of 'vpsfit fx', or a file of the European Central Bank\n"                       \
  "  --rate-date=DATE          the day whose rates count (usual: the day of the result)\n"                             \
  "  --as-of=DATE              the day of the result (usual: the latest day in plans and rates)\n"                     \
  "  --headroom=SHARE          share of the server's CPU to be left unused (usual: 0.2)\n"                             \
  "  --core-performance=FACTOR what a core of the server does, measured in cores of the measuring host (usual: 0.5)\n" \
  "  --calibration=FILE        what it really does, measured with 'vpsfit calibrate', instead\n"                       \
  "  --memory-factor=FACTOR    times the largest memory seen (usual: 1.25)\n"                                          \
  "  --os-reserve=SIZE         plus this for the system of a server (usual: 128MiB)\n"                                 \
  "  --cpu-statistic=NAME      run-average: the highest of the runs' averages over the window (usual); "               \
  "busiest-minute: the\n"                                                                                              \
  "                            highest average over a minute of it, recordings only\n"                                 \
  "  --memory-definition=NAME  current, working-set or anon (usual: current)\n"
#define VPSFIT_FILTER_HELP                                                                                            \
  "  --min-disk=SIZE           disk space that a plan must include, like 20GB\n"                                      \
  "  --stale-ok                take plans that were verified more than 180 days before the day of the result\n"       \
  "  --vendor=ID               only plans of this vendor; may be repeated, as may --region, --cpu-kind and --disk\n"  \
  "  --region=NAME             only where they are sold in it: the vendor's name of a region, or a country like DE\n" \
  "  --tax=BASIS               only prices that are net, or that are gross\n"                                         \
  "  --ipv4                    only with an IPv4 address in the price or at a known price\n"                          \
  "  --cpu-kind=KIND           only dedicated, shared, fair_share or burstable CPU\n"                                 \
  "  --arch=NAME               only x86_64 or arm64\n"                                                                \
  "  --disk=KIND               only with a disk of the kind in the price: nvme, ssd, hdd, network\n"                  \
  "  --in-stock                only what the vendor says can be ordered\n"                                            \
  "  --active                  only what has no announced end of sale\n"                                              \
  "  --verified-within=DAYS    only what was verified so many days before the day of the result, or later (usual: "   \
  "180)\n"                                                                                                            \
  "  --no-promotions           only regular prices\n"                                                                 \
  "                            What a plan does not tell does not hold; every plan left out is listed with a code.\n"

namespace vpsfit::cli {

/// What is asked for, before any file is read: a typing error is told at once.
struct Request {
  forecast::Assumptions assumptions;
  std::optional<std::string> calibration;  ///< its file
  UsageWish wish;
  fx::RateTable rates;
  std::optional<Currency> currency;
  std::optional<Date> as_of, rate_date;
  std::optional<Bytes> min_disk;
  bool stale_ok = false;
  forecast::Filters filters;
};
/// The options above. Fails (input) naming the option.
[[nodiscard]] Result<Request> read_request(const Arguments& arguments);

/// All that an answer is computed from.
struct Sources {
  Inputs inputs;
  std::vector<Usage> usages;
  plans::Catalog catalog;
  fx::RateTable rates;
  forecast::Assumptions assumptions;
  std::optional<forecast::Calibration> calibration;
  forecast::Selection selection;
  UsageWish wish;  ///< what the usages were read by
};
/// Reads <input>, --plans and what else was named, and fills in the day, the currency and the rates that were not asked
/// for. Fails: io, input, refused (a calibration that gives no figure).
[[nodiscard]] Result<Sources> read_sources(const Arguments& arguments, Request request,
                                           const forecast::Comparison& comparison);

/// --headroom, --core-performance, --memory-factor, --os-reserve; the usual ones where they were not given.
[[nodiscard]] Result<forecast::Assumptions> read_assumptions(const Arguments& arguments);
/// A day behind an option; nullopt where it was not given.
[[nodiscard]] Result<std::optional<Date>> day_option(const Arguments& arguments, std::string_view option);
/// A number above zero behind an option; nullopt where it was not given. Fails (input) naming the option.
[[nodiscard]] Result<std::optional<Rational>> above_zero(const Arguments& arguments, std::string_view option);

/// Does a notice say that the measurement is incomplete?
[[nodiscard]] bool is_incomplete(const Usage& measured);

/// The error of an option's value, with the option as its place.
template <class T>
[[nodiscard]] Result<T> named(std::string_view option, Result<T> value) {
  if (!value) return fail(std::move(value).error().in(option));
  return value;
}

}  // namespace vpsfit::cli
