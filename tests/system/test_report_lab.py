# SPDX-License-Identifier: MIT
# ctest: serial
# ctest: timeout=600
"""A real experiment, from its file to the report: throughput and latencies in every document, and verify finds a changed one."""
import csv
import fractions
import io
import json
import re
import shutil
import sqlite3
import statistics

import test_lab
import vpsfit_test
from vpsfit_test import needs_program, needs_root

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
LANGUAGES = ("en", "ko", "ja", "zh-TW", "de")


@needs_root
@needs_program("node")
@needs_program("wrk")
@needs_program("h2load")
class Campaign(test_lab.Lab):
    """An experiment of one subject under two loads, and the forecast from its recording."""

    def setUp(self):
        super().setUp()
        port = test_lab.free_port()
        loads = test_lab.SATURATED + test_lab.load("r200", "rate", 'rate = 200\nconnections = 4\nmin_ratio = "50%"')
        self.experiment(test_lab.subject("a", ["node", "server.mjs"], port), loads, head="", limits='memory = "512MiB"\n')
        text = (self.folder / "x.toml").read_text(encoding="utf-8").replace("repetitions = 1", "repetitions = 2")
        self.write("x.toml", text + '\n[forecast]\nload = "r200"\n')
        self.assertIn(self.vpsfit("lab", "run", "x.toml", status=None, timeout=300).status, (0, 4))
        shutil.copy(STUDY / "catalog.json", self.folder)
        self.vpsfit("forecast", "x/recording.db", "--plans", "catalog.json", "--alone", "--currency", "USD", "--as-of",
                    "2026-11-02", "--json", "--output", "f.json", status=None)


class Experiment(Campaign):
    def median(self, load, figure):
        """Of what the recording's tables say, computed here."""
        rows = self.query("SELECT r.completed, r.end_ns - r.begin_ns FROM load_results r JOIN lab_loads l ON l.load_result = r.id "
                          f"WHERE l.load = '{load}'")
        self.assertEqual(len(rows), 2)
        return statistics.median(figure(*row) for row in rows)

    def test_every_document_tells_what_the_generators_reported(self):
        forecast = json.loads((self.folder / "f.json").read_text(encoding="utf-8"))
        self.assert_valid(forecast, "forecast")
        self.vpsfit("report", "f.json", "--out", "site")
        summary = json.loads((self.folder / "site/summary.json").read_text(encoding="utf-8"))
        self.assert_valid(summary, "summary")
        for document in (forecast, summary):
            saturated, fixed = document["load_results"]
            self.assertEqual((saturated["load"], saturated["request_rate_per_s"], saturated["latency_origin"]),
                             ("sat", None, "actual_send"))
            self.assertEqual((fixed["load"], fixed["request_rate_per_s"], fixed["latency_origin"]), ("r200", "200", "rebuilt"))
            for group in (saturated, fixed):
                subject = group["subjects"][0]
                self.assertEqual((subject["subject"], subject["runs"]), ("a", 2))
                if subject["withheld"]:  # a machine that is busy with other things
                    self.assertIsNone(subject["throughput_per_s"])
                    continue
                said = fractions.Fraction(subject["throughput_per_s"]["median"])
                computed = self.median(group["load"], lambda good, ns: fractions.Fraction(good * 10**6, ns // 1000))
                self.assertLess(abs(said - computed), fractions.Fraction(1, 10**8))
                self.assertEqual(subject["latency_ms"]["p95"]["runs"], 2)
                low, high = (float(subject["latency_ms"]["p99"][key]) for key in ("low", "high"))
                self.assertTrue(0 < float(subject["latency_ms"]["p25"]["low"]) <= low <= high)
                self.assertLess(float(subject["sampling_cores"]["high"]), 1)
        self.assert_pages(summary)
        self.assertIn("every figure is right", self.vpsfit("verify", "site").stdout)

    def assert_pages(self, summary):
        for language in LANGUAGES:
            page = (self.folder / "site" / language / "index.html").read_text(encoding="utf-8")
            section = re.search(r'<section id="throughput".*?</section>', page, re.S)[0]
            for group in summary["load_results"]:
                self.assertIn(group["display"][language]["caption"], section)
                shown = group["subjects"][0]["display"][language]
                for key in ("throughput", "latency_p99"):
                    if shown[key]:
                        self.assertIn(shown[key], section)
                self.assertTrue(summary["labels"][language]["throughput"] in section)
        rows = list(csv.DictReader(io.StringIO((self.folder / "site/measurements.csv").read_bytes().decode(), newline="")))
        completed = [r for r in rows if (r["load"], r["metric"]) == ("r200", "completed")]
        self.assertIn(len(completed), (0, 1, 2))

    def test_a_changed_figure_of_a_load_is_found_in_the_document_and_in_the_recording(self):
        text = (self.folder / "f.json").read_text(encoding="utf-8")
        document = json.loads(text)
        group = document["load_results"][1]
        group["subjects"][0]["failed_requests"]["high"] = "17"
        self.write("changed.json", document)
        self.assert_complaint(self.vpsfit("verify", "changed.json", status=3),
                              "/load_results/1/subjects/0/failed_requests/high", "17")
        del document["load_results"]
        self.write("without.json", document)
        self.assert_complaint(self.vpsfit("verify", "without.json", status=3), "/load_results", "nothing")
        self.vpsfit("report", "f.json", "--out", "site", "--redact", "none")
        self.vpsfit("verify", "site")
        with sqlite3.connect(self.folder / "x/recording.db") as database:
            database.execute("UPDATE load_results SET errors = errors + 3")
        self.assert_complaint(self.vpsfit("verify", "f.json", status=1), "recording.db")
