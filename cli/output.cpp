// SPDX-License-Identifier: MIT
#include "cli/output.hpp"

#include <cerrno>
#include <fmt/format.h>
#include <unistd.h>

#include "files/files.hpp"
#include "files/reason.hpp"

namespace vpsfit::cli {
namespace {

Result<void> write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(ErrorKind::io, "cannot write to standard output: " + files::reason(errno));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace

Result<void> print(std::string_view text) { return write_all(STDOUT_FILENO, text); }

void say(std::string_view line) { (void)write_all(STDERR_FILENO, std::string(line) + "\n"); }

void complain(const Error& error) {
  say(fmt::format("vpsfit: {}{}{}", error.place, error.place.empty() ? "" : ": ", error.message));
  if (!error.remedy.empty()) say("  " + error.remedy);
}

Result<void> deliver(std::string_view text, const std::optional<std::string>& file) {
  if (!file || *file == "-") return print(text);
  return files::write_whole(*file, text);
}

}  // namespace vpsfit::cli
