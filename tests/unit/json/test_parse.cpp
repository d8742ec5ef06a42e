// SPDX-License-Identifier: MIT
#include <clocale>
#include <ctime>
#include <doctest/doctest.h>

#include "json/node.hpp"
#include "json/parse.hpp"

using namespace vpsfit;

namespace {

Error refused(std::string_view text) {
  const auto value = json::parse(text);
  REQUIRE_FALSE_MESSAGE(value.has_value(), text);
  return value.error();
}

}  // namespace

TEST_CASE("numbers keep their text") {
  const auto value =
      json::parse(R"({"a": 0.1, "b": 25, "c": -3, "d": 18446744073709551615, "e": 123456789012345678901234567890})");
  REQUIRE(value.has_value());
  CHECK(value->find("a")->text() == "0.1");
  CHECK(value->find("b")->text() == "25");
  CHECK(value->find("c")->text() == "-3");
  CHECK(value->find("d")->text() == "18446744073709551615");
  CHECK(value->find("e")->text() == "123456789012345678901234567890");
}

TEST_CASE("every value knows its line") {
  const auto value = json::parse("{\n \"a\": 1\n,\"b\": [\n  2,\n  \"x\"\n ]\n}");
  REQUIRE(value.has_value());
  CHECK(value->find("a")->line() == 2);
  CHECK(value->find("b")->items()[0].line() == 4);
  CHECK(value->find("b")->items()[1].line() == 5);
}

TEST_CASE("nothing at all is said to be empty, not to be wrong JSON") {
  for (const char* const empty : {"", " ", "\n\n", "\xEF\xBB\xBF"}) {
    CHECK(refused(empty).message == "it is empty where JSON is expected");
    CHECK(refused(empty).place == ":1:1");
  }
}

TEST_CASE("what is not strict JSON is refused with its place") {
  for (const char* bad :
       {"",         "   ",     "{",        "[1,]",     "{\"a\":1,}", "NaN",           "[Infinity]", "[-Infinity]",
        "01",       "1.",      ".5",       "'a'",      "{a:1}",      "[1] [2]",       "// c\n1",    "\"\\ud800\"",
        "\"\x01\"", "[1e400]", "[-1e400]", "\"\xFF\"", "nul",        "[\"a\" \"b\"]", "{\"a\" 1}",  "\xEF\xBB\xBF"})
    CHECK_FALSE_MESSAGE(json::parse(bad).has_value(), std::string(bad));
  CHECK(refused("{\n  \"a\": tru\n}").place.starts_with(":2:"));
  CHECK(refused("[1e400]").message.find("too large") != std::string::npos);
}

TEST_CASE("a key that stands twice is refused: one of the two would be lost") {
  CHECK(refused(R"({"plan": 1, "plan": 2})").message.find("\"plan\" stands twice") != std::string::npos);
}

