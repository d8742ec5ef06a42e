// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/currency.hpp"
#include "core/date.hpp"
#include "core/result.hpp"
#include "plans/plan.hpp"

/// From what vendors, trackers and people publish to a catalog. All pure: text in, catalog out.
namespace vpsfit::plans {

/// One document of a vendor.
struct ImportText {
  std::string file;  ///< for complaints
  std::string text;
  std::string sha256;
};

/// What the documents do not say themselves.
struct ImportFacts {
  std::optional<Date> retrieved;      ///< when they were fetched: verified_on, where the document has no date
  std::optional<Currency> currency;   ///< of an account, where the vendor has several
  std::optional<std::string> region;  ///< that an answer was asked for
  bool accepted = false;              ///< somebody answers for figures that look like a failed collection
};

/// A catalog, and what was left out of it or assumed, one sentence each.
struct Imported {
  Catalog catalog;
  std::vector<std::string> remarks;
};

/// How to read one vendor's (or tracker's) documents.
struct Importer {
  std::string_view name;   ///< "linode", as typed
  std::string_view reads;  ///< what the documents are
  Result<Imported> (*run)(std::span<const ImportText> texts, const ImportFacts& facts);
};

/// All of them, by name.
[[nodiscard]] std::span<const Importer> importers();

/// Runs the importer of that name and refuses what cannot be true: no plan at all, every plan out of stock, every price
/// zero (refused; the latter two may be accepted); or what the catalog's own reader refuses, an id twice among it
/// (input). Fails (input): unknown name (the near one is named), a document that is not understood, no date.
[[nodiscard]] Result<Imported> import_catalog(std::string_view name, std::span<const ImportText> texts,
                                              const ImportFacts& facts);

}  // namespace vpsfit::plans
