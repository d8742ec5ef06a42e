// SPDX-License-Identifier: MIT
#include "fetch/pages.hpp"

#include <fmt/format.h>
#include <optional>

#include "core/text.hpp"
#include "json/node.hpp"
#include "json/parse.hpp"
#include "json/value.hpp"

namespace vpsfit::fetch {
namespace {

using json::Value;
constexpr std::int64_t most_items = 1'000'000;

/// What one page says about those after it.
struct Outlook {
  bool more = false;
  std::string cursor;                 ///< for the next question, where it is asked by a word
  std::optional<std::int64_t> total;  ///< of the items on all pages
};

Result<Outlook> outlook_of(const Listing& listing, const json::Node& page, const Answer& answer, std::size_t held) {
  Outlook outlook;
  const auto by_total = [&](std::int64_t total) {
    outlook.total = total;
    outlook.more = static_cast<std::int64_t>(held) < total;
  };
  const auto meta = page.maybe("meta");
  switch (listing.paging) {
    case Paging::none:
      break;
    case Paging::page_of_pages: {
      VPSFIT_TRY(const json::Node results, page.at("results"));
      VPSFIT_TRY(const std::int64_t total, results.whole(0, most_items));
      by_total(total);
      break;
    }
    case Paging::meta_total: {
      VPSFIT_TRY(const json::Node node, page.at("meta"));
      VPSFIT_TRY(const json::Node count, node.at("total"));
      VPSFIT_TRY(const std::int64_t total, count.whole(0, most_items));
      by_total(total);
      break;
    }
    case Paging::meta_next_page:
      if (const auto pagination = meta ? meta->maybe("pagination") : std::nullopt) {
        outlook.more = pagination->maybe("next_page").has_value();
        if (const auto count = pagination->maybe("total_entries")) {
          VPSFIT_TRY(outlook.total, count->whole(0, most_items));
        }
      }
      break;
    case Paging::meta_cursor:
      if (meta) {
        if (const auto count = meta->maybe("total")) {
          VPSFIT_TRY(outlook.total, count->whole(0, most_items));
        }
        const auto links = meta->maybe("links");
        const auto next = links ? links->maybe("next") : std::nullopt;
        if (next) outlook.cursor = next->value().text();
        outlook.more = !outlook.cursor.empty();
      }
      break;
    case Paging::header_total: {
      for (const auto& [name, value] : answer.headers) {
        if (name != "x-total-count") continue;
        VPSFIT_TRY(const std::int64_t total, parse_int(value));
        by_total(total);
      }
      break;
    }
  }
  return outlook;
}

std::string address(const Listing& listing, const std::string& server, int number, const std::string& cursor) {
  std::string url = server + listing.path;
  if (listing.paging == Paging::none) return url;
  url += fmt::format("{}{}={}", listing.path.find('?') == std::string::npos ? "?" : "&",
                     listing.paging == Paging::page_of_pages ? "page_size" : "per_page", listing.per_page);
  if (listing.paging == Paging::meta_cursor) return cursor.empty() ? url : url + "&cursor=" + url_escape(cursor);
  return url + fmt::format("&page={}", number);
}

/// The items gathered so far, of an array or of an object.
class Items {
 public:
  [[nodiscard]] std::size_t count() const { return list_.items().size() + list_.members().size(); }
  [[nodiscard]] const Value& list() const { return list_; }

  /// Adds those of a page; how many there were. A name that stands on two pages stays the first: the importers count.
  Result<std::size_t> add(const json::Node& list) {
    const Value& value = list.value();
    const bool array = value.kind() == Value::Kind::array;
    if (!array && value.kind() != Value::Kind::object) return list.wrong("expected a list");
    if (first_) list_ = array ? Value::array() : Value::object();
    if (!first_ && list_.kind() != value.kind()) return list.wrong("expected a list of the kind of the first page");
    first_ = false;
    for (const auto& item : value.items()) list_.push(item);
    for (const auto& [name, item] : value.members())
      if (list_.find(name) == nullptr) list_.set(name, item);
    return value.items().size() + value.members().size();
  }

 private:
  Value list_;
  bool first_ = true;
};

/// The first page with all items on it, and counters that say so.
std::string whole_document(const Value& first, const Listing& listing, const Value& items) {
  Value result = Value::object();
  for (const auto& [name, value] : first.members()) {
    if (name == listing.list) {
      result.set(name, items);
    } else if (listing.paging == Paging::page_of_pages && (name == "page" || name == "pages")) {
      result.set(name, 1);
    } else if (listing.paging == Paging::none || (name != "links" && name != "meta")) {
      result.set(name, value);
    }
  }
  return json::dump(result, -1);
}

}  // namespace

Result<Pages> read_pages(const Listing& listing, const std::string& server, const std::string& authorization,
                         const Fetcher& fetcher) {
  Pages pages;
  Items items;
  Value first;
  std::string cursor;
  std::size_t bytes = 0;
  for (int number = 1; number <= max_pages; ++number) {
    const std::string url = address(listing, server, number, cursor);
    VPSFIT_TRY(const Answer answer, fetcher.get({url, "application/json", authorization}));
    ++pages.answers;
    pages.unchanged += answer.unchanged ? 1 : 0;
    bytes += answer.body.size();
    if (static_cast<std::int64_t>(bytes) > fetcher.limits.answer_bytes)
      return fail(ErrorKind::unavailable,
                  fmt::format("all pages together are larger than {} bytes", fetcher.limits.answer_bytes),
                  printable(url));
    auto parsed = json::parse(answer.body);
    if (!parsed) return fail(std::move(parsed).error().in(printable(url)));
    if (listing.paging == Paging::none) return pages.text = answer.body, pages;
    const json::Node page(*parsed, printable(url));
    VPSFIT_TRY(const json::Node list, page.at(listing.list));
    VPSFIT_TRY(const std::size_t came, items.add(list));
    VPSFIT_TRY(const Outlook outlook, outlook_of(listing, page, answer, items.count()));
    if (number == 1) first = *parsed;
    if (outlook.more && came > 0) {
      cursor = outlook.cursor;
      continue;
    }
    if (outlook.total && *outlook.total != static_cast<std::int64_t>(items.count()))
      return fail(ErrorKind::io,
                  fmt::format("the server counts {} items and handed out {}", *outlook.total, items.count()),
                  printable(url), "the list may have changed while it was read; try again");
    pages.text = whole_document(first, listing, items.list());
    return pages;
  }
  return fail(ErrorKind::io, fmt::format("the list has more than {} pages", max_pages),
              printable(server + listing.path));
}

}  // namespace vpsfit::fetch
