# SPDX-License-Identifier: MIT
# ctest: once
"""From two recordings of the same work to a core performance that a forecast uses, cites and can be checked against."""
import fractions
import json
import shutil
import unittest

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
# A fixed amount of work, longer than a few samples.
WORK = ("sh", "-c", "i=0; while [ $i -lt 150000 ]; do i=$((i+1)); done; sleep 1")


class Calibrate(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        for name in ("catalog.json", "usage.json"):
            shutil.copy(STUDY / name, self.folder)

    def sample(self, file, runs, *words, command=WORK):
        for run in runs:
            self.vpsfit("sample", "--out", file, "--subject", "work", "--run", run, "--interval", "100ms", *words, "--",
                        *command, status=None)

    def calibrate(self, *words, status=0):
        document = self.vpsfit("calibrate", *words, "--subject", "work", "--json", status=status).json
        self.assert_valid(document, "calibration")
        return document

    def forecast(self, *words, status=0):
        document = self.vpsfit("forecast", "usage.json", "--plans", "catalog.json", "--baseline", "spine", "--currency", "KRW",
                               "--rate", "USD/KRW=1335.27@2026-10-30", "--as-of", "2026-11-02", "--json", *words,
                               status=status).json
        self.assert_valid(document, "forecast")
        return document

    def cpu(self, file):
        runs = self.vpsfit("show", file, "--json", status=None).json["runs"]
        return [run["windows"][0]["cpu_usage_usec"] for run in runs]

    def test_the_figure_is_that_of_the_recordings_and_goes_into_every_need(self):
        self.sample("here.db", "12")
        self.sample("there.db", "1")
        document = self.calibrate("here.db", "there.db", "--plan", "vpsgod/2c-4g")
        here, there = self.cpu("here.db"), self.cpu("there.db")
        expected = fractions.Fraction(min(here), max(there))
        self.assertEqual((document["status"], document["work"]), ("ok", "command"))
        self.assertEqual(fractions.Fraction(document["core_performance"]["fraction"]), expected)
        self.assertLessEqual(fractions.Fraction(document["core_performance"]["value"]), expected)
        self.assertEqual({n["code"] for n in document["notices"]} & {"calibration_few_runs"}, {"calibration_few_runs"})

        self.vpsfit("calibrate", "here.db", "there.db", "--subject", "work", "--plan", "vpsgod/2c-4g", "--output", "c.json")
        forecast = self.forecast("--calibration", "c.json", status=None)
        self.assertEqual([i["role"] for i in forecast["inputs"]], ["usage", "plans", "calibration"])
        cited = forecast["calibration"]
        self.assertEqual(cited["sha256"], forecast["inputs"][2]["sha256"])
        self.assertEqual(cited["here"]["recording_sha256"], document["here"]["sha256"])
        self.assertEqual(fractions.Fraction(cited["core_performance"]["fraction"]), expected)
        for subject in forecast["subjects"]:
            usage = subject["usage"]
            exact = fractions.Fraction(usage["cpu_usage_usec"], usage["window_usec"]) / expected / fractions.Fraction("0.8")
            self.assertEqual(fractions.Fraction(subject["need"]["vcpus_exact_fraction"]), exact, subject["subject"])

        self.write("f.json", forecast)
        text = self.vpsfit("explain", "f.json", "spring").stdout
        self.assertIn("What a core of the server does, measured", text)
        self.assertIn(f"({min(here)} / 1) / ({max(there)} / 1)", " ".join(text.split()))
        self.assertIn("every figure is right", self.vpsfit("verify", "f.json").stdout)
        table = self.vpsfit("forecast", "usage.json", "--plans", "catalog.json", "--alone", "--as-of", "2026-11-02",
                            "--calibration", "c.json", status=None).stdout
        self.assertIn("core_performance was measured: work did the same work on", " ".join(table.split()))

    def made(self):
        """A calibration of 1/2, and a forecast with it."""
        side = {"path": "x.db", "sha256": "0" * 64, "started_at": "2026-11-01T12:00:00.000Z", "architecture": "x86_64", "cpus": 2}
        run = {"run": "1", "window_usec": 15000000, "work": "300000"}
        document = {"schema": "urn:vpsfit:schema:calibration:1", "schema_version": "1.0",
                    "tool": {"name": "vpsfit", "version": "0.1.0"}, "status": "ok", "subject": "work", "window": "load",
                    "work": "requests_counted", "load": {"name": "r20k", "request_rate_per_s": "20000"}, "plan": "vpsgod/2c-4g",
                    "here": {**side, "cpu_model": "Fast <b>1", "runs": [{**run, "cpu_usage_usec": 6000000}] * 3},
                    "there": {**side, "cpu_model": "Slow 2", "runs": [{**run, "cpu_usage_usec": 12000000}] * 3},
                    "formula": "f", "refusals": [], "notices": [],
                    "core_performance": {"value": "0.5", "fraction": "1/2", "highest": "0.5", "here_run": "1", "there_run": "1"}}
        self.assert_valid(document, "calibration")
        self.write("c.json", document)
        return document

    def test_half_a_core_measured_is_half_a_core_assumed(self):
        self.made()
        assumed, measured = self.forecast(), self.forecast("--calibration", "c.json")
        for before, after in zip(assumed["subjects"], measured["subjects"], strict=True):
            self.assertEqual((before["need"], before["plan"], before["savings"]), (after["need"], after["plan"], after["savings"]))
        codes = [[n["code"] for n in s["notices"]] for s in measured["subjects"]]
        self.assertEqual(["calibration_other_plan" in some for some in codes], [True, True, False, True])

    def test_reports_cite_it_and_carry_it(self):
        self.made()
        self.write("f.json", self.forecast("--calibration", "c.json"))
        self.vpsfit("report", "f.json", "--out", "site")
        page = (self.folder / "site/en/index.html").read_text(encoding="utf-8")
        self.assertIn("The core performance was measured", page)
        self.assertIn("vpsgod/2c-4g, Slow 2", page)
        self.assertNotIn("<b>1", page)
        summary = json.loads((self.folder / "site/summary.json").read_text(encoding="utf-8"))
        self.assert_valid(summary, "summary")
        self.assertEqual((summary["calibration"]["core_performance"], summary["calibration"]["there"]),
                         ("0.5", {"cpu_model": "Slow 2", "runs": 3}))
        self.assertIn("computed again", self.vpsfit("verify", "site").stdout)
        self.assert_complaint(self.vpsfit("report", "f.json", "--out", "strict", "--redact", "strict", status=2), "processors")

    def test_what_was_changed_by_hand_is_refused(self):
        document = self.made()
        forecast = self.forecast("--calibration", "c.json")
        document["there"]["runs"][0] = {**document["there"]["runs"][0], "cpu_usage_usec": 11000000}
        document["there"]["runs"][1] = document["there"]["runs"][2] = document["there"]["runs"][0]
        self.write("c.json", document)
        words = ("forecast", "usage.json", "--plans", "catalog.json", "--alone", "--as-of", "2026-11-02", "--calibration")
        self.assert_complaint(self.vpsfit(*words, "c.json", status=3), "somebody changed", "1/2")
        self.made()
        for change in ({"core_performance": "0.6"}, None):
            forged = json.loads(json.dumps(forecast))
            if change:
                forged["assumptions"].update(change)
            else:
                forged["calibration"]["there"]["cpu_model"] = "Another"
            self.write("forged.json", forged)
            self.vpsfit("verify", "forged.json", status=3)
        forged = json.loads(json.dumps(forecast))
        forged["inputs"] = [i for i in forged["inputs"] if i["role"] != "calibration"]
        self.write("forged.json", forged)
        self.assert_complaint(self.vpsfit("verify", "forged.json", status=3), "vouches")

    def test_recordings_that_give_no_figure_say_why_with_status_3(self):
        self.sample("here.db", "1")
        self.sample("other.db", "1", command=(*WORK[:2], WORK[2] + " # another"))
        document = self.calibrate("here.db", "other.db", status=3)
        self.assertEqual([r["code"] for r in document["refusals"]], ["calibration_work_differs"])
        self.assertIsNone(document["core_performance"])
        self.sample("cut.db", "1", "--for", "500ms", command=("sh", "-c", "while :; do :; done"))
        codes = {r["code"] for r in self.calibrate("here.db", "cut.db", status=3)["refusals"]}
        self.assertIn("calibration_work_unknown", codes)
        done = self.vpsfit("calibrate", "here.db", "cut.db", "--subject", "work", "--output", "c.json", status=3)
        self.assertIn("how much work", done.stderr)
        words = ("forecast", "usage.json", "--plans", "catalog.json", "--alone", "--as-of", "2026-11-02")
        self.assert_complaint(self.vpsfit(*words, "--calibration", "c.json", status=3), "no figure", "how much work")
        self.assert_complaint(self.vpsfit("calibrate", "here.db", "here.db", "--subject", "work", status=2), "same one")
        self.assert_complaint(self.vpsfit("calibrate", "here.db", "cut.db", "--subject", "wrk", status=2), "'work'")
        self.assert_complaint(self.vpsfit("calibrate", "here.db", "cut.db", "--subject", "work", "--plan", "x", status=2), "--plan")
        self.assert_complaint(self.vpsfit("calibrate", "here.db", "cut.db", "--subject", "work", "--output", "here.db", status=2),
                              "overwritten")
        self.assert_complaint(self.vpsfit(*words, "--calibration", "usage.json", status=2), "no calibration")
        self.assert_complaint(self.vpsfit(*words, "--calibration", "c.json", "--core-performance", "1", status=2), "together")


if __name__ == "__main__":
    unittest.main()
