// SPDX-License-Identifier: MIT
#include "fetch/vendors.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/text.hpp"
#include "fetch/pages.hpp"
#include "files/sha256.hpp"

namespace vpsfit::fetch {
namespace {

enum class Token { none, bearer, basic };

/// Where a vendor's prices are. "{region}" in a path stands for what was asked for.
struct Vendor {
  std::string_view name;
  std::string_view server;
  Token token;
  std::string_view region;  ///< what a region is called there; empty: none is asked for
  std::vector<Listing> documents;
};

const std::vector<Vendor>& vendors() {
  static const std::vector<Vendor> all{
      {"digitalocean",
       "https://api.digitalocean.com",
       Token::bearer,
       "",
       {{"/v2/sizes", "sizes", Paging::meta_total, 200}}},
      {"hetzner",
       "https://api.hetzner.cloud",
       Token::bearer,
       "",
       {{"/v1/server_types", "server_types", Paging::meta_next_page, 50}, {"/v1/pricing", "", Paging::none, 0}}},
      {"linode",
       "https://api.linode.com",
       Token::none,
       "",
       {{"/v4/linode/types", "data", Paging::page_of_pages, 100},
        {"/v4/network-transfer/prices", "data", Paging::page_of_pages, 100}}},
      {"ovhcloud",
       "https://api.ovh.com",
       Token::none,
       "subsidiary, like DE",
       {{"/v1/order/catalog/public/cloud?ovhSubsidiary={region}", "", Paging::none, 0}}},
      {"scaleway",
       "https://api.scaleway.com",
       Token::none,
       "zone, like fr-par-1",
       {{"/instance/v1/zones/{region}/products/servers", "servers", Paging::header_total, 100},
        {"/instance/v1/zones/{region}/products/servers/availability", "servers", Paging::header_total, 100}}},
      {"upcloud",
       "https://api.upcloud.com",
       Token::basic,
       "",
       {{"/1.3/plan", "", Paging::none, 0}, {"/1.3/price", "", Paging::none, 0}}},
      {"vultr", "https://api.vultr.com", Token::none, "", {{"/v2/plans", "plans", Paging::meta_cursor, 500}}},
  };
  return all;
}

std::string base64(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = i; j < i + 3; ++j)
      group = (group << 8) | (j < text.size() ? static_cast<unsigned char>(text[j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j) result += i + j > text.size() ? '=' : digits[(group >> (18 - 6 * j)) & 63];
  }
  return result;
}

Result<std::string> authorization_of(const Vendor& vendor, const std::string& token) {
  if (vendor.token == Token::none) return std::string();  // a token that is not needed is not sent
  if (token.empty())
    return fail(ErrorKind::input, fmt::format("{} answers only with a token", vendor.name), {},
                vendor.token == Token::basic
                    ? "write USER:PASSWORD of an API account into a file and name it with --token-file"
                    : "write a token that may read into a file and name it with --token-file");
  if (vendor.token == Token::bearer) return "Bearer " + token;
  if (token.find(':') == std::string::npos)
    return fail(ErrorKind::input, fmt::format("{} wants a user and a password", vendor.name), {},
                "write USER:PASSWORD into the file");
  return "Basic " + base64(token);
}

Result<void> check_region(const Vendor& vendor, const std::optional<std::string>& region) {
  if (vendor.region.empty()) {
    if (!region) return {};
    return fail(ErrorKind::input, fmt::format("{} answers for all regions at once", vendor.name), {},
                "leave out --region");
  }
  if (!region)
    return fail(ErrorKind::input, fmt::format("{} answers for one region at a time", vendor.name), {},
                fmt::format("name a {}, with --region", vendor.region));
  const bool good = !region->empty() && region->size() <= 40 && std::all_of(region->begin(), region->end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  });
  if (!good) return fail(ErrorKind::input, fmt::format("\"{}\" is not a {}", printable(*region, 60), vendor.region));
  return {};
}

/// "/a/{region}/b" with the region in its place.
std::string path_of(std::string_view path, const std::optional<std::string>& region) {
  constexpr std::string_view mark = "{region}";
  std::string result(path);
  if (const auto at = result.find(mark); at != std::string::npos) result.replace(at, mark.size(), region.value_or(""));
  return result;
}

}  // namespace

std::vector<std::string> fetchable_vendors() {
  std::vector<std::string> names;
  for (const auto& vendor : vendors())
    names.push_back(fmt::format("{}{}{}", vendor.name, vendor.token == Token::none ? "" : " (token)",
                                vendor.region.empty() ? "" : " (region)"));
  return names;
}

Result<Fetched> fetch_vendor(const VendorWish& wish, const Fetcher& fetcher) {
  const auto& all = vendors();
  const auto vendor = std::find_if(all.begin(), all.end(), [&](const Vendor& v) { return v.name == wish.vendor; });
  if (vendor == all.end()) {
    std::vector<std::string> names;
    for (const auto& known : all) names.emplace_back(known.name);
    const auto near = near_name(wish.vendor, names);
    return fail(ErrorKind::input, fmt::format("the plans of '{}' cannot be fetched", printable(wish.vendor, 60)), {},
                near ? fmt::format("did you mean '{}'?", *near)
                     : fmt::format("can be fetched: {}; others: save the answer and use 'vpsfit plans import'",
                                   fmt::join(fetchable_vendors(), ", ")));
  }
  VPSFIT_CHECK(check_region(*vendor, wish.region));
  VPSFIT_TRY(const std::string authorization, authorization_of(*vendor, wish.token));
  const std::string server = wish.server.empty() ? std::string(vendor->server) : wish.server;
  Fetched fetched;
  for (const Listing& document : vendor->documents) {
    Listing listing = document;
    listing.path = path_of(document.path, wish.region);
    VPSFIT_TRY(const Pages pages, read_pages(listing, server, authorization, fetcher));
    fetched.answers += pages.answers;
    fetched.unchanged += pages.unchanged;
    std::string sum = files::sha256(pages.text);
    fetched.texts.push_back({server + listing.path, pages.text, std::move(sum)});
  }
  return fetched;
}

}  // namespace vpsfit::fetch
