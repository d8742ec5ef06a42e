// SPDX-License-Identifier: MIT
// libraries: plans
// A plan catalog. What is read is written and read again as the same, has no difference to itself and raises no alarm
// about itself that it does not raise alone.
#include "json/value.hpp"
#include "plans/compare.hpp"
#include "plans/read.hpp"
#include "plans/write.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vpsfit;
  const auto checked = plans::check_catalog(fuzz::text_of(data, size), "fuzz.json", *parse_date("2026-11-30"), 5);
  if (!checked.errors.empty() || checked.catalog.vendors.size() != 1) return 0;
  const std::string written = json::dump(plans::to_document(checked.catalog));
  const auto again = plans::parse_catalog(written, "again.json");
  fuzz::promise(again.has_value());
  fuzz::promise(json::dump(plans::to_document(*again)) == written);
  fuzz::promise(plans::differences(checked.catalog, *again).empty());
  fuzz::promise(plans::alarms(&checked.catalog, *again).size() == plans::alarms(nullptr, *again).size());
  for (const auto& plan : checked.catalog.plans) fuzz::promise(plan.memory.lower_bytes() <= plan.memory.upper_bytes());
  return 0;
}
