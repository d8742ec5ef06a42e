// SPDX-License-Identifier: MIT
#include "cli/plans_import.hpp"

#include <fmt/format.h>
#include <vector>

#include "cli/output.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "files/sha256.hpp"
#include "json/value.hpp"
#include "plans/import/import.hpp"
#include "plans/write.hpp"

namespace vpsfit::cli {
namespace {

Result<plans::ImportFacts> facts_of(const Arguments& arguments) {
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

}  // namespace

Result<ExitCode> import_plans(const Arguments& arguments) {
  VPSFIT_TRY(const plans::ImportFacts facts, facts_of(arguments));
  std::vector<plans::ImportText> texts;
  for (const auto& file : arguments.list("<file>")) {
    VPSFIT_TRY(std::string text, files::read_whole(file));
    std::string sum = files::sha256(text);
    texts.push_back({file == "-" ? "standard input" : file, std::move(text), std::move(sum)});
  }
  VPSFIT_TRY(const plans::Imported imported, plans::import_catalog(*arguments.text("<vendor>"), texts, facts));
  VPSFIT_CHECK(deliver(json::dump(plans::to_document(imported.catalog)) + "\n", arguments.text("--out")));
  for (const auto& remark : imported.remarks) say("vpsfit: " + printable(remark));
  say(fmt::format("vpsfit: {} plans of {}", imported.catalog.plans.size(),
                  printable(imported.catalog.vendors.front().name)));
  return ExitCode::done;
}

}  // namespace vpsfit::cli
