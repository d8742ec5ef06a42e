# SPDX-License-Identifier: MIT
"""A report of a real recording: plots, environment, and a bundle that tells nothing private."""
import json
import shutil
import sqlite3
import zipfile

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
SECRET = "token-4711-secret"


class Recording(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        shutil.copy(STUDY / "catalog.json", self.folder)
        for subject in ("shown", "private-neighbour"):
            self.vpsfit("sample", "--out", "run.db", "--subject", subject, "--interval", "100ms", "--window", "load=1s",
                        "--load", "l1", "--", "sh", "-c", f": {SECRET}; i=0; while [ $i -lt 2000000 ]; do i=$((i+1)); done",
                        status=None)
        self.forecast()

    def forecast(self):
        self.vpsfit("forecast", "run.db", "--plans", "catalog.json", "--baseline", "shown", "--currency", "KRW", "--rate",
                    "USD/KRW=1335.27@2026-10-30", "--as-of", "2026-11-02", "--json", "--output", "both.json", status=None)
        document = json.loads((self.folder / "both.json").read_text(encoding="utf-8"))
        document["subjects"] = [s for s in document["subjects"] if s["subject"] == "shown"]
        self.write("one.json", document)

    def bundle(self, *more, forecast="one.json"):
        self.vpsfit("report", forecast, "--out", "site", *more)
        with zipfile.ZipFile(self.folder / "site/bundle.zip") as bundle:
            return {name: bundle.read(name) for name in bundle.namelist()}

    def test_the_page_has_plots_and_the_environment_and_every_figure_is_right(self):
        self.bundle(forecast="both.json")
        page = (self.folder / "site/en/index.html").read_text(encoding="utf-8")
        self.assertIn("shown, run 1: CPU and memory over time</title>", page)
        self.assertIn("Windows of shown", page)
        self.assertIn('id="environment"', page)
        self.assertIn("every figure is right", self.vpsfit("verify", "site").stdout)
        self.assertIn("every figure is right", self.vpsfit("verify", "site/bundle.zip").stdout)

    def test_nothing_private_is_in_the_bundle(self):
        self.add_what_others_put_into_a_recording()
        self.forecast()  # what a lab knows belongs to the content that it cites
        files = self.bundle()
        self.assert_valid(json.loads(files["manifest.json"]), "bundle")
        self.assert_valid(json.loads(files["environment.json"]), "environment")
        recording = next(data for name, data in files.items() if name.startswith("recordings/"))
        for word in (SECRET, "private-neighbour", str(self.folder)):
            for name, data in files.items():
                self.assertNotIn(word.encode(), data, name)
        self.write("copy.db", recording)
        shown = self.vpsfit("show", "copy.db", "--json", status=None).json
        self.assertEqual([run["subject"] for run in shown["runs"]], ["shown"])
        whole = {r["subject"]: r for r in self.vpsfit("show", "run.db", "--json", status=None).json["runs"]}
        self.assertEqual(shown["runs"][0]["windows"], whole["shown"]["windows"])
        with sqlite3.connect(self.folder / "copy.db") as database:
            self.assertEqual(database.execute("SELECT target, group_path, command FROM runs").fetchall(), [("", "", None)])
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchone(), ("ok",))

    def add_what_others_put_into_a_recording(self):
        """An experiment with its text, and a table, a view and a trigger that are not of the format."""
        with sqlite3.connect(self.folder / "run.db") as database:
            database.executescript(f"""
                CREATE TABLE IF NOT EXISTS lab_experiments(id INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL,
                  plan_sha256 TEXT NOT NULL UNIQUE, environment TEXT NOT NULL, forecast_load TEXT NOT NULL);
                INSERT INTO lab_experiments VALUES(1, 'e', 'command = "{SECRET}"', 'p', '{SECRET}', 'l1');
                CREATE TABLE "my ""notes"(text TEXT); INSERT INTO "my ""notes" VALUES('{SECRET}');
                CREATE VIEW my_view AS SELECT '{SECRET}' AS text;
                CREATE TRIGGER my_trigger AFTER DELETE ON subjects BEGIN INSERT INTO "my ""notes" VALUES('x'); END;""")

    def test_two_redacted_bundles_are_equal(self):
        self.assertEqual(self.bundle(), self.bundle())

    def test_an_unredacted_bundle_holds_the_recording_as_it_is(self):
        files = self.bundle("--redact", "none", forecast="both.json")
        self.assertEqual(files["recordings/1-run.db"], (self.folder / "run.db").read_bytes())
        self.vpsfit("verify", "site")

    def test_a_strict_bundle_tells_nothing_of_the_host_and_verify_says_what_it_cannot_check(self):
        files = self.bundle("--redact", "strict", forecast="both.json")
        self.assertFalse([name for name in files if name.startswith("recordings/")])
        environment = json.loads(files["environment.json"])
        self.assertNotIn("kernel", environment["hosts"][0])
        self.assert_complaint(self.vpsfit("verify", "site/bundle.zip", status=1), "raw inputs are not in the bundle")

    def test_an_unknown_level_is_refused(self):
        self.assert_complaint(self.vpsfit("report", "one.json", "--out", "x", "--redact", "some", status=2), "'some'",
                              "standard")

    def test_a_recording_that_has_gone_is_told_and_the_page_is_written_without_it(self):
        (self.folder / "run.db").unlink()
        done = self.vpsfit("report", "both.json", "--out", "site")
        self.assert_complaint(done, "run.db is not here")
        self.assertNotIn("over time", (self.folder / "site/en/index.html").read_text(encoding="utf-8"))
