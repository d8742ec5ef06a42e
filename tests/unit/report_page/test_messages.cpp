// SPDX-License-Identifier: MIT
#include <algorithm>
#include <doctest/doctest.h>
#include <set>
#include <stdexcept>
#include <utility>

#include "core/notice.hpp"
#include "core/notice_texts.hpp"
#include "core/text.hpp"
#include "report/page/messages.hpp"

using namespace vpsfit;
using report::Language;
using report::Message;

namespace {

const std::size_t messages = report::message_count();

/// Words that stand in every language: units, names of files and techniques.
const std::set<std::string, std::less<>> common{"CPU", "CPUs", "MiB", "IPv4", "vCPU", "OS",
                                                "v1",  "v2",   "ms",  "p",    "p95",  "OpenMetrics"};

/// Runs of Latin letters and digits outside placeholders.
std::vector<std::string> latin_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_placeholder = false;
  for (const char c : std::string(text) + " ") {
    if (c == '{') in_placeholder = true;
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (!word.empty() && c >= '0' && c <= '9');
    if (letter && !in_placeholder) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
    if (c == '}') in_placeholder = false;
  }
  return words;
}

}  // namespace

TEST_CASE("no page mixes English into Korean, Japanese or Chinese") {
  for (const Language language : {Language::ko, Language::ja, Language::zh_tw})
    for (std::size_t i = 0; i < messages; ++i)
      for (const auto& word : latin_words(report::raw_text(language, static_cast<Message>(i)))) {
        CAPTURE(report::raw_text(language, static_cast<Message>(i)));
        CHECK_MESSAGE(common.contains(word), word);
      }
}

TEST_CASE("a translation is not the English text again") {
  for (std::size_t i = 0; i < messages; ++i)
    for (const Language language : {Language::ko, Language::ja, Language::zh_tw}) {
      const auto english = report::raw_text(Language::en, static_cast<Message>(i));
      const auto words = latin_words(english);
      const bool has_words = std::any_of(words.begin(), words.end(), [](const auto& w) { return !common.contains(w); });
      CAPTURE(english);
      if (has_words) CHECK(report::raw_text(language, static_cast<Message>(i)) != english);
    }
}

TEST_CASE("placeholders are replaced in one pass, so that braces in a name stay") {
  CHECK(report::text(Language::en, Message::run_range, {{"low", "{high}"}, {"high", "2"}}) == "{high}–2");
  CHECK_THROWS_AS((void)report::text(Language::en, Message::run_range, {{"low", "1"}}), std::logic_error);
}

TEST_CASE("names are listed as the language lists them, and the rest is counted") {
  CHECK(report::listed(Language::en, {"a", "b"}) == "a, b");
  CHECK(report::listed(Language::ja, {"a", "b"}) == "a、b");
  CHECK(report::listed(Language::de, {"a", "b", "c", "d"}, 2) == "a, b und 2 weitere");
  CHECK(report::listed(Language::ko, {"a", "b", "c"}, 3) == "a, b, c");
}

TEST_CASE("languages are read from one list, each once") {
  CHECK(*report::parse_languages("ko, zh-TW") == std::vector{Language::ko, Language::zh_tw});
  CHECK(report::parse_languages("en,fr").error().message == "there is no page in the language 'fr'");
  CHECK_FALSE(report::parse_languages("en,en"));
  CHECK_FALSE(report::parse_languages(""));
  CHECK_FALSE(report::parse_languages("EN"));
}

TEST_CASE("every notice speaks every language with the same placeholders") {
  for (const auto& row : notice_texts())
    for (const std::string_view language : {"ko", "ja", "zh-TW", "de"}) {
      Notice notice{std::string(row.code), {}};
      std::string_view rest = row.english;
      std::set<std::string> placeholders;
      for (auto open = rest.find('{'); open != std::string_view::npos; open = rest.find('{', open + 1))
        placeholders.insert(std::string(rest.substr(open + 1, rest.find('}', open) - open - 1)));
      for (const auto& name : placeholders) notice.args.emplace_back(name, "<" + name + ">");
      const std::string said = notice_text(notice, language);
      CAPTURE(row.code);
      CAPTURE(language);
      CHECK(said != notice_text(notice, "en"));
      for (const auto& name : placeholders) CHECK(said.find("<" + name + ">") != std::string::npos);
      CHECK(said.find('?') == std::string::npos);  // a placeholder without an argument
    }
}
