// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

/// What every target defines: libFuzzer's own name for it, called with whatever bytes there are. Must neither crash nor
/// hang nor break a promise; returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace vpsfit::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};  // NOLINT: bytes are what text is made of
}

/// Ends the program, so that the fuzzer keeps the input, where a promise is broken.
inline void promise(bool kept) {
  if (!kept) std::abort();
}

}  // namespace vpsfit::fuzz
