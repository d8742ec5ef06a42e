# SPDX-License-Identifier: MIT
"""The study as a report: its published figures in five languages, files, hashes, and what a page must not hold."""
import csv
import html.parser
import io
import json
import re
import shutil
import zipfile

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
LANGUAGES = ("en", "ko", "ja", "zh-TW", "de")
# as published: won a year and a month in place of each, dollars a year, observed memory (median) in MiB
WON = ("73440", "6120", "46734", "3895", "126851", "10571")
MEMORY = ("41.8", "479.3", "608.8", "156.5")


def grouped(digits, language):
    mark = "." if language == "de" else ","
    number = f"{int(digits):,}".replace(",", mark)
    return f"{number}\u202f₩" if language == "de" else f"₩{number}"


class Page(html.parser.HTMLParser):
    """What a reader sees, what is drawn, and whether all that was opened is closed."""

    EMPTY = {"meta", "link", "br"}

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.texts, self.attributes, self.ids, self.tags, self.broken = [], [], [], [], set(), []
        self.feed(text)
        self.close()

    def handle_startendtag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes += attributes

    def handle_starttag(self, tag, attributes):
        self.handle_startendtag(tag, attributes)
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.broken.append(tag)

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style",):
            self.texts.append(data)


class Report(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        for name in ("usage.json", "catalog.json", "forecast-20.json", "forecast-30.json"):
            shutil.copy(STUDY / name, self.folder)

    def report(self, *more, out="site", status=0, env=None):
        return self.vpsfit("report", "forecast-20.json", "forecast-30.json", "--out", out, *more, status=status, env=env)

    def read(self, path):
        return (self.folder / "site" / path).read_text(encoding="utf-8")

    def test_the_published_figures_stand_in_every_language(self):
        self.report()
        for language in LANGUAGES:
            page = self.read(f"{language}/index.html")
            text = " ".join(Page(page).texts)
            for amount in WON:
                self.assertIn(grouped(amount, language), text, language)
            for mebibytes in MEMORY:
                self.assertIn(mebibytes.replace(".", "," if language == "de" else "."), text, language)
            self.assertIn("1.335,27" if language == "de" else "1,335.27", text)

    def test_the_remark_about_30_percent_stands_in_every_language(self):
        self.report()
        for language, spring, fastapi in (
                ("en", "30%: spring needs 3 vCPU", "30%: fastapi needs 5 vCPU, and no single listed plan holds that"),
                ("ko", "spring에 필요한 vCPU는 3개", "fastapi에 필요한 vCPU는 5개이며, 이를 감당하는 단일 상품이 목록에 없어"),
                ("ja", "springには3 vCPUが必要", "fastapiには5 vCPUが必要ですが、それを満たす単一のプランが一覧にない"),
                ("zh-TW", "spring需要3個vCPU", "fastapi需要5個vCPU，清單中沒有單一方案可滿足"),
                ("de", "spring benötigt 3 vCPU", "fastapi benötigt 5 vCPU, und kein einzelner angebotener Tarif")):
            text = " ".join(Page(self.read(f"{language}/index.html")).texts)
            self.assertIn(spring, text)
            self.assertIn(fastapi, text)

    def test_every_page_is_well_formed_and_needs_nothing_from_outside(self):
        self.report()
        for path in ["index.html"] + [f"{language}/index.html" for language in LANGUAGES]:
            text = self.read(path)
            page = Page(text)
            self.assertEqual((page.open, page.broken), ([], []), path)
            self.assertEqual(len(page.ids), len(set(page.ids)), path)
            self.assertFalse(page.tags & {"script", "img", "iframe", "object", "embed", "form", "base"}, path)
            policy = re.search(
                r'Content-Security-Policy" content="([^"]*)"', text)[1]
            self.assertTrue(policy.startswith("default-src &#39;none&#39;; style-src &#39;sha256-"), policy)
            for name, value in page.attributes:
                self.assertFalse(name.startswith("on") or name == "style", (name, value))
                if name in ("href", "src"):
                    self.assertNotRegex(value, r"^[a-z]+:|^//")
                    if not value.startswith("#"):
                        self.assertTrue(((self.folder / "site" / path).parent / value).exists(), value)

    def test_no_english_sentence_stands_in_a_page_of_another_language(self):
        self.report()
        english = set(re.findall(r"\b[a-z]{4,}\b", " ".join(Page(self.read("en/index.html")).texts)))
        names = set(re.findall(r"\b[a-z]{4,}\b", json.dumps(json.loads(self.read("forecast.json"))["subjects"])))
        known = {"vpsgod", "vpsfit", "usage", "json", "catalog", "forecast", "measurements", "summary", "bundle",
                 "badge", "verify", "metrics", "memory", "current", "spine", "nestjs", "spring", "fastapi"}
        for language in ("ko", "ja", "zh-TW"):
            words = set(re.findall(r"\b[a-z]{4,}\b", " ".join(Page(self.read(f"{language}/index.html")).texts)))
            self.assertEqual((words & english) - known - {w for w in names if re.fullmatch(r"[0-9a-f]+", w)}
                             - {w for w in words if re.fullmatch(r"[a-f]+", w)}, set(), language)

    def test_the_data_keep_their_promises(self):
        self.report()
        summary = json.loads(self.read("summary.json"))
        self.assert_valid(summary, "summary")
        savings = {s["subject"]: s["savings"] and s["savings"]["annual"]["amount"] for s in summary["subjects"]}
        self.assertEqual(savings, {"spine": None, "nestjs": "73440", "spring": "46734", "fastapi": "126851"})
        self.assertEqual(summary["subjects"][1]["display"]["ko"]["annual_saving"], "₩73,440")
        self.assertEqual((self.folder / "site/forecast.json").read_bytes(), (STUDY / "forecast-20.json").read_bytes())
        rows = list(csv.DictReader(io.StringIO(self.read("measurements.csv"))))
        facts = {(r["subject"], r["run"], r["metric"]): r["value"] for r in rows}
        self.assertEqual(facts["spring", "2", "cpu_usage"], "11730000")
        self.assertEqual(facts["spring", "2", "cpu_average"], "0.782")
        self.assertEqual(facts["spine", "1", "memory_median"], "43830476")
        badge = json.loads(self.read("badge.json"))
        self.assertEqual((badge["schemaVersion"], badge["message"]), (1, "₩46,734 to ₩126,851"))

    def test_lines_of_the_measurements_end_as_rfc_4180_says(self):
        self.report()
        data = (self.folder / "site/measurements.csv").read_bytes()
        self.assertEqual(data.count(b"\n"), data.count(b"\r\n"))
        self.assertTrue(data.endswith(b"\r\n"))
        self.assertEqual(len(list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True))), data.count(b"\n"))
        self.vpsfit("forecast", "usage.json", "--plans", "catalog.json", "--alone", "--currency", "USD", "--csv", "--output",
                    "out.csv")
        data = (self.folder / "out.csv").read_bytes()
        self.assertEqual((data.count(b"\n"), data.count(b"\r\n")), (5, 5))

    def files(self, out):
        return {p.relative_to(self.folder / out).as_posix(): p.read_bytes()
                for p in (self.folder / out).rglob("*") if p.is_file()}

    def test_two_builds_are_equal_whatever_the_day_zone_and_locale(self):
        self.report(out="one")
        self.report(out="two", env=vpsfit_test.environment(TZ="Asia/Seoul", LANG="de_DE.UTF-8", LC_ALL="de_DE.UTF-8"))
        self.assertGreater(len(self.files("one")), 15)
        self.assertEqual(self.files("one"), self.files("two"))

    def times_in_the_bundle(self, out):
        with zipfile.ZipFile(self.folder / out / "bundle.zip") as bundle:
            self.assertIsNone(bundle.testzip())
            return {info.date_time for info in bundle.infolist()}

    def test_a_report_bears_source_date_epoch_or_else_the_newest_day_of_its_inputs(self):
        self.report(out="usual", env=vpsfit_test.environment(TZ="Pacific/Kiritimati"))
        self.assertEqual(self.times_in_the_bundle("usual"), {(2026, 11, 2, 0, 0, 0)})
        asked = vpsfit_test.environment(SOURCE_DATE_EPOCH="1798761598", TZ="Asia/Seoul")  # 2026-12-31T23:59:58Z
        self.report(out="asked", env=asked)
        self.assertEqual(self.times_in_the_bundle("asked"), {(2026, 12, 31, 23, 59, 58)})
        for out, moment, days in (("usual", "2026-11-02T00:00:00.000Z", ("2 November 2026", "2026년 11월 2일", "2026年11月2日", "2. November 2026")),
                                  ("asked", "2026-12-31T23:59:58.000Z", ("31 December 2026", "2026년 12월 31일", "2026年12月31日", "31. Dezember 2026"))):
            files = self.files(out)
            self.assertEqual(json.loads(files["summary.json"])["made_at"], moment)
            for language, day in zip(("en", "ko", "ja", "zh-TW", "de"), (days[0], days[1], days[2], days[2], days[3])):
                footer = re.search(r"<footer>.*</footer>", files[f"{language}/index.html"].decode(), re.S)[0]
                self.assertIn(day, footer)
            self.assertIn("every figure is right", self.vpsfit("verify", out).stdout)
        usual, asked_files = self.files("usual"), self.files("asked")
        for same in ("forecast.json", "measurements.csv", "metrics.txt", "badge.svg", "badge.json", "en/report.md"):
            self.assertEqual(usual[same], asked_files[same], same)
        self.report(out="again", env=asked)
        self.assertEqual(self.files("again"), asked_files)
        for early, shown in (("0", (1980, 1, 1, 0, 0, 0)), ("253402300799", (2107, 12, 31, 23, 59, 58))):
            self.report(out="far", env=vpsfit_test.environment(SOURCE_DATE_EPOCH=early))
            self.assertEqual(self.times_in_the_bundle("far"), {shown})
            self.vpsfit("verify", "far")
        for wrong in ("yesterday", "-1", "1.5", "253402300800", "9" * 40):
            refused = self.report(out="x", status=2, env=vpsfit_test.environment(SOURCE_DATE_EPOCH=wrong))
            self.assert_complaint(refused, "SOURCE_DATE_EPOCH", wrong[:20])
        self.assertFalse((self.folder / "x").exists())

    def test_the_bundle_holds_the_inputs(self):
        self.report()
        with zipfile.ZipFile(self.folder / "site/bundle.zip") as bundle:
            self.assertIn("inputs/1-usage.json", bundle.namelist())
            self.assertEqual(bundle.read("inputs/1-usage.json"), (STUDY / "usage.json").read_bytes())

    def test_only_the_languages_asked_for_are_written(self):
        self.report("--lang", "ko,de")
        self.assertEqual(sorted(p.name for p in (self.folder / "site").iterdir() if p.is_dir()), ["de", "ko"])
        self.assertEqual(json.loads(self.read("summary.json"))["languages"], ["ko", "de"])
        self.assert_complaint(self.report("--lang", "fr", out="x", status=2), "'fr'", "zh-TW")
        self.assertFalse((self.folder / "x").exists())

    def test_a_title_of_ones_own_is_text(self):
        self.report("--title", '<script>alert("x")</script>')
        page = self.read("en/index.html")
        self.assertNotIn("<script", page)
        self.assertIn("<h1>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</h1>", page)

    def test_the_website_reads_the_same_summary(self):
        self.report()
        example = json.loads((vpsfit_test.SOURCE_DIR / "examples/website/summary.json").read_text(encoding="utf-8"))
        written = json.loads(self.read("summary.json"))
        self.assertEqual([f["name"] for f in example.pop("files")], [f["name"] for f in written.pop("files")])
        self.assertEqual(example, written)  # without hashes: how a zip is packed depends on the library

    def test_the_types_of_the_website_name_all_that_the_schemas_promise(self):
        types = (vpsfit_test.SOURCE_DIR / "examples/website/documents.d.ts").read_text(encoding="utf-8")
        named = set(re.findall(r"\b(\w+)\??:", types))

        def required(node):
            if isinstance(node, dict):
                yield from node.get("required", [])
                for value in node.values():
                    yield from required(value)
            elif isinstance(node, list):
                for value in node:
                    yield from required(value)

        for name in ("summary", "forecast"):
            schema = json.loads((vpsfit_test.SOURCE_DIR / f"schema/{name}.schema.json").read_text(encoding="utf-8"))
            top = set(schema["required"])
            subject = schema["$defs"]["subject"] if "subject" in schema.get("$defs", {}) else schema["properties"]["subjects"]["items"]
            self.assertEqual((top | set(required(subject))) - named, set(), name)

    def test_a_foreign_folder_is_left_alone(self):
        self.write("site/mine.txt", "keep")
        self.assert_complaint(self.report(status=2), "mine.txt", "no report wrote")
        self.assertEqual(self.read("mine.txt"), "keep")
        self.assertEqual([p.name for p in (self.folder / "site").iterdir()], ["mine.txt"])

    def test_what_is_no_forecast_is_refused_by_name(self):
        self.assert_complaint(self.vpsfit("report", "usage.json", "--out", "x", status=2), "no forecast document")
        self.assert_complaint(self.vpsfit("report", "none.json", "--out", "x", status=1), "none.json")
        self.write("torn.json", (STUDY / "forecast-20.json").read_text(encoding="utf-8")[:500])
        self.assert_complaint(self.vpsfit("report", "torn.json", "--out", "x", status=2), "torn.json")
        self.write("other.csv", "subject,run\na,1\n")
        done = self.vpsfit("report", "forecast-20.json", "other.csv", "--out", "x", status=2)
        self.assert_complaint(done, "other.csv", "neither an input")
        self.assertFalse((self.folder / "x").exists())

    def test_a_folder_that_cannot_be_written_leaves_nothing_behind(self):
        self.write("file", "x")
        self.assert_complaint(self.vpsfit("report", "forecast-20.json", "--out", "file/site", status=1), "file")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()),
                         ["catalog.json", "file", "forecast-20.json", "forecast-30.json", "usage.json"])


