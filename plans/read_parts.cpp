// SPDX-License-Identifier: MIT
#include "plans/read_parts.hpp"

#include <array>
#include <fmt/format.h>

#include "plans/values.hpp"

namespace vpsfit::plans {
namespace {

constexpr std::array<std::string_view, 2> architectures{"x86_64", "arm64"};
constexpr std::array<std::string_view, 5> disk_kinds{"nvme", "ssd", "hdd", "network", "unknown"};
constexpr std::int64_t largest_count = 1'000'000;

std::optional<Burst> read_burst(const Field& field) {
  const Object object(field, {"credits_per_hour", "max_credits", "unlimited_price"});
  Burst burst;
  object.maybe("credits_per_hour", burst.credits_per_hour, not_negative);
  object.maybe("max_credits", burst.max_credits, not_negative);
  object.maybe("unlimited_price", burst.unlimited_price, amount);
  return burst;
}

struct IpPrice {
  Rational amount;
  std::optional<Currency> paid_in;
  PeriodUnit per = PeriodUnit::month;
};

std::optional<IpPrice> read_ip_price(const Field& field) {
  const Object object(field, {"amount", "currency", "per"});
  IpPrice price;
  object.required("amount", price.amount, amount);
  object.maybe("currency", price.paid_in, currency);
  object.required("per", price.per, choice<PeriodUnit>);
  return price;
}

Result<Bytes> byte_count(const json::Node& node) {
  constexpr std::int64_t largest = 1'000'000'000'000'000'000;
  return node.whole(1, largest).map([](std::int64_t n) { return Bytes{n}; });
}

}  // namespace

std::optional<Cpu> read_cpu(const Field& field) {
  const Object object(field, {"vcpus", "kind", "baseline_share", "burst", "arch", "model"});
  Cpu cpu;
  object.required("vcpus", cpu.vcpus, positive);
  object.required("kind", cpu.kind, choice<CpuKind>);
  object.maybe("baseline_share", cpu.baseline_share, share);
  object.maybe("burst", cpu.burst, read_burst);
  object.maybe("arch", cpu.arch, word_of(architectures));
  object.maybe("model", cpu.model, name_text);
  return cpu;
}

std::optional<Memory> read_memory(const Field& field) {
  const Object object(field, {"value", "unit", "unit_confidence", "usable_bytes"});
  Memory memory;
  auto size = read_size(object);
  object.maybe("unit_confidence", memory.confidence, choice<UnitConfidence>);
  object.maybe("usable_bytes", memory.usable, byte_count);
  if (!size) return std::nullopt;
  memory.size = std::move(*size);
  return memory;
}

std::optional<Swap> read_swap(const Field& field) {
  const Object object(field, {"value", "unit", "allowed"});
  Swap swap;
  if (object.has("value") || object.has("unit")) swap.size = read_size(object);
  object.maybe("allowed", swap.allowed, choice<Allowed>);
  return swap;
}

std::optional<Disk> read_disk(const Field& field) {
  const Object object(field, {"value", "unit", "kind", "included"});
  Disk disk;
  object.maybe("included", disk.included, truth);
  if (disk.included || object.has("value") || object.has("unit")) disk.size = read_size(object);
  disk.kind = "unknown";
  object.maybe("kind", disk.kind, word_of(disk_kinds));
  return disk;
}

std::optional<Network> read_network(const Field& field) {
  const Object object(field, {"ipv4_count", "ipv4_price", "ipv6", "port_mbit"});
  Network network;
  object.maybe("ipv4_count", network.ipv4_count, count(0, largest_count));
  std::optional<IpPrice> price;
  object.maybe("ipv4_price", price, read_ip_price);
  if (price) {
    network.ipv4_price = std::move(price->amount);
    network.ipv4_currency = price->paid_in;
    network.ipv4_per = price->per;
  }
  object.maybe("ipv6", network.ipv6, truth);
  object.maybe("port_mbit", network.port_mbit, positive);
  return network;
}

std::optional<Limit> read_limit(const Field& field) {
  Limit limit;
  if (field.value().kind() == json::Value::Kind::string) {
    if (auto text = field.read(note_text)) limit.text = std::move(*text);
    return limit;
  }
  const Object object(field, {"sustained_cpu_pct", "window"});
  object.required("sustained_cpu_pct", limit.sustained_cpu_pct, percent);
  object.maybe("window", limit.window, name_text);
  return limit;
}

}  // namespace vpsfit::plans
