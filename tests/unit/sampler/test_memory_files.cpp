// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <string>

#include "sampler/memory_files.hpp"

using namespace vpsfit;
using namespace vpsfit::sampler;
using recording::Detail;

namespace {

template <class Parse>
Detail detail(Parse parse, std::string_view text) {
  Detail result;
  parse(text, result);
  return result;
}

// Linux 6.1, cgroup v2 (shortened in the middle; the order is the kernel's).
constexpr std::string_view stat_6_1 =
    "anon 41287680\nfile 20480\nkernel 1187840\nkernel_stack 65536\npagetables 282624\nsec_pagetables 0\npercpu 0\n"
    "sock 4096\nvmalloc 0\nshmem 8192\nzswap 0\nzswapped 0\nfile_mapped 0\nfile_dirty 0\nfile_writeback 0\n"
    "swapcached 0\nanon_thp 0\ninactive_anon 41254912\nactive_anon 40960\ninactive_file 12288\nactive_file 4096\n"
    "unevictable 0\nslab_reclaimable 503288\nslab_unreclaimable 142568\nslab 645856\npgfault 10412\n";
// Linux 5.10: no "kernel" line yet.
constexpr std::string_view stat_5_10 =
    "anon 811008\nfile 0\nkernel_stack 16384\npercpu 0\nsock 0\nshmem 0\nfile_mapped 0\ninactive_anon 675840\n"
    "active_anon 0\ninactive_file 0\nactive_file 0\nslab_reclaimable 41456\nslab_unreclaimable 60832\nslab 102288\n";
// Linux 6.18, cgroup v1: the group's own counters first, then those of the whole subtree.
constexpr std::string_view stat_v1 =
    "cache 9211904\nrss 9748480\nrss_huge 0\nshmem 9068544\nmapped_file 6852608\nswap 0\ninactive_file 135168\n"
    "active_file 8192\nhierarchical_memory_limit 9223372036854771712\ntotal_cache 34365440\ntotal_rss 18370560\n"
    "total_rss_huge 0\ntotal_shmem 9068544\ntotal_swap 4096\ntotal_inactive_anon 9072640\ntotal_active_anon 1028096\n"
    "total_inactive_file 10072064\ntotal_active_file 15224832\ntotal_unevictable 17285120\n";

}  // namespace

TEST_CASE("memory.stat of several kernels is split by its keys") {
  const Detail now = detail(parse_memory_stat, stat_6_1);
  CHECK(now.anon == Bytes{41287680});
  CHECK(now.file == Bytes{20480});
  CHECK(now.inactive_file == Bytes{12288});
  CHECK(now.active_file == Bytes{4096});
  CHECK(now.shmem == Bytes{8192});
  CHECK(now.kernel == Bytes{1187840});
  CHECK(now.slab_reclaimable == Bytes{503288});
  CHECK(now.sock == Bytes{4096});
  CHECK(now.swap == std::nullopt);
  const Detail old = detail(parse_memory_stat, stat_5_10);
  CHECK(old.anon == Bytes{811008});
  CHECK(old.kernel == std::nullopt);
}

TEST_CASE("v1's memory.stat is read for the whole subtree") {
  const Detail seen = detail(parse_memory_stat_v1, stat_v1);
  CHECK(seen.anon == Bytes{18370560});
  CHECK(seen.file == Bytes{34365440});
  CHECK(seen.shmem == Bytes{9068544});
  CHECK(seen.inactive_file == Bytes{10072064});
  CHECK(seen.active_file == Bytes{15224832});
  CHECK(seen.swap == Bytes{4096});
  CHECK(seen.kernel == std::nullopt);
  CHECK(seen.slab_reclaimable == std::nullopt);
}

TEST_CASE("a negative line of memory.stat is unknown, and the rest stays") {
  const Detail seen = detail(parse_memory_stat, "anon 5\nfile -4096\nshmem 7\n");
  CHECK(seen.anon == Bytes{5});
  CHECK(seen.file == std::nullopt);
  CHECK(seen.shmem == Bytes{7});
}

TEST_CASE("a short or empty memory.stat leaves what it does not say unknown") {
  CHECK(detail(parse_memory_stat, "") == Detail{});
  const Detail seen = detail(parse_memory_stat, "anon 4096\nfile 81");
  CHECK(seen.anon == Bytes{4096});
  CHECK(seen.file == std::nullopt);
}

TEST_CASE("memory.current is one number, and max is no number") {
  CHECK(parse_bytes_file("4096\n") == Bytes{4096});
  CHECK(parse_bytes_file("0\n") == Bytes{0});
  CHECK(parse_bytes_file("max\n") == std::nullopt);
  CHECK(parse_bytes_file("") == std::nullopt);
  CHECK(parse_bytes_file("-4096\n") == std::nullopt);
}

TEST_CASE("unlimited memory is a state of its own in v2 and v1") {
  CHECK(parse_memory_limit("max\n") == Ceiling<Bytes>{});
  CHECK(parse_memory_limit("9223372036854771712\n") == Ceiling<Bytes>{});  // 4 KiB pages
  CHECK(parse_memory_limit("9223372036854710272\n") == Ceiling<Bytes>{});  // 64 KiB pages
  CHECK(parse_memory_limit("536870912\n") == Ceiling<Bytes>{MiB(512)});
  CHECK(parse_memory_limit("") == std::nullopt);
  CHECK(parse_memory_limit("-1\n") == std::nullopt);
}

TEST_CASE("memory.events of several kernels") {
  const Detail seen =
      detail(parse_memory_events, "low 0\nhigh 3\nmax 84\noom 2\noom_kill 1\noom_group_kill 0\nsock_throttled 0\n");
  CHECK(seen.events_high == 3);
  CHECK(seen.events_max == 84);
  CHECK(seen.oom == 2);
  CHECK(seen.oom_kill == 1);
  CHECK(seen.oom_kill_local == std::nullopt);
  CHECK(detail(parse_memory_events, "low 0\nhigh 0\nmax 0\noom 0\n").oom_kill == std::nullopt);  // before 4.13
  CHECK(detail(parse_memory_events_local, "oom 1\noom_kill 4\n").oom_kill_local == 4);
}

TEST_CASE("v1's memory.oom_control tells the kills") {
  const Detail seen = detail(parse_oom_control, "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");
  CHECK(seen.oom_kill == 2);
  CHECK(seen.oom_kill_local == 2);
  CHECK(detail(parse_oom_control, "oom_kill_disable 0\nunder_oom 0\n").oom_kill == std::nullopt);
}
