// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "sources/detect.hpp"

using namespace vpsfit;
using namespace vpsfit::sources;
using namespace std::string_view_literals;

TEST_CASE("an input is known by its content") {
  CHECK(*detect("SQLite format 3\0\x10\0"sv, "usage.json") == InputKind::recording);
  CHECK(*detect("{\"schema\"", "x.db") == InputKind::json);
  CHECK(*detect("\xEF\xBB\xBF \r\n{", "x") == InputKind::json);
  CHECK(*detect("subject,run\n", "x") == InputKind::csv);
  CHECK(*detect("\xEF\xBB\xBF\"run\",\"subject\"\r\n1,a", "x") == InputKind::csv);
}

TEST_CASE("what is no input is told with what was seen") {
  const auto said = [](std::string_view head) {
    const auto result = detect(head, "odd\x1b.txt");
    REQUIRE_FALSE(result);
    CHECK(result.error().kind == ErrorKind::input);
    CHECK(result.error().place == "odd\\x1b.txt");
    return result.error().message;
  };
  CHECK(said("") == "the file is empty");
  CHECK(said("\xEF\xBB\xBF \n") == "the file is empty");
  CHECK(said("\xFF\xFE{\0"sv).find("UTF-16") != std::string::npos);
  CHECK(said("[1, 2]").find("'[1, 2]'") != std::string::npos);
  CHECK(said("<html>\x1b[2J").find("'<html>\\x1b[2J'") != std::string::npos);
  CHECK(said("SQLite format 3").find("SQLite") != std::string::npos);  // cut before its last byte
  CHECK(said("time,value\n1,2").find("time,value") != std::string::npos);
}
