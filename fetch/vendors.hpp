// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fetch/fetcher.hpp"
#include "plans/import/import.hpp"

namespace vpsfit::fetch {

/// What a fetch of one vendor's plans needs to know.
struct VendorWish {
  std::string vendor;                 ///< name of its importer
  std::optional<std::string> region;  ///< zone or subsidiary, where the vendor answers for one at a time
  std::string token;                  ///< what stands in the token file; empty: none
  std::string server;                 ///< "https://HOST[:PORT]" to ask instead of the vendor's own; empty: that one
};

/// The documents of a vendor, each with all its pages in one list, as its importer takes them.
struct Fetched {
  std::vector<plans::ImportText> texts;
  std::size_t answers = 0;    ///< pages asked for
  std::size_t unchanged = 0;  ///< of these, still the kept ones
};

/// The vendors that can be fetched, by name, with what they need: "linode", "hetzner (token)", "scaleway (region)".
[[nodiscard]] std::vector<std::string> fetchable_vendors();

/// Asks page by page. Fails: input (no such vendor, a token or region that is missing or not allowed), whatever
/// Fetcher::get fails with, io (the list changed while it was read, more pages than can be).
[[nodiscard]] Result<Fetched> fetch_vendor(const VendorWish& wish, const Fetcher& fetcher);

}  // namespace vpsfit::fetch
