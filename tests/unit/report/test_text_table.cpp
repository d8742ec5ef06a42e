// SPDX-License-Identifier: MIT
#include <cstdint>
#include <doctest/doctest.h>
#include <stdexcept>

#include "core/text.hpp"
#include "report/text_table.hpp"

using namespace vpsfit;
using namespace vpsfit::report;

TEST_CASE("numbers stand right under their title, text stands left, no line ends with a space") {
  TextTable table({{"name"}, {"cores", Align::right}, {"note"}});
  table.row({"spine", "0.452", ""}).row({"a", "12.000", "x"});
  CHECK(table.render() ==
        "name    cores  note\n"
        "spine   0.452\n"
        "a      12.000  x\n");
}

TEST_CASE("wide characters take two cells, so columns stay aligned") {
  TextTable table({{"name"}, {"n", Align::right}});
  table.row({"\xED\x95\x9C\xEA\xB8\x80", "1"}).row({"abcde", "2"});
  CHECK(table.render() ==
        "name   n\n"
        "\xED\x95\x9C\xEA\xB8\x80   1\n"
        "abcde  2\n");
}

TEST_CASE("a table that is too wide loses text, never digits") {
  TextTable table({{"name"}, {"bytes", Align::right}, {"why"}});
  table.row({std::string(70, 'n'), "123456789012", std::string(50, 'w')});
  const std::string text = table.render();
  for (const auto line : split(text, '\n')) CHECK(display_width(line) <= 80);
  CHECK(text.find("123456789012") != std::string::npos);
  CHECK(text.find("n~") != std::string::npos);
  CHECK(table.render(10).find("123456789012") != std::string::npos);
}

TEST_CASE("names with one beginning stay different when they are cut, and equal ones equal") {
  TextTable table({{"name"}, {"bytes", Align::right}});
  const std::string stem(90, 'x');
  table.row({stem + "-one", "1"}).row({stem + "-two", "2"}).row({stem + "-one", "3"});
  const std::string text = table.render(40);
  const auto lines = split(text, '\n');
  const auto name = [&](std::size_t i) { return std::string(lines[i].substr(0, lines[i].find(' '))); };
  CHECK(name(1) != name(2));
  CHECK(name(1) == name(3));
  CHECK(name(1).ends_with("-one"));
  for (const auto line : lines) CHECK(display_width(line) <= 40);
  CHECK(table.render(SIZE_MAX / 2).find(stem + "-two") != std::string::npos);
}

TEST_CASE("what cannot be told apart when it is cut is not cut") {
  TextTable table({{"name"}});
  for (int i = 0; i < 3; ++i) {
    std::string name(60, 'a');
    name[static_cast<std::size_t>(25 + i)] = 'b';
    table.row({name});
  }
  const std::string text = table.render(10);
  const auto lines = split(text, '\n');
  CHECK(lines[1] != lines[2]);
  CHECK(lines[2] != lines[3]);
}

TEST_CASE("cells from outside cannot steer the terminal") {
  TextTable table({{"name"}});
  table.row({"\x1b[2J\n"});
  CHECK(table.render() == "name\n\\x1b[2J\\x0a\n");
}

TEST_CASE("every row has a cell for every column") {
  TextTable table({{"a"}, {"b"}});
  CHECK_THROWS_AS(table.row({"1"}), std::logic_error);
  CHECK_THROWS_AS(TextTable({}), std::logic_error);
}

TEST_CASE("running text breaks at spaces and goes on under itself") {
  CHECK(wrap("one two three", "! ", 9) == "! one two\n  three\n");
  CHECK(wrap("", "- ") == "- \n");
  CHECK(wrap("abcdefghijkl x", "", 5) == "abcdefghijkl\nx\n");
  CHECK(wrap("a\x1b[2J") == "a\\x1b[2J\n");
}
