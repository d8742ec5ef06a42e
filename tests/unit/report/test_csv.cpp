// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <stdexcept>

#include "report/csv.hpp"

using namespace vpsfit;
using report::Csv;

TEST_CASE("a cell with commas, quotes or line breaks is quoted and its quotes are doubled") {
  CHECK(Csv({"a", "b"}).text("x,y").text("say \"hi\"").str() == "a,b\r\n\"x,y\",\"say \"\"hi\"\"\"\r\n");
  CHECK(Csv({"a"}).text("two\nlines").str() == "a\r\n\"two\nlines\"\r\n");
}

TEST_CASE("a spreadsheet runs no cell of ours") {
  CHECK(Csv({"a"}).text("=HYPERLINK(1)").str() == "a\r\n'=HYPERLINK(1)\r\n");
  CHECK(Csv({"a"}).text("+1").text("-1").text("@x").text("\tx").str() == "a\r\n'+1\r\n'-1\r\n'@x\r\n'\tx\r\n");
  CHECK(Csv({"a"}).text("\r=1").str() == "a\r\n\"'\r=1\"\r\n");
  CHECK(Csv({"a"}).text("\n=1").text("\uff1d1").text("\uff20x").str() == "a\r\n\"'\n=1\"\r\n'\uff1d1\r\n'\uff20x\r\n");
  CHECK(Csv({"a"}).text("a=1").str() == "a\r\na=1\r\n");
}

TEST_CASE("numbers keep their sign and unknown is empty") {
  CHECK(Csv({"a", "b", "c"}).number("-12.5").unknown().number(std::optional<std::int64_t>{}).str() ==
        "a,b,c\r\n-12.5,,\r\n");
  CHECK(Csv({"a", "b"}).number(std::optional(MiB(1))).number(CpuTime{-3}).str() == "a,b\r\n1048576,-3\r\n");
}

TEST_CASE("bytes that are not UTF-8 are shown, not passed on") {
  CHECK(Csv({"a"}).text("x\xFFy").str() == "a\r\nx\\xffy\r\n");
}

TEST_CASE("a row with missing cells is never given out") {
  Csv csv({"a", "b"});
  csv.text("only one");
  CHECK_THROWS_AS((void)csv.str(), std::logic_error);
}
