// SPDX-License-Identifier: MIT
// libraries: sources
// Figures of usage as JSON.
#include "sources/detect.hpp"
#include "sources/figures.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vpsfit;
  const std::string_view text = fuzz::text_of(data, size);
  static_cast<void>(sources::detect(text.substr(0, 200), "fuzz"));
  if (const auto usages = sources::parse_usage_json(text, "fuzz.json")) fuzz::promise(!usages->empty());
  return 0;
}
