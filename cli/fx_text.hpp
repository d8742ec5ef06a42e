// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/money.hpp"
#include "fx-rates/store.hpp"

/// What the command fx prints: for people (a rate always with its day), as JSON documents and as CSV.
namespace vpsfit::cli {

[[nodiscard]] std::string import_text(const std::vector<fx::Imported>& files);

[[nodiscard]] std::string rate_text(const fx::Rate& rate);
[[nodiscard]] std::string rate_document(const fx::Rate& rate);

[[nodiscard]] std::string conversion_text(const Money& money, const fx::Rate& rate);
[[nodiscard]] std::string conversion_document(const Money& money, const fx::Rate& rate);

[[nodiscard]] std::string list_text(const std::vector<fx::Listed>& currencies,
                                    const std::vector<fx::SourceFile>& sources);
[[nodiscard]] std::string list_document(const std::vector<fx::Listed>& currencies,
                                        const std::vector<fx::SourceFile>& sources);

[[nodiscard]] std::string history_text(const fx::Pair& pair, const std::vector<fx::Rate>& rates);
[[nodiscard]] std::string history_document(const fx::Pair& pair, const std::vector<fx::Rate>& rates);
[[nodiscard]] std::string history_csv(const std::vector<fx::Rate>& rates);

}  // namespace vpsfit::cli
