// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <string>

#include "core/shown_name.hpp"

using vpsfit::shown_name;

TEST_CASE("an ordinary name is shown as it is, in any script") {
  for (const char* name : {"spine", "NestJS / Express", "Spring MVC", "café", "한국어 서비스", "日本語　サービス",
                           "a_b-c.d", "C:\\temp", "=cmd()", "<script>", "50%"})
    CHECK(shown_name(name) == name);
}

TEST_CASE("what nobody sees becomes visible") {
  CHECK(shown_name("a\u00adb") == "a\\u{00ad}b");       // soft hyphen
  CHECK(shown_name("a\u034fb") == "a\\u{034f}b");       // combining grapheme joiner
  CHECK(shown_name("a\U000E0041b") == "a\\u{e0041}b");  // tag letter
  CHECK(shown_name("a\u202eb") == "a\\u{202e}b");       // right-to-left override
  CHECK(shown_name("a\u200bb") == "a\\u{200b}b");       // zero width space
  CHECK(shown_name("a\ufe0fb") == "a\\u{fe0f}b");       // variation selector
  CHECK(shown_name("a\u3164b") == "a\\u{3164}b");       // Hangul filler
  CHECK(shown_name("two\nlines\x1b[31m") == "two\\x0alines\\x1b[31m");
  CHECK(shown_name("bad\xff") == "bad\\xff");
}

TEST_CASE("spaces that nobody sees are written out") {
  CHECK(shown_name(" spine") == "\\x20spine");
  CHECK(shown_name("spine ") == "spine\\x20");
  CHECK(shown_name("a  b") == "a \\x20b");
  CHECK(shown_name("a   b") == "a \\x20 b");  // no two that touch
  CHECK(shown_name(" ") == "\\x20");
  CHECK(shown_name("a\u00a0b") == "a\\u{00a0}b");
  CHECK(shown_name("a\u3000") == "a\\u{3000}");
}

TEST_CASE("a name that imitates an escape differs from the name that needs it") {
  CHECK(shown_name("spine\\x20") == "spine\\\\x20");
  CHECK(shown_name("spine\\x20") != shown_name("spine "));
  CHECK(shown_name("a\\\\x") != shown_name("a\\x"));
}

TEST_CASE("nothing is cut and nothing is lost: names of letters, spaces and backslashes stay different") {
  CHECK(rc::check([] {
    const auto name = rc::gen::container<std::string>(rc::gen::element('a', ' ', '\\', 'x', '2', '0', '\n'));
    const std::string one = *name;
    const std::string other = *name;
    RC_ASSERT(shown_name(one).size() >= one.size());
    if (one != other) RC_ASSERT(shown_name(one) != shown_name(other));
  }));
}
