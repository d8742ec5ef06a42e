// SPDX-License-Identifier: MIT
#include <array>

#include "cli/command.hpp"

namespace vpsfit::cli {

// One line per command: declared here, defined in cli/<name>.cpp.
extern const Command compact_command;
extern const Command cut_command;
extern const Command doctor_command;
extern const Command explain_command;
extern const Command diff_command;
extern const Command calibrate_command;
extern const Command capacity_command;
extern const Command forecast_command;
extern const Command fx_command;
extern const Command plans_command;
extern const Command growth_command;
extern const Command lab_command;
extern const Command mark_command;
extern const Command merge_command;
extern const Command sample_command;
extern const Command report_command;
extern const Command schema_command;
extern const Command show_command;
extern const Command stack_command;
extern const Command traffic_command;
extern const Command verify_command;

std::span<const Command* const> commands() {
  static constexpr std::array all{
      &sample_command,    &mark_command,   &show_command,     &cut_command,     &merge_command,  &compact_command,
      &doctor_command,    &lab_command,    &forecast_command, &explain_command, &diff_command,   &capacity_command,
      &calibrate_command, &growth_command, &stack_command,    &report_command,  &verify_command, &plans_command,
      &traffic_command,   &fx_command,     &schema_command,
  };
  return all;
}

}  // namespace vpsfit::cli
