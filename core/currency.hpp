// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace vpsfit {

/// An ISO 4217 currency that is, or was since 1999, in use: three capitals and the digits of its minor unit.
class Currency {
 public:
  /// Fails (input) for anything that is not in the ISO 4217 list; suggests the near code.
  [[nodiscard]] static Result<Currency> parse(std::string_view code);

  [[nodiscard]] std::string code() const { return {code_.begin(), code_.end()}; }
  /// Digits after the point in an amount: 2 for USD, 0 for KRW and JPY, 3 for KWD.
  [[nodiscard]] int minor_digits() const { return minor_digits_; }
  auto operator<=>(const Currency&) const = default;

 private:
  Currency() = default;
  std::array<char, 3> code_{};
  int minor_digits_ = 2;
};

}  // namespace vpsfit
