// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <vector>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/plan_list.hpp"
#include "cli/plans_gate.hpp"
#include "cli/plans_import.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "forecast/market.hpp"
#include "plans/read.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view plans_usage = R"(Checks plan catalogs, lists the plans in them, or makes them.

Usage: vpsfit plans check [--as-of=DATE] <file-or-folder>...
       vpsfit plans list [--as-of=DATE] [--json | --csv] <file-or-folder>...
       vpsfit plans import [--retrieved=DATE] [--currency=CODE] [--region=ID] [--out=FILE] [--previous=FILE]
                           [--accept=TEXT] <vendor> <file>...
       vpsfit plans fetch [--token-file=FILE] [--currency=CODE] [--region=ID] [--out=FILE] [--previous=FILE]
                          [--accept=TEXT] [--keep=FOLDER] [--ca-file=FILE] [--timeout=TIME] [--server=URL] <vendor>
       vpsfit plans diff [--json] <old> <new>
       vpsfit plans history [--json] <plan> [<file-or-folder>...]

check prints one line about each good file, and every complaint about a bad one
(exit status 2). A folder stands for the .json files in it.
list shows each plan with the yearly cost of its cheapest way to pay.
import turns what a vendor's interface answered into a catalog; "-" is standard
input. Vendors: csv (a price list kept by hand), digitalocean, eu-cloud-prices,
hetzner, lightsail, linode, ovhcloud, racknerd, scaleway, upcloud, vultr. linode,
scaleway, hetzner and upcloud take a second file (traffic prices, availability,
prices).
fetch asks the vendor's interface itself, page by page, over https: digitalocean,
hetzner and upcloud (with a token), linode, ovhcloud, scaleway and vultr (without;
ovhcloud and scaleway want --region).
Both compare with the version that --out holds and stop (exit status 3) where the
difference looks like a failed collection: prices that jump, another currency, tax
or memory unit, plans gone. What changed is added to FILE.history.jsonl beside it.
diff shows what differs between two catalogs or folders of them; history what became
of a plan, from the .history.jsonl files here or in the folders named.

  --as-of=DATE  the day of the question: plans verified more than 90 days before
                are old, more than 180 days before stale; plans verified after
                it are refused by check
  --json        print the list as JSON
  --csv         print the list as CSV
  --retrieved=DATE  the day on which the answer was fetched, where it does not
                say so itself
  --currency=CODE  the currency of the account, where the answer has none
  --region=ID   the region that was asked
  --out=FILE    write the catalog there, not to standard output
  --previous=FILE  the version to compare with, where it is not the one in --out
  --accept=TEXT  "NAME: REASON" of who answers for what looks wrong; it is recorded
  --token-file=FILE  a file with the token, or USER:PASSWORD, that only you may read
  --keep=FOLDER  keep the answers there as they came
  --ca-file=FILE  trust the authorities in it (PEM) instead of the system's
  --timeout=TIME  the longest an answer may take (usual: 60s)
  --server=URL  ask it instead of the vendor's own server (a mirror)
)";

struct NamedText {
  std::string file;
  std::string text;
};

Result<std::vector<NamedText>> read_catalogs(const std::vector<std::string>& files_and_folders) {
  std::vector<NamedText> texts;
  for (const auto& given : files_and_folders) {
    VPSFIT_TRY(const auto paths, files::list(given, {".json"}));
    if (paths.empty())
      return fail(ErrorKind::input, "the folder holds no .json file", given, "name a catalog file or a folder of them");
    for (const auto& path : paths) {
      VPSFIT_TRY(std::string text, files::read_whole(path));
      texts.push_back({path.string(), std::move(text)});
    }
  }
  return texts;
}

/// What `check` tells of the plans of a file, none of which it keeps.
struct Tally {
  std::vector<std::string> ids;
  std::optional<Date> first_verified, last_verified;
  std::size_t verified = 0;
  std::size_t stale = 0;

