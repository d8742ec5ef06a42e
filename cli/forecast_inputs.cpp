// SPDX-License-Identifier: MIT
#include "cli/forecast_inputs.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>

#include "cli/capacity_inputs.hpp"
#include "cli/lab_results.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "files/sha256.hpp"
#include "fx-rates/look_up.hpp"
#include "fx-rates/store.hpp"
#include "plans/read.hpp"
#include "recording/reader.hpp"
#include "report/calibration.hpp"
#include "sources/detect.hpp"
#include "sources/figures.hpp"

namespace vpsfit::cli {
namespace {

Result<std::vector<Usage>> read_recording(const std::string& file, const UsageWish& wish, Inputs& inputs) {
  VPSFIT_TRY(const auto reader, recording::Reader::open(file));
  VPSFIT_TRY(std::string hash, reader.content_hash());
  inputs.push_back({file, std::move(hash), "usage"});
  std::string load = wish.load;
  if (load.empty()) {
    VPSFIT_TRY(load, forecast_load_of(file));
  }
  VPSFIT_TRY(auto usages,
             recording::summarize(reader, {wish.window, load, wish.memory_definition, wish.cpu_statistic}));
  VPSFIT_CHECK(add_load_remarks(file, usages));
  return usages;
}

/// The subject under that load may stand in one file only.
Result<void> check_new(const std::vector<Usage>& known, const std::vector<std::string>& known_files, const Usage& more,
                       const std::string& file) {
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i].subject == more.subject && known[i].load.name == more.load.name)
      return fail(ErrorKind::input,
                  fmt::format("the subject '{}' is in {} and in {}", printable(more.subject), printable(known_files[i]),
                              printable(file)),
                  {}, "give each subject in one file");
  return {};
}

/// Those in which anything about the plan is paid: prices, an address, more traffic.
void take_currencies(const plans::Plan& plan, std::set<Currency>& currencies) {
  const auto take_prices = [&](const std::vector<plans::Price>& prices) {
    for (const auto& price : prices) currencies.insert(price.currency);
  };
  const auto take_traffic = [&](const std::optional<plans::Traffic>& traffic) {
    if (traffic && traffic->overage_price) currencies.insert(plan.overage_currency(*traffic));
  };
  take_prices(plan.prices);
  take_traffic(plan.traffic);
  if (plan.network && plan.network->ipv4_price) currencies.insert(plan.ipv4_currency());
  for (const auto& region : plan.regions) {
    take_prices(region.price_override);
    take_traffic(region.traffic_override);
  }
}

}  // namespace

