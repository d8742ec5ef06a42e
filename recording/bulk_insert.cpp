// SPDX-License-Identifier: MIT
#include "recording/bulk_insert.hpp"

#include <fmt/format.h>
#include <string>

namespace vpsfit::recording {

Result<BulkInsert> BulkInsert::prepare(const sqlite::Database& database, std::string_view table,
                                       std::string_view columns, int column_count) {
  BulkInsert result;
  result.columns_ = column_count;
  std::string row = "(?";
  for (int i = 1; i < column_count; ++i) row += ",?";
  row += ")";
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    std::string sql = fmt::format("INSERT INTO {}({}) VALUES {}", table, columns, row);
    for (std::size_t k = 1; k < sizes[i]; ++k) sql += "," + row;
    VPSFIT_TRY(result.statements_[i], database.prepare(sql));
  }
  return result;
}

}  // namespace vpsfit::recording
