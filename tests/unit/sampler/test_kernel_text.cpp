// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <limits>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include "sampler/kernel_text.hpp"

using namespace vpsfit::sampler;

TEST_CASE("a count is decimal digits and nothing else") {
  CHECK(parse_count("0") == 0);
  CHECK(parse_count("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
  for (const char* bad : {"", "-1", "+1", " 1", "1 ", "1\n", "max", "1e3", "0x10", "1.5", "9223372036854775808",
                          "18446744073709551615", "12a", "nan"})
    CHECK_MESSAGE(parse_count(bad) == std::nullopt, bad);
}

TEST_CASE("every count survives being written and read") {
  CHECK(rc::check([](std::int64_t number) {
    const auto read = parse_count(std::to_string(number));
    const bool right = number < 0 ? !read.has_value() : read == number;
    RC_ASSERT(right);
  }));
}

TEST_CASE("a file with one number is read with any line end") {
  CHECK(parse_single("42\n") == 42);
  CHECK(parse_single("42") == 42);
  CHECK(parse_single("42\r\n") == 42);
  CHECK(parse_single(" 42 \n") == 42);
}

TEST_CASE("a file with one number is unknown where it says anything else") {
  for (const char* bad : {"", "\n", "max\n", "-5\n", "1\n2\n", "42 100000\n", "18446744073709551615\n"})
    CHECK_MESSAGE(parse_single(bad) == std::nullopt, bad);
}

TEST_CASE("pairs come in any order, and lines of another shape are passed over") {
  std::vector<std::string> seen;
  each_pair("b 2\n\nalone\n a\na 1\r\nio 8:0 rbytes=1\n", [&](std::string_view key, std::string_view value) {
    seen.push_back(std::string(key) + "=" + std::string(value));
  });
  CHECK(seen == std::vector<std::string>{"b=2", "a=1", "io=8:0 rbytes=1"});
}

TEST_CASE("a last line without its end is torn and not used") {
  int lines = 0;
  each_pair("usage_usec 123\nuser_usec 4", [&](std::string_view key, std::string_view) {
    ++lines;
    CHECK(key == "usage_usec");
  });
  CHECK(lines == 1);
}

TEST_CASE("any bytes are walked through to their end") {
  CHECK(rc::check([](const std::string& text) {
    std::size_t lines = 0;
    each_pair(text, [&](std::string_view key, std::string_view) {
      RC_ASSERT(!key.empty());
      ++lines;
    });
    RC_ASSERT(lines <= text.size());
  }));
}
