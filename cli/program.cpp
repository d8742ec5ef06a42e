// SPDX-License-Identifier: MIT
#include "cli/program.hpp"

#include <algorithm>
#include <csignal>
#include <exception>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "core/text.hpp"

namespace vpsfit::cli {
namespace {

std::string overview() {
  std::string text =
      "vpsfit measures what a running service really uses and finds the cheapest server that fits it.\n\n"
      "usage: vpsfit COMMAND [ARGUMENT...]\n\n";
  for (const auto* command : commands()) text += fmt::format("  {:<10} {}\n", command->name, command->summary);
  return text + "\n'vpsfit COMMAND --help' tells more about one; 'vpsfit --version' tells the version.\n";
}

const Command* find(std::string_view name) {
  for (const auto* command : commands())
    if (command->name == name) return command;
  return nullptr;
}

Result<ExitCode> unknown_command(const std::string& name) {
  std::vector<std::string> names;
  for (const auto* command : commands()) names.emplace_back(command->name);
  const auto near = near_name(name, names);
  return fail(ErrorKind::input, fmt::format("'{}' is not a command", printable(name, 60)), {},
              near ? fmt::format("did you mean '{}'?", *near) : "'vpsfit --help' lists the commands");
}

Result<ExitCode> help(std::string_view text) {
  VPSFIT_CHECK(print(text));
  return ExitCode::done;
}

Result<ExitCode> dispatch(std::vector<std::string> words) {
  const auto separator = std::find(words.begin(), words.end(), "--");
  std::vector<std::string> command_line;
  if (separator != words.end()) command_line.assign(separator + 1, words.end());
  const bool has_command_line = separator != words.end();
  words.erase(separator, words.end());

  if (words.empty()) return help(overview());
  const std::string name = words.front();
  words.erase(words.begin());
  if (name == "--version") return help(fmt::format("vpsfit {}\n", version));
  if (name == "--help" || name == "-h" || (name == "help" && words.empty())) return help(overview());
  const bool asks_help = name == "help" || std::any_of(words.begin(), words.end(),
                                                       [](const auto& w) { return w == "--help" || w == "-h"; });
  const std::string wanted = name == "help" ? words.front() : name;
  const Command* const command = find(wanted);
  if (command == nullptr) return unknown_command(wanted);
  if (asks_help) return help(std::string(command->usage));
  if (has_command_line && command_line.empty())
    return fail(ErrorKind::input, "no command stands after '--'", {},
                "write the program to run after it, like -- ./server --port 8080");
  VPSFIT_TRY(const Arguments arguments, Arguments::parse(command->usage, words, std::move(command_line)));
  return command->run(arguments);
}

}  // namespace

int run_program(const std::vector<std::string>& arguments) {
  std::signal(SIGPIPE, SIG_DFL);  // a reader that went away ends us quietly, also where our parent ignored the signal
  try {
    const auto code = dispatch(arguments);
    if (code) return static_cast<int>(*code);
    complain(code.error());
    return static_cast<int>(exit_code(code.error().kind));
  } catch (const std::exception& broken) {
    complain({ErrorKind::io,
              fmt::format("unexpected failure: {}", printable(broken.what())),
              {},
              "this is a fault of vpsfit: please report it with the command line"});
    return static_cast<int>(ExitCode::could_not);
  }
}

}  // namespace vpsfit::cli
