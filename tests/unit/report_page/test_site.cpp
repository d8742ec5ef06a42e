// SPDX-License-Identifier: MIT
#include "files/sha256.hpp"
#include "fixture.hpp"
#include "report/page/check.hpp"
#include "report/page/data_files.hpp"
#include "report/page/folder.hpp"
#include "report/page/made_at.hpp"
#include "report/page/site.hpp"

using namespace fixture;
using report::Language;
using report::NamedFile;

namespace {

const std::vector<Language> languages{report::all_languages.begin(), report::all_languages.end()};

std::vector<NamedFile> site_of(const report::Document& document) {
  return must(report::build_site(
      document,
      {bytes_of("study.json"), {{{"inputs/1-usage.json", "{}"}, "usage", "usage.json", std::string(64, '0')}}},
      languages));
}

const NamedFile& file(const std::vector<NamedFile>& files, std::string_view path) {
  const NamedFile* const found = report::find_file(files, path);
  REQUIRE_MESSAGE(found != nullptr, path);
  return *found;
}

}  // namespace

TEST_CASE("a report has the promised files, and the forecast byte for byte") {
  const auto site = site_of(study());
  for (const char* path :
       {"index.html", "en/index.html", "ko/index.html", "ja/index.html", "zh-TW/index.html", "de/index.html",
        "summary.json", "measurements.csv", "bundle.zip", "badge.json", "badge.svg", "SHA256SUMS"})
    CHECK_MESSAGE(report::find_file(site, path) != nullptr, path);
  CHECK(file(site, "forecast.json").bytes == bytes_of("study.json"));
}

TEST_CASE("two builds of the same report are equal to the byte") {
  const auto one = site_of(study());
  const auto other = site_of(study());
  REQUIRE(one.size() == other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(one[i].path == other[i].path);
    CHECK_MESSAGE(one[i].bytes == other[i].bytes, one[i].path);
  }
}

TEST_CASE("the time zone of the process is not in the archive") {
  const auto zipped = [](const char* zone) {
    ::setenv("TZ", zone, 1);
    ::tzset();
    return must(report::pack_zip({{"a.txt", "text"}}, *parse_date("2026-11-02")));
  };
  const std::string far_east = zipped("UTC-14");
  CHECK(far_east == zipped("UTC+12"));
  ::unsetenv("TZ");
  ::tzset();
}

TEST_CASE("the sums name every file, and a changed byte is found") {
  auto site = site_of(study());
  must(report::check_sums(site, "site"));
  for (auto& changed : site)
    if (changed.path == "measurements.csv") changed.bytes[10] = '#';
  const auto result = report::check_sums(site, "site");
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().kind == ErrorKind::refused);
  CHECK(contains(result.error().message, "'measurements.csv' was changed"));
}

TEST_CASE("a file that is missing from the sums, or from the folder, is found") {
  auto site = site_of(study());
  site.push_back({"extra.html", "<p>"});
  CHECK(contains(report::check_sums(site, "site").error().message, "'extra.html' is not named"));
  site.pop_back();
  site.erase(site.begin());
  CHECK(contains(report::check_sums(site, "site").error().message, "'forecast.json' is missing"));
  CHECK(report::check_sums({{"a", "b"}}, "site").error().kind == ErrorKind::input);
}

TEST_CASE("the bundle holds the inputs, the environment and its own sums") {
  const auto site = site_of(study());
  const auto bundle = must(report::unpack_zip(file(site, "bundle.zip").bytes, "bundle.zip"));
  must(report::check_sums(bundle, "bundle.zip"));
  CHECK(file(bundle, "inputs/1-usage.json").bytes == "{}");
  CHECK(file(bundle, "forecast.json").bytes == bytes_of("study.json"));
  const auto manifest = must(json::parse(file(bundle, "manifest.json").bytes));
  CHECK(manifest.find("redaction")->text() == "standard");
  CHECK(manifest.find("files")->items()[0].find("named")->text() == "usage.json");
}

