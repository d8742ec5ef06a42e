// SPDX-License-Identifier: MIT
#include "sampler/memory_files.hpp"

namespace vpsfit::sampler {
namespace {

constexpr std::int64_t unlimited_v1 = std::int64_t{1} << 62;

void set(std::optional<Bytes>& field, std::string_view value) {
  if (const auto number = parse_count(value)) field = Bytes{*number};
}

}  // namespace

std::optional<Bytes> parse_bytes_file(std::string_view text) {
  const auto number = parse_single(text);
  if (!number) return std::nullopt;
  return Bytes{*number};
}

std::optional<Ceiling<Bytes>> parse_memory_limit(std::string_view text) {
  if (first_line(text) == "max") return Ceiling<Bytes>{};
  const auto number = parse_single(text);
  if (!number) return std::nullopt;
  if (*number >= unlimited_v1) return Ceiling<Bytes>{};
  return Ceiling<Bytes>{Bytes{*number}};
}

void parse_memory_stat(std::string_view text, recording::Detail& into) {
  each_pair(text, [&](std::string_view key, std::string_view value) {
    if (key == "anon") {
      set(into.anon, value);
    } else if (key == "file") {
      set(into.file, value);
    } else if (key == "inactive_file") {
      set(into.inactive_file, value);
    } else if (key == "active_file") {
      set(into.active_file, value);
    } else if (key == "shmem") {
      set(into.shmem, value);
    } else if (key == "kernel") {
      set(into.kernel, value);
    } else if (key == "slab_reclaimable") {
      set(into.slab_reclaimable, value);
    } else if (key == "sock") {
      set(into.sock, value);
    }
  });
}

void parse_memory_stat_v1(std::string_view text, recording::Detail& into) {
  each_pair(text, [&](std::string_view key, std::string_view value) {
    if (!key.starts_with("total_")) return;
    key.remove_prefix(6);
    if (key == "rss") {
      set(into.anon, value);
    } else if (key == "cache") {
      set(into.file, value);
    } else if (key == "inactive_file") {
      set(into.inactive_file, value);
    } else if (key == "active_file") {
      set(into.active_file, value);
    } else if (key == "shmem") {
      set(into.shmem, value);
    } else if (key == "swap") {
      set(into.swap, value);
    }
  });
}

void parse_memory_events(std::string_view text, recording::Detail& into) {
  each_pair(text, [&](std::string_view key, std::string_view value) {
    if (key == "oom") {
      into.oom = parse_count(value);
    } else if (key == "oom_kill") {
      into.oom_kill = parse_count(value);
    } else if (key == "max") {
      into.events_max = parse_count(value);
    } else if (key == "high") {
      into.events_high = parse_count(value);
    }
  });
}

void parse_memory_events_local(std::string_view text, recording::Detail& into) {
  each_pair(text, [&](std::string_view key, std::string_view value) {
    if (key == "oom_kill") into.oom_kill_local = parse_count(value);
  });
}

void parse_oom_control(std::string_view text, recording::Detail& into) {
  each_pair(text, [&](std::string_view key, std::string_view value) {
    if (key != "oom_kill") return;
    into.oom_kill = parse_count(value);
    into.oom_kill_local = into.oom_kill;
  });
}

}  // namespace vpsfit::sampler
