// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bytes.hpp"
#include "core/currency.hpp"
#include "core/date.hpp"
#include "core/fraction.hpp"
#include "core/rational.hpp"

/// What a vendor sells, as the catalog says it. Unknown is std::nullopt or an `unknown` value, never zero.
namespace vpsfit::plans {

/// A size as the vendor prints it: "256 MB". What it means in bytes is a question of its own (see lower_bytes).
struct Size {
  Rational value;    ///< > 0
  std::string unit;  ///< one of core/bytes.hpp

  /// As the unit says, a fraction of a byte rounded down. The reader has checked that it is 1..10^18; a size that is
  /// not is a broken promise of the caller (std::logic_error).
  [[nodiscard]] Bytes bytes() const;
};

enum class UnitConfidence { vendor_api, measured, assumed };

struct Memory {
  Size size;
  UnitConfidence confidence = UnitConfidence::assumed;
  std::optional<Bytes> usable;  ///< what the guest sees, where somebody measured it

  /// The smaller reading, which a need must fit: "256 MB" is 256,000,000 bytes unless the vendor is known to mean MiB
  /// (then the catalog says MiB), and so is a "256 MiB" whose unit is only assumed. `usable`, where somebody measured
  /// it, is the truth and wins.
  [[nodiscard]] Bytes lower_bytes() const;
  /// The larger reading: decimal units read as binary ones where the unit is only assumed; else the same as
  /// lower_bytes.
  [[nodiscard]] Bytes upper_bytes() const;
};

enum class Allowed { yes, no, unknown };

/// Swap that comes with the plan, and whether the seller allows the tenant's own.
struct Swap {
  std::optional<Size> size;
  Allowed allowed = Allowed::unknown;
};

enum class Lifecycle { active, deprecated, end_of_sale, legacy };
enum class Stock { in_stock, scarce, out, unknown };
enum class CpuKind { dedicated, shared, fair_share, burstable, unknown };
enum class Tax { net, gross, unknown };
enum class PriceKind { regular, promo, unknown };
enum class PeriodUnit { hour, month, year };
enum class RenewalStatus { same, different, unverified };
enum class OveragePolicy { bill, throttle, suspend, unknown };

struct Burst {
  std::optional<Rational> credits_per_hour;
  std::optional<Rational> max_credits;
  std::optional<Rational> unlimited_price;
};

struct Cpu {
  Rational vcpus;  ///< > 0, fractions allowed
  CpuKind kind = CpuKind::unknown;
  std::optional<Fraction> baseline_share;  ///< of each vCPU that may be used all the time; nullopt = unpublished
  std::optional<Burst> burst;
  std::optional<std::string> arch;  ///< "x86_64", "arm64"
  std::optional<std::string> model;
};

struct Disk {
  std::optional<Size> size;  ///< always there where `included`
  std::string kind;          ///< nvme, ssd, hdd, network, unknown
  bool included = true;      ///< false: to be had, and billed apart
};

struct IncludedTraffic {
  bool unmetered = false;
  std::optional<Size> size;              ///< nullopt = unmetered or unknown
  std::optional<std::string> direction;  ///< out, both, max
  bool pooled = false;
};

struct Traffic {
  std::optional<IncludedTraffic> included;
  OveragePolicy after = OveragePolicy::unknown;
  std::optional<Rational> overage_price;  ///< for `overage_per`; see Plan::overage_currency
  std::optional<Size> overage_per;
  std::optional<Rational> throttle_mbit;
  std::optional<Currency> overage_currency = std::nullopt;

