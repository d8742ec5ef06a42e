// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/text.hpp"

using namespace vpsfit;

TEST_CASE("hostile text cannot steer a terminal") {
  CHECK(printable("plain \xED\x95\x9C") == "plain \xED\x95\x9C");
  CHECK(printable("\x1b[2J") == "\\x1b[2J");
  CHECK(printable("a\nb") == "a\\x0ab");
  CHECK(printable("\xE2\x80\xAE") == "\\u{202e}");
  CHECK(printable("\xC2\x9B") == "\\u{009b}");
  CHECK(printable("\xFF") == "\\xff");
  CHECK(printable(std::string(300, 'x'), 10) == "xxxxxxxxxx...");
}

TEST_CASE("UTF-8 has no overlong forms and no surrogates") {
  CHECK(is_utf8("\xF0\x9F\x98\x80"));
  for (const char* bad : {"\xC0\xAF", "\xED\xA0\x80", "\xE2\x82", "\xF5\x80\x80\x80", "\x80"})
    CHECK_FALSE(is_utf8(bad));
}

TEST_CASE("East Asian characters take two cells") {
  CHECK(display_width("\xED\x95\x9C\xEA\xB8\x80") == 4);
  CHECK(pad_right("\xED\x95\x9C", 4) == "\xED\x95\x9C  ");
  CHECK(pad_left("abc", 5) == "  abc");
  CHECK(pad_right("abcdef", 4) == "abc~");
}

TEST_CASE("the near name is the one a person may have meant") {
  CHECK(near_name("--windw", {"--window", "--output"}) == "--window");
  CHECK_FALSE(near_name("zzzzzz", {"--window", "--output"}).has_value());
}

TEST_CASE("whole numbers are consumed whole") {
  CHECK(*parse_int("-12") == -12);
  for (const char* bad : {"", "1x", " 1", "9223372036854775808", "1.0"}) CHECK_FALSE(parse_int(bad).has_value());
}
