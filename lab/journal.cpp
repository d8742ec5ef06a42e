// SPDX-License-Identifier: MIT
#include "lab/journal.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "files/reason.hpp"
#include "json/node.hpp"
#include "json/parse.hpp"

namespace vpsfit::lab {

Result<Journal> Journal::open(const std::filesystem::path& file) {
  files::Descriptor opened(::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
  if (opened) return Journal(std::move(opened));
  return fail(ErrorKind::io, fmt::format("the journal cannot be written: {}", files::reason(errno)),
              printable(file.string()));
}

Result<void> Journal::write(const Step& step) {
  auto line = json::Value::object();
  line.set("mono_ns", std::int64_t{step.at.time_since_epoch().count()}).set("utc", vpsfit::to_text(step.wall));
  line.set("run", step.run).set("from", step.from).set("to", step.to).set("reason", step.reason);
  const std::string text = json::dump(line, -1) + "\n";
  if (::write(file_.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      ::fdatasync(file_.get()) == 0)
    return {};
  return fail(ErrorKind::io, fmt::format("the journal cannot be written: {}", files::reason(errno)));
}

Result<Past> read_journal(const std::filesystem::path& file) {
  Past past;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return past;
  VPSFIT_TRY(const std::string text, files::read_whole(file));
  std::size_t number = 0;
  for (const auto line : split(std::string_view(text).substr(0, text.rfind('\n') + 1), '\n')) {
    ++number;
    if (line.empty()) continue;
    const std::string place = fmt::format("{}:{}", printable(file.string()), number);
    const auto value = json::parse(line);
    if (!value) return fail(ErrorKind::input, "the line is no step of a campaign", place);
    const json::Node node(*value, place);
    VPSFIT_TRY(const auto run, node.at("run"));
    VPSFIT_TRY(const std::string id, run.text());
    VPSFIT_TRY(const auto to, node.at("to"));
    VPSFIT_TRY(const std::string state, to.text());
    if (state == "settle") ++past.attempts[id];
    if (state == "done" || state == "failed") past.done.insert(id);
    if (state == "done") past.good.insert(id);
  }
  return past;
}

}  // namespace vpsfit::lab
