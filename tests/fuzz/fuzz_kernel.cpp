// SPDX-License-Identifier: MIT
// libraries: sampler
// Files of control groups and of /proc.
#include "sampler/cpu_files.hpp"
#include "sampler/descendants.hpp"
#include "sampler/host_facts.hpp"
#include "sampler/kernel_text.hpp"
#include "sampler/known.hpp"
#include "sampler/life.hpp"
#include "sampler/membership.hpp"
#include "sampler/memory_files.hpp"
#include "sampler/mounts.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vpsfit;
  const std::string_view text = fuzz::text_of(data, size);
  recording::Reading reading;
  recording::Detail detail;
  sampler::parse_cpu_stat(text, reading);
  sampler::parse_cpuacct_usage(text, reading);
  sampler::parse_cpuacct_user(text, reading);
  sampler::parse_cpuacct_system(text, reading);
  sampler::parse_memory_stat(text, detail);
  sampler::parse_memory_events(text, detail);
  sampler::parse_memory_events_local(text, detail);
  sampler::parse_oom_control(text, detail);
  static_cast<void>(sampler::parse_cpu_max(text));
  static_cast<void>(sampler::parse_cfs_quota(text, "100000"));
  static_cast<void>(sampler::parse_cfs_quota("50000", text));
  if (const auto bytes = sampler::parse_bytes_file(text)) fuzz::promise(bytes->count() >= 0);
  static_cast<void>(sampler::parse_memory_limit(text));
  static_cast<void>(sampler::parse_count(text));
  static_cast<void>(sampler::parse_single(text));
  static_cast<void>(sampler::parse_memberships(text));
  static_cast<void>(sampler::parse_mounts(text));
  static_cast<void>(sampler::parse_process_stat(text, 100));
  static_cast<void>(sampler::parse_smaps_rollup(text));
  static_cast<void>(sampler::parse_cgroup_events(text));
  static_cast<void>(sampler::parse_freezer_state(text));
  static_cast<void>(sampler::parse_mem_total(text));
  static_cast<void>(sampler::parse_cpu_model(text));
  return 0;
}
