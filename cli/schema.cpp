// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/schemas.hpp"
#include "core/text.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view schema_usage = R"(Prints the JSON Schema of one of the documents.

Usage: vpsfit schema [<name>]

Without a name, lists the documents.
)";

Result<ExitCode> run_schema(const Arguments& arguments) {
  const auto name = arguments.text("<name>");
  std::vector<std::string> names;
  for (const auto& schema : schemas()) {
    if (name == schema.name) {
      VPSFIT_CHECK(print(schema.text));
      return ExitCode::done;
    }
    names.emplace_back(schema.name);
  }
  if (!name) {
    VPSFIT_CHECK(print(fmt::format("{}\n", fmt::join(names, "\n"))));
    return ExitCode::done;
  }
  const auto near = near_name(*name, names);
  return fail(ErrorKind::input, fmt::format("there is no schema '{}'", printable(*name, 60)), {},
              near ? fmt::format("did you mean '{}'?", *near) : fmt::format("there are: {}", fmt::join(names, ", ")));
}

}  // namespace

extern const Command schema_command;
const Command schema_command{"schema", "print the JSON Schema of a document", schema_usage, run_schema};

}  // namespace vpsfit::cli
