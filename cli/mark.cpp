// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "core/text.hpp"
#include "recording/stored_text.hpp"
#include "sampler/mark_socket.hpp"

namespace vpsfit::cli {
namespace {

constexpr std::string_view mark_usage = R"(Opens or closes a window while sampling goes on.

Usage: vpsfit mark <file> <window> (start | stop)

<file> is the recording that a running "vpsfit sample" writes. The command returns
when the sampler has read the edge of the window, for all its targets. Exit status 1:
no sampler writes that file, or the window is open, closed or planned already.
)";

Result<ExitCode> run_mark(const Arguments& arguments) {
  const std::string window = arguments.text("<window>").value_or("");
  VPSFIT_CHECK(recording::check_name("window", window));
  VPSFIT_CHECK(sampler::send_mark(arguments.text("<file>").value_or(""), {window, arguments.flag("start")}));
  return ExitCode::done;
}

}  // namespace

extern const Command mark_command;
const Command mark_command{"mark", "name a window while sampling goes on", mark_usage, run_mark};

}  // namespace vpsfit::cli
