// SPDX-License-Identifier: MIT
#include "sampler/descendants.hpp"

#include <algorithm>
#include <set>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "sampler/kernel_text.hpp"

namespace vpsfit::sampler {
namespace {

std::optional<CpuTime> from_ticks(std::string_view first, std::string_view second, std::int64_t per_second) {
  const auto a = parse_count(first);
  const auto b = parse_count(second);
  constexpr std::int64_t most = std::int64_t{1} << 42;  // 1,400 years of ticks; beyond it is garbage
  if (!a || !b || *a > most || *b > most || per_second <= 0) return std::nullopt;
  return CpuTime{(*a + *b) * (1'000'000 / per_second)};
}

void set_kib(std::optional<Bytes>& field, std::string_view value) {
  value = trim(value);
  if (!value.ends_with(" kB")) return;
  value.remove_suffix(3);
  const auto number = parse_count(trim(value));
  if (number && *number < (std::int64_t{1} << 52)) field = KiB(*number);
}

}  // namespace

std::optional<ProcessStat> parse_process_stat(std::string_view text, std::int64_t ticks_per_second) {
  // Field numbers as in proc(5): 3 state, 4 ppid, 14 utime, 15 stime, 16 cutime, 17 cstime, 24 rss.
  const auto name_end = text.rfind(')');
  if (name_end == std::string_view::npos || !text.ends_with('\n')) return std::nullopt;
  const auto fields = split(trim(text.substr(name_end + 1)), ' ');
  constexpr std::size_t first = 3;
  if (fields.size() <= 24 - first || fields.front().size() != 1) return std::nullopt;
  const auto field = [&](std::size_t number) { return fields[number - first]; };
  const auto parent = parse_count(field(4));
  const auto own = from_ticks(field(14), field(15), ticks_per_second);
  const auto children = from_ticks(field(16), field(17), ticks_per_second);
  if (!parent || *parent > (1 << 30) || !own || !children) return std::nullopt;
  return ProcessStat{static_cast<pid_t>(*parent), field(3).front(), *own, *children,
                     parse_count(field(24)).value_or(0)};
}

ProportionalSize parse_smaps_rollup(std::string_view text) {
  ProportionalSize size;
  while (const auto line = take_line(text)) {
    const auto colon = line->find(':');
    if (colon == std::string_view::npos) continue;
    const auto key = line->substr(0, colon);
    const auto value = line->substr(colon + 1);
    if (key == "Pss") {
      set_kib(size.whole, value);
    } else if (key == "Pss_Anon") {
      set_kib(size.anon, value);
    } else if (key == "Pss_File") {
      set_kib(size.file, value);
    } else if (key == "Pss_Shmem") {
      set_kib(size.shmem, value);
    } else if (key == "SwapPss") {
      set_kib(size.swap, value);
    }
  }
  return size;
}

std::vector<Process> list_processes(const std::filesystem::path& proc) {
  const std::int64_t ticks = ::sysconf(_SC_CLK_TCK);
  std::vector<Process> found;
  std::error_code error;
  for (std::filesystem::directory_iterator at(proc, error), end; !error && at != end; at.increment(error)) {
    const auto pid = parse_count(at->path().filename().native());
    if (!pid) continue;
    const auto text = files::read_whole(at->path() / "stat");
    if (!text) continue;
    if (const auto stat = parse_process_stat(*text, ticks)) found.push_back({static_cast<pid_t>(*pid), *stat});
  }
  return found;
}

std::vector<Process> descendants(const std::vector<Process>& all, pid_t root, bool with_root) {
  std::set<pid_t> family{root};
  for (bool grew = true; grew;) {
    grew = false;
    for (const auto& process : all)
      if (family.contains(process.stat.parent) && family.insert(process.pid).second) grew = true;
  }
  std::vector<Process> found;
  for (const auto& process : all)
    if (family.contains(process.pid) && (with_root || process.pid != root)) found.push_back(process);
  return found;
}

}  // namespace vpsfit::sampler
