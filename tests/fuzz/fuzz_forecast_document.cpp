// SPDX-License-Identifier: MIT
// libraries: report_page
// A forecast document, as report and verify read it.
#include "json/node.hpp"
#include "json/parse.hpp"
#include "report/page/forecast_view.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vpsfit;
  const auto value = json::parse(fuzz::text_of(data, size));
  if (value) static_cast<void>(report::read_forecast(json::Node(*value, "fuzz.json")));
  return 0;
}
