// SPDX-License-Identifier: MIT
// libraries: sampler
// What container engines keep and answer.
#include "sampler/known.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vpsfit;
  const std::string_view text = fuzz::text_of(data, size);
  static_cast<void>(sampler::parse_docker_list(text));
  static_cast<void>(sampler::parse_docker_config(text));
  static_cast<void>(sampler::parse_storage_list(text));
  static_cast<void>(sampler::parse_oci_config(text, "0123456789abcdef"));
  static_cast<void>(sampler::parse_kubelet_log(text));
  return 0;
}
