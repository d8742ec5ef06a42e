# SPDX-License-Identifier: MIT
"""From a real recording to a forecast: what was sampled decides, and what is torn is told."""
import json
import shutil
import signal
import unittest

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
BURN = ("sh", "-c", "while :; do :; done")


class Recordings(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        shutil.copy(STUDY / "catalog.json", self.folder)
        shutil.copy(STUDY / "usage.json", self.folder)

    def sample(self, file, *words, command=BURN):
        return self.vpsfit("sample", "--out", file, "--interval", "100ms", *words, "--", *command)

    def forecast(self, *words, status=0):
        return self.vpsfit("forecast", *words, "--plans", "catalog.json", "--as-of", "2026-11-02", status=status)

    def document(self, *words, status=0):
        document = self.forecast(*words, "--json", status=status).json
        self.assert_valid(document, "forecast")
        return document

    def test_the_busiest_run_of_the_window_decides_and_is_what_show_shows(self):
        for run in "123":
            self.sample("burn.db", "--subject", "burn", "--run", run, "--window", "warm=300ms", "--window", "load=700ms")
        subject = self.document("burn.db", "--alone", status=None)["subjects"][0]
        shown = [run for run in self.vpsfit("show", "burn.db", "--json", status=None).json["runs"]]
        loads = {run["run"]: next(w for w in run["windows"] if w["name"] == "load") for run in shown}
        usage = subject["usage"]
        self.assertEqual((usage["window"], usage["runs"]), ("load", 3))
        self.assertIn(usage["origin"], ("recording", "process_tree"))
        self.assertEqual([m["cpu_usage_usec"] for m in usage["measurements"]], [loads[r]["cpu_usage_usec"] for r in "123"])
        cores = {m["run"]: m["cpu_usage_usec"] / m["window_usec"] for m in usage["measurements"]}
        self.assertEqual(usage["deciding_run"], max(cores, key=cores.get))
        self.assertAlmostEqual(float(usage["cpu_cores"]), max(cores.values()), places=6)
        self.assertGreater(max(cores.values()), 0)
        warm = self.document("burn.db", "--alone", "--window", "warm", status=None)["subjects"][0]["usage"]
        self.assertEqual(warm["window"], "warm")
        self.assertNotEqual(warm["cpu_usage_usec"], usage["cpu_usage_usec"])

    def test_recordings_and_figures_mix_and_keep_their_order(self):
        self.sample("burn.db", "--subject", "burn", "--window", "load=300ms", "--load", "r20k", "--request-rate", "20000")
        document = self.document("usage.json", "burn.db", "--baseline", "spine", status=None)
        self.assertEqual([s["subject"] for s in document["subjects"]], ["spine", "nestjs", "spring", "fastapi", "burn"])
        self.assertEqual([i["path"] for i in document["inputs"]], ["usage.json", "burn.db", "catalog.json"])
        codes = {n["code"] for n in document["subjects"][4]["notices"]}
        self.assertFalse(codes & {"unequal_load", "different_load", "load_unknown"}, codes)

    def test_the_hash_of_a_recording_is_of_its_content(self):
        self.sample("burn.db", "--subject", "burn", "--window", "load=300ms")
        shutil.copy(self.folder / "burn.db", self.folder / "copy.db")
        first, second = (self.document(name, "--alone", status=None)["inputs"][0] for name in ("burn.db", "copy.db"))
        self.assertEqual(first["sha256"], second["sha256"])
        again = self.document("burn.db", "--alone", status=None)
        self.assertEqual(again["inputs"][0], first)

    def test_a_sampler_that_was_killed_in_its_window_leaves_a_refusal_with_a_reason(self):
        process = self.start("sample", "--out", "torn.db", "--subject", "torn", "--interval", "50ms", "--window", "load=60s",
                             "--", *BURN)
        self.wait_until(lambda: self.ticks("torn.db") >= 5, "five samples")
        process.send_signal(signal.SIGKILL)
        process.wait()
        document = self.document("torn.db", "usage.json", "--baseline", "spine", status=3)
        torn = document["subjects"][0]
        self.assertEqual((torn["status"], torn["need"], torn["plan"], torn["savings"]), ("refused", None, None, None))
        self.assertEqual(torn["usage"]["runs"], 0)
        codes = {n["code"] for n in torn["notices"]}
        self.assertTrue(codes & {"window_open", "run_going_on"}, codes)
        self.assertIn("no_usable_run", codes)
        self.assertIsNotNone(document["subjects"][2]["savings"])

    def ticks(self, file):
        if not (self.folder / file).exists():
            return 0
        done = self.vpsfit("show", file, "--json", status=None)
        if done.status not in (0, 4):
            return 0
        return sum(run["ticks"] for run in json.loads(done.stdout)["runs"])

    def test_what_a_recording_does_not_have_is_named(self):
        self.sample("burn.db", "--subject", "burn", "--window", "a=200ms", "--window", "b=200ms")
        done = self.forecast("burn.db", "--alone", status=2)
        self.assert_complaint(done, "burn.db", "a, b", "--window")
        self.assert_complaint(self.forecast("burn.db", "--alone", "--window", "c", status=2), "'c'")
        self.assert_complaint(self.forecast("burn.db", "--alone", "--window", "a", "--load", "x", status=2), "'x'")
        self.assert_complaint(self.forecast("burn.db", "burn.db", "--window", "a", "--alone", status=2), "'burn'", "burn.db")

    def test_a_recording_through_a_pipe_is_refused_in_words(self):
        self.sample("burn.db", "--subject", "burn", "--window", "a=200ms")
        recording = (self.folder / "burn.db").read_bytes()
        done = self.vpsfit("forecast", "-", "--plans", "catalog.json", "--alone", stdin=recording, status=2)
        self.assert_complaint(done, "cannot be read from a pipe")


if __name__ == "__main__":
    unittest.main()