TEST_CASE(
    "an object of 100,000 keys is read in the time its length needs, and a key that stands twice is still found") {
  std::string text = "{";
  for (int i = 0; i < 100'000; ++i) text += "\"a long name before the number " + std::to_string(i) + "\": 1,\n";
  const auto spent_before = std::clock();
  const auto value = json::parse(text + "\"last\": 2}");
  const double seconds = static_cast<double>(std::clock() - spent_before) / CLOCKS_PER_SEC;
  REQUIRE(value.has_value());
  CHECK(value->members().size() == 100'001);
  CHECK(value->members()[77'777].first == "a long name before the number 77777");
  CHECK(seconds < 10);  // comparing each with each: 5,000,000,000 comparisons
  for (const char* again : {"0", "31", "32", "33", "50000", "99999"})
    CHECK(refused(text + "\"a long name before the number " + again + "\": 2}").message.find("stands twice") !=
          std::string::npos);
}

TEST_CASE("a key that stands twice is found in an object of any size") {
  for (int size = 1; size < 70; ++size) {
    std::string text = "{";
    for (int i = 0; i < size; ++i) text += "\"k" + std::to_string(i) + "\": {\"k0\": 1},";
    CHECK(json::parse(text + "\"k\": 1}").has_value());
    for (int i = 0; i < size; ++i) CHECK_FALSE(json::parse(text + "\"k" + std::to_string(i) + "\": 1}").has_value());
  }
}

TEST_CASE("deep nesting is refused, not followed") {
  CHECK(json::parse(std::string(64, '[') + std::string(64, ']')).has_value());
  CHECK(refused(std::string(65, '[') + std::string(65, ']')).message.find("deeper") != std::string::npos);
  CHECK(refused(std::string(1'000'000, '[')).message.find("deeper") != std::string::npos);
}

TEST_CASE("a complaint names file, line, pointer, the value and what is allowed") {
  const auto value = json::parse("{\n \"plans\": [\n  {\"cpu/kind\": \"sharred\"}\n ]\n}");
  REQUIRE(value.has_value());
  const json::Node root(*value, "catalog.json");
  const auto kind = (*root.at("plans")->items())[0].at("cpu/kind");
  REQUIRE(kind.has_value());
  const auto index = kind->one_of({"dedicated", "shared"});
  REQUIRE_FALSE(index.has_value());
  CHECK(index.error().place.starts_with("catalog.json:3:"));
  CHECK(index.error().place.ends_with(" /plans/0/cpu~1kind"));
  CHECK(index.error().message.find("\"sharred\"") != std::string::npos);
  CHECK(index.error().remedy.find("shared") != std::string::npos);
}

TEST_CASE("typed readings refuse the neighbouring types") {
  const auto value = json::parse(
      R"({"s": "25.00", "n": 25.5, "w": 3, "e": "", "d": "2026-02-30", "c": "usd", "z": null, "big": 1e18, "long": ")" +
      std::string(600, 'x') + R"("})");
  REQUIRE(value.has_value());
  const json::Node root(*value, "f");
  CHECK(*root.at("s")->decimal() == Rational(25));
  CHECK_FALSE(root.at("n")->decimal().has_value());  // money is written as a string
  CHECK(*root.at("n")->number() == Rational(51, 2));
  CHECK_FALSE(root.at("n")->whole(0, 100).has_value());
  CHECK(*root.at("w")->whole(0, 100) == 3);
  CHECK_FALSE(root.at("w")->whole(4, 100).has_value());
  CHECK(*root.at("big")->whole(0, INT64_MAX) == 1'000'000'000'000'000'000);
  CHECK_FALSE(root.at("e")->text().has_value());
  CHECK_FALSE(root.at("long")->text().has_value());
  CHECK_FALSE(root.at("d")->date().has_value());
  CHECK_FALSE(root.at("c")->currency().has_value());
  CHECK_FALSE(root.maybe("z").has_value());
  CHECK_FALSE(root.maybe("absent").has_value());
  CHECK_FALSE(root.at("absent").has_value());
  CHECK_FALSE(root.at("w")->items().has_value());
  CHECK_FALSE(root.at("w")->at("x").has_value());
}

TEST_CASE("an unknown key names the one that may have been meant") {
  const auto value = json::parse(R"({"renewl": 1})");
  const auto verdict = json::Node(*value, "f").only({"renewal", "regions"});
  REQUIRE_FALSE(verdict.has_value());
  CHECK(verdict.error().remedy.find("renewal") != std::string::npos);
}

TEST_CASE("what is written reads back, and bad UTF-8 becomes a replacement character") {
  auto object = json::Value::object();
  object.set("b", 1)
      .set("a", json::Value::array({true, json::Value(), "x\n\"<"}))
      .set("n", json::Value::number("9007199254740993"));
  const std::string text = json::dump(object, -1);
  CHECK(text == R"({"b":1,"a":[true,null,"x\n\"<"],"n":9007199254740993})");
  CHECK(json::parse(text).has_value());
  CHECK(json::dump(json::Value("\xFF"), -1) == "\"\xEF\xBF\xBD\"");
}

