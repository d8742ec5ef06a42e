// SPDX-License-Identifier: MIT
// The vocabulary: what may be combined, and what must not even compile.
#include <concepts>
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <stdexcept>

#include "core/bytes.hpp"
#include "core/cores.hpp"
#include "core/currency.hpp"
#include "core/decimal.hpp"
#include "core/fraction.hpp"
#include "core/money.hpp"
#include "core/rational.hpp"

using namespace vpsfit;

namespace {

template <class A, class B>
concept Adds = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept Compares = requires(A a, B b) {
  a < b;
};
template <class A, class B>
concept Multiplies = requires(A a, B b) {
  a* b;
};

// Must not compile:
static_assert(!Adds<Bytes, Cores> && !Adds<Bytes, CpuTime> && !Adds<Bytes, std::int64_t> && !Adds<Cores, Rational>);
static_assert(!Compares<Bytes, CpuTime> && !Compares<Bytes, std::int64_t> && !Compares<Cores, Bytes>);
static_assert(!Multiplies<Bytes, Bytes> && !Multiplies<Money, Money>);
static_assert(!Adds<Money, Money> && !Adds<Money, Rational>);  // only plus(), which can refuse
static_assert(!std::convertible_to<std::int64_t, Bytes> && !std::convertible_to<Rational, Cores> &&
              !std::convertible_to<Rational, Fraction>);
static_assert(!std::constructible_from<Rational, double> || !std::convertible_to<double, Fraction>);
static_assert(!std::default_initializable<Currency> && !std::default_initializable<Money>);
// Must compile:
static_assert(Adds<Bytes, Bytes> && Adds<Cores, Cores> && Adds<CpuTime, CpuTime> && Adds<Rational, Rational>);

Currency currency(const char* code) { return *Currency::parse(code); }

}  // namespace

TEST_CASE("a vendor's megabyte is not a kernel's mebibyte") {
  CHECK(MB(256).count() == 256'000'000);
  CHECK(MiB(256).count() == 268'435'456);
  CHECK(parse_bytes("128MiB") == MiB(128));
  CHECK(parse_bytes("256 MB") == MB(256));
  CHECK(parse_bytes("2.5GB")->count() == 2'500'000'000);
  CHECK(parse_bytes("0.5 B")->count() == 0);
}

TEST_CASE("a size needs a unit that is known") {
  for (const char* bad :
       {"", "128", "MiB", "128mib", "128 M", "128K", "-1MiB", "1e3MB", "1,5GB", "99999999TiB", "1..5MB", "128MiB "})
    CHECK_FALSE_MESSAGE(parse_bytes(bad).has_value(), std::string(bad));
  CHECK(parse_bytes("128MIB").error().message.find("MIB") != std::string::npos);
}

TEST_CASE("sizes for people") {
  CHECK(to_text(Bytes{75'078'041}) == "71.6 MiB");  // study fixture: the spine's peak
  CHECK(to_text(Bytes{1023}) == "1023 B");
  CHECK(to_text(KiB(1024)) == "1.0 MiB");
  CHECK(to_text(Bytes{1048575}) == "1.0 MiB");
  CHECK(to_text(Bytes{0}) == "0 B");
}

TEST_CASE("cores come from counters and measured time only") {
  CHECK(average_cores(CpuTime{11'730'000}, std::chrono::microseconds{15'000'000}) == Cores{Rational(782, 1000)});
  CHECK_THROWS_AS((void)average_cores(CpuTime{1}, std::chrono::microseconds{0}), std::domain_error);
}

TEST_CASE("a share lies between 0 and 1") {
  CHECK(Fraction::parse("20%") == Fraction::parse("0.2"));
  CHECK(Fraction::parse("0.2")->complement() == Rational(4, 5));
  CHECK(Fraction::parse("100%")->value() == Rational(1));
  for (const char* bad : {"1.01", "-0.1", "101%", "%", "", "20 %%", "0,2", "half"})
    CHECK_FALSE_MESSAGE(Fraction::parse(bad).has_value(), std::string(bad));
}

TEST_CASE("currencies know the digits of their minor unit") {
  // ISO 4217
  CHECK(currency("USD").minor_digits() == 2);
  CHECK(currency("KRW").minor_digits() == 0);
  CHECK(currency("JPY").minor_digits() == 0);
  CHECK(currency("ISK").minor_digits() == 0);
  CHECK(currency("KWD").minor_digits() == 3);
  for (const char* bad : {"", "usd", "US", "USDX", "XXX", "U D", "$", "SD ", " US"})
    CHECK_FALSE_MESSAGE(Currency::parse(bad).has_value(), std::string(bad));
  for (const auto& one : {std::pair("USB", "USD"), {"usd", "USD"}, {"UDS", "USD"}, {"Eur", "EUR"}})
    CHECK_MESSAGE(Currency::parse(one.first).error().remedy.ends_with(std::string("did you mean ") + one.second + "?"),
                  one.first);
  for (const char* far : {"ZZZ", "QQQ", "DSU", "dollars", ""})
    CHECK_MESSAGE(Currency::parse(far).error().remedy.find("did you mean") == std::string::npos, std::string(far));
}

TEST_CASE("two currencies do not add up") {
  const Money dollars{Rational(25), currency("USD")};
  const Money won{Rational(25), currency("KRW")};
  CHECK_FALSE(dollars.plus(won).has_value());
  CHECK(dollars.plus(won).error().kind == ErrorKind::input);
  CHECK(dollars.plus(dollars)->rounded() == "50.00");
  CHECK(dollars.minus(dollars)->rounded() == "0.00");
}

TEST_CASE("money as people type it") {
  CHECK(parse_money("12 USD")->rounded() == "12.00");
  CHECK(parse_money("1335.5 KRW")->rounded() == "1336");
  for (const char* bad : {"12", "USD", "12USD", "12  USD", "12 usd", "x USD", "12 USD/month"})
    CHECK_FALSE_MESSAGE(parse_money(bad).has_value(), std::string(bad));
}

TEST_CASE("fractions are exact and refuse what does not fit") {
  CHECK(Rational(6, 4).fraction() == "3/2");
  CHECK(*Rational(-7, 2).ceil() == -3);
  CHECK(*Rational(-7, 2).floor() == -4);
  CHECK_FALSE((Rational(INT64_MAX) + Rational(1)).ceil().has_value());
  CHECK(*Rational(INT64_MIN).floor() == INT64_MIN);
  CHECK_THROWS_AS(Rational(1, 0), std::domain_error);
  CHECK_THROWS_AS(Rational(1) / Rational(0), std::domain_error);
}

TEST_CASE("what is printed whole reads back the same") {
  CHECK(rc::check([](std::int32_t units, std::uint8_t places) {
    Rational value(units);
    for (int i = 0; i < places % 12; ++i) value /= Rational(10);
    RC_ASSERT(*parse_decimal(to_decimal(value, Rounding::down)) == value);
  }));
}

TEST_CASE("the three roundings stay within one unit of the last place and on their side") {
  CHECK(rc::check([](std::int32_t a, std::int32_t b) {
    RC_PRE(b != 0);
    const Rational value(a, b);
    const Rational unit(1, 1'000'000'000);
    RC_ASSERT(round_to(value, 9, Rounding::down) <= value);
    RC_ASSERT(round_to(value, 9, Rounding::up) >= value);
    RC_ASSERT(abs(round_to(value, 9, Rounding::half_away) - value) * Rational(2) <= unit);
    RC_ASSERT(round_to(-value, 9, Rounding::half_away) == -round_to(value, 9, Rounding::half_away));
  }));
}
