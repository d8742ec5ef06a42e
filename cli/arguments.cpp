// SPDX-License-Identifier: MIT
#include "cli/arguments.hpp"

#include <algorithm>
#include <docopt/docopt.h>
#include <exception>
#include <fmt/format.h>
#include <set>

#include "core/text.hpp"

namespace vpsfit::cli {
namespace {

/// One option as the usage text declares it.
struct Option {
  std::string name;  ///< "--out"
  bool takes_value = false;
  bool repeatable = false;
};

/// The options of the usage text: every "--name" in it, "=VALUE" behind it, "]..." behind that.
std::vector<Option> options_of(std::string_view usage) {
  std::vector<Option> options;
  for (std::size_t at = usage.find("--"); at != std::string_view::npos; at = usage.find("--", at)) {
    const bool starts =
        at == 0 || usage[at - 1] == ' ' || usage[at - 1] == '[' || usage[at - 1] == '(' || usage[at - 1] == '|';
    const auto end = std::min(usage.find_first_not_of("abcdefghijklmnopqrstuvwxyz-0123456789", at), usage.size());
    if (starts && end > at + 2) {
      Option option{std::string(usage.substr(at, end - at)), end < usage.size() && usage[end] == '=', false};
      const auto closing = usage.find_first_of("[]() \n", end);
      option.repeatable = closing != std::string_view::npos && usage.substr(closing, 4) == "]...";
      if (std::none_of(options.begin(), options.end(), [&](const Option& o) { return o.name == option.name; }))
        options.push_back(option);
    }
    at = std::max(end, at + 2);
  }
  return options;
}

/// The lines "Usage: vpsfit ..." alone.
std::string usage_lines(std::string_view usage) {
  const auto at = std::min(usage.find("Usage:"), usage.size());
  return std::string(trim(usage.substr(at, usage.find("\n\n", at) - at)));
}

/// The command's own name: to docopt it is the first word that is typed, for "vpsfit" is the program.
std::string command_name(std::string_view usage) {
  constexpr std::string_view program = "Usage: vpsfit ";
  const auto at = usage.find(program);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = usage.substr(at + program.size());
  return std::string(rest.substr(0, rest.find_first_of(" \n")));
}

/// docopt says only that nothing matched; find what a person would want to know.
Result<void> check_options(std::string_view usage, const std::vector<std::string>& words) {
  const auto options = options_of(usage);
  std::vector<std::string> names;
  for (const auto& option : options) names.push_back(option.name);
  std::set<std::string> seen;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with("-") || word == "-") continue;
    const std::string name = word.substr(0, word.find('='));
    const auto option = std::find_if(options.begin(), options.end(), [&](const Option& o) { return o.name == name; });
    if (option == options.end()) {
      const auto near = near_name(name, names);
      return fail(ErrorKind::input, fmt::format("the option '{}' is not known here", printable(name, 60)), {},
                  near ? fmt::format("did you mean {}?", *near) : fmt::format("known are: {}", fmt::join(names, " ")));
    }
    const bool attached = word.find('=') != std::string::npos;
    if (!option->takes_value && attached)
      return fail(ErrorKind::input, fmt::format("the option {} takes no value", name));
    if (option->takes_value && !attached && i + 1 >= words.size())
      return fail(ErrorKind::input, fmt::format("the option {} needs a value", name));
    const bool empty = attached ? word.size() == name.size() + 1 : option->takes_value && words[i + 1].empty();
    if (option->takes_value && empty)
      return fail(ErrorKind::input, fmt::format("the option {} has an empty value", name), {},
                  "write a value behind it, or leave the option out");
    if (!seen.insert(name).second && !option->repeatable)
      return fail(ErrorKind::input, fmt::format("the option {} is given twice", name), {}, "give it once");
    if (option->takes_value && !attached) ++i;
  }
  return {};
}

}  // namespace

Result<Arguments> Arguments::parse(std::string_view usage, const std::vector<std::string>& words,
                                   std::vector<std::string> command) {
  VPSFIT_CHECK(check_options(usage, words));
  Arguments result;
  result.command_ = std::move(command);
  std::vector<std::string> typed{command_name(usage)};
  typed.insert(typed.end(), words.begin(), words.end());
  try {
    for (auto& [name, value] : docopt::docopt_parse(std::string(usage), typed, false, false)) {
      if (value.isBool()) {
        result.values_[name] = value.asBool();
      } else if (value.isLong()) {
        result.values_[name] = value.asLong() > 0;
      } else if (value.isString()) {
        result.values_[name] = value.asString();
      } else if (value.isStringList()) {
        result.values_[name] = value.asStringList();
      }
    }
  } catch (const std::exception&) {
    return fail(ErrorKind::input,
                words.empty() ? "arguments are missing"
                              : fmt::format("these arguments do not fit together: {}",
                                            printable(fmt::format("{}", fmt::join(words, " ")))),
                {}, usage_lines(usage));
  }
  return result;
}

bool Arguments::flag(std::string_view name) const {
  const auto found = values_.find(name);
  return found != values_.end() && std::holds_alternative<bool>(found->second) && std::get<bool>(found->second);
}

std::optional<std::string> Arguments::text(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end() || !std::holds_alternative<std::string>(found->second)) return std::nullopt;
  return std::get<std::string>(found->second);
}

std::vector<std::string> Arguments::list(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return {};
  if (const auto* one = std::get_if<std::string>(&found->second)) return {*one};
  const auto* many = std::get_if<std::vector<std::string>>(&found->second);
  return many == nullptr ? std::vector<std::string>{} : *many;
}

}  // namespace vpsfit::cli
