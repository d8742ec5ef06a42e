// SPDX-License-Identifier: MIT
#include "fixture.hpp"
#include "report/page/page.hpp"
#include "report/page/plot.hpp"

using namespace fixture;
using report::Language;
using report::Message;

namespace {

std::string whole_page(const report::Document& document, Language language) {
  return report::page(document, language, {{report::all_languages.begin(), report::all_languages.end()}, {}, {}});
}

/// The page without its elements and style: what a reader sees.
std::string visible(std::string html) {
  const auto style = html.find("<style>");
  html.erase(style, html.find("</style>") - style);
  std::string text;
  bool in_element = false;
  for (const char c : html) {
    if (c == '<') in_element = true;
    if (!in_element) text += c;
    if (c == '>') in_element = false, text += ' ';
  }
  return text;
}

}  // namespace

TEST_CASE("the study's savings stand in every language, in its own way of writing them") {
  for (const Language language : {Language::en, Language::ko, Language::ja, Language::zh_tw}) {
    const std::string html = whole_page(study(), language);
    for (const char* amount : {"₩73,440", "₩6,120", "₩46,734", "₩3,895", "₩126,851", "₩10,571", "$25.00", "$80.00",
                               "$60.00", "$120.00", "1,335.27", "2026-10-30"})
      CHECK_MESSAGE(contains(html, amount), amount);
  }
  const std::string german = whole_page(study(), Language::de);
  for (const char* amount : {"73.440\u202f₩", "6.120\u202f₩", "46.734\u202f₩", "3.895\u202f₩", "126.851\u202f₩",
                             "10.571\u202f₩", "25,00\u202f$", "1.335,27"})
    CHECK_MESSAGE(contains(german, amount), amount);
}

TEST_CASE("figures at second hand are told from the kernel's own, in every language and without the recording") {
  for (const Language language : report::all_languages)
    for (const auto& [origin, message] : {std::pair{"docker_api", Message::source_docker_api},
                                          std::pair{"process_tree", Message::source_process_tree}}) {
      report::Document document = study();
      CHECK_FALSE(contains(whole_page(document, language), report::text(language, message)));
      document.forecast.subjects.front().usage.origin = origin;
      CHECK(contains(whole_page(document, language), report::text(language, message)));
    }
}

TEST_CASE("the CPU is labelled by what the document's figures are of, in every language") {
  report::Document minutes = study();
  for (auto& subject : minutes.forecast.subjects) subject.usage.cpu_statistic = "max of busiest minutes";
  for (const Language language : report::all_languages) {
    const auto both = [&](Message average, Message minute) {
      CHECK(contains(whole_page(study(), language), report::text(language, average)));
      CHECK_FALSE(contains(whole_page(study(), language), report::text(language, minute)));
      CHECK(contains(whole_page(minutes, language), report::text(language, minute)));
      CHECK_FALSE(contains(whole_page(minutes, language), report::text(language, average)));
    };
    both(Message::cpu_highest, Message::cpu_highest_minute);
    both(Message::plot_cpu_runs, Message::plot_cpu_minutes);
    both(Message::formula_cpu, Message::formula_cpu_minute);
  }
}

TEST_CASE("the study's observed memory at the common load stands in every language") {
  for (const Language language : report::all_languages) {
    const std::string html = whole_page(study(), language);
    const bool comma = language == Language::de;
    for (const char* mebibytes : {"41.8", "479.3", "608.8", "156.5"}) {
      std::string figure = mebibytes;
      if (comma) figure.replace(figure.find('.'), 1, ",");
      CHECK_MESSAGE(contains(html, ">" + figure + "<"), figure);
    }
  }
}

TEST_CASE("a scenario of 30 % headroom says that Spring needs 3 cores and that no plan holds FastAPI's 5") {
  const std::string english = visible(whole_page(study_with_30_percent(), Language::en));
  CHECK(contains(
      english,
      "CPU headroom 30%: spring needs 3 vCPU; the cheapest plan is then vpsgod/3c-6g, 3\u202fvCPU / 6\u202fGB, "
      "$80.00 per year."));
  CHECK(contains(english, "CPU headroom 30%: fastapi needs 5 vCPU, and no single listed plan holds that"));
  CHECK(contains(english, "CPU headroom 30%: needs and plans stay the same for spine, nestjs."));
  const std::string korean = visible(whole_page(study_with_30_percent(), Language::ko));
  CHECK(contains(korean, "CPU 여유 30%: spring에 필요한 vCPU는 3개"));
  CHECK(contains(korean, "CPU 여유 30%: fastapi에 필요한 vCPU는 5개"));
  CHECK(contains(visible(whole_page(study_with_30_percent(), Language::de)),
                 "CPU-Reserve 30\u202f%: spring benötigt 3 vCPU"));
}