class HostileNames(vpsfit_test.TestCase):
    NAMES = ("<script>alert(1)</script>", '"onload=alert(1) x="', "=cmd|'/c calc'!A0", "n" * 200,
             "a|b](javascript:alert(1))", "&lt;b&gt;")

    def test_they_are_text_in_every_file(self):
        shutil.copy(STUDY / "catalog.json", self.folder)
        runs = [{"run": "<i>1</i>", "cpu_usage_usec": 6780000, "window_usec": 15000000, "memory_max_bytes": 75078041}]
        self.write("usage.json", {"schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0", "subjects": [
            {"subject": name, "load": {"name": "l", "request_rate_per_s": 5}, "runs": runs} for name in self.NAMES]})
        self.vpsfit("forecast", "usage.json", "--plans", "catalog.json", "--baseline", self.NAMES[0], "--currency", "KRW",
                    "--rate", "USD/KRW=1335.27@2026-10-30", "--as-of", "2026-11-02", "--json", "--output", "f.json",
                    status=None)
        text = (self.folder / "f.json").read_text(encoding="utf-8")
        self.write("f.json", text.replace("&lt;b&gt;", "\\u202egnp.exe\\n"))  # names that no input of ours would let in
        self.vpsfit("report", "f.json", "--out", "site")
        for path in (self.folder / "site").rglob("*"):
            if path.suffix not in (".html", ".svg", ".md"):
                continue
            text = path.read_text(encoding="utf-8")
            self.assertNotIn("<script", text, path)
            self.assertNotIn("<i>", text, path)
            if path.suffix == ".html":
                page = Page(text)
                self.assertEqual((page.open, page.broken), ([], []), path)
                self.assertFalse([n for n, _ in page.attributes if n.startswith("on")], path)
                self.assertNotIn("\u202e", text)
        rows = list(csv.DictReader(io.StringIO((self.folder / "site/measurements.csv").read_text(encoding="utf-8"))))
        self.assertTrue(rows)
        for row in rows:
            for cell in row.values():
                self.assertFalse(cell.startswith(tuple("=+@\t\r")), cell)
        self.vpsfit("verify", "site", status=3)  # the names in the forecast were changed


