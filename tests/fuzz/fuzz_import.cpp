// SPDX-License-Identifier: MIT
// libraries: plans_import
// A vendor's answer. The first line names the importer, a line "====" parts two documents.
#include <vector>

#include "plans/import/import.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vpsfit;
  std::string_view text = fuzz::text_of(data, size);
  const auto end = text.find('\n');
  if (end == std::string_view::npos) return 0;
  const std::string name(text.substr(0, end));
  text.remove_prefix(end + 1);
  constexpr std::string_view parting = "\n====\n";
  std::vector<plans::ImportText> texts;
  for (std::size_t at = text.find(parting); at != std::string_view::npos; at = text.find(parting)) {
    texts.push_back({"fuzz", std::string(text.substr(0, at)), std::string(64, 'a')});
    text.remove_prefix(at + parting.size());
  }
  texts.push_back({"fuzz", std::string(text), std::string(64, 'a')});
  const plans::ImportFacts facts{*parse_date("2026-11-01"), *Currency::parse("EUR"), "fr-par-1", true};
  const auto imported = plans::import_catalog(name, texts, facts);
  fuzz::promise(!imported || !imported->catalog.plans.empty());
  return 0;
}