TEST_CASE("the grid of headroom and core performance says need and plan in every cell, and marks the assumed one") {
  const std::string html = whole_page(study(), Language::en);
  const auto at = html.find("<caption>fastapi: vCPU needed and plan</caption>");
  REQUIRE(at != std::string::npos);
  const std::string_view grid = std::string_view(html).substr(at, html.find("</table>", at) - at);
  CHECK(contains(grid, "<td class=\"map chosen here\">4 vCPU<small>4c-8g</small></td>"));
  CHECK(contains(grid, "<td class=\"map nothing\">7 vCPU<small>no listed plan fits</small></td>"));
  CHECK(contains(grid, "<td class=\"map other\">2 vCPU<small>2c-4g</small></td>"));
  CHECK(count(grid, " here\"") == 1);
}

TEST_CASE("a forecast in which nothing fits says so and shows no amount for it") {
  report::Document document = study();
  document.forecast = forecast_of(bytes_of("study-30.json"));
  const std::string html = whole_page(document, Language::en);
  CHECK(contains(html, "No single listed server holds fastapi"));
  CHECK(contains(html, "1 vCPU short"));
  CHECK(contains(html, "120.0\u202fMiB of memory short"));  // 119.98 MiB, as the study's own table has it
  CHECK(contains(html, "would fit, left out: verified by nobody"));
  CHECK_FALSE(contains(html, "126,851"));
}

TEST_CASE("a page needs nothing from outside and lets no script in") {
  const std::string html = whole_page(study_with_30_percent(), Language::en);
  CHECK(contains(
      html, "http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; style-src &#39;sha256-"));
  for (const char* bad : {"<script", "<link rel=\"stylesheet\"", "<img", "<iframe", "@import", "url(", " style=\"",
                          "javascript:", "onload="})
    CHECK_MESSAGE(!contains(html, bad), bad);
  std::string rest = html;
  while (rest.find("http://www.w3.org/2000/svg") != std::string::npos)  // the name of a language, never fetched
    rest.erase(rest.find("http://www.w3.org/2000/svg"), 26);
  CHECK_FALSE(contains(rest, "http://"));
  CHECK_FALSE(contains(rest, "https://"));
}

TEST_CASE("hostile names are text everywhere") {
  for (const char* name : {"<script>alert(1)</script>", "\\\" onload=\\\"alert(1)", "=cmd|'/c calc'!A0", "a\\u202eb",
                           "two\\nlines", "&amp;<b>"}) {
    std::string text = bytes_of("study.json");
    for (auto at = text.find("\"spring\""); at != std::string::npos; at = text.find("\"spring\""))
      text.replace(at, 8, "\"" + std::string(name) + "\"");
    report::Document document = study();
    document.forecast = forecast_of(text);
    document.runs.push_back(recorded_run(document.forecast.subjects[2].subject, "<i>"));
    for (const Language language : report::all_languages) {
      const std::string html = whole_page(document, language);
      CHECK_FALSE(contains(html, "<script"));
      CHECK_FALSE(contains(html, "onload=\""));
      CHECK_FALSE(contains(html, "\u202e"));
      CHECK_FALSE(contains(html, "<b>"));
      CHECK_FALSE(contains(html, "<i>"));
      CHECK(count(html, "\n") == 2);  // after the doctype and at the end
    }
  }
}

TEST_CASE("a name of 300 characters is shown whole in the table and cut in the plots") {
  const std::string name(300, 'n');
  std::string text = bytes_of("study.json");
  for (auto at = text.find("\"spring\""); at != std::string::npos; at = text.find("\"spring\""))
    text.replace(at, 8, "\"" + name + "\"");
  report::Document document = study();
  document.forecast = forecast_of(text);
  const std::string html = whole_page(document, Language::en);
  CHECK(contains(html, "<th scope=\"row\">" + name + "</th>"));
  CHECK(contains(html, ">" + std::string(38, 'n') + "~</text>"));
}

TEST_CASE("measured and forecast parts are marked differently") {
  const std::string html = whole_page(study(), Language::en);
  CHECK(contains(html, "<section id=\"measured\" class=\"measured\""));
  CHECK(contains(html, "<section id=\"forecast\" class=\"forecast\""));
  CHECK(contains(html, "<span class=\"chip\">Measured</span>"));
  CHECK(contains(html, "<span class=\"chip\">Forecast</span>"));
}