  void add(plans::Plan plan, std::optional<Date> as_of) {
    ids.push_back(std::move(plan.id));
    if (!plan.verified_on) return;
    ++verified;
    first_verified = std::min(first_verified.value_or(*plan.verified_on), *plan.verified_on);
    last_verified = std::max(last_verified.value_or(*plan.verified_on), *plan.verified_on);
    if (as_of && (*as_of - *plan.verified_on).count() > forecast::stale_days) ++stale;
  }
};

/// "7 plans of Linode, verified 2024-07-11 to 2024-07-11, 7 of them stale"
std::string summary(const Tally& tally, const plans::Vendor& vendor, std::optional<Date> as_of) {
  std::string text =
      fmt::format("{} plan{} of {}", tally.ids.size(), tally.ids.size() == 1 ? "" : "s", printable(vendor.name));
  if (tally.verified > 0)
    text += tally.first_verified == tally.last_verified
                ? fmt::format(", verified {}", to_text(*tally.first_verified))
                : fmt::format(", verified {} to {}", to_text(*tally.first_verified), to_text(*tally.last_verified));
  if (tally.verified < tally.ids.size()) text += fmt::format(", {} never verified", tally.ids.size() - tally.verified);
  if (tally.stale > 0) text += fmt::format(", {} stale on {}", tally.stale, to_text(*as_of));
  return text;
}

Result<ExitCode> check(const std::vector<NamedText>& texts, std::optional<Date> as_of) {
  bool good = true;
  std::vector<plans::CatalogNames> names;
  for (const auto& [file, text] : texts) {
    Tally tally;
    const auto result =
        plans::check_catalog(text, file, as_of, [&](plans::Plan plan) { tally.add(std::move(plan), as_of); });
    for (const auto& error : result.errors) complain(error);
    if (result.unlisted > 0)
      say(fmt::format("vpsfit: {}: and {} more complaints", printable(file, 4096), result.unlisted));
    good = good && result.errors.empty();
    if (!result.errors.empty()) continue;
    const plans::Vendor& vendor = result.catalog.vendors.front();
    VPSFIT_CHECK(print(fmt::format("{}: {}\n", printable(file, 4096), summary(tally, vendor, as_of))));
    names.push_back({file, vendor, std::move(tally.ids)});
  }
  if (const auto joint = plans::check_joint(names); !joint) {
    complain(joint.error());
    good = false;
  }
  return good ? ExitCode::done : ExitCode::wrong_use;
}

Result<ExitCode> list(const std::vector<NamedText>& texts, std::optional<Date> as_of, const Arguments& arguments) {
  std::vector<plans::CatalogFile> catalogs;
  for (const auto& [file, text] : texts) {
    VPSFIT_TRY(auto catalog, plans::parse_catalog(text, file));
    catalogs.push_back({file, std::move(catalog)});
  }
  VPSFIT_TRY(const auto catalog, plans::join_catalogs(std::move(catalogs)));
  VPSFIT_CHECK(print(arguments.flag("--json")  ? plan_json(catalog, as_of)
                     : arguments.flag("--csv") ? plan_csv(catalog, as_of)
                                               : plan_table(catalog, as_of)));
  return ExitCode::done;
}

Result<ExitCode> run_plans(const Arguments& arguments) {
  if (arguments.flag("import")) return import_plans(arguments);
  if (arguments.flag("fetch")) return fetch_plans(arguments);
  if (arguments.flag("diff")) return diff_plans(arguments);
  if (arguments.flag("history")) return plan_history(arguments);
  std::optional<Date> as_of;
  if (const auto text = arguments.text("--as-of")) {
    VPSFIT_TRY(as_of, parse_date(*text));
  }
  VPSFIT_TRY(const auto texts, read_catalogs(arguments.list("<file-or-folder>")));
  return arguments.flag("check") ? check(texts, as_of) : list(texts, as_of, arguments);
}

}  // namespace

extern const Command plans_command;
const Command plans_command{"plans", "check, list, fetch and compare plan catalogs", plans_usage, run_plans};

}  // namespace vpsfit::cli
