# SPDX-License-Identifier: MIT
# ctest: long
# ctest: serial
# ctest: timeout=900
"""The pages in a real browser: nothing is cut, covered or without a glyph, and axe finds no violation."""
import json
import shutil
import subprocess

import browser_test
import test_report_lab
import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
LANGUAGES = ("en", "ko", "ja", "zh-TW", "de")
NARROW = ("narrow", "narrow-dark", "print")


class Browser(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        browser_test.modules()
        for name in ("usage.json", "catalog.json", "forecast-20.json", "forecast-30.json"):
            shutil.copy(STUDY / name, self.folder)

    def assert_good(self, pages, modes):
        for where, complaints in browser_test.look(pages, modes).items():
            with self.subTest(where):
                self.assertEqual(complaints, [])

    def pages(self, site):
        return {f"{site} {language}": self.folder / site / language / "index.html" for language in LANGUAGES}

    def test_the_check_finds_what_is_wrong(self):
        bad = self.write("bad.html", """<!doctype html><html><head><meta charset="utf-8"><style>
            .a, .b { position: absolute; top: 50px; left: 10px } .c { width: 2000px }
            .d { overflow: hidden; width: 30px; white-space: nowrap; position: absolute; top: 90px }</style></head>
            <body><p class="a">one text</p><p class="b">another text</p><p class="c">wide</p><p class="d">hidden beyond its box</p>
            <svg viewBox="0 0 100 20" width="100"><text x="90" y="10">out of the plot</text></svg>
            <img src="https://example.invalid/x.png"><p style="color:#ccc;margin-top:9em">&#xE0FFF;&#x10FFFC; pale</p></body></html>""")
        said = "\n".join(browser_test.look({"bad": bad}, ("narrow",))["bad narrow"])
        for word in ("overflow: the page is", "overlap: one text / another text", "cut in its box: hidden",
                     "cut at the edge of a plot: out of the plot", "request: https://example.invalid", "no glyph for",
                     "axe: image-alt", "axe: color-contrast", "axe: html-has-lang"):
            self.assertIn(word, said)

    def test_the_study(self):
        self.vpsfit("report", "forecast-20.json", "forecast-30.json", "--out", "site")
        self.assert_good(self.pages("site") | {"chooser": self.folder / "site/index.html"}, ("light", "dark") + NARROW)

    def test_a_recording_with_windows_that_hardly_fit_their_names(self):
        for subject in ("api", "a service with a rather long name of sixty characters or so"):
            for _ in range(2):
                self.vpsfit("sample", "--out", "run.db", "--subject", subject, "--interval", "100ms", "--window", "warm-up=300ms",
                            "--window", "load=1s", "--window", "cool-down=200ms", "--load", "browse", "--request-rate", "200",
                            "--", "sh", "-c", "while :; do :; done", status=None)
        self.vpsfit("forecast", "run.db", "--plans", "catalog.json", "--baseline", "api", "--currency", "JPY", "--rate",
                    "USD/JPY=153.25@2026-10-30", "--as-of", "2026-11-02", "--json", "--output", "run.json", status=None)
        self.vpsfit("report", "run.json", "--out", "site")
        self.assert_good(self.pages("site"), ("light",) + NARROW)

    def test_hostile_and_long_names(self):
        text = (self.folder / "forecast-20.json").read_text(encoding="utf-8")
        for old, new in (("nestjs", "n" * 300), ("spring", "<script>alert(1)</script> \u202e" + "wort " * 40),
                         ("fastapi", "\ud55c\uad6d\uc5b4" * 40)):
            text = text.replace(f'"{old}"', f'"{new}"')
        self.write("hostile.json", text)
        self.vpsfit("report", "hostile.json", "--out", "site")
        self.assert_good(self.pages("site"), ("light", "narrow"))

    def test_an_index_of_reports(self):
        for day in ("2026-11-02", "2026-12-01"):
            self.vpsfit("report", "forecast-20.json", "--out", f"reports/{day}")
        self.vpsfit("report", "--index", "reports", "--lang", "ko")
        self.assert_good({"index": self.folder / "reports/index.html"}, ("light", "dark", "narrow"))


def serve(test, folder):
    """The address of a folder, served until the end of the test."""
    server = subprocess.Popen(["python3", "-c", "import http.server as h\n"
                               "s = h.ThreadingHTTPServer(('127.0.0.1', 0), h.SimpleHTTPRequestHandler)\n"
                               "print(s.server_port, flush=True)\ns.serve_forever()"],
                              cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    test.addCleanup(server.stdout.close)
    test.addCleanup(server.wait)
    test.addCleanup(server.kill)
    return f"http://127.0.0.1:{server.stdout.readline().strip()}/index.html"


class LoadResults(test_report_lab.Campaign):
    def test_what_generators_reported_on_the_pages_and_on_the_website(self):
        browser_test.modules()
        self.vpsfit("report", "f.json", "--out", "site")
        shutil.copytree(vpsfit_test.SOURCE_DIR / "examples/website", self.folder / "website")
        shutil.copy(self.folder / "site/summary.json", self.folder / "website")
        address = serve(self, self.folder / "website")
        pages = {f"page {language}": self.folder / "site" / language / "index.html" for language in LANGUAGES}
        pages |= {f"website {language}": f"{address}#{language}" for language in LANGUAGES}
        for where, complaints in browser_test.look(pages, ("light", "narrow-dark", "print")).items():
            with self.subTest(where):
                self.assertEqual(complaints, [])
        summary = json.loads((self.folder / "site/summary.json").read_text(encoding="utf-8"))
        shown = browser_test.text_of(f"{address}#ko")
        for group in summary["load_results"]:
            self.assertIn(group["display"]["ko"]["caption"], shown)
            for subject in group["subjects"]:
                self.assertIn(subject["display"]["ko"]["throughput"] or summary["labels"]["ko"]["not_stated"], shown)


class Website(vpsfit_test.TestCase):
    """examples/website, served as its README says."""

    def setUp(self):
        super().setUp()
        self.modules = browser_test.modules()

    def test_the_types_are_sound_and_the_script_keeps_them(self):
        site = vpsfit_test.SOURCE_DIR / "examples/website"
        self.write("tsconfig.json", {"compilerOptions": {"strict": True, "noEmit": True, "checkJs": True, "allowJs": True,
                                                         "target": "es2022", "module": "es2022", "moduleResolution": "bundler", "resolveJsonModule": True,
                                                         "lib": ["es2022", "dom", "dom.iterable"], "types": []},
                                     "files": ["comparison.js", "documents.d.ts", "use.ts"]})
        for name in ("comparison.js", "documents.d.ts"):
            shutil.copy(site / name, self.folder)
        shutil.copy(site / "summary.json", self.folder)
        shutil.copy(STUDY / "forecast-20.json", self.folder / "forecast.json")
        # Documents may have more members than the types, and JSON knows no words but strings.
        start = ('import type { Forecast, Summary } from "./documents";\n'
                 'import forecast from "./forecast.json";\nimport summary from "./summary.json";\n'
                 "type Read<T> = T extends string ? string : T extends (infer U)[] ? Read<U>[]\n"
                 "  : T extends object ? { [K in keyof T]: Read<T[K]> } : T;\n")
        self.write("use.ts", start + "export const a: Read<Forecast> = forecast;\nexport const b: Read<Summary> = summary;\n")
        self.check(0)
        self.write("use.ts", start + "export const a: Read<Forecast> = summary;\nexport const b: Read<Summary> = forecast;\n")
        self.check(2)

    def check(self, status):
        ran = subprocess.run(["node", self.modules / "typescript/bin/tsc", "-p", "."], cwd=self.folder, capture_output=True,
                             text=True, timeout=120, check=False)
        self.assertEqual(ran.returncode, status, ran.stdout[-3000:] + ran.stderr)

    def test_it_shows_the_comparison_in_five_languages(self):
        address = serve(self, vpsfit_test.SOURCE_DIR / "examples/website")
        pages = {language: f"{address}#{language}" for language in LANGUAGES}
        for where, complaints in browser_test.look(pages, ("light", "dark", "narrow", "narrow-dark")).items():
            with self.subTest(where):
                self.assertEqual(complaints, [])
        for language, saving in (("en", "₩126,851"), ("ko", "₩126,851"), ("ja", "₩126,851"), ("zh-TW", "₩126,851"),
                                 ("de", "126.851\u202f₩")):
            shown = browser_test.text_of(pages[language])
            self.assertIn(f'<main data-summary="summary.json" lang="{language}">', shown)
            self.assertIn(saving, shown)
            self.assertIn("<svg", shown)
