// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/result.hpp"

namespace vpsfit::cli {

/// What the user typed after the command's name, understood by the command's usage text.
class Arguments {
 public:
  /// `usage` is a docopt text with one usage line per form; `words` are the arguments after the command's name, up to
  /// the first "--"; `command` is what follows it, untouched. Fails (input): unknown option (names the near one), an
  /// option given twice that takes one value, missing or surplus words.
  [[nodiscard]] static Result<Arguments> parse(std::string_view usage, const std::vector<std::string>& words,
                                               std::vector<std::string> command);

  [[nodiscard]] bool flag(std::string_view name) const;  ///< "--json", or a literal word like "check"
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const;         ///< "--out", "<file>"
  [[nodiscard]] std::vector<std::string> list(std::string_view name) const;           ///< repeatable options and words
  [[nodiscard]] const std::vector<std::string>& command() const { return command_; }  ///< what followed "--"

 private:
  using Value = std::variant<std::monostate, bool, std::string, std::vector<std::string>>;
  std::map<std::string, Value, std::less<>> values_;
  std::vector<std::string> command_;
};

}  // namespace vpsfit::cli
