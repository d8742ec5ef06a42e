// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <string>

#include "sources/figures.hpp"

using namespace vpsfit;
using namespace vpsfit::sources;

namespace {

const std::string header =
    "subject,load,request_rate_per_s,run,cpu_usage_usec,window_usec,memory_max_bytes,memory_median_bytes\n";

std::string complaint(const std::string& text) {
  const auto result = parse_usage_csv(text, "usage.csv");
  if (result) return "read";
  CHECK(result.error().kind == ErrorKind::input);
  return result.error().place + " | " + result.error().message + " | " + result.error().remedy;
}

bool has(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  if (!found) MESSAGE(text);
  return found;
}

}  // namespace

TEST_CASE("rows of one subject belong together, in the order of their first appearance") {
  const auto result = parse_usage_csv(header + "b,x,5,1,10,100,7,\na,x,5,1,20,100,7,3\nb,x,5,2,30,100,7,\n", "f");
  REQUIRE(result);
  REQUIRE(result->size() == 2);
  CHECK((*result)[0].subject == "b");
  CHECK((*result)[0].runs.size() == 2);
  CHECK((*result)[0].runs[1].cpu_usage == CpuTime{30});
  CHECK((*result)[1].runs[0].memory_median == Bytes{3});
}

TEST_CASE("columns stand in any order, and the unknown ones may be missing") {
  const auto result = parse_usage_csv("memory_max_bytes,window_usec,cpu_usage_usec,run,subject\n7,100,10,1,a\n", "f");
  REQUIRE(result);
  CHECK((*result)[0].load == Load{});
  CHECK((*result)[0].runs[0].window == std::chrono::microseconds{100});
}

TEST_CASE("quotes, commas and line breaks in names, CRLF and a byte order mark are read as RFC 4180 says") {
  const auto result = parse_usage_csv(
      "\xEF\xBB\xBF\"subject\",run,cpu_usage_usec,window_usec,memory_max_bytes\r\n"
      "\"a, \"\"b\"\"\",\"1\",10,100,7\r\n\r\n",
      "f");
  REQUIRE(result);
  CHECK((*result)[0].subject == "a, \"b\"");
  // a line break is read, and then is no name
  CHECK(has(complaint("subject,run,cpu_usage_usec,window_usec,memory_max_bytes\n\"a\nb\",1,10,100,7\n"),
            "usage.csv:2:1 | the name 'a\\x0ab' has characters that cannot be shown"));
}

TEST_CASE("the last line needs no line break") { CHECK(complaint(header + "a,x,5,1,10,100,7,") == "read"); }

TEST_CASE("what a header lacks, has twice or does not know") {
  CHECK(has(complaint("subject,run,cpu_usage_usec,window_usec\na,1,1,1\n"), "'memory_max_bytes' is missing"));
  CHECK(has(complaint("subject,run,cpu_usage_usec,window_usec,memory_max_bytes,request_rate\n"),
            "did you mean request_rate_per_s?"));
  CHECK(has(complaint("subject,subject\n"), "usage.csv:1:9 | the column 'subject' is there twice"));
  CHECK(has(complaint("subject;run\n"), "'subject;run' is not known"));
  CHECK(has(complaint(header), "no run below the header"));
  CHECK(has(complaint(""), "empty"));
}

TEST_CASE("a broken row is told with its line and column") {
  CHECK(has(complaint(header + "a,x,5,1,10,100,7\n"), "usage.csv:2:1 | the row has 7 cells, the first one has 8"));
  CHECK(has(complaint(header + "a,x,5,1,10,100,7,,\n"), "has 9 cells"));
  CHECK(has(complaint(header + "a,x,5,1,10,100,7,\n\"b,x,5,1\n"), "usage.csv:3:1 | the quote that opens here"));
  CHECK(has(complaint(header + "a\"b,x,5,1,10,100,7,\n"), "usage.csv:2:2 | a quote stands inside"));
  CHECK(has(complaint(header + "\"a\"b,x,5,1,10,100,7,\n"), "usage.csv:2:4 | 'b' follows a closing quote"));
  CHECK(has(complaint(header + "\xff,x,5,1,10,100,7,\n"), "'\\xff' is not UTF-8"));
}

TEST_CASE("a figure that cannot be is refused, and an empty one is not zero") {
  const auto row = [](const std::string& cells) { return complaint(header + cells + "\n"); };
  CHECK(has(row("a,x,5,1,10,0,7,"), "usage.csv:2:12 | window_usec is '0'"));
  CHECK(has(row("a,x,5,1,,100,7,"), "cpu_usage_usec is empty"));
  CHECK(has(row("a,x,5,1,10,100,,"), "memory_max_bytes is empty"));
  CHECK(has(row(",x,5,1,10,100,7,"), "subject is empty"));
  CHECK(has(row("a,x,5,1,-1,100,7,"), "'-1'"));
  CHECK(has(row("a,x,5,1,1.5,100,7,"), "'1.5'"));
  CHECK(has(row("a,x,5,1,1e3,100,7,"), "'1e3'"));
  CHECK(has(row("a,x,5,1,NaN,100,7,"), "'NaN'"));
  CHECK(has(row("a,x,5,1,9007199254740993,100,7,"), "'9007199254740993'"));
  CHECK(has(row("a,x,5,1,10,100,71.6MiB,"), "'71.6MiB'"));
  CHECK(has(row("a,x,5,1,10,100,7,8"), "the median of 8 bytes is above the maximum"));
  CHECK(has(row("a,x,0,1,10,100,7,"), "request_rate_per_s is '0'"));
  CHECK(has(row("a,x,\"20,000\",1,10,100,7,"), "request_rate_per_s is '20,000'"));
}

TEST_CASE("a run twice, or two rates under one load") {
  CHECK(has(complaint(header + "a,x,5,1,10,100,7,\na,x,5,1,10,100,7,\n"), "usage.csv:3:1 | the run '1' of 'a'"));
  CHECK(has(complaint(header + "a,x,5,1,10,100,7,\na,x,6,2,10,100,7,\n"), "two request rates for 'a'"));
}

TEST_CASE("huge cells are cut off before they cost anything") {
  CHECK(has(complaint(header + std::string(10'000'000, 'x')), "longer than 10000 bytes"));
  CHECK(has(complaint(header + "\"" + std::string(10'000'000, 'x')), "longer than 10000 bytes"));
  const std::string said = complaint(header + std::string(9'000, 'x') + ",x,5,1,10,100,7,");
  CHECK(has(said, "9000 bytes"));
  CHECK(said.size() < 500);
}

TEST_CASE("the load that counts must be said where a subject has several") {
  const auto usages = *parse_usage_csv(header + "a,x,5,1,10,100,7,\na,y,9,1,20,100,7,\nb,x,5,1,30,100,7,\n", "f");
  const auto unsaid = select_load(usages, "");
  REQUIRE_FALSE(unsaid);
  CHECK(unsaid.error().remedy.find("x, y") != std::string::npos);
  const auto x = select_load(usages, "x");
  REQUIRE(x);
  REQUIRE(x->size() == 2);
  CHECK((*x)[0].runs[0].cpu_usage == CpuTime{10});
  const auto y = select_load(usages, "y");
  REQUIRE_FALSE(y);
  CHECK(y.error().message.find("b was not measured under the load 'y'") != std::string::npos);
  CHECK(y.error().remedy.find("x") != std::string::npos);
}
