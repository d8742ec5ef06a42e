// SPDX-License-Identifier: MIT
// libraries: json
// JSON. What is read is written, and read again as the same.
#include "json/parse.hpp"
#include "json/value.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vpsfit;
  const auto value = json::parse(fuzz::text_of(data, size));
  if (!value) {
    fuzz::promise(!value.error().place.empty());
    return 0;
  }
  for (const int indent : {-1, 2}) {
    const std::string written = json::dump(*value, indent);
    const auto again = json::parse(written);
    fuzz::promise(again.has_value());
    fuzz::promise(json::dump(*again, indent) == written);
  }
  return 0;
}
