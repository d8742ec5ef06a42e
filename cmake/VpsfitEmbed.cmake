# SPDX-License-Identifier: MIT
# Run as a script: writes OUTPUT, a .cpp that holds the schemas of the folder SCHEMA_DIR.
file(GLOB files "${SCHEMA_DIR}/*.schema.json")
list(SORT files)
set(rows "")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  string(REPLACE ".schema.json" "" name "${name}")
  file(READ "${file}" text)
  string(APPEND rows "    {\"${name}\", R\"~schema~(${text})~schema~\"},\n")
endforeach()
file(WRITE "${OUTPUT}.new" "// Made from schema/ by cmake/VpsfitEmbed.cmake.
#include \"cli/schemas.hpp\"

#include <array>

namespace vpsfit::cli {
namespace {
constexpr auto all = std::to_array<Schema>({
${rows}});
}  // namespace
std::span<const Schema> schemas() { return all; }
}  // namespace vpsfit::cli
")
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
