// SPDX-License-Identifier: MIT
#include "cli/plans_import.hpp"

#include <vector>

#include "cli/plans_gate.hpp"
#include "files/files.hpp"
#include "files/sha256.hpp"
#include "plans/import/import.hpp"

namespace vpsfit::cli {

Result<plans::ImportFacts> import_facts(const Arguments& arguments) {
  plans::ImportFacts facts;
  if (const auto day = arguments.text("--retrieved")) {
    VPSFIT_TRY(facts.retrieved, parse_date(*day));
  }
  if (const auto code = arguments.text("--currency")) {
    VPSFIT_TRY(facts.currency, Currency::parse(*code));
  }
  facts.region = arguments.text("--region");
  return facts;
}

Result<ExitCode> import_plans(const Arguments& arguments) {
  VPSFIT_TRY(const auto accepted, acceptance_of(arguments));
  VPSFIT_TRY(plans::ImportFacts facts, import_facts(arguments));
  facts.accepted = accepted.has_value();
  std::vector<plans::ImportText> texts;
  for (const auto& file : arguments.list("<file>")) {
    VPSFIT_TRY(std::string text, files::read_whole(file));
    std::string sum = files::sha256(text);
    texts.push_back({file == "-" ? "standard input" : file, std::move(text), std::move(sum)});
  }
  VPSFIT_TRY(const plans::Imported imported, plans::import_catalog(*arguments.text("<vendor>"), texts, facts));
  return let_in(arguments, imported, texts, accepted);
}

}  // namespace vpsfit::cli
