// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <map>
#include <string>

#include "fixture.hpp"

using namespace vpsfit;
using namespace vpsfit::fx;
using namespace vpsfit::fx::testing;

namespace {

std::string message(std::string_view content) {
  const auto quotes = parse_ecb(content);
  return quotes ? "read" : quotes.error().message;
}

bool says(std::string_view content, std::string_view word) { return message(content).find(word) != std::string::npos; }

/// The ECB's own files, where they are present beside the source tree.
std::filesystem::path real_files() {
  const char* const shared = std::getenv("VPSFIT_SHARED");
  const std::filesystem::path folder =
      (shared != nullptr ? std::filesystem::path(shared) : std::filesystem::path(VPSFIT_SOURCE_DIR) / "../shared") /
      "data/ecb";
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

}  // namespace

TEST_CASE("every form is told apart by its first bytes") {
  for (const char* name :
       {"eurofxref-hist.excerpt.csv", "daily.csv", "daily.xml", "history.xml", "api.csv", "api.json"})
    CHECK_MESSAGE(parse_ecb(fixture(name)).has_value(), name);
}

TEST_CASE("an error page is called one") {
  CHECK(says("<html>\n<head>\n  <title>Illegal xml file</title>\n</head>\n</body>\n</html>\n", "web page"));
  CHECK(says("<!DOCTYPE html><html><body>Request Rejected</body></html>", "web page"));
  CHECK(says("\n  <HTML><BODY>Just a moment...</BODY></HTML>", "web page"));
  CHECK(says("<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"/>", "the root element is 'html'"));
}

TEST_CASE("an empty answer is called one") {
  CHECK(says("", "empty"));
  CHECK(says(" \n\n", "empty"));
}

TEST_CASE("anything else is refused with its beginning") {
  CHECK(says("hello", "begins with 'hello'"));
  CHECK(
      says("\xEF\xBB\xBF"
           "Date,USD,\n",
           "begins with"));
  CHECK(says(std::string(100'000, '\0'), "begins with"));
  CHECK(says("%PDF-1.4", "%PDF"));
  CHECK(says("\x1f\x8b\x08", "begins with"));
  CHECK(message("\x1b]0;owned\x07").find('\x1b') == std::string::npos);
}

TEST_CASE("what only looks like a zip is refused") {
  CHECK(says("PK", "cut or damaged"));
  CHECK(says("PK\x03\x04 and nothing more", "cut or damaged"));
  CHECK(says("PK\x05\x06" + std::string(18, '\0'), "zip is"));
}

TEST_CASE("every real file is imported, or refused for its reason") {
  if (real_files().empty()) {
    MESSAGE("skipped: the ECB's own files are not here");
    return;
  }
  const std::map<std::string, std::string> refusals{
      {"bad-not-xml.html", "web page"},
      {"eurofxref-hist.no-trailing-comma.head12.csv", "does not end in a comma"},
  };
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(real_files())) {
    const std::string name = entry.path().filename().string();
    if (name == "SOURCES.md") continue;
    INFO(name);
    const std::string said = message(*files::read_whole(entry.path()));
    const auto refusal = refusals.find(name);
    if (refusal == refusals.end()) {
      CHECK(said == "read");
    } else {
      CHECK(said.find(refusal->second) != std::string::npos);
    }
    ++seen;
  }
  CHECK(seen >= 17);
}

TEST_CASE("the real zip and its CSV say the same, and all of it") {
  if (real_files().empty()) {
    MESSAGE("skipped: the ECB's own files are not here");
    return;
  }
  const auto csv = parse_ecb(*files::read_whole(real_files() / "eurofxref-hist.csv"));
  const auto zip = parse_ecb(*files::read_whole(real_files() / "eurofxref-hist.zip"));
  REQUIRE(csv);
  REQUIRE(zip);
  CHECK(csv->rows.size() == 6983 * 41 - 68748);  // days x currencies - N/A
  CHECK(zip->rows.size() == csv->rows.size());
  CHECK(std::equal(csv->rows.begin(), csv->rows.end(), zip->rows.begin(), [](const Quote& a, const Quote& b) {
    return a.day == b.day && a.currency == b.currency && a.published == b.published;
  }));
}

TEST_CASE("a zip that was cut or bent anywhere is refused") {
  if (real_files().empty()) {
    MESSAGE("skipped: the ECB's own files are not here");
    return;
  }
  const std::string whole = *files::read_whole(real_files() / "eurofxref-hist.zip");
  for (std::size_t length = 2; length < whole.size(); length += whole.size() / 30)
    CHECK_MESSAGE(!unzip(std::string_view(whole).substr(0, length)).has_value(), length);
  for (std::size_t less = 1; less < 60; less += 3)
    CHECK_MESSAGE(!unzip(std::string_view(whole).substr(0, whole.size() - less)).has_value(), less);
  for (std::size_t at = 1000; at + 1000 < whole.size(); at += whole.size() / 15) {
    std::string bent = whole;
    bent[at] = static_cast<char>(bent[at] ^ 0x10);
    CHECK_MESSAGE(!unzip(bent).has_value(), at);
  }
}
