// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <stdexcept>

#include "report/page/markup.hpp"
#include "report/page/table.hpp"

using vpsfit::report::escaped;
using vpsfit::report::Markup;

TEST_CASE("text from outside is text, whatever it holds") {
  CHECK(escaped("<script>alert(1)</script>") == "&lt;script&gt;alert(1)&lt;/script&gt;");
  CHECK(escaped("\"onload='x'&") == "&quot;onload=&#39;x&#39;&amp;");
  CHECK(escaped("a\nb\x1b[31m\x7f") == "a\\x0ab\\x1b[31m\\x7f");
  CHECK(escaped("\u202egnp.exe") == "\\u{202e}gnp.exe");  // right-to-left override
  CHECK(escaped("bad \xff byte") == "bad \\xff byte");
  CHECK(escaped("한국어 日本語 繁體") == "한국어 日本語 繁體");
}

TEST_CASE("attributes are escaped and elements are closed in their order") {
  Markup out;
  out.open("p", {{"title", "a\"b"}}).text("x<y").leaf("b", "&").close();
  CHECK(out.str() == "<p title=\"a&quot;b\">x&lt;y<b>&amp;</b></p>");
}

TEST_CASE("an element that is left open or closed twice is a mistake of ours") {
  Markup open;
  open.open("p");
  CHECK_THROWS_AS((void)open.str(), std::logic_error);
  CHECK_THROWS_AS(Markup().close(), std::logic_error);
}

TEST_CASE("a table has a caption, headed rows and columns, and no column without data") {
  vpsfit::report::PageTable table("Cap <1>", {{"Name"}, {"Empty"}, {"Number", true}});
  table.row({{"a"}, {""}, {"1", "small"}}).row({{"b"}, {""}, {"2"}});
  const std::string html = table.without_empty_columns().markup().str();
  CHECK(html.find("<caption>Cap &lt;1&gt;</caption>") != std::string::npos);
  CHECK(html.find("<th scope=\"row\">a</th><td class=\"n\">1<small>small</small></td>") != std::string::npos);
  CHECK(html.find("Empty") == std::string::npos);
  CHECK(html.find("<th scope=\"col\" class=\"n\">Number</th>") != std::string::npos);
}
