// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/decimal.hpp"

using namespace vpsfit;

namespace {
Rational number(const char* text) { return *parse_decimal(text); }
}  // namespace

TEST_CASE("a decimal is read exactly or not at all") {
  CHECK(number("1.050") == Rational(21, 20));
  CHECK(number("010") == Rational(10));  // never octal
  CHECK(number("-0.5") == Rational(-1, 2));
  for (const char* bad : {"", "-", ".", ".5", "5.", "1..2", "1,5", "+1", " 1", "1 ", "1e3", "0x10", "NaN", "Infinity",
                          "1_000", "--1", "\xD9\xA1"})
    CHECK_FALSE_MESSAGE(parse_decimal(bad).has_value(), std::string(bad));
  CHECK_FALSE(parse_decimal(std::string(65, '1')).has_value());
  CHECK(parse_decimal(std::string(64, '1')).has_value());
}

TEST_CASE("a JSON number may have a small exponent") {
  CHECK(*parse_json_number("1.5e3") == Rational(1500));
  CHECK(*parse_json_number("25E-1") == Rational(5, 2));
  CHECK_FALSE(parse_json_number("1e400").has_value());
  CHECK_FALSE(parse_json_number("1e").has_value());
}

TEST_CASE("doubles would get these ceilings wrong") {
  // study.json, float_traps: 3.0000000000000004, 6.000000000000001 and 7.000000000000001 in doubles
  const auto vcpus = [](const char* cores) {
    return *(number(cores) / number("0.5") / (Rational(1) - number("0.30"))).ceil();
  };
  CHECK(vcpus("1.050") == 3);
  CHECK(vcpus("2.100") == 6);
  CHECK(vcpus("2.450") == 7);
}

TEST_CASE("money is rounded once, half away from zero") {
  CHECK(to_fixed(number("73439.85"), 0) == "73440");
  CHECK(to_fixed(number("3894.5"), 0) == "3895");
  CHECK(to_fixed(number("-3894.5"), 0) == "-3895");
  CHECK(to_fixed(number("60"), 2) == "60.00");
  CHECK(to_fixed(number("0.005"), 2) == "0.01");
  CHECK(to_fixed(number("-0.001"), 2) == "0.00");
}

TEST_CASE("an ending value is printed whole, another one with nine digits to the safe side") {
  CHECK(to_decimal(number("0.782"), Rounding::down) == "0.782");
  CHECK(to_decimal(number("46734.4500"), Rounding::down) == "46734.45");
  CHECK(to_decimal(Rational(1, 3), Rounding::down) == "0.333333333");
  CHECK(to_decimal(Rational(1, 3), Rounding::up) == "0.333333334");
  CHECK(to_decimal(Rational(-1, 3), Rounding::up) == "-0.333333333");
  CHECK(to_decimal(Rational(0), Rounding::up) == "0");
}

TEST_CASE("significant digits") {
  // acceptance: fixture pairs A and B of the study both print 1335.27
  CHECK(to_significant(number("1540.50") / number("1.1537"), 6) == "1335.27");
  CHECK(to_significant(number("1543.04") / number("1.1556"), 6) == "1335.27");
  CHECK(to_significant(number("1161.55") / number("0.8813"), 6) == "1318.00");
  CHECK(to_significant(number("1540.50") / number("1.1537"), 28).substr(0, 15) == "1335.2691340903");
  CHECK(to_significant(number("0.00074891151"), 6) == "0.000748912");
  CHECK(to_significant(number("999999.5"), 6) == "1000000");
  CHECK(to_significant(number("1"), 6) == "1.00000");
  CHECK(to_significant(number("0.1"), 2) == "0.10");
}