class Index(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        for name in ("usage.json", "catalog.json", "forecast-20.json"):
            shutil.copy(STUDY / name, self.folder)
        text = (STUDY / "forecast-20.json").read_text(encoding="utf-8")
        self.write("older.json", text.replace('"as_of": "2026-11-02"', '"as_of": "2026-10-01"', 1))
        self.vpsfit("report", "forecast-20.json", "--out", "reports/second one", "--lang", "en,ko")
        self.vpsfit("report", "older.json", "--out", "reports/first", "--lang", "en", "--title", "<b>Older</b>")

    def test_it_leads_to_the_reports_newest_first(self):
        self.vpsfit("report", "--index", "reports", "--lang", "ko")
        page = (self.folder / "reports/index.html").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r'<a href="([^"]*)"', page), ["second%20one/ko/index.html", "first/index.html"])
        self.assertIn("&lt;b&gt;Older&lt;/b&gt;", page)
        self.assertIn("2026년 11월 2일 기준", page)
        self.vpsfit("report", "--index", "reports")  # over itself, in English
        self.assertIn("Reports by date", (self.folder / "reports/index.html").read_text(encoding="utf-8"))

    def test_a_page_of_somebody_else_is_left_alone(self):
        self.write("reports/index.html", "<p>mine")
        self.assert_complaint(self.vpsfit("report", "--index", "reports", status=2), "index.html", "was not written by")
        self.assertEqual((self.folder / "reports/index.html").read_text(), "<p>mine")

    def test_a_folder_without_reports_is_refused(self):
        (self.folder / "none").mkdir()
        self.assert_complaint(self.vpsfit("report", "--index", "none", status=2), "no folder in it holds a report")
        self.assert_complaint(self.vpsfit("report", "--index", "absent", status=1), "absent")
