// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <stdexcept>

#include "report/csv.hpp"

using namespace vpsfit;
using report::Csv;

TEST_CASE("a cell with commas, quotes or line breaks is quoted and its quotes are doubled") {
  CHECK(Csv({"a", "b"}).text("x,y").text("say \"hi\"").str() == "a,b\n\"x,y\",\"say \"\"hi\"\"\"\n");
  CHECK(Csv({"a"}).text("two\nlines").str() == "a\n\"two\nlines\"\n");
}

TEST_CASE("a spreadsheet runs no cell of ours") {
  CHECK(Csv({"a"}).text("=HYPERLINK(1)").str() == "a\n'=HYPERLINK(1)\n");
  CHECK(Csv({"a"}).text("+1").text("-1").text("@x").text("\tx").str() == "a\n'+1\n'-1\n'@x\n'\tx\n");
  CHECK(Csv({"a"}).text("\r=1").str() == "a\n\"'\r=1\"\n");
  CHECK(Csv({"a"}).text("a=1").str() == "a\na=1\n");
}

TEST_CASE("numbers keep their sign and unknown is empty") {
  CHECK(Csv({"a", "b", "c"}).number("-12.5").unknown().number(std::optional<std::int64_t>{}).str() ==
        "a,b,c\n-12.5,,\n");
  CHECK(Csv({"a", "b"}).number(std::optional(MiB(1))).number(CpuTime{-3}).str() == "a,b\n1048576,-3\n");
}

TEST_CASE("bytes that are not UTF-8 are shown, not passed on") {
  CHECK(Csv({"a"}).text("x\xFFy").str() == "a\nx\\xffy\n");
}

TEST_CASE("a row with missing cells is never given out") {
  Csv csv({"a", "b"});
  csv.text("only one");
  CHECK_THROWS_AS((void)csv.str(), std::logic_error);
}
