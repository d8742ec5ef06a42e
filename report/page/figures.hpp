// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/bytes.hpp"
#include "core/date.hpp"
#include "core/decimal.hpp"
#include "core/rational.hpp"
#include "report/page/language.hpp"

namespace vpsfit::report {

/// How one language writes figures: its thousands and decimal marks, where the currency stands, its dates. Knows
/// nothing of the process locale. Numbers and units are joined by a narrow no-break space.
class Figures {
 public:
  explicit Figures(Language language) : language_(language) {}

  /// The digits of a decimal text as they are, grouped by thousands: "1335.27" -> "1,335.27", in German "1.335,27".
  /// Text that is no decimal comes back unchanged.
  [[nodiscard]] std::string decimal(std::string_view decimal) const;
  [[nodiscard]] std::string whole(std::int64_t number) const;
  /// With exactly so many decimals, half away from zero.
  [[nodiscard]] std::string rounded(const Rational& value, int digits) const;
  /// A share as a percentage, at most `digits` decimals, no trailing zeros: 0.2 -> "20%", in German "20 %".
  [[nodiscard]] std::string percent(const Rational& share, int digits = 1,
                                    Rounding rounding = Rounding::half_away) const;
  /// An amount as a document prints it, with the sign of its currency: "₩73,440", "$25.00", in German "73.440 ₩".
  [[nodiscard]] std::string money(std::string_view amount, std::string_view currency) const;
  /// In MiB with one decimal, no unit: for table columns that name it.
  [[nodiscard]] std::string mebibytes(Bytes bytes) const;
  /// The same with its unit: "71.6 MiB".
  [[nodiscard]] std::string memory(Bytes bytes) const;
  /// The size of a plan in the largest unit that needs no decimals: "256 MB", "4 GB", "512 MiB".
  [[nodiscard]] std::string plan_memory(Bytes bytes) const;
  /// Included traffic, in the largest decimal unit that needs no decimals: "100 GB", "2 TB".
  [[nodiscard]] std::string traffic(Bytes bytes) const;
  /// A number and its unit.
  [[nodiscard]] static std::string with_unit(std::string_view number, std::string_view unit);
  /// In running text: "2 November 2026", "2026년 11월 2일"; tables use ISO dates.
  [[nodiscard]] std::string date(Date day) const;

 private:
  Language language_;
};

}  // namespace vpsfit::report
