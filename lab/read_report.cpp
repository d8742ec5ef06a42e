// SPDX-License-Identifier: MIT
#include "lab/read_report.hpp"

#include <fmt/format.h>

#include "core/decimal.hpp"
#include "core/text.hpp"

namespace vpsfit::lab {
namespace {

constexpr std::int64_t largest_count = std::int64_t{1} << 53;
constexpr std::int64_t year_us = 366LL * 86400 * 1'000'000;

}  // namespace

Result<std::int64_t> read_count(const json::Node& table, std::string_view key) {
  VPSFIT_TRY(const auto node, table.at(key));
  return node.whole(0, largest_count);
}

Result<void> take_count(const json::Node& table, std::string_view key, std::optional<std::int64_t>& into) {
  if (!table.maybe(key)) return {};
  VPSFIT_TRY(into, read_count(table, key));
  return {};
}

Result<void> add_count(std::int64_t& sum, std::int64_t more) {
  if (more < 0 || more > largest_count || sum > largest_count - more)
    return fail(ErrorKind::input, fmt::format("{} and {} are more than can be counted", sum, more));
  sum += more;
  return {};
}

Result<std::int64_t> read_us(const json::Node& node, const Rational& us_per_unit) {
  VPSFIT_TRY(const Rational number, node.number());
  const Rational us = round_to(number * us_per_unit, 0, Rounding::half_away);
  if (us.is_negative() || us > Rational(year_us))
    return node.wrong(fmt::format("{} is no time that was measured", node.value().text()));
  return us.floor();
}

Result<std::chrono::microseconds> read_seconds(const json::Node& table, std::string_view key) {
  VPSFIT_TRY(const auto node, table.at(key));
  VPSFIT_TRY(const std::int64_t us, read_us(node, Rational(1'000'000)));
  if (us == 0) return node.wrong("a load that took no time says nothing");
  return std::chrono::microseconds(us);
}

Result<void> read_quantiles(const json::Node& root, std::string_view name, const std::vector<QuantileKey>& keys,
                            const Rational& us_per_unit, LoadReport& report) {
  const auto table = root.maybe(name);
  if (!table) return {};
  for (const auto& [key, ppm] : keys) {
    const auto node = table->maybe(key);
    if (!node) continue;
    VPSFIT_TRY(const std::int64_t us, read_us(*node, us_per_unit));
    if (!report.printed.empty() && us < report.printed.back().us)
      return node->wrong(fmt::format("{} is below a smaller quantile", key));
    report.printed.push_back({ppm, us});
    if (ppm == 1'000'000) report.latency_max_us = us;
  }
  return {};
}

void add_curl_like_request(const Request& request, std::string_view method, std::string_view header,
                           std::string_view body, std::vector<std::string>& argv) {
  if (request.method != "GET" || !request.body.empty()) argv.insert(argv.end(), {std::string(method), request.method});
  for (const auto& [name, value] : request.headers)
    argv.insert(argv.end(), {std::string(header), fmt::format("{}: {}", name, value)});
  if (!request.body.empty()) argv.insert(argv.end(), {std::string(body), request.body});
}

Result<std::int64_t> parse_us(std::string_view seconds) {
  VPSFIT_TRY(const Rational exact, parse_json_number(trim(seconds)));
  const Rational us = round_to(exact * Rational(1'000'000), 0, Rounding::half_away);
  if (us.is_negative() || us > Rational(year_us))
    return fail(ErrorKind::input, fmt::format("{} is no time that was measured", printable(seconds, 40)));
  return us.floor();
}

}  // namespace vpsfit::lab
