// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/page/archive.hpp"
#include "report/page/document.hpp"
#include "report/page/language.hpp"

namespace vpsfit::report {

/// How much a published report tells.
enum class Redaction {
  none,      ///< recordings as they are
  standard,  ///< recordings of the shown subjects only, without command lines, group paths, host names
  strict,    ///< no recordings and nothing about the host
};
[[nodiscard]] std::string_view to_text(Redaction redaction);
/// Fails (input) naming the levels.
[[nodiscard]] Result<Redaction> parse_redaction(std::string_view text);

/// An input of the forecast as it goes into the bundle.
struct BundledInput {
  NamedFile file;            ///< "inputs/1-usage.json"
  std::string role;          ///< usage, recording, plans, rates, scenario
  std::string named;         ///< how the forecast names it; empty where it does not
  std::string input_sha256;  ///< what the forecast says of it
};

/// What a report is made of, beside its document.
struct Material {
  std::string forecast_bytes;  ///< published byte for byte
  std::vector<BundledInput> inputs;
  Redaction redaction = Redaction::standard;
};

/// All files of a report, by path, in the order of their making: pages, data, bundle and last SHA256SUMS. The same
/// arguments give the same bytes, on any day, in any zone and locale. Fails (io) where the bundle cannot be packed.
[[nodiscard]] Result<std::vector<NamedFile>> build_site(const Document& document, const Material& material,
                                                        const std::vector<Language>& languages);

/// Lines as sha256sum writes and checks them, sorted by path.
[[nodiscard]] std::string sums_of(const std::vector<NamedFile>& files);

}  // namespace vpsfit::report
