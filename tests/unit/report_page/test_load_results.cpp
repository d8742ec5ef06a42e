// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "report/page/data_files.hpp"
#include "report/page/page.hpp"
#include "tests/unit/report_page/fixture.hpp"

using namespace fixture;
using recording::LoadFigures;
using report::Language;

namespace {

constexpr std::int64_t us = 1000;  // ns

/// A run of 15 s at a fixed rate, or without one; latencies in microseconds.
LoadFigures run_of(const std::string& subject, const std::string& run, const std::string& load, std::int64_t rate) {
  LoadFigures figures;
  figures.subject = subject;
  figures.run = run;
  figures.load = load;
  figures.window = "load";
  figures.generator = "zrk 2.4.2";
  if (rate > 0) figures.asked_rate_per_s = Rational(rate);
  figures.elapsed = figures.planned.emplace(std::chrono::seconds(15));
  figures.completed = rate * 15;
  figures.errors = figures.timeouts = 0;
  return figures;
}

/// The study's published figures: the median completion of both at 118,000 a second is that of the third run.
report::Document with_loads() {
  report::Document document = study();
  const auto saturated = [&](const std::string& subject, std::initializer_list<std::int64_t> rates, std::int64_t p95) {
    int run = 0;
    for (const std::int64_t rate : rates) {
      LoadFigures figures = run_of(subject, std::to_string(++run), "saturated", 0);
      figures.completed = rate * 15;
      figures.latencies = {{950'000, p95 * us}};
      document.loads.push_back(figures);
    }
  };
  saturated("spine", {161'621, 163'559, 164'739}, 3159);
  saturated("spring", {117'960, 118'943, 121'504}, 3119);
  LoadFigures spine = run_of("spine", "3", "r118k", 118'000);
  spine.completed = 1'768'230;
  spine.elapsed = std::chrono::milliseconds(15'142);
  spine.latencies = {{950'000, 944 * us}, {990'000, 2739 * us}};
  document.loads.push_back(spine);
  const std::vector<std::pair<std::int64_t, std::int64_t>> runs{
      {1'765'000, 10'724}, {1'700'000, 206'784}, {1'759'690, 89'248}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    LoadFigures spring = run_of("spring", std::to_string(i + 1), "r118k", 118'000);
    spring.completed = runs[i].first;
    spring.elapsed = std::chrono::milliseconds(i == 2 ? 15'001 : 15'000);
    spring.latencies = {{990'000, runs[i].second * us}};
    document.loads.push_back(spring);
  }
  return document;
}

std::string page_of(const report::Document& document, Language language) {
  return report::page(document, language, {{language}, {}, {}});
}

/// From the caption to the end of its table.
std::string table_with(const std::string& html, const std::string& caption) {
  const auto at = html.find("<caption>" + caption);
  REQUIRE(at != std::string::npos);
  return html.substr(at, html.find("</table>", at) - at);
}

}  // namespace

TEST_CASE("a report without load results has no section about them") {
  CHECK_FALSE(contains(page_of(study(), Language::en), "id=\"throughput\""));
}

TEST_CASE("a saturated load shows throughput as the median over the runs and its observed range, as the study does") {
  const std::string table = table_with(page_of(with_loads(), Language::en), "saturated:");
  CHECK(contains(table, "163,559<small>161,621–164,739</small>"));
  CHECK(contains(table, "118,943<small>117,960–121,504</small>"));
  CHECK(contains(table, ">3.159<"));
  CHECK_FALSE(contains(table, "Completed of those planned"));  // nothing was planned
  CHECK_FALSE(contains(table, "Mean (ms)"));                   // and nobody said a mean
}

TEST_CASE("a fixed rate shows both definitions of completion and the range of the 99th percentile") {
  const std::string html = page_of(with_loads(), Language::en);
  const std::string table = table_with(html, "r118k, 118,000 requests per second");
  CHECK(contains(table, ">116,777<"));       // 1,768,230 / 15.142 s
  CHECK(contains(table, ">99.90\u202f%<"));  // 1,768,230 / (118,000 x 15)
  CHECK(contains(table, "117,305<small>113,333–117,667</small>"));
  CHECK(contains(table, "99.42\u202f%<small>96.05–99.72</small>"));
}

TEST_CASE("a run below 98 % of the rate is counted and kept") {
  const std::string html = page_of(with_loads(), Language::en);
  CHECK(contains(html, "spring: 1 of 3 runs stayed below 98% of the asked rate; they are kept."));
  CHECK_FALSE(contains(html, "spine: 1 of 1"));
  CHECK(contains(html, "10.724–206.784"));
}

TEST_CASE("the section stands in every language with its figures in that language's way") {
  for (const Language language : report::all_languages)
    CHECK(contains(page_of(with_loads(), language), "id=\"throughput\" class=\"measured\""));
  CHECK(contains(page_of(with_loads(), Language::de), "163.559<small>161.621–164.739</small>"));
}

TEST_CASE("load results are facts of measurements.csv too") {
  const std::string csv = report::measurements(with_loads());
  CHECK(contains(csv, "spine,r118k,3,load,completed,count,1768230\n"));
  CHECK(contains(csv, "spine,r118k,3,load,load_length,ns,15142000000\n"));
  CHECK(contains(csv, "spring,r118k,2,load,latency_p99,ns,206784000\n"));
}
