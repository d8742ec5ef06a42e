// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/left_behind.hpp"
#include "cli/output.hpp"
#include "core/text.hpp"
#include "recording/edit.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view merge_usage = R"(Makes one recording of several.

Usage: vpsfit merge <file>... --out=FILE [--renumber]

All runs are taken as they are. Where two recordings have a run of the same name of the same subject, nothing is
written and they are listed; with --renumber those of the later file get the subject's next numbers. The result is
whole or not there.

  --out=FILE  the new recording; it must not exist yet
  --renumber  give runs whose name is taken the next free number
)";

Result<ExitCode> run_merge(const Arguments& arguments) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : arguments.list("<file>")) files.emplace_back(file);
  const std::string out = *arguments.text("--out");
  VPSFIT_TRY(const auto renumbered, recording::merge(files, arguments.flag("--renumber"), out));
  for (const auto& file : files) VPSFIT_CHECK(tell_left_behind(file));
  say(fmt::format("{}: {} recordings, {} runs renumbered", printable(out), files.size(), renumbered));
  return ExitCode::done;
}

}  // namespace

extern const Command merge_command;
const Command merge_command{"merge", "make one recording of several", merge_usage, run_merge};

}  // namespace vpsfit::cli
