// SPDX-License-Identifier: MIT
// libraries: core sources
// CSV row by row, and figures of usage in it.
#include "core/csv_reader.hpp"
#include "sources/figures.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vpsfit;
  const std::string_view text = fuzz::text_of(data, size);
  CsvReader reader(text, "fuzz.csv");
  std::size_t width = 0;
  for (auto row = reader.next(); row && *row; row = reader.next()) {
    fuzz::promise(width == 0 || (*row)->size() == width);
    width = (*row)->size();
  }
  static_cast<void>(sources::parse_usage_csv(text, "fuzz.csv"));
  return 0;
}
