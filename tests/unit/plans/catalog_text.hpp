// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// Small catalogs for the tests, as text.
namespace vpsfit::plans::test {

/// One price of a plan, 25 dollars a year.
inline constexpr std::string_view yearly_price =
    R"({"period": {"count": 1, "unit": "year"}, "amount": "25.00", "currency": "USD", "tax": "net"})";

/// A plan with nothing but what must be there; `members` replace members of the same name or are added.
[[nodiscard]] inline std::string plan_text(std::string_view id, std::string_view prices = yearly_price,
                                           std::string_view more = "") {
  return R"({"id": ")" + std::string(id) +
         R"(", "cpu": {"vcpus": 2, "kind": "shared"}, "memory": {"value": 256, "unit": "MB"}, "prices": [)" +
         std::string(prices) + R"(], "verified_on": "2026-11-01", "source": {"kind": "given"})" + std::string(more) +
         "}";
}

/// A file of the vendor "acme" with these plans, each on a line of its own.
[[nodiscard]] inline std::string catalog_text(std::string_view plans, std::string_view vendor = R"({"id": "acme"})") {
  return R"({"schema": "urn:vpsfit:schema:plans:1", "schema_version": "1.0", "vendor": )" + std::string(vendor) +
         ",\n \"plans\": [\n" + std::string(plans) + "\n]}";
}

}  // namespace vpsfit::plans::test
