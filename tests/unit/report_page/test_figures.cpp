// SPDX-License-Identifier: MIT
#include <clocale>
#include <doctest/doctest.h>

#include "report/page/figures.hpp"

using namespace vpsfit;
using report::Figures;
using report::Language;

namespace {
const Figures en(Language::en), ko(Language::ko), ja(Language::ja), zh(Language::zh_tw), de(Language::de);
}

TEST_CASE("digits are grouped by thousands, in German with a point and a decimal comma") {
  for (const auto& figures : {en, ko, ja, zh}) {
    CHECK(figures.decimal("1335.27") == "1,335.27");
    CHECK(figures.decimal("126851") == "126,851");
  }
  CHECK(de.decimal("1335.27") == "1.335,27");
  CHECK(de.decimal("1234567") == "1.234.567");
  CHECK(en.decimal("999") == "999");
  CHECK(en.decimal("0.782") == "0.782");
  CHECK(en.decimal("-46734") == "−46,734");
  CHECK(en.decimal("9223372036854775807") == "9,223,372,036,854,775,807");
}

TEST_CASE("what is no decimal stays what it is") {
  CHECK(en.decimal("n/a") == "n/a");
  CHECK(de.decimal("") == "");
  CHECK(en.decimal("1e400") == "1e400");
}

TEST_CASE("won and yen have no decimals, dollars and euros two, each sign in its place") {
  CHECK(en.money("73440", "KRW") == "₩73,440");
  CHECK(ko.money("46734", "KRW") == "₩46,734");
  CHECK(ja.money("126851", "KRW") == "₩126,851");
  CHECK(zh.money("6120", "KRW") == "₩6,120");
  CHECK(de.money("73440", "KRW") == "73.440\u202f₩");
  CHECK(en.money("25.00", "USD") == "$25.00");
  CHECK(de.money("25.00", "USD") == "25,00\u202f$");
  CHECK(de.money("1234.50", "EUR") == "1.234,50\u202f€");
  CHECK(ja.money("9800", "JPY") == "¥9,800");
  CHECK(en.money("12.00", "CHF") == "CHF\u202f12.00");
  CHECK(en.money("-33382", "KRW") == "−₩33,382");
  CHECK(de.money("-33382", "KRW") == "−33.382\u202f₩");
}

TEST_CASE("memory is shown in MiB and plans in the unit that needs no decimals") {
  CHECK(en.memory(Bytes{43'830'476}) == "41.8\u202fMiB");  // the study's median of Spine
  CHECK(de.memory(Bytes{502'582'476}) == "479,3\u202fMiB");
  CHECK(en.mebibytes(Bytes{638'373'068}) == "608.8");
  CHECK(en.plan_memory(MB(256)) == "256\u202fMB");
  CHECK(en.plan_memory(GB(4)) == "4\u202fGB");
  CHECK(en.plan_memory(MiB(512)) == "512\u202fMiB");
  CHECK(en.plan_memory(GiB(2)) == "2\u202fGiB");
  CHECK(en.plan_memory(Bytes{1'234'567}) == "1.2\u202fMiB");
  CHECK(en.plan_memory(Bytes{0}) == "0.0\u202fMiB");
}

TEST_CASE("a share is a percentage without needless digits") {
  CHECK(en.percent(Rational(1, 5)) == "20%");
  CHECK(de.percent(Rational(1, 5)) == "20\u202f%");
  CHECK(en.percent(Rational(539, 1000)) == "53.9%");
  CHECK(en.percent(Rational(2, 3), 2, Rounding::down) == "66.66%");
  CHECK(en.percent(Rational(2, 3), 2, Rounding::up) == "66.67%");
}

TEST_CASE("a date is written as the language writes it") {
  const Date day = date::sys_days{date::year{2026} / 11 / 2};
  CHECK(en.date(day) == "2 November 2026");
  CHECK(ko.date(day) == "2026년 11월 2일");
  CHECK(ja.date(day) == "2026年11月2日");
  CHECK(zh.date(day) == "2026年11月2日");
  CHECK(de.date(day) == "2. November 2026");
}

TEST_CASE("the locale of the process changes nothing") {
  const char* const foreign = std::setlocale(LC_ALL, "de_DE.UTF-8");
  CHECK(en.rounded(Rational(133527, 100), 2) == "1,335.27");
  if (foreign != nullptr) std::setlocale(LC_ALL, "C");
}
