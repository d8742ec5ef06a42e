// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace vpsfit::notices {

/// The text of one notice in another language, with the placeholders of the English one.
struct Translation {
  std::string_view code;
  std::string_view text;
};

[[nodiscard]] std::span<const Translation> korean();
[[nodiscard]] std::span<const Translation> japanese();
[[nodiscard]] std::span<const Translation> chinese_taiwan();
[[nodiscard]] std::span<const Translation> german();

}  // namespace vpsfit::notices