TEST_CASE("what the document does not have leaves no empty section") {
  const std::string bare = whole_page(study(), Language::en);
  CHECK_FALSE(contains(bare, "id=\"environment\""));
  CHECK_FALSE(contains(bare, "Kernel's peak"));
  CHECK_FALSE(contains(bare, "over time"));
  report::Document recorded = study();
  recorded.runs.push_back(recorded_run("spine"));
  const std::string full = whole_page(recorded, Language::en);
  CHECK(contains(full, "id=\"environment\""));
  CHECK(contains(full, "6.1.0-28-amd64"));
  CHECK(contains(full, "spine, run 1: CPU and memory over time"));
  recorded.host_facts = false;
  CHECK_FALSE(contains(whole_page(recorded, Language::en), "6.1.0-28-amd64"));
}

TEST_CASE("a plot over time shows its windows, its gap, its limits and the kernel's peak, with a title and a finding") {
  report::Document document = study();
  document.runs.push_back(recorded_run("spine"));
  const report::Context context{document, Language::en};
  const std::string svg = report::plot_time(context, "t0", document.runs[0]).str();
  CHECK(contains(svg, "<title id=\"t0-t\">spine, run 1: CPU and memory over time</title>"));
  CHECK(
      contains(svg, "CPU at most 1.900 cores, memory at most 220.0\u202fMiB; length 60.0\u202fs, missed samples: 3."));
  CHECK(contains(svg, ">warm-up</text>"));
  CHECK(contains(svg, ">load</text>"));
  CHECK(count(svg, "class=\"gap\"") == 2);  // in both fields
  CHECK(contains(svg, "limit 512.0\u202fMiB"));
  CHECK(count(svg, "class=\"peak\"") == 1);
  CHECK(contains(svg, "kernel&#39;s peak 256.0\u202fMiB"));
  CHECK_FALSE(contains(svg, "nan"));
  CHECK_FALSE(contains(svg, "inf"));
  const std::string file = report::standalone(report::plot_time(context, "t0", document.runs[0]));
  CHECK(contains(file, "<style>"));
}

TEST_CASE("a plot of a run without any sample is still a plot") {
  report::Document document = study();
  report::RecordedRun run;
  run.summary.start.subject = "spine";
  document.runs.push_back(run);
  const std::string html = whole_page(document, Language::en);
  CHECK_FALSE(contains(html, "nan"));
}

TEST_CASE("savings may be losses, and are shown with the same weight") {
  std::string text = replaced(bytes_of("study.json"), "\"46734\"", "\"-46734\"");
  text = replaced(text, "\"46734.45\"", "\"-46734.45\"");
  text = replaced(text, "\"3895\"", "\"-3895\"");
  report::Document document = study();
  document.forecast = forecast_of(text);
  const std::string html = whole_page(document, Language::en);
  CHECK(contains(html, "<strong class=\"more\">₩46,734</strong><p>additional cost per year</p>"));
  CHECK(contains(html, "<td class=\"n\">−₩46,734</td>"));
  CHECK(contains(html, "class=\"b neg\""));
}

