# SPDX-License-Identifier: MIT
"""Names that want to be more than text, through every file of a report."""
import csv
import html.parser
import io
import json
import re
import unicodedata

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
RATE = ("--currency", "KRW", "--rate", "USD/KRW=1335.27@2026-10-30", "--as-of", "2026-11-02")

# the name, and how it is shown: Python's own escapes say what is invisible
HOSTILE = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    '" onload="alert(1)" x="': '" onload="alert(1)" x="',
    "</title></svg><b>": "</title></svg><b>",
    "=cmd|'/c calc'!A0": "=cmd|'/c calc'!A0",
    "+1+1": "+1+1",
    "@SUM(A1)": "@SUM(A1)",
    "a\u202eevil": "a\\u{202e}evil",
    "soft\u00adhyphen": "soft\\u{00ad}hyphen",
    "join\u034fer": "join\\u{034f}er",
    "tag\U000e0041": "tag\\u{e0041}",
    " leading": "\\x20leading",
    "trailing ": "trailing\\x20",
    "nbsp\u00a0name": "nbsp\\u{00a0}name",
    "| table | ![x](http://h) <!-- `code`": "| table | ![x](http://h) <!-- `code`",
    "{subject} {{x}} %s": "{subject} {{x}} %s",
    'q"uo\\te': 'q"uo\\te',
    "&amp;&lt;": "&amp;&lt;",
    "\ud55c\uad6d\uc5b4 \uc11c\ube44\uc2a4": "\ud55c\uad6d\uc5b4 \uc11c\ube44\uc2a4",
    "n" * 180: "n" * 180,
}


class Text(html.parser.HTMLParser):
    """The texts of a page or a plot, its elements and its attributes."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.texts, self.tags, self.attributes, self.style = [], set(), [], False
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes += attributes
        self.style = tag == "style"

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_data(self, data):
        if not self.style:
            self.texts.append(data)
        self.style = False


def unseen(text):
    """Characters that show as nothing or turn the text round. Narrow spaces and minus signs are ours."""
    return {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") and c not in "\n\r"} | \
        {c for c in text if c in "\u034f\u115f\u3164"}


class Hostile(vpsfit_test.TestCase):
    def report(self, names, *more):
        """A forecast as another program could have written it: ours refuses names that cannot be shown."""
        self.forecast([f"subject {i}" for i in range(len(names))])
        document = json.loads((self.folder / "forecast.json").read_text(encoding="utf-8"))
        for subject, name in zip(document["subjects"], names):
            subject["subject"] = name
        document["baseline"], document["inputs"] = names[0], []
        self.write("forecast.json", document)
        self.vpsfit("report", "forecast.json", "--out", "site", *more)
        return self.files("site")

    def forecast(self, names):
        self.write("catalog.json", (STUDY / "catalog.json").read_text(encoding="utf-8"))
        self.write("usage.json", {
            "schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0",
            "subjects": [{"subject": name, "load": {"name": "<i>load</i>", "request_rate_per_s": 20000},
                          "runs": [{"run": "1", "cpu_usage_usec": 6780000 + i, "window_usec": 15000000,
                                    "memory_max_bytes": 75078041, "memory_median_bytes": 43830476}]}
                         for i, name in enumerate(names)]})
        return self.vpsfit("forecast", "usage.json", "--plans", "catalog.json", "--baseline=" + names[0], *RATE, "--json",
                           "--output", "forecast.json", status=None)

    def files(self, folder):
        return {str(p.relative_to(self.folder / folder)): p.read_bytes()
                for p in (self.folder / folder).rglob("*") if p.is_file()}

    def test_every_name_is_text_in_every_file(self):
        names = list(HOSTILE)
        files = self.report(names)
        for path, data in files.items():
            if path.endswith((".html", ".svg", ".md", ".csv", ".txt", "summary.json", "badge.json")):
                self.assertEqual(unseen(data.decode()), set(), path)
        for path in (p for p in files if p.endswith((".html", ".svg"))):
            page = Text(files[path].decode())
            self.assertFalse(page.tags & {"script", "b", "i", "img", "iframe", "object"}, path)
            for key, value in page.attributes:
                self.assertFalse(key.startswith("on") or key == "style", (path, key, value))
            if path.endswith("/index.html"):
                for shown in HOSTILE.values():
                    self.assertIn(shown, page.texts, path)

    def test_names_that_a_forecast_takes_come_through_a_report_that_verifies(self):
        taken = [name for name, shown in HOSTILE.items() if name == shown]
        self.forecast(taken)
        self.vpsfit("report", "forecast.json", "--out", "site")
        self.vpsfit("verify", "site")

    def test_a_spreadsheet_runs_nothing(self):
        rows = list(csv.reader(io.StringIO(self.report(list(HOSTILE))["measurements.csv"].decode())))
        self.assertEqual({len(row) for row in rows}, {7})
        for row in rows:
            for cell in row:
                self.assertNotRegex(cell, r"^[=+@\t\r]|^-(?![0-9.]+$)")
        subjects = {row[0].removeprefix("'") for row in rows[1:]}
        self.assertEqual(subjects, set(HOSTILE.values()))

    def test_documents_for_programs_keep_the_names_as_they_are(self):
        files = self.report(list(HOSTILE))
        for path in ("summary.json", "forecast.json"):
            self.assertEqual([s["subject"] for s in json.loads(files[path])["subjects"]], list(HOSTILE), path)
        said = re.findall(r'^vpsfit_needed_vcpus\{subject="((?:[^"\\]|\\.)*)"\} \d+$', files["metrics.txt"].decode(), re.M)
        plain = [re.sub(r"\\(.)", r"\1", name) for name in said]
        self.assertEqual(plain, list(HOSTILE.values()))
        self.assertTrue(files["metrics.txt"].endswith(b"# EOF\n"))

    def test_markdown_has_no_mark_that_a_name_made(self):
        text = self.report(list(HOSTILE))["en/report.md"].decode()
        plain = re.sub(r"\\.", "", text)  # what is left after the escapes is Markdown of ours
        self.assertNotIn("<", plain)
        self.assertNotIn("`", plain)
        self.assertNotIn("![", plain)
        for line in plain.splitlines():
            if line.startswith("|"):
                self.assertIn(line.count("|"), (5, 8), line)

    def test_a_title_of_ones_own_follows_the_same_rule(self):
        self.forecast(["spine"])
        self.vpsfit("report", "forecast.json", "--out", "site", "--title", "\x1b[31m\u202eTitle\u00ad ")
        files = self.files("site")
        for path in ("index.html", "en/index.html", "ko/index.html"):
            self.assertIn("\\x1b[31m\\u{202e}Title\\u{00ad}\\x20", Text(files[path].decode()).texts, path)
        self.assertIn("\\x1b", json.loads(files["summary.json"])["title"])
        self.vpsfit("verify", "site")
        self.assert_complaint(self.vpsfit("report", "forecast.json", "--out", "y", "--title", "x" * 201, status=2), "201",
                              "200")

    def test_a_name_of_300_characters_or_with_a_line_break_does_not_break_a_page(self):
        files = self.report(["n" * 300, "two\nlines", "tab\there", "\x1b[31mred"])
        shown = {"n" * 300, "two\\x0alines", "tab\\x09here", "\\x1b[31mred"}
        self.assertLessEqual(shown, set(Text(files["en/index.html"].decode()).texts))
        rows = list(csv.reader(io.StringIO(files["measurements.csv"].decode())))
        self.assertEqual({row[0] for row in rows[1:]}, shown)