TEST_CASE("the summary has the study's figures in numbers and in words") {
  const auto value = report::summary(study(), languages, {});
  CHECK(value.find("schema")->text() == "urn:vpsfit:schema:summary:1");
  CHECK(value.find("as_of")->text() == "2026-11-02");
  const auto& subjects = value.find("subjects")->items();
  REQUIRE(subjects.size() == 4);
  const auto& nestjs = subjects[1];
  CHECK(nestjs.find("savings")->find("annual")->find("amount")->text() == "73440");
  CHECK(nestjs.find("display")->find("ko")->find("annual_saving")->text() == "₩73,440");
  CHECK(nestjs.find("display")->find("de")->find("monthly_saving")->text() == "6.120\u202f₩");
  CHECK(nestjs.find("display")->find("en")->find("memory_median")->text() == "479.3\u202fMiB");
  CHECK(nestjs.find("display")->find("ja")->find("plan")->text() == "3\u202fvCPU / 6\u202fGB");
  CHECK(subjects[0].find("savings")->is_null());
  CHECK(subjects[0].find("is_baseline")->truth());
  CHECK(value.find("labels")->find("zh-TW")->find("annual_saving")->text() == "每年節省金額");
}

TEST_CASE("measurements are one fact a row and no cell runs in a spreadsheet") {
  report::Document document = study();
  document.forecast.subjects[0].subject = "=cmd|'/c calc'!A0";
  document.forecast.subjects[0].measured->subject = document.forecast.subjects[0].subject;
  const std::string csv = report::measurements(document);
  CHECK(csv.starts_with("subject,load,run,window,metric,unit,value\r\n"));
  CHECK(contains(csv, "spring,r20k,2,,memory_max,bytes,687236710\r\n"));
  CHECK(contains(csv, "spring,r20k,2,,cpu_average,cores,0.782\r\n"));
  CHECK(contains(csv, "\n'=cmd|'/c calc'!A0,r20k,1,,cpu_usage,usec,6780000\r\n"));
  CHECK_FALSE(contains(csv, "\n=cmd"));
}

