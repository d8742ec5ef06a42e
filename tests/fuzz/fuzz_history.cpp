// SPDX-License-Identifier: MIT
// libraries: plans
// The history beside a catalog.
#include "plans/history.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vpsfit;
  std::vector<std::string> remarks;
  static_cast<void>(plans::parse_history(fuzz::text_of(data, size), "fuzz.history.jsonl", remarks));
  static_cast<void>(plans::parse_acceptance(fuzz::text_of(data, size)));
  return 0;
}
