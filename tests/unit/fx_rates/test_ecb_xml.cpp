// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <string>

#include "fixture.hpp"

using namespace vpsfit;
using namespace vpsfit::fx;
using namespace vpsfit::fx::testing;

namespace {

void xml_refused(std::string_view content, std::string_view word) {
  const auto quotes = parse_xml(content);
  INFO(content.substr(0, 300));
  REQUIRE_FALSE(quotes.has_value());
  INFO(quotes.error().message << " at " << quotes.error().place);
  CHECK(quotes.error().kind == ErrorKind::input);
  CHECK(quotes.error().message.find(word) != std::string::npos);
  CHECK(quotes.error().place.starts_with(":"));
  CHECK_FALSE(quotes.error().remedy.empty());
}

constexpr const char* open_tag = R"(<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" )"
                                 R"(xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">)";

std::string envelope(const std::string& inside) { return open_tag + inside + "</gesmes:Envelope>"; }
std::string one_day(const std::string& cubes) {
  return envelope("<Cube><Cube time='2026-04-13'>" + cubes + "</Cube></Cube>");
}

}  // namespace

TEST_CASE("the daily file has single quotes and keeps trailing zeros") {
  const auto quotes = parse_xml(fixture("daily.xml"));
  REQUIRE(quotes);
  CHECK(quotes->dialect == "xml");
  CHECK(quotes->rows.size() == 8);
  CHECK(figure(*quotes, "2025-04-03", "USD") == "1.1097");
  CHECK(figure(*quotes, "2025-04-03", "KRW") == "1615.11");
}

TEST_CASE("the history has double quotes, one line, and drops trailing zeros") {
  const auto quotes = parse_xml(fixture("history.xml"));
  REQUIRE(quotes);
  CHECK(quotes->rows.size() == 24);
  CHECK(figure(*quotes, "2025-04-04", "HUF") == "405.7");
  CHECK(figure(*quotes, "2025-04-03", "KRW") == "1615.11");
  CHECK(to_text(quotes->rows.front().day) == "2025-04-02");
}

TEST_CASE("trailing zeros of the daily file are passed through") {
  const auto quotes = parse_xml(one_day("<Cube currency='HUF' rate='366.90'/>"));
  REQUIRE(quotes);
  CHECK(figure(*quotes, "2026-04-13", "HUF") == "366.90");
}

TEST_CASE("an XML file that was cut anywhere is refused, with the place") {
  for (const char* name : {"daily.xml", "history.xml"}) {
    const std::string whole = fixture(name);
    for (std::size_t length = 0; length < whole.size(); length += 3)
      CHECK_MESSAGE(!parse_xml(std::string_view(whole).substr(0, length)).has_value(), length);
  }
}

TEST_CASE("the place of a wrong figure is its line and column") {
  std::string text = fixture("daily.xml");
  text.replace(text.find("0.84163"), 7, "0,84163");
  const auto quotes = parse_xml(text);
  REQUIRE_FALSE(quotes);
  CHECK(quotes.error().message.find("'0,84163' is not a rate for GBP on 2025-04-03") != std::string::npos);
  CHECK(quotes.error().place.starts_with(":12:"));
}

TEST_CASE("what is not the envelope of the ECB is refused") {
  xml_refused("<html><head><title>x</title></head></html>", "the root element is 'html'");
  xml_refused("<Envelope><Cube/></Envelope>", "gesmes:Envelope");
  xml_refused("<a/>", "the root element is 'a'");
  xml_refused("", "cut or broken");
  xml_refused("plain text", "cut or broken");
  xml_refused(
      R"(<gesmes:Envelope xmlns:gesmes="http://elsewhere" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"/>)",
      "gesmes:Envelope");
  xml_refused(R"(<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"><Cube/></gesmes:Envelope>)",
              "the default namespace is ''");
  xml_refused(envelope(""), "not exactly one outer Cube");
  xml_refused(envelope("<Cube/><Cube/>"), "not exactly one outer Cube");
  xml_refused(envelope("<Cube/>"), "not one exchange rate");
  xml_refused(envelope("<Cube/>") + envelope("<Cube/>"), "a second document");
}

TEST_CASE("the prefix of the envelope is only a name") {
  CHECK(parse_xml(R"(<g:Envelope xmlns:g="http://www.gesmes.org/xml/2002-08-01" )"
                  R"(xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube><Cube time="2026-04-13">)"
                  R"(<Cube currency="USD" rate="1.1684"/></Cube></Cube></g:Envelope>)"));
}

TEST_CASE("cubes that say something else than day, currency and rate are refused") {
  xml_refused(envelope("<Cube><Cube date='2026-04-13'><Cube currency='USD' rate='1.1'/></Cube></Cube>"), "with a time");
  xml_refused(envelope("<Cube><Cuba time='2026-04-13'/></Cube>"), "with a time");
  xml_refused(envelope("<Cube><Cube time='2026-04-11'><Cube currency='USD' rate='1.1'/></Cube></Cube>"), "Saturday");
  xml_refused(envelope("<Cube><Cube time='2026-04-13T00:00'><Cube currency='USD' rate='1.1'/></Cube></Cube>"),
              "not a date");
  xml_refused(one_day("<Cube currency='USD'/>"), "a currency and a rate");
  xml_refused(one_day("<Cube rate='1.1'/>"), "a currency and a rate");
  xml_refused(one_day("<Cube currency='USD' rate='1.1'>1.2</Cube>"), "a currency and a rate");
  xml_refused(one_day("text"), "a currency and a rate");
  xml_refused(one_day("<Cube currency='EUR' rate='1'/>"), "EUR against EUR");
  xml_refused(one_day("<Cube currency='usd' rate='1.1'/>"), "'usd'");
  xml_refused(one_day("<Cube currency='USD' rate='0'/>"), "positive");
  xml_refused(one_day("<Cube currency='USD' rate='N/A'/>"), "'N/A'");
  xml_refused(one_day("<Cube currency='USD' rate='1.1'/><Cube currency='USD' rate='1.1'/>"), "twice");
}

TEST_CASE("entities and deep nesting do no harm") {
  xml_refused("<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>" +
                  one_day("<Cube currency='USD' rate='&b;'/>"),
              "document type");
  xml_refused(one_day("<Cube currency='USD' rate='&b;'/>"), "is not a rate");
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "<Cube>";
  xml_refused(open_tag + deep, "cut or broken");
  for (int i = 0; i < 200'000; ++i) deep += "</Cube>";
  xml_refused(envelope(deep), "with a time");
  xml_refused(one_day("<Cube currency='USD' rate='" + std::string(5'000'000, '1') + "'/>"), "is not a rate");
  xml_refused(one_day(std::string("<Cube currency='USD' rate='1.1\0'/>", 34)), "");
}
