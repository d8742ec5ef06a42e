// SPDX-License-Identifier: MIT
#include "recording/compact.hpp"

#include <filesystem>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/retain.hpp"
#include "core/text.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view compact_usage =
    R"(Rolls the old seconds of a recording up into minutes, so that it gets smaller.

Usage: vpsfit compact <file> --retain=DURATION

  --retain=DURATION  how much stays in seconds, back from the end of the recording: 12h, 7d; 0 rolls up all

Of each old minute of a run the last sample stays; the others leave their number, the least, the median and the
largest of each definition of memory, and the longest gap. Average CPU, counts, gaps and the largest memory of
windows stay exact. Their median and their busiest minute are not known any more and not shown. Minutes in which a
window begins or ends, and the first and last minute of a run, stay in seconds. What is rolled up cannot be brought
back, and the recording has another identity afterwards: 'vpsfit verify' of a report made before fails. A recording
that is being sampled is refused.
)";

std::string size_of(const std::filesystem::path& file) {
  std::error_code failed;
  const auto size = std::filesystem::file_size(file, failed);
  return failed ? "an unknown number of" : std::to_string(size);
}

Result<ExitCode> run_compact(const Arguments& arguments) {
  const std::string file = *arguments.text("<file>");
  VPSFIT_TRY(const auto retain, parse_retain(*arguments.text("--retain")));
  const std::string before = size_of(file);
  VPSFIT_TRY(const auto result, recording::compact(file, retain));
  say(fmt::format("{}: {} minutes rolled up, {} samples removed; {} bytes before, {} now", printable(file),
                  result.minutes, result.samples_removed, before, size_of(file)));
  return ExitCode::done;
}

}  // namespace

extern const Command compact_command;
const Command compact_command{"compact", "roll old seconds of a recording up into minutes", compact_usage, run_compact};

}  // namespace vpsfit::cli
