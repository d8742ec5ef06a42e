// SPDX-License-Identifier: MIT
// Gives a fuzz target every file of the folders named, and each of them cut at a few places.
#include <cstdio>
#include <filesystem>
#include <string>

#include "files/files.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

void give(const std::string& text) {
  // libFuzzer's interface counts bytes as unsigned.
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());  // NOLINT
}

}  // namespace

int main(int count, char** words) {
  std::size_t given = 0;
  for (int i = 1; i < count; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(words[i])) {
      const auto text = vpsfit::files::read_whole(entry.path());
      if (!text) return 1;
      give(*text);
      for (std::size_t part = 1; part < 16; ++part) give(text->substr(0, text->size() * part / 16));
      ++given;
    }
  }
  std::printf("%zu inputs\n", given);
  return given > 0 ? 0 : 1;  // an empty corpus proves nothing
}
