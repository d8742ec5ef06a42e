// SPDX-License-Identifier: MIT
// The library headers that nearly every file includes, compiled once where VPSFIT_PRECOMPILE is on. No file relies on
// it.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <date/date.h>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <gmpxx.h>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <variant>
#include <vector>
