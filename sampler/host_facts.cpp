// SPDX-License-Identifier: MIT
#include "sampler/host_facts.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {
namespace {

/// The text after "key:" in the first line that has it.
std::optional<std::string_view> value_of(std::string_view text, std::string_view key) {
  while (const auto line = take_line(text)) {
    const auto colon = line->find(':');
    if (colon != std::string_view::npos && trim(line->substr(0, colon)) == key) return trim(line->substr(colon + 1));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Bytes> parse_mem_total(std::string_view text) {
  auto value = value_of(text, "MemTotal");
  if (!value || !value->ends_with(" kB")) return std::nullopt;
  value->remove_suffix(3);
  const auto number = parse_count(trim(*value));
  if (!number || *number > (std::int64_t{1} << 52)) return std::nullopt;
  return KiB(*number);
}

std::string parse_cpu_model(std::string_view text) { return printable(value_of(text, "model name").value_or(""), 120); }

std::string architecture_name(std::string_view machine) {
  if (machine == "aarch64" || machine == "aarch64_be") return "arm64";
  return std::string(machine);
}

recording::Host host_facts(const HostRoot& host, const CgroupTree& tree, std::string_view tool_version) {
  recording::Host facts;
  struct utsname name {};
  if (::uname(&name) == 0) {
    facts.kernel = name.release;
    facts.architecture = architecture_name(name.machine);
  }
  if (const auto text = files::read_whole(host.proc() / "cpuinfo")) facts.cpu_model = parse_cpu_model(*text);
  if (const auto text = files::read_whole(host.proc() / "meminfo"))
    facts.memory = parse_mem_total(*text).value_or(Bytes{0});
  facts.cpus = ::sysconf(_SC_NPROCESSORS_ONLN);
  facts.page_size = ::sysconf(_SC_PAGESIZE);
  facts.cgroup_mode = to_text(tree.mode);
  facts.tool_version = tool_version;
  return facts;
}

}  // namespace vpsfit::sampler