  /// Included bytes a month, for ties; nullopt = unknown. Unmetered is the largest Bytes.
  [[nodiscard]] std::optional<Bytes> included_bytes() const;
};

struct Network {
  std::optional<std::int64_t> ipv4_count;
  std::optional<Rational> ipv4_price;  ///< for one IPv4 for `ipv4_per`, where it is priced apart
  std::optional<PeriodUnit> ipv4_per;
  std::optional<bool> ipv6;
  std::optional<Rational> port_mbit;
  std::optional<Currency> ipv4_currency = std::nullopt;  ///< see Plan::ipv4_currency
};

struct Renewal {
  std::optional<Rational> amount;
  RenewalStatus status = RenewalStatus::unverified;
};

struct FirstTerm {
  Rational amount;  ///< for one period
  std::int64_t periods = 1;
};

/// Recorded, never applied in the price.
struct Coupon {
  std::optional<std::string> code;
  std::optional<std::string> effect;
  std::string scope;  ///< first_invoice, lifetime
};

/// One way to pay.
struct Price {
  explicit Price(Currency paid_in) : currency(paid_in) {}

  std::int64_t period_count = 1;
  PeriodUnit period_unit = PeriodUnit::month;
  Rational amount;  ///< for one period, >= 0
  Currency currency;
  std::optional<Rational> monthly_cap;
  std::optional<std::string> payment;  ///< upfront, postpaid
  std::optional<std::int64_t> commitment_months;
  std::optional<Rational> setup_fee;
  std::optional<FirstTerm> first_term;
  std::optional<Renewal> renewal;
  PriceKind kind = PriceKind::unknown;
  std::optional<std::string> promo_name;
  std::optional<Date> promo_ends;
  std::vector<Coupon> coupons;
  Tax tax = Tax::unknown;
  std::optional<Rational> vat_rate;
  std::optional<std::string> tax_country;
};

struct Region {
  std::string id;
  std::optional<std::string> country;
  std::optional<std::string> city;
  std::vector<Price> price_override;
  std::optional<Traffic> traffic_override;
  std::optional<Stock> stock;
  std::optional<Lifecycle> lifecycle;
};

/// What fair use means, in the seller's words or in figures.
struct Limit {
  std::string text;                           ///< empty where figures say it all
  std::optional<Rational> sustained_cpu_pct;  ///< 0..100
  std::optional<std::string> window;          ///< over which it is averaged, as the seller says it
};

struct Source {
  std::optional<std::string> url;
  std::string kind;  ///< api, page, forum, tracker, given
  std::optional<std::string> retrieved_at;
  std::optional<std::string> sha256;
  std::optional<std::string> confidence;
};

struct Plan {
  std::string vendor;  ///< the vendor's id; `vendor/id` names a plan
  std::string id;
  std::string name;
  Lifecycle lifecycle = Lifecycle::active;
  std::optional<Date> unavailable_after;
  Cpu cpu;
  Memory memory;
  std::optional<Swap> swap;
  std::vector<Disk> disks;
  std::optional<Traffic> traffic;
  std::optional<Network> network;
  std::vector<Region> regions;
  std::vector<Price> prices;  ///< at least one
  Stock stock = Stock::unknown;
  std::optional<Date> stock_checked_on;
  std::optional<Date> verified_on;  ///< nullopt: nobody verified it; kept, listed, never chosen
  Source source;
  std::vector<Limit> limits;
  std::optional<std::string> notes;

  [[nodiscard]] std::string full_name() const { return vendor + "/" + id; }
  /// Disk space in the price: the sum of the included disks; zero where disks are listed and none is included; nullopt
  /// where no disk is listed (unknown).
  [[nodiscard]] std::optional<Bytes> included_disk() const;
  /// The currency of one IPv4 that is priced apart, and of traffic beyond what `of` (the plan's or a region's traffic)
  /// includes: the one that stands there, else that of the plan's first price. A catalog that prices a plan in several
  /// currencies says it.
  [[nodiscard]] Currency ipv4_currency() const;
  [[nodiscard]] Currency overage_currency(const Traffic& of) const;
};

struct Vendor {
  std::string id;
  std::string name;
  std::optional<std::string> url;
  std::optional<std::string> country;  ///< ISO 3166-1, two capitals
  bool operator==(const Vendor&) const = default;
};

/// One catalog file, or several joined: plans in the order of the files.
struct Catalog {
  std::vector<Vendor> vendors;
  std::vector<Plan> plans;
};

}  // namespace vpsfit::plans
