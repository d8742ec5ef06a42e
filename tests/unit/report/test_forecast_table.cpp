// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/text.hpp"
#include "report/forecast_csv.hpp"
#include "report/forecast_table.hpp"
#include "tests/unit/forecast/made.hpp"

using namespace vpsfit;
using namespace vpsfit::made;

namespace {

forecast::Forecast forecast_of(const std::vector<Usage>& usages, const plans::Catalog& catalog,
                               std::string_view headroom = "0.2",
                               forecast::Comparison comparison = forecast::AgainstSubject{"spine"}) {
  forecast::Assumptions assumptions;
  assumptions.cpu_headroom = *Fraction::parse(headroom);
  return *forecast::make_forecast(usages, catalog, study_rates(), assumptions, selection(), comparison);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const auto line : split(text, '\n')) lines.emplace_back(line);
  return lines;
}

bool has(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  if (!found) MESSAGE(text);
  return found;
}

/// The words of the first line that starts with `first`, after the line that starts with `section`.
std::vector<std::string> row(const std::string& text, const std::string& section, const std::string& first) {
  bool inside = false;
  for (const auto& line : lines_of(text)) {
    inside = inside || line.starts_with(section);
    if (!inside || !line.starts_with(first + " ")) continue;
    std::vector<std::string> words;
    for (const auto word : split(line, ' '))
      if (!word.empty()) words.emplace_back(word);
    return words;
  }
  return {};
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("the table tells measured and forecast apart") {
  const auto catalog = study_catalog();
  const std::string text = report::forecast_table(forecast_of(study_usages(), catalog));
  CHECK(row(text, "Measured", "spring") ==
        Words{"spring", "r20k", "3", "0.782", "0.771", "655.4", "MiB", "max", "sample"});
  CHECK(row(text, "Forecast:", "spine") ==
        Words{"spine", "2", "217.5", "MiB", "vpsgod/2c-256m", "25.00", "USD", "baseline", "-"});
  CHECK(row(text, "Forecast:", "nestjs") ==
        Words{"nestjs", "3", "873.3", "MiB", "vpsgod/3c-6g", "80.00", "USD", "73440", "6120"});
  CHECK(row(text, "Forecast:", "fastapi") ==
        Words{"fastapi", "4", "364.1", "MiB", "vpsgod/4c-8g", "120.00", "USD", "126851", "10571"});
  CHECK(row(text, "How far", "spring") ==
        Words{"spring", "flips", "to", "0.218", "from", "0.489", "x", "1.023", "to", "5.625"});
}

TEST_CASE("the table says how it was computed and what was passed over") {
  const auto catalog = study_catalog();
  const std::string text = report::forecast_table(forecast_of(study_usages(), catalog));
  CHECK(has(text, "Forecast of 2026-11-02 against spine (25.00 USD a year)"));
  CHECK(has(text, "core_performance 0.5 and cpu_headroom 0.2"));
  CHECK(has(text, "memory_factor 1.25 and os_reserve_bytes 134217728"));
  CHECK(has(text, "1 USD = 1335.27 KRW of 2026-10-30 (given)"));
  CHECK(has(text, "spring: vpsgod/x-2c-128m (memory), vpsgod/x-1c-256m (vcpus)"));
  CHECK(has(text, "unverified: vpsgod/x-6c-16g"));
  CHECK(has(text, "- vpsgod/2c-256m, vpsgod/3c-6g, vpsgod/2c-4g, vpsgod/4c-8g: nobody knows"));
}

TEST_CASE("no fit is an answer with the nearest plans") {
  const auto catalog = study_catalog();
  const std::string text = report::forecast_table(forecast_of(study_usages(), catalog, "0.3"));
  CHECK(row(text, "Forecast:", "fastapi") ==
        Words{"fastapi", "5", "364.1", "MiB", "no", "plan", "fits", "-", "-", "-"});
  CHECK(has(text, "fastapi: vpsgod/4c-8g lacks 1 vCPU"));
  CHECK(has(text, "vpsgod/x-6c-256m lacks 120.0 MiB of"));
  CHECK(has(text, "would fit and is excluded (unverified)"));
  CHECK(row(text, "How far", "fastapi").empty());
}

TEST_CASE("the table fits 80 columns, with one subject and with fifty") {
  const auto catalog = study_catalog();
  std::vector<Usage> many;
  for (int i = 0; i < 50; ++i) {
    many.push_back(study_usages()[static_cast<std::size_t>(i) % 4]);
    many.back().subject += "-with-a-rather-long-name-" + std::to_string(i);
  }
  for (const auto& usages : {std::vector{study_usages()[0]}, study_usages(), many}) {
    const std::string text =
        report::forecast_table(forecast_of(usages, catalog, "0.3", forecast::AgainstSubject{usages.front().subject}));
    for (const auto& line : lines_of(text)) CHECK_MESSAGE(display_width(line) <= 80, line);
    CHECK(lines_of(text).size() < 3 * usages.size() + 120);
  }
}

TEST_CASE("names in Chinese, Japanese and Korean keep the columns straight") {
  const auto catalog = study_catalog();
  auto usages = study_usages();
  usages[1].subject = "\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4";  // three wide characters
  usages[2].subject = "\xE6\x97\xA5\xE6\x9C\xAC";              // two
  const std::string text = report::forecast_table(forecast_of(usages, catalog));
  std::vector<std::size_t> ends;
  for (const auto& line : lines_of(text))
    if (const auto at = line.find(" USD  "); at != std::string::npos) ends.push_back(display_width(line.substr(0, at)));
  REQUIRE(ends.size() == 4);
  for (const auto end : ends) CHECK(end == ends[0]);
}

TEST_CASE("hostile names do not reach the terminal as they are") {
  const auto catalog = study_catalog();
  const std::string text = report::forecast_table(forecast_of({usage("\x1b]0;owned\x07\n\xE2\x80\xAE"
                                                                     "gnp",
                                                                     {"9"})},
                                                              catalog, "0.2", forecast::Alone{}));
  for (const char c : text) CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
  CHECK(text.find("\xE2\x80\xAE") == std::string::npos);
}

TEST_CASE("refused and unusable subjects stand in the table with their reason") {
  const auto catalog = study_catalog();
  auto usages = study_usages();
  usages[1].load.request_rate_per_s = Rational(9800);
  usages[2].runs.clear();
  usages[2].refusals.push_back(make_notice("run_cut", {{"run", "1"}}));
  const std::string text = report::forecast_table(forecast_of(usages, catalog));
  CHECK(row(text, "Forecast:", "nestjs") ==
        Words{"nestjs", "3", "873.3", "MiB", "vpsgod/3c-6g", "80.00", "USD", "refused", "-"});
  CHECK(row(text, "Forecast:", "spring") == Words{"spring", "-", "-", "-", "-", "refused", "-"});
  CHECK(has(text, "nestjs was measured at 9800 requests per second and spine at 20000"));
}

TEST_CASE("fifty notes of one kind are told in a few lines") {
  const auto catalog = study_catalog();
  std::vector<Usage> many;
  for (int i = 0; i < 50; ++i)
    many.push_back(usage("s" + std::to_string(i),
                         {"0.1", "0.1", i < 10 ? "0.10" + std::to_string(i) : "0.1" + std::to_string(i)}));
  const std::string text = report::forecast_table(forecast_of(many, catalog, "0.2", forecast::Alone{}));
  CHECK(has(text, "more of the kind baseline_share_unknown"));
}

TEST_CASE("CSV has a row a subject and leaves the unknown empty") {
  const auto catalog = study_catalog();
  const auto lines = lines_of(report::forecast_csv(forecast_of(study_usages(), catalog, "0.3")));
  REQUIRE(lines.size() == 6);
  CHECK(lines[0].starts_with("subject,status,load,request_rate_per_s,runs,cpu_cores,memory_bytes,need_vcpus"));
  CHECK(
      lines[3].starts_with("spring,ok,r20k,20000,3,0.782,687236710,3,2.234285715,993263616,vpsgod,3c-6g,3,6000000000,"
                           "80.00,USD,73440,73439.85,6120,KRW,"));
  for (std::size_t i = 0; i < 5; ++i) CHECK(lines[i].ends_with('\r'));
  CHECK(lines[4].starts_with("fastapi,no_fit,r20k,20000,3,1.562,198076006,5,4.462857143,381812736,,,,,,,,,,,,spine,"));
  CHECK(lines[5].empty());
}
