// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/date.hpp"
#include "core/result.hpp"
#include "plans/plan.hpp"

namespace vpsfit::plans {

inline constexpr std::string_view schema_name = "urn:vpsfit:schema:plans:1";
inline constexpr std::string_view schema_version = "1.0";

/// Reads one catalog file (schema `plans`). Fails (input) with the first complaint: file:line:column, JSON pointer, the
/// value seen and what is allowed. With `as_of`, a plan that claims to be verified after that day is an error.
[[nodiscard]] Result<Catalog> parse_catalog(std::string_view text, std::string file,
                                            std::optional<Date> as_of = std::nullopt);

/// All that is wrong with a file, in the order of the file, and the plans that are right.
struct CatalogCheck {
  Catalog catalog;
  std::vector<Error> errors;
  std::size_t unlisted = 0;  ///< complaints beyond `most`
};
/// Reads on after a complaint (not after one about the head: another schema is another document); keeps at most `most`
/// (>= 1) of them.
[[nodiscard]] CatalogCheck check_catalog(std::string_view text, std::string file,
                                         std::optional<Date> as_of = std::nullopt, std::size_t most = 50);

/// Takes a right plan as soon as it is read; its vendor is not filled in yet.
using TakePlan = std::function<void(Plan)>;
/// The same, but each plan goes to `take` and none is kept, so that a file of any length needs hardly more memory than
/// its text.
[[nodiscard]] CatalogCheck check_catalog(std::string_view text, std::string file, std::optional<Date> as_of,
                                         const TakePlan& take, std::size_t most = 50);

/// A catalog and the file it came from.
struct CatalogFile {
  std::string file;
  Catalog catalog;
};
/// One catalog out of several. A vendor may stand in several files: what they say about the vendor must agree, and no
/// plan id may come twice. Fails (input) naming both files.
[[nodiscard]] Result<Catalog> join_catalogs(std::vector<CatalogFile> files);

/// What must agree between files: who sells, and the ids of what is sold, each once within a file.
struct CatalogNames {
  std::string file;
  Vendor vendor;
  std::vector<std::string> ids;
};
/// Fails (input) as join_catalogs does, for the first file that cannot be joined to those before it.
[[nodiscard]] Result<void> check_joint(const std::vector<CatalogNames>& files);

}  // namespace vpsfit::plans
