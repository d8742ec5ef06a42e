// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <utility>

namespace vpsfit {

/// A number that carries its meaning in its type: it adds to its own kind only and is made explicitly.
template <class Tag, class Number>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(Number number) : number_(std::move(number)) {}

  [[nodiscard]] constexpr const Number& count() const { return number_; }

  constexpr Quantity& operator+=(const Quantity& other) { return number_ += other.number_, *this; }
  constexpr Quantity& operator-=(const Quantity& other) { return number_ -= other.number_, *this; }
  friend constexpr Quantity operator+(Quantity a, const Quantity& b) { return a += b; }
  friend constexpr Quantity operator-(Quantity a, const Quantity& b) { return a -= b; }
  friend constexpr bool operator==(const Quantity& a, const Quantity& b) { return a.number_ == b.number_; }
  friend constexpr auto operator<=>(const Quantity& a, const Quantity& b) { return a.number_ <=> b.number_; }

 private:
  Number number_{};
};

}  // namespace vpsfit
