// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "plans/import/import.hpp"

/// Runs an importer on texts written in the test.
namespace vpsfit::plans::test {

[[nodiscard]] inline ImportFacts seen_on(const char* day) {
  ImportFacts facts;
  facts.retrieved = *parse_date(day);
  return facts;
}

[[nodiscard]] inline Result<Imported> import_texts(std::string_view vendor, const std::vector<std::string>& texts,
                                                   const ImportFacts& facts = seen_on("2026-11-01")) {
  std::vector<ImportText> documents;
  for (const auto& text : texts) documents.push_back({"answer.json", text, std::string(64, 'a')});
  return import_catalog(vendor, documents, facts);
}

[[nodiscard]] inline Imported imported(std::string_view vendor, const std::vector<std::string>& texts,
                                       const ImportFacts& facts = seen_on("2026-11-01")) {
  auto result = import_texts(vendor, texts, facts);
  if (!result) FAIL(result.error().place << ": " << result.error().message);
  return std::move(*result);
}

[[nodiscard]] inline Error refused(std::string_view vendor, const std::vector<std::string>& texts,
                                   const ImportFacts& facts = seen_on("2026-11-01")) {
  const auto result = import_texts(vendor, texts, facts);
  REQUIRE_FALSE(result.has_value());
  return result.error();
}

[[nodiscard]] inline bool mentions(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// The text with the first `from` replaced.
[[nodiscard]] inline std::string with(std::string text, std::string_view from, std::string_view to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace vpsfit::plans::test
