// SPDX-License-Identifier: MIT
#include "plans/read.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

#include "core/text.hpp"
#include "json/parse.hpp"
#include "plans/complaints.hpp"
#include "plans/field.hpp"
#include "plans/read_plan.hpp"
#include "plans/values.hpp"

namespace vpsfit::plans {
namespace {

Result<std::string> exactly(const json::Node& node, std::string_view expected, std::string_view remedy) {
  VPSFIT_TRY(std::string text, node.text());
  if (text != expected)
    return node.wrong(fmt::format("\"{}\" is not \"{}\"", printable(text, 80), expected), std::string(remedy));
  return text;
}

Result<std::string> known_schema(const json::Node& node) {
  return exactly(node, schema_name, "this reads plan catalogs; see vpsfit schema plans");
}
Result<std::string> known_version(const json::Node& node) {
  return exactly(node, schema_version, "a newer catalog needs a newer vpsfit");
}

/// The plans of a catalog, each id once.
class Reader {
 public:
  Reader(Complaints& complaints, std::optional<Date> as_of) : complaints_(complaints), as_of_(as_of) {}

  Catalog read(const json::Value& document) {
    const Field root(document, complaints_);
    const Object object(root, {"schema", "schema_version", "vendor", "license_note", "plans"});
    std::string header;
    object.required("schema", header, known_schema);
    object.required("schema_version", header, known_version);
    std::optional<Vendor> vendor;
    object.required("vendor", vendor, read_vendor);
    object.maybe("license_note", header, note_text);
    if (vendor) catalog_.vendors.push_back(std::move(*vendor));
    if (!object.has("plans")) {
      object.complain_about("plans", "the catalog has no \"plans\"", "add \"plans\" with at least one plan");
      return std::move(catalog_);
    }
    object.each("plans", catalog_.plans, [this](const Field& field) { return plan(field); });
    if (document.find("plans")->kind() == json::Value::Kind::array && document.find("plans")->items().empty())
      object.complain_about("plans", "the list of plans is empty", "a catalog holds at least one plan");
    return std::move(catalog_);
  }

 private:
  std::optional<Plan> plan(const Field& field) {
    if (complaints_.full()) return std::nullopt;
    auto plan = read_plan(field, as_of_);
    if (const json::Value* const id = field.value().find("id"); id != nullptr && !seen_.insert(id->text()).second) {
      Field(*id, field, "id")
          .complain(fmt::format("the plan id \"{}\" stands twice in this file", printable(id->text(), 60)),
                    "each plan of a vendor has an id of its own");
      return std::nullopt;
    }
    if (plan && !catalog_.vendors.empty()) plan->vendor = catalog_.vendors.front().id;
    return plan;
  }

  Complaints& complaints_;
  std::optional<Date> as_of_;
  Catalog catalog_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

CatalogCheck check_catalog(std::string_view text, std::string file, std::optional<Date> as_of, std::size_t most) {
  CatalogCheck check;
  Complaints complaints(file, most);
  const auto document = json::parse(text);
  if (document) {
    check.catalog = Reader(complaints, as_of).read(*document);
  } else {
    complaints.add(Error(document.error()).in(file));
  }
  check.errors = complaints.take();
  check.unlisted = complaints.count() - check.errors.size();
  return check;
}

Result<Catalog> parse_catalog(std::string_view text, std::string file, std::optional<Date> as_of) {
  CatalogCheck check = check_catalog(text, std::move(file), as_of, 1);
  if (!check.errors.empty()) return fail(std::move(check.errors.front()));
  return std::move(check.catalog);
}

Result<Catalog> join_catalogs(std::vector<CatalogFile> files) {
  Catalog all;
  std::unordered_map<std::string, std::string> file_of_vendor;
  std::unordered_map<std::string, std::string> file_of_plan;
  for (auto& [file, catalog] : files) {
    for (auto& vendor : catalog.vendors) {
      const auto known =
          std::find_if(all.vendors.begin(), all.vendors.end(), [&](const Vendor& v) { return v.id == vendor.id; });
      if (known == all.vendors.end()) {
        file_of_vendor.emplace(vendor.id, file);
        all.vendors.push_back(std::move(vendor));
      } else if (*known != vendor) {
        return fail(
            ErrorKind::input,
            fmt::format("the vendor \"{}\" is described otherwise than in {}", vendor.id, file_of_vendor[vendor.id]),
            file + " /vendor", "let name, url and country agree");
      }
    }
    for (auto& plan : catalog.plans) {
      const auto [known, is_new] = file_of_plan.emplace(plan.full_name(), file);
      if (!is_new)
        return fail(ErrorKind::input, fmt::format("the plan {} is also in {}", plan.full_name(), known->second), file,
                    "give each plan once");
      all.plans.push_back(std::move(plan));
    }
  }
  return all;
}

}  // namespace vpsfit::plans
