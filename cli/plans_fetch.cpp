// SPDX-License-Identifier: MIT
#include <chrono>
#include <fmt/format.h>

#include "cli/fetching.hpp"
#include "cli/output.hpp"
#include "cli/plans_gate.hpp"
#include "cli/plans_import.hpp"
#include "core/text.hpp"
#include "fetch/vendors.hpp"
#include "files/files.hpp"

namespace vpsfit::cli {
namespace {

/// Keeps what came in a folder, one file a document: "linode-1.json".
Result<void> keep_answers(const std::string& folder, const std::string& vendor, const fetch::Fetched& fetched) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail(ErrorKind::io, "cannot create the folder: " + error.message(), printable(folder));
  std::size_t number = 0;
  for (const auto& text : fetched.texts)
    VPSFIT_CHECK(
        files::write_whole(std::filesystem::path(folder) / fmt::format("{}-{}.json", vendor, ++number), text.text));
  return {};
}

}  // namespace

Result<ExitCode> fetch_plans(const Arguments& arguments) {
  VPSFIT_TRY(const auto accepted, acceptance_of(arguments));
  fetch::VendorWish wish{*arguments.text("<vendor>"), arguments.text("--region"), "",
                         arguments.text("--server").value_or("")};
  if (const auto file = arguments.text("--token-file")) {
    VPSFIT_TRY(wish.token, read_token(*file));
  }
  VPSFIT_TRY(plans::ImportFacts facts, import_facts(arguments));
  facts.accepted = accepted.has_value();
  facts.retrieved = date::floor<date::days>(std::chrono::system_clock::now());
  if (wish.vendor == "ovhcloud") facts.region.reset();  // a subsidiary is no region
  fetch::Fetched fetched;
  {
    VPSFIT_TRY(const auto network, Network::make(arguments));
    VPSFIT_TRY(fetched, fetch::fetch_vendor(wish, network->fetcher()));
  }
  if (const auto folder = arguments.text("--keep")) VPSFIT_CHECK(keep_answers(*folder, wish.vendor, fetched));
  std::size_t bytes = 0;
  for (const auto& text : fetched.texts) bytes += text.text.size();
  say(fmt::format("vpsfit: {} answer{}, {} of them unchanged, {} KiB", fetched.answers, fetched.answers == 1 ? "" : "s",
                  fetched.unchanged, (bytes + 1023) / 1024));
  VPSFIT_TRY(const auto imported, plans::import_catalog(wish.vendor, fetched.texts, facts));
  return let_in(arguments, imported, fetched.texts, accepted);
}

}  // namespace vpsfit::cli