bool is_recording(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  std::string head(sources::detect_bytes, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  const auto kind = sources::detect(head, file);
  return kind && *kind == sources::InputKind::recording;
}

Result<std::vector<Usage>> read_figures(const std::string& file, const UsageWish& wish, Inputs& inputs) {
  VPSFIT_TRY(const std::string text, files::read_whole(file));
  VPSFIT_TRY(const auto kind, sources::detect(text, file));
  if (kind == sources::InputKind::recording)
    return fail(ErrorKind::input, "a recording cannot be read from a pipe", printable(file), "name the file itself");
  if (wish.memory_definition != "current")
    return fail(ErrorKind::input, "given figures carry one figure of memory, of no other definition", printable(file),
                "leave out --memory-definition");
  if (wish.cpu_statistic != "run-average")
    return fail(ErrorKind::input, "given figures carry the average over a run, and no minute of it", printable(file),
                "leave out --cpu-statistic");
  inputs.push_back({file, files::sha256(text), "usage"});
  return kind == sources::InputKind::json ? sources::parse_usage_json(text, file)
                                          : sources::parse_usage_csv(text, file);
}

Result<std::vector<Usage>> read_usages(const std::vector<std::string>& files, const UsageWish& wish, Inputs& inputs) {
  if (wish.at_rate) return usages_at_rate(files, wish, inputs);
  std::vector<Usage> usages;
  std::vector<std::string> from;
  for (const auto& file : files) {
    VPSFIT_TRY(auto read, is_recording(file) ? read_recording(file, wish, inputs) : read_figures(file, wish, inputs));
    for (auto& usage : read) {
      VPSFIT_CHECK(check_new(usages, from, usage, file));
      usages.push_back(std::move(usage));
      from.push_back(file);
    }
  }
  return sources::select_load(std::move(usages), wish.load);
}

Result<plans::Catalog> read_catalog(const std::vector<std::string>& files_and_folders, Inputs& inputs) {
  std::vector<plans::CatalogFile> catalogs;
  for (const auto& given : files_and_folders) {
    VPSFIT_TRY(const auto paths, files::list(given, {".json"}));
    if (paths.empty())
      return fail(ErrorKind::input, "the folder holds no .json file", printable(given),
                  "name a catalog file or a folder of them");
    for (const auto& path : paths) {
      VPSFIT_TRY(const std::string text, files::read_whole(path));
      VPSFIT_TRY(auto catalog, plans::parse_catalog(text, path.string()));
      inputs.push_back({path.string(), files::sha256(text), "plans"});
      catalogs.push_back({path.string(), std::move(catalog)});
    }
  }
  return plans::join_catalogs(std::move(catalogs));
}

Result<forecast::Calibration> read_calibration(const std::string& file, Inputs& inputs) {
  VPSFIT_TRY(const std::string text, files::read_whole(file));
  VPSFIT_TRY(auto calibration, report::parse_calibration(text, file));
  calibration.sha256 = files::sha256(text);
  inputs.push_back({file, calibration.sha256, "calibration"});
  return calibration;
}

Result<fx::RateTable> given_rates(const std::vector<std::string>& texts) {
  fx::RateTable table;
  for (const auto& text : texts) {
    VPSFIT_TRY(fx::Rate rate, fx::parse_given_rate(text));
    VPSFIT_CHECK(table.add(std::move(rate)));
  }
  return table;
}

/// A currency that the bank does not quote, or not on that day: its plans are left out (no_rate), the others go on.
bool concerns_one_currency(std::optional<fx::NoRate> why) {
  return why == fx::NoRate::currency_unknown || why == fx::NoRate::currency_ended || why == fx::NoRate::gap ||
         why == fx::NoRate::before_first_day;
}

Result<void> look_up_rates(const std::string& file, Date day, const Currency& to, const plans::Catalog& catalog,
                           const forecast::Comparison& comparison, fx::RateTable& table, Inputs& inputs) {
  VPSFIT_TRY(const std::string content, files::read_whole(file));
  VPSFIT_TRY(const fx::Store store, fx::open_rates(file));
  inputs.push_back({file, files::sha256(content), "rates"});
  std::set<Currency> currencies;
  for (const auto& plan : catalog.plans) take_currencies(plan, currencies);
  if (const auto* fee = std::get_if<forecast::AgainstFee>(&comparison)) currencies.insert(fee->annual.currency());
  const Currency euro = *Currency::parse("EUR");
  if (to != euro &&
      std::any_of(currencies.begin(), currencies.end(), [&](const Currency& from) { return from != to; })) {
    if (auto rate = store.rate({euro, to}, day); !rate) return fail(std::move(rate).error().in(printable(file)));
  }
  for (const auto& from : currencies) {
    if (from == to || table.find(from, to) != nullptr) continue;
    auto rate = store.rate({from, to}, day);
    if (!rate && concerns_one_currency(fx::why_no_rate(rate.error()))) continue;
    if (!rate) return fail(std::move(rate).error().in(printable(file)));
    VPSFIT_CHECK(table.add(std::move(*rate)));
  }
  return {};
}

Result<void> check_output(const std::optional<std::string>& output, const Inputs& inputs) {
  if (!output || *output == "-") return {};
  for (const auto& input : inputs) {
    std::error_code ignored;
    if (*output == input.path || std::filesystem::equivalent(*output, input.path, ignored))
      return fail(ErrorKind::input, fmt::format("'{}' is an input of this result", printable(*output)), "--output",
                  "name another file: it would be overwritten");
  }
  return {};
}

}  // namespace vpsfit::cli