TEST_CASE("a decimal comma of the process changes nothing") {
  if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) {
    MESSAGE("skipped: the locale de_DE.UTF-8 is not installed");
    return;
  }
  const auto value = json::parse("[0.5]");
  const auto written = json::dump(json::Value::number("0.5"));
  std::setlocale(LC_ALL, "C");
  REQUIRE(value.has_value());
  CHECK(value->items()[0].text() == "0.5");
  CHECK(written == "0.5");
}

namespace {

/// Notes what it is given; stops before an item, where told.
class Noted : public json::Elements {
 public:
  explicit Noted(std::size_t stop_at = 100) : stop_at_(stop_at) {}
  bool begin(const json::Value& before) override {
    said += "(" + std::to_string(before.members().size()) + ")";
    return true;
  }
  bool element(json::Value item, std::size_t index, std::size_t read) override {
    CHECK(read > read_);
    read_ = read;
    said += std::to_string(index) + json::dump(item, -1) + "@" + std::to_string(item.line()) + " ";
    return index + 1 < stop_at_;
  }
  std::string said;

 private:
  std::size_t stop_at_;
  std::size_t read_ = 0;
};

}  // namespace

TEST_CASE("the items of one list are handed on one by one") {
  const std::string_view text =
      "{\"a\": [1, [2]],\n\"list\": [1,\n {\"list\": [[7], 8]},\n [9], \"x\"], \"b\": {\"list\": [3]}}";
  Noted noted;
  const auto rest = json::parse_elements(text, "list", noted);
  REQUIRE(rest.has_value());
  CHECK(noted.said == "(1)01@2 1{\"list\":[[7],8]}@3 2[9]@4 3\"x\"@4 ");
  CHECK(json::dump(*rest, -1) == R"({"a":[1,[2]],"list":[],"b":{"list":[3]}})");
}

TEST_CASE("a document without the list is read whole") {
  for (const char* text : {"[1,[2]]", "\"list\"", R"({"list":{"a":[1]}})", R"({"a":[[1]]})"}) {
    Noted noted;
    const auto all = json::parse_elements(text, "list", noted);
    REQUIRE(all.has_value());
    CHECK(noted.said.empty());
    CHECK(json::dump(*all, -1) == text);
  }
}

TEST_CASE("the taker of the items can stop the reading, and a fault after them is still found") {
  Noted first(1);
  const auto head = json::parse_elements(R"({"a": 1, "list": [1, 2, this is no JSON)", "list", first);
  REQUIRE(head.has_value());
  CHECK(first.said == "(1)01@1 ");
  CHECK(json::dump(*head, -1) == R"({"a":1})");
  Noted twice;
  CHECK_FALSE(json::parse_elements(R"({"list": [1, 2], "list": [3]})", "list", twice).has_value());
  Noted torn;
  CHECK_FALSE(json::parse_elements(R"({"list": [1, 2)", "list", torn).has_value());
}

TEST_CASE("a value's place is where it begins, whatever its kind and length") {
  const auto value = json::parse("{\n  \"a\": 12.5,\n  \"b\" : [true,\"x\\\"y\", {\"c\": null}],\n  \"d\": -3e2\n}");
  REQUIRE(value);
  const auto at = [](const json::Value& seen) { return std::pair(seen.line(), seen.column()); };
  CHECK(at(*value) == std::pair(1, 1));
  CHECK(at(*value->find("a")) == std::pair(2, 8));
  CHECK(at(*value->find("b")) == std::pair(3, 9));
  CHECK(at(value->find("b")->items()[0]) == std::pair(3, 10));
  CHECK(at(value->find("b")->items()[1]) == std::pair(3, 15));
  CHECK(at(value->find("b")->items()[2]) == std::pair(3, 23));
  CHECK(at(*value->find("b")->items()[2].find("c")) == std::pair(3, 29));
  CHECK(at(*value->find("d")) == std::pair(4, 8));
  CHECK(at(*json::parse("  7")) == std::pair(1, 3));
}
