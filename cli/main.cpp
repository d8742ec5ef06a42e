// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "cli/program.hpp"

int main(int argc, char** argv) { return vpsfit::cli::run_program({argv + 1, argv + argc}); }
