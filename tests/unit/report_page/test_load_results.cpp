// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "core/text.hpp"
#include "report/page/data_files.hpp"
#include "report/page/page.hpp"
#include "tests/unit/report_page/fixture.hpp"

using namespace fixture;
using recording::LoadResult;
using report::Language;
using report::ReportedLoad;

namespace {

constexpr std::int64_t us = 1000;  // ns

/// A run of 15 s at a fixed rate, or without one.
ReportedLoad run_of(const std::string& subject, const std::string& run, const std::string& name, std::int64_t rate) {
  LoadResult load;
  load.subject = subject;
  load.run = run;
  load.load = name;
  load.window = "load";
  load.generator = "zrk 2.4.2";
  load.mode = rate > 0 ? "rate" : "saturated";
  load.origin = rate > 0 ? "scheduled" : "actual_send";
  if (rate > 0) load.asked_rate = Rational(rate), load.min_ratio = Rational(98, 100);
  load.connections = 256;
  load.elapsed = load.planned = std::chrono::seconds(15);
  load.good = rate * 15;
  load.contract_checks = 14;
  return {load, {}};
}

/// The study's published figures: the median completion of both at 118,000 a second is that of the third run.
report::Document with_loads() {
  report::Document document = study();
  const auto saturated = [&](const std::string& subject, std::initializer_list<std::int64_t> rates, std::int64_t p95) {
    int run = 0;
    for (const std::int64_t rate : rates) {
      ReportedLoad reported = run_of(subject, std::to_string(++run), "saturated", 0);
      reported.load.good = rate * 15;
      reported.load.quantiles = {{950'000, p95 * us}};
      document.loads.push_back(reported);
    }
  };
  saturated("spine", {161'621, 163'559, 164'739}, 3159);
  saturated("spring", {117'960, 118'943, 121'504}, 3119);
  ReportedLoad spine = run_of("spine", "3", "r118k", 118'000);
  spine.load.good = 1'768'230;
  spine.load.elapsed = std::chrono::milliseconds(15'142);
  spine.load.quantiles = {{950'000, 944 * us}, {990'000, 2739 * us}};
  document.loads.push_back(spine);
  const std::vector<std::pair<std::int64_t, std::int64_t>> runs{
      {1'765'000, 10'724}, {1'700'000, 206'784}, {1'759'690, 89'248}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    ReportedLoad spring = run_of("spring", std::to_string(i + 1), "r118k", 118'000);
    spring.load.good = runs[i].first;
    spring.load.elapsed = std::chrono::milliseconds(i == 2 ? 15'001 : 15'000);
    spring.load.quantiles = {{990'000, runs[i].second * us}};
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
  const std::string table = table_with(page_of(with_loads(), Language::en),
                                       "saturated: as many requests as each configuration takes, 256 connections");
  CHECK(contains(table, "163,559<small>161,621–164,739</small>"));
  CHECK(contains(table, "118,943<small>117,960–121,504</small>"));
  CHECK(contains(table_with(page_of(with_loads(), Language::en), "saturated: response times"), ">3.159<"));
  CHECK_FALSE(contains(table, "Completed of those planned"));               // nothing was planned
  CHECK_FALSE(contains(page_of(with_loads(), Language::en), "Mean (ms)"));  // and nobody said a mean
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

TEST_CASE("mean and quartiles come from the histogram where no quantile was stored") {
  report::Document document = with_loads();
  for (auto& [load, withheld, flags] : document.loads)
    if (load.load == "r118k") load.quantiles.clear(), load.buckets = {{100, 199, 1}, {1000, 1001, 3}};
  const std::string table =
      table_with(page_of(document, Language::en), "r118k, 118,000 requests per second: response times");
  CHECK(contains(table, ">Mean (ms)<"));
  CHECK(contains(table, ">0.788<"));  // (149.5 + 3 x 1000.5) / 4 us
  CHECK(contains(table, ">0.199<"));  // the 25th percentile is the first of four
  CHECK(contains(table, ">1.001<"));
  for (const char* column : {"p25 (ms)", "Median (ms)", "p75 (ms)", "p90 (ms)", "p95 (ms)", "p99 (ms)", "Largest (ms)"})
    CHECK(contains(table, column));
}

TEST_CASE("figures that may not be published are neither on the page nor in the data, and the page says why") {
  report::Document document = with_loads();
  for (auto& [load, withheld, flags] : document.loads)
    if (load.subject == "spring" && load.load == "saturated" && load.run == "2") withheld = "generator_bound";
  const std::string html = page_of(document, Language::en);
  CHECK_FALSE(contains(html, "118,943"));
  CHECK(contains(html, "163,559"));
  CHECK(contains(html, "spring: no figures are stated. The load generator was the limit, not the configuration."));
  CHECK_FALSE(contains(report::measurements(document), "spring,saturated,2,load,completed"));
}

TEST_CASE("latencies that count from different moments share no table, and samples made up are not shown") {
  report::Document document = with_loads();
  document.loads.back().load.origin = "actual_send";
  const std::string html = page_of(document, Language::en);
  CHECK(contains(html, "count from the moment a request was due"));
  CHECK(contains(html, "count from the moment a request was really sent"));
  for (auto& [load, withheld, flags] : document.loads) load.origin = "backfilled";
  CHECK_FALSE(contains(page_of(document, Language::en), "3.159"));
  CHECK(contains(page_of(document, Language::en), "163,559"));
}

TEST_CASE("contract checks are counted") {
  CHECK(contains(page_of(with_loads(), Language::en), "before and after the loads: 140, all right."));
}

TEST_CASE("the section stands in every language with its figures in that language's way") {
  for (const Language language : report::all_languages)
    CHECK(contains(page_of(with_loads(), language), "id=\"throughput\" class=\"measured\""));
  CHECK(contains(page_of(with_loads(), Language::de), "163.559<small>161.621–164.739</small>"));
}

TEST_CASE("load results are facts of measurements.csv too") {
  const std::string csv = report::measurements(with_loads());
  CHECK(contains(csv, "spine,r118k,3,load,completed,count,1768230\r\n"));
  CHECK(contains(csv, "spine,r118k,3,load,load_length,usec,15142000\r\n"));
  CHECK(contains(csv, "spring,r118k,2,load,latency_p99,ns,206784000\r\n"));
}

namespace {

json::Value summary_of(const report::Document& document) {
  return report::summary(document, {Language::en, Language::de}, {});
}

/// What stands at a pointer like "/0/subjects/1/withheld", as text.
std::string at(const json::Value& value, std::string_view pointer) {
  const json::Value* here = &value;
  for (const auto step : split(pointer.substr(1), '/')) {
    here = here->kind() == json::Value::Kind::array
               ? &here->items().at(static_cast<std::size_t>(std::stoul(std::string(step))))
               : here->find(step);
    REQUIRE_MESSAGE(here != nullptr, std::string(step));
  }
  return json::dump(*here, -1);
}

}  // namespace

TEST_CASE("the summary has the load results as exact figures, and in words of each language") {
  const json::Value summary = summary_of(with_loads());
  const json::Value& groups = *summary.find("load_results");
  REQUIRE(groups.items().size() == 2);
  CHECK(at(groups, "/0/request_rate_per_s") == "null");
  CHECK(at(groups, "/0/latency_origin") == "\"actual_send\"");
  CHECK(at(groups, "/0/subjects/0/throughput_per_s") ==
        R"({"low":"161621","median":"163559","high":"164739","runs":3})");
  CHECK(at(groups, "/0/subjects/0/latency_ms/p95/median") == "\"3.159\"");
  CHECK(at(groups, "/0/subjects/0/latency_ms/mean") == "null");
  CHECK(at(groups, "/1/request_rate_per_s") == "\"118000\"");
  CHECK(at(groups, "/1/subjects/0/throughput_per_s/median") == "\"116776.515651829\"");  // 1,768,230 / 15.142 s
  CHECK(at(groups, "/1/subjects/0/completed_share/median") == "\"0.999\"");
  CHECK(at(groups, "/1/subjects/1/throughput_per_s") ==
        R"({"low":"113333.333333333","median":"117304.846343577","high":"117666.666666667","runs":3})");
  CHECK(at(groups, "/1/subjects/1/runs_below_rate") == "1");
  CHECK(at(groups, "/1/subjects/1/display/de/throughput") == "\"117.305\"");
  CHECK(at(groups, "/1/subjects/1/display/de/throughput_range") == "\"113.333–117.667\"");
  CHECK(at(groups, "/1/subjects/1/display/en/latency_p99_range") == "\"10.724–206.784\"");
  CHECK(at(groups, "/1/subjects/1/display/en/latency_mean") == "null");
  CHECK(at(groups, "/1/display/en/caption") == "\"r118k, 118,000 requests per second: fixed request rate\"");
  CHECK(contains(at(groups, "/1/display/en/remarks"), "spring: 1 of 3 runs stayed below 98%"));
  CHECK(at(summary, "/labels/en/latency_p99") == "\"p99 (ms)\"");
}

TEST_CASE("the summary withholds what the page withholds, and names every flag") {
  report::Document document = with_loads();
  for (auto& [load, withheld, flags] : document.loads)
    if (load.subject == "spring" && load.load == "saturated" && load.run == "2")
      withheld = "generator_bound", flags = {"generator_bound", "errors"}, load.errors = 7;
  const json::Value groups = *summary_of(document).find("load_results");
  CHECK(at(groups, "/0/subjects/1/withheld") == "\"generator_bound\"");
  CHECK(at(groups, "/0/subjects/1/flags") == R"(["errors","generator_bound"])");
  CHECK(at(groups, "/0/subjects/1/throughput_per_s") == "null");
  CHECK(at(groups, "/0/subjects/1/latency_ms/p95") == "null");
  CHECK(at(groups, "/0/subjects/1/display/en/throughput") == "null");
  CHECK(at(groups, "/0/subjects/1/failed_requests/high") == "\"7\"");
  CHECK_FALSE(contains(json::dump(groups), "118943"));
}

TEST_CASE("the page and the data tell how much CPU the sampling itself took, rounded up") {
  report::Document document = with_loads();
  CHECK_FALSE(contains(page_of(document, Language::en), "the sampling itself"));
  document.loads[0].load.sampler_cpu = CpuTime{30'100};  // of 15 s: 0.20066...%
  document.loads[1].load.sampler_cpu = CpuTime{15'000};
  CHECK(contains(page_of(document, Language::en),
                 "While the loads ran, the sampling itself used at most 0.21% of one CPU."));
  const json::Value groups = *summary_of(document).find("load_results");
  CHECK(at(groups, "/0/subjects/0/sampling_cores") == "null");  // one of three runs does not have it
  document.loads[2].load.sampler_cpu = CpuTime{15'000};
  const json::Value whole = *summary_of(document).find("load_results");
  CHECK(at(whole, "/0/subjects/0/sampling_cores") ==
        R"({"low":"0.001","median":"0.001","high":"0.002006667","runs":3})");
}

TEST_CASE(
    "runs whose figures are published in spite of a flag are told, each flag once, with the subjects that have it") {
  report::Document document = with_loads();
  for (auto& [load, withheld, flags] : document.loads)
    if (load.load == "saturated" && (load.run == "2" || load.subject == "spine")) flags = {"host_noise"};
  CHECK(contains(page_of(document, Language::en),
                 "other programs were waiting for its processors. Runs concerned: spine\u00a03/3, spring\u00a01/3."));
  CHECK(contains(page_of(document, Language::ja), "該当する実行: spine\u00a03/3、spring\u00a01/3。"));
}

TEST_CASE("a generator is named without where its latencies count from, which another sentence says") {
  report::Document document = with_loads();
  for (auto& [load, withheld, flags] : document.loads) load.generator = "wrk 4.1.0, latency: actual_send";
  CHECK(contains(page_of(document, Language::ko), "<dd>wrk 4.1.0</dd>"));
  CHECK(at(*summary_of(document).find("load_results"), "/0/subjects/0/generators") == R"(["wrk 4.1.0"])");
}

TEST_CASE("hostile names of loads, generators and flags are text everywhere") {
  for (const std::string& evil :
       {std::string("<script>alert(1)</script>"), std::string("\"onload=x "), std::string("=cmd()"),
        std::string("\u202egnp.exe"), std::string("two\nlines"), std::string(300, 'n')}) {
    report::Document document = with_loads();
    for (auto& [load, withheld, flags] : document.loads)
      load.load = evil, load.generator = evil, withheld = evil, flags = {evil};
    const report::Document shown = report::displayed(document);
    const std::string html = page_of(shown, Language::ja);
    CHECK_FALSE(contains(html, "<script"));
    CHECK_FALSE(contains(html, "\"onload="));
    CHECK_FALSE(contains(html, "\u202e"));
    CHECK_FALSE(contains(html, "two\nlines"));
    const json::Value summary = summary_of(document);
    CHECK(summary.find("load_results")->items()[0].find("load")->text() == evil);  // for programs, as it is
    const std::string caption = at(summary, "/load_results/0/display/de/caption");
    CHECK_FALSE(contains(caption, "\u202e"));
    CHECK_FALSE(contains(caption, "\\n"));
    CHECK_FALSE(contains(report::json_text(summary), "\u202e"));  // an escape, which a reader of the file sees
    document = with_loads();
    for (auto& reported : document.loads) reported.load.load = evil;
    const std::string csv = report::measurements(report::displayed(document));
    CHECK_FALSE(contains(csv, ",=cmd"));
    CHECK_FALSE(contains(csv, "\u202e"));
  }
}
