// SPDX-License-Identifier: MIT
#include "plans/read.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
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

constexpr std::size_t longest_path = 4096;

/// Takes the plans of a catalog one by one, each id once.
class Reader : public json::Elements {
 public:
  /// at_first: stop at the first complaint. take: who gets the plans; nullptr: they are kept.
  Reader(Complaints& complaints, std::optional<Date> as_of, bool at_first, std::size_t text_size, const TakePlan* take)
      : complaints_(complaints), as_of_(as_of), at_first_(at_first), text_size_(text_size), take_(take) {}

  /// A catalog of another version is known by its head: its plans need not be read.
  bool begin(const json::Value& before) override {
    const Field root(before, complaints_);
    if (const auto* const schema = before.find("schema"))
      static_cast<void>(Field(*schema, root, "schema").read(known_schema));
    if (const auto* const version = before.find("schema_version"))
      static_cast<void>(Field(*version, root, "schema_version").read(known_version));
    return go_on(complaints_.count() == 0);
  }

  bool element(json::Value item, std::size_t index, std::size_t read) override {
    if (index == plans_to_judge_by) expect(index, read);
    const std::string pointer = fmt::format("/plans/{}", index);
    const Field field(item, complaints_, pointer);
    auto plan = read_plan(field, as_of_);
    ++count_;
    if (const json::Value* const id = item.find("id"); id != nullptr && !ids_.insert(id->text()).second) {
      Field(*id, field, "id")
          .complain(fmt::format("the plan id \"{}\" stands twice in this file", printable(id->text(), 60)),
                    "each plan of a vendor has an id of its own");
    } else if (plan && take_ != nullptr) {
      (*take_)(std::move(*plan));
    } else if (plan) {
      catalog_.plans.push_back(std::move(*plan));
    }
    return go_on(complaints_.count() == 0 || !at_first_);
  }

  [[nodiscard]] bool stopped() const { return stopped_; }
  /// What stands around the plans; `document` has none in its list.
  Catalog finish(const json::Value& document) {
    const Field root(document, complaints_);
    const Object object(root, {"schema", "schema_version", "vendor", "license_note", "plans"});
    std::string header;
    object.required("schema", header, known_schema);
    object.required("schema_version", header, known_version);
    std::optional<Vendor> vendor;
    object.required("vendor", vendor, read_vendor);
    object.maybe("license_note", header, note_text);
    std::vector<Plan> none;
    if (!object.has("plans")) {
      object.complain_about("plans", "the catalog has no \"plans\"", "add \"plans\" with at least one plan");
    } else {
      object.each("plans", none, read_none);  // complains where it is no list
      if (document.find("plans")->kind() == json::Value::Kind::array && count_ == 0)
        object.complain_about("plans", "the list of plans is empty", "a catalog holds at least one plan");
    }
    if (vendor) {
      for (auto& plan : catalog_.plans) plan.vendor = vendor->id;
      catalog_.vendors.push_back(std::move(*vendor));
    }
    return std::move(catalog_);
  }

 private:
  static constexpr std::size_t plans_to_judge_by = 1000;
  static constexpr std::size_t most_expected = 200'000;  // a guess must not be an attack

  /// Growing a vector of plans holds it twice for a moment; the first plans tell how many will come.
  void expect(std::size_t plans, std::size_t read) {
    const std::size_t likely = std::min(text_size_ / (read / plans + 1), most_expected);
    if (take_ == nullptr) catalog_.plans.reserve(likely + likely / 50);
    ids_.reserve(likely);
  }
  bool go_on(bool yes) {
    stopped_ = !yes;
    return yes;
  }
  static std::optional<Plan> read_none(const Field& /*field*/) { return std::nullopt; }

  Complaints& complaints_;
  std::optional<Date> as_of_;
  bool at_first_;
  std::size_t text_size_;
  const TakePlan* take_;
  bool stopped_ = false;
  Catalog catalog_;
  std::size_t count_ = 0;
  std::unordered_set<std::string> ids_;
};

CatalogCheck read(std::string_view text, std::string_view path, std::optional<Date> as_of, std::size_t most,
                  bool at_first, const TakePlan* take = nullptr) {
  const std::string file = printable(path, longest_path);
  CatalogCheck check;
  Complaints complaints(file, most);
  Reader reader(complaints, as_of, at_first, text.size(), take);
  const auto document = json::parse_elements(text, "plans", reader);
  if (!document) {
    complaints.add(Error(document.error()).in(file), std::numeric_limits<std::int32_t>::max(), 0);
  } else if (!reader.stopped()) {
    check.catalog = reader.finish(*document);
  }
  check.errors = complaints.take();
  check.unlisted = complaints.count() - check.errors.size();
  return check;
}

/// What the files that were seen so far say. The names of the files must outlive it.
class Joint {
 public:
  /// Is the vendor new? Fails where another file describes it otherwise.
  Result<bool> add(const Vendor& vendor, const std::string& file) {
    const auto known =
        std::find_if(vendors_.begin(), vendors_.end(), [&](const auto& seen) { return seen.first.id == vendor.id; });
    if (known == vendors_.end()) return vendors_.emplace_back(vendor, &file), true;
    if (known->first != vendor)
      return fail(ErrorKind::input,
                  fmt::format("the vendor \"{}\" is described otherwise than in {}", vendor.id, *known->second),
                  file + " /vendor", "let name, url and country agree");
    return false;
  }
  Result<void> add(const std::string& vendor, const std::string& id, const std::string& file) {
    const auto [known, is_new] = file_of_plan_.emplace(vendor + "/" + id, &file);
    if (!is_new)
      return fail(ErrorKind::input, fmt::format("the plan {} is also in {}", known->first, *known->second), file,
                  "give each plan once");
    return {};
  }

 private:
  std::vector<std::pair<Vendor, const std::string*>> vendors_;
  std::unordered_map<std::string, const std::string*> file_of_plan_;
};

}  // namespace

CatalogCheck check_catalog(std::string_view text, std::string file, std::optional<Date> as_of, std::size_t most) {
  return read(text, file, as_of, most, false);
}

Result<Catalog> parse_catalog(std::string_view text, std::string file, std::optional<Date> as_of) {
  CatalogCheck check = read(text, file, as_of, 1, true);
  if (!check.errors.empty()) return fail(std::move(check.errors.front()));
  return std::move(check.catalog);
}

CatalogCheck check_catalog(std::string_view text, std::string file, std::optional<Date> as_of, const TakePlan& take,
                           std::size_t most) {
  return read(text, file, as_of, most, false, &take);
}

Result<void> check_joint(const std::vector<CatalogNames>& files) {
  if (files.size() < 2) return {};  // within a file each id stands once
  Joint joint;
  for (const auto& [file, vendor, ids] : files) {
    VPSFIT_CHECK(joint.add(vendor, file));
    for (const auto& id : ids) VPSFIT_CHECK(joint.add(vendor.id, id, file));
  }
  return {};
}

Result<Catalog> join_catalogs(std::vector<CatalogFile> files) {
  if (files.size() == 1) return std::move(files.front().catalog);  // a long one is not held twice
  Joint joint;
  Catalog all;
  for (auto& [file, catalog] : files) {
    for (auto& vendor : catalog.vendors) {
      VPSFIT_TRY(const bool is_new, joint.add(vendor, file));
      if (is_new) all.vendors.push_back(std::move(vendor));
    }
    for (auto& plan : catalog.plans) {
      VPSFIT_CHECK(joint.add(plan.vendor, plan.id, file));
      all.plans.push_back(std::move(plan));
    }
    catalog.plans = {};
  }
  return all;
}

}  // namespace vpsfit::plans
