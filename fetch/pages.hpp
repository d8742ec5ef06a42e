// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "fetch/fetcher.hpp"

namespace vpsfit::fetch {

/// How an interface hands out a long list.
enum class Paging {
  none,            ///< whole
  page_of_pages,   ///< "page", "pages", "results" beside the list (Linode)
  meta_total,      ///< "meta": {"total"} (DigitalOcean)
  meta_next_page,  ///< "meta": {"pagination": {"next_page"}} (Hetzner)
  meta_cursor,     ///< "meta": {"links": {"next"}} is a word for the next question (Vultr)
  header_total,    ///< the header X-Total-Count (Scaleway)
};

/// A document of an interface.
struct Listing {
  std::string path;  ///< "/v2/plans", perhaps with a query
  std::string list;  ///< the member that holds the items, an array or an object; empty where it is not paged
  Paging paging = Paging::none;
  int per_page = 0;
};

/// Most pages that are asked for.
inline constexpr int max_pages = 100;

/// A document in one piece.
struct Pages {
  std::string text;  ///< one JSON value that looks like a single page with everything on it
  std::size_t answers = 0;
  std::size_t unchanged = 0;
};

/// Asks for page after page by number (addresses that a server hands out are not followed) and joins them. All pages
/// together may be as large as one answer. Fails as Fetcher::get does; input where an answer is not such a document; io
/// where the server counts other items than it hands out, or there are more than max_pages.
[[nodiscard]] Result<Pages> read_pages(const Listing& listing, const std::string& server,
                                       const std::string& authorization, const Fetcher& fetcher);

}  // namespace vpsfit::fetch