TEST_CASE("fifty subjects with three recorded runs each stay under 200 kB a page") {
  report::Document document = study();
  const auto spring = document.forecast.subjects[2];
  document.forecast.subjects.resize(1);
  report::PageLinks links{{report::all_languages.begin(), report::all_languages.end()}, {}, {}};
  for (int i = 1; i < 50; ++i) {
    auto subject = spring;
    subject.measured->subject = subject.subject = "service-with-a-long-name-" + std::to_string(i);
    subject.rejected_cheaper.assign(40, {"some-vendor", "some-plan-of-theirs", "memory"});
    document.forecast.subjects.push_back(subject);
    for (int run = 1; run <= 3; ++run) {
      document.runs.push_back(recorded_run(subject.subject, std::to_string(run)));
      links.plots.push_back("plots/" + std::to_string(i * 3 + run) + ".svg");
    }
  }
  for (const Language language : report::all_languages) CHECK(report::page(document, language, links).size() < 200'000);
}

TEST_CASE("the chooser leads to every language by its own name") {
  const std::string html = report::chooser(study(), {Language::en, Language::ko, Language::zh_tw});
  CHECK(contains(html, "<a href=\"zh-TW/index.html\" lang=\"zh-TW\" hreflang=\"zh-TW\">繁體中文</a>"));
  CHECK(contains(html, "hreflang=\"x-default\""));
  CHECK_FALSE(contains(html, "href=\"ja/"));
}

TEST_CASE("a remark that this program does not know keeps its own English") {
  const std::string text = replaced(bytes_of("study.json"), "\"stock_unknown\"", "\"from_the_future\"");
  report::Document document = study();
  document.forecast = forecast_of(text);
  CHECK(contains(whole_page(document, Language::ko),
                 "<span lang=\"en\">vpsgod/2c-256m: nobody knows whether it is in stock.</span>"));
}

TEST_CASE("where the kernel's peak decided, the range of the largest memory is of the figures that count") {
  report::Document document = study();
  auto& spine = document.forecast.subjects.at(0);
  REQUIRE(spine.measured);
  spine.usage.memory_statistic = "kernel peak";
  spine.usage.memory = MiB(90);
  auto& runs = spine.measured->runs;
  REQUIRE(runs.size() == 3);
  runs[0].memory_max = MiB(80), runs[0].memory_peak = MiB(90), runs[0].peak_origin = PeakOrigin::run;
  runs[1].memory_max = MiB(82), runs[1].memory_peak = MiB(400), runs[1].peak_origin = PeakOrigin::run;  // not counted
  runs[2].memory_max = MiB(84), runs[2].memory_peak = MiB(88), runs[2].peak_origin = PeakOrigin::older;
  CHECK(report::memory_counted_of_runs(spine) ==
        std::vector<Rational>{Rational(MiB(90).count()), Rational(MiB(82).count()), Rational(MiB(84).count())});
  spine.usage.memory_statistic = "max sample";
  CHECK(report::memory_counted_of_runs(spine) == report::memory_maxima_of_runs(*spine.measured));
  spine.measured.reset();
  CHECK(report::memory_counted_of_runs(spine).empty());
}

TEST_CASE("a plan that is also sold by the month has both fees where nothing fits, in every language") {
  report::Document document = study();
  auto& ways = document.forecast.subjects.front().ways_out;
  ways = {{"several_servers", "vpsgod/4c-8g", 2, {}, {}, {}, {{"240.00", "USD"}}, {}},
          {"other_vendor", "elsewhere/8c", {}, {}, {}, {}, {{"300.00", "USD"}}, {{"29.00", "EUR"}}}};
  for (const auto& [language, month] :
       {std::pair{Language::en, "$300.00 (€29.00 per month)"}, std::pair{Language::ko, "$300.00 (월 €29.00)"},
        std::pair{Language::ja, "$300.00 (月あたり€29.00)"}, std::pair{Language::zh_tw, "$300.00 (每月€29.00)"},
        std::pair{Language::de, "300,00\u202f$ (29,00\u202f€ pro Monat)"}})
    CHECK(contains(whole_page(document, language), month));
  CHECK(contains(whole_page(document, Language::en), "$240.00<"));
}

TEST_CASE("the cost over several years is shown where the forecast has it, and what is unknown is said") {
  CHECK_FALSE(contains(whole_page(study(), Language::en), "over several years"));
  const std::string text = replaced(
      bytes_of("study.json"), "\"break_even\"",
      R"("years_total": {"years": 3, "setup_fee": null, "first_term_periods": 1, "first_term": {"amount": "25.00", "currency": "USD"},
         "renewed_periods": 2, "renewed": {"amount": "50.00", "currency": "USD"}, "ipv4": {"amount": "0.00", "currency": "USD"},
         "unknown": ["setup_fee", "renewal"], "total": null, "total_if_unchanged": {"amount": "75.00", "currency": "USD"},
         "total_if_unchanged_exact": "75", "first_term_discount": null}, "break_even")");
  report::Document document = study();
  document.forecast = forecast_of(text);
  const std::string html = whole_page(document, Language::en);
  CHECK(contains(html, "<caption>Cost of the chosen plans over several years (3)</caption>"));
  CHECK(contains(html, "$75.00<small>if what is unknown stays unchanged</small>"));
  CHECK_FALSE(contains(html, ">IPv4<"));  // it costs nothing of its own
  document.forecast =
      forecast_of(replaced(text, "\"total\": null", R"("total": {"amount": "76.00", "currency": "USD"})"));
  CHECK(contains(whole_page(document, Language::de), "76,00\u202f$"));
  CHECK_FALSE(contains(whole_page(document, Language::de), "Unbekanntes"));
}

TEST_CASE("why a plan was left out is said in words, also what a buyer insisted on") {
  for (const char* code :
       {"other_vendor", "other_cpu_kind", "cpu_kind_unknown", "other_architecture", "architecture_unknown",
        "other_disk", "disk_unknown", "no_ipv4", "ipv4_unknown", "not_active", "other_region", "region_unknown",
        "stock_unknown", "promotion", "promotion_unknown", "other_tax", "tax_unknown"}) {
    report::Document document = study();
    document.forecast.excluded_plans = {{"v", "p", code}};
    for (const Language language : report::all_languages)
      CHECK_FALSE_MESSAGE(contains(whole_page(document, language), std::string(">") + code + "<"), code);
  }
}