TEST_CASE("a badge says the range of savings and holds names as text") {
  const auto badge = report::badge(study());
  CHECK(badge.message == "₩46,734 to ₩126,851");
  CHECK(report::badge_json(badge).find("schemaVersion")->text() == "1");
  CHECK(report::badge_svg(badge).starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  const std::string hostile = report::badge_svg({"<script>", "\"onload=", "red"});
  CHECK_FALSE(contains(hostile, "<script>"));
  CHECK_FALSE(contains(hostile, "\"onload="));
}

TEST_CASE("Markdown takes no name for a mark") {
  report::Document document = study();
  document.forecast.subjects[1].subject = "a|b](javascript:x)<img>";
  const std::string text = report::markdown(document, Language::en);
  CHECK(contains(text, "a\\|b\\]\\(javascript:x\\)&lt;img&gt;"));
  CHECK(contains(text, "₩73,440"));
}

TEST_CASE("an archive that leads elsewhere is not unpacked") {
  for (const char* path : {"../x", "/etc/passwd", "a/../../x", "a//b", "a\\b", "", "./a", "a\nb"})
    CHECK_FALSE(report::is_safe_path(path));
  CHECK(report::is_safe_path("inputs/1-사용량.json"));
  const auto evil = report::unpack_zip(must(report::pack_zip({{"../evil", "x"}}, {})), "evil.zip");
  REQUIRE_FALSE(evil.has_value());
  CHECK(evil.error().kind == ErrorKind::input);
  CHECK_FALSE(report::unpack_zip(must(report::pack_zip({{"a", "1"}, {"a", "2"}}, {})), "twice.zip"));
  CHECK_FALSE(report::unpack_zip("not a zip", "x.zip"));
  CHECK_FALSE(report::unpack_zip("", "x.zip"));
  const std::string whole = must(report::pack_zip({{"a", std::string(100'000, 'x')}}, {}));
  CHECK_FALSE(report::unpack_zip(whole.substr(0, whole.size() / 2), "torn.zip"));
}

TEST_CASE("a report is written whole, replaces a report and nothing else") {
  const Folder folder;
  const std::vector<NamedFile> files{{"summary.json", "{}"}, {"en/index.html", "<p>"}};
  auto site = files;
  site.push_back({"SHA256SUMS", report::sums_of(files)});
  must(report::write_folder(folder / "site", site));
  CHECK(must(files::read_whole(folder / "site/en/index.html")) == "<p>");
  must(report::check_sums(must(report::read_folder(folder / "site")), "site"));
  must(report::write_folder(folder / "site/", site));  // again, over itself

  must(files::write_whole(folder / "site/mine.txt", "keep me"));
  const auto refused = report::write_folder(folder / "site", site);
  REQUIRE_FALSE(refused.has_value());
  CHECK(contains(refused.error().message, "mine.txt"));
  CHECK(must(files::read_whole(folder / "site/mine.txt")) == "keep me");

  std::filesystem::create_directory(folder / "foreign");
  must(files::write_whole(folder / "foreign/index.html", "somebody's"));
  CHECK_FALSE(report::write_folder(folder / "foreign", site));
  must(files::write_whole(folder / "file", "x"));
  CHECK_FALSE(report::write_folder(folder / "file", site));
  std::size_t left = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++left;
  CHECK(left == 3);  // no temporary folder stays
}

TEST_CASE("a line of the sums that is not one is named by its number") {
  CHECK(contains(report::parse_sums(std::string(64, 'a') + "  ok\nnonsense\n", "S").error().place, "S:2"));
  CHECK_FALSE(report::parse_sums(std::string(64, 'a') + "  ../up\n", "S"));
  CHECK_FALSE(report::parse_sums(std::string(64, 'G') + "  a\n", "S"));
}

TEST_CASE("the first difference of two documents is named by its place") {
  const auto value = [](const char* text) { return must(json::parse(text)); };
  CHECK_FALSE(report::first_difference(value(R"({"a": [1, "x", null]})"), value(R"({"a": [1, "x", null]})")));
  const auto found =
      report::first_difference(value(R"({"a": [1, {"b": "46734"}]})"), value(R"({"a": [1, {"b": "46735"}]})"));
  REQUIRE(found.has_value());
  CHECK(found->pointer == "/a/1/b");
  CHECK(found->published == "\"46734\"");
  CHECK(found->computed == "\"46735\"");
  CHECK(report::first_difference(value("[1]"), value("[1, 2]"))->pointer == "/1");
  CHECK(report::first_difference(value(R"({"a": 1})"), value(R"({"a": 1, "c": 2})"))->pointer == "/c");
  CHECK(report::first_difference(value("1"), value("\"1\""))->pointer == "/");
}

TEST_CASE("a report bears the newest day among its inputs, or the moment that was asked for") {
  report::Document document = study();
  CHECK(to_text(report::made_at(document)) == "2026-11-02T00:00:00.000Z");
  document.forecast.rates.at(0).date_used = "2026-11-05";
  CHECK(to_text(report::made_at(document)) == "2026-11-05T00:00:00.000Z");
  document.forecast.rates.at(0).date_used = "some day";
  document.forecast.subjects.at(0).plan->verified_on = "2026-11-20";
  CHECK(to_text(report::made_at(document)) == "2026-11-20T00:00:00.000Z");
  report::RecordedRun run;
  run.summary.start.started_wall = WallTime{*parse_date("2026-11-30")} + std::chrono::hours{23};
  document.runs.push_back(run);
  CHECK(to_text(report::made_at(document)) == "2026-11-30T00:00:00.000Z");
  document.made_at = must(report::parse_source_date_epoch("0"));
  CHECK(to_text(report::made_at(document)) == "1970-01-01T00:00:00.000Z");
}

TEST_CASE("SOURCE_DATE_EPOCH is whole seconds and nothing else") {
  CHECK(to_text(must(report::parse_source_date_epoch("1793577601"))) == "2026-11-02T00:00:01.000Z");
  CHECK(to_text(must(report::parse_source_date_epoch("253402300799"))) == "9999-12-31T23:59:59.000Z");
  for (const char* text :
       {"", " 1", "-1", "+1", "1.5", "1e9", "253402300800", "99999999999999999999", "2026-11-02", "0x1"}) {
    const auto refused = report::parse_source_date_epoch(text);
    REQUIRE_FALSE_MESSAGE(refused.has_value(), text);
    CHECK(refused.error().kind == ErrorKind::input);
    CHECK(refused.error().place == "SOURCE_DATE_EPOCH");
  }
}

TEST_CASE("a moment of a document is read back as it was written") {
  for (const char* text : {"2026-11-02T23:59:58.250Z", "1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.000Z"})
    CHECK(to_text(must(report::parse_moment(text))) == text);
  for (const char* text :
       {"", "2026-11-02", "2026-11-02T24:00:00.000Z", "2026-11-02T00:60:00.000Z", "2026-13-02T00:00:00.000Z",
        "2026-11-02 00:00:00.000Z", "2026-11-02T00:00:00.000z", "2026-11-02T00:00:00.0000", "2026-11-02T-1:00:00.000Z"})
    CHECK_MESSAGE(!report::parse_moment(text).has_value(), text);
}
