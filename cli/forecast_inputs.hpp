// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/usage.hpp"
#include "forecast/comparison.hpp"
#include "forecast/forecast.hpp"
#include "fx-rates/rate.hpp"
#include "plans/plan.hpp"

/// Reads what a forecast is made of; every file that is read is hashed into the list of inputs.
namespace vpsfit::cli {

using Inputs = std::vector<forecast::InputFile>;

/// Which part of the measurements counts; empty: the usual or only one.
struct UsageWish {
  std::string window;
  std::string load;
  std::string memory_definition = "current";
  std::string cpu_statistic = "run-average";
  std::optional<Rational> at_rate;  ///< predicted for so many requests a second, from the runs under all loads
};

/// Is it a regular SQLite file? Only those may be looked into without using them up.
[[nodiscard]] bool is_recording(const std::string& file);

/// Figures of others, as JSON or CSV. Fails: io, input (a recording in a pipe, a wish that does not fit figures).
[[nodiscard]] Result<std::vector<Usage>> read_figures(const std::string& file, const UsageWish& wish, Inputs& inputs);

/// Recordings and figures mixed, told apart by their content; subjects in the order of the files. Fails (input) where a
/// subject stands in two files, or where a wish does not fit figures. With a rate asked for: as usages_at_rate().
[[nodiscard]] Result<std::vector<Usage>> read_usages(const std::vector<std::string>& files, const UsageWish& wish,
                                                     Inputs& inputs);

/// Catalog files, and folders of them, as one catalog.
[[nodiscard]] Result<plans::Catalog> read_catalog(const std::vector<std::string>& files_and_folders, Inputs& inputs);

/// The calibration of 'vpsfit calibrate'. Fails: io, input, refused (it gives no figure, or was changed).
[[nodiscard]] Result<forecast::Calibration> read_calibration(const std::string& file, Inputs& inputs);

/// --rate, each a pair of its own.
[[nodiscard]] Result<fx::RateTable> given_rates(const std::vector<std::string>& texts);

/// Adds to the table, from a store or a file of the bank, what the catalog's prices and the comparison need and was not
/// given. A currency that the bank never quoted is left out: its plans are excluded. Fails where the day has no rate.
[[nodiscard]] Result<void> look_up_rates(const std::string& file, Date day, const Currency& to,
                                         const plans::Catalog& catalog, const forecast::Comparison& comparison,
                                         fx::RateTable& table, Inputs& inputs);

/// Fails (input) where the answer would be written over a file that it was made from.
[[nodiscard]] Result<void> check_output(const std::optional<std::string>& output, const Inputs& inputs);

}  // namespace vpsfit::cli
