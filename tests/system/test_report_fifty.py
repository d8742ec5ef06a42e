# SPDX-License-Identifier: MIT
# ctest: serial
"""Fifty subjects at once: how heavy the pages are and how long they take."""
import json
import resource
import shutil
import sqlite3
import time

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"


class Fifty(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        shutil.copy(STUDY / "catalog.json", self.folder)

    def forecast(self, *inputs, baseline):
        self.vpsfit("forecast", *inputs, "--plans", "catalog.json", "--baseline", baseline, "--currency", "KRW", "--rate",
                    "USD/KRW=1335.27@2026-10-30", "--as-of", "2026-11-02", "--json", "--output", "forecast.json", status=None)

    def build(self, out):
        begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        self.vpsfit("report", "forecast.json", "--out", out)
        took, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        computed = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        files = {str(p.relative_to(self.folder / out)): p.read_bytes()
                 for p in (self.folder / out).rglob("*") if p.is_file()}
        largest = max(len(data) for path, data in files.items() if path.endswith(".html"))
        print(f"\n{len(files)} files in {took:.2f} s, {computed:.2f} s of them computing; the largest page has {largest} bytes")
        self.assertLess(largest, 200_000)
        self.assertLess(computed, 2)  # half a second as released; how long the disk takes for each file depends on who else writes
        return files

    def test_pages_of_figures_are_light_quick_and_twice_the_same(self):
        self.write("usage.json", {
            "schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0",
            "subjects": [{"subject": f"service-{i:02}", "load": {"name": "l", "request_rate_per_s": 100},
                          "runs": [{"run": str(r), "cpu_usage_usec": 1000000 * (1 + i % 7) + 1000 * r,
                                    "window_usec": 15000000, "memory_max_bytes": 50000000 * (1 + i % 9) + r,
                                    "memory_median_bytes": 40000000 * (1 + i % 9)} for r in (1, 2, 3)]}
                         for i in range(50)]})
        self.forecast("usage.json", baseline="service-00")
        self.assertEqual(self.build("one"), self.build("two"))

    def test_pages_of_recordings_link_their_plots(self):
        self.vpsfit("sample", "--out", "one.db", "--subject", "service-00", "--load", "l", "--interval", "50ms", "--window",
                    "load=1s", "self", status=None)
        self.many(50)
        self.forecast("many.db", baseline="service-00")
        files = self.build("site")
        plots = [path for path in files if path.startswith("en/plots/")]
        self.assertEqual(len(plots), 50)
        page = files["en/index.html"].decode()
        self.assertIn('href="plots/050.svg"', page)
        again = self.build("again")
        self.assertEqual(files, again)
        self.assertEqual(len(json.loads(again["summary.json"])["subjects"]), 50)

    def many(self, count):
        """One recording under many names, merged: what a fleet would give."""
        shutil.copy(self.folder / "one.db", self.folder / "many.db")
        with sqlite3.connect(self.folder / "many.db") as database:
            runs = [row[1] for row in database.execute("PRAGMA table_info(runs)")]
            windows = [row[1] for row in database.execute("PRAGMA table_info(windows)")]
            per_run = ("readings", "details")
            first = database.execute("SELECT id, subject FROM runs").fetchone()
            window = database.execute("SELECT id FROM windows").fetchone()[0]
            for i in range(1, count):
                subject = database.execute("INSERT INTO subjects(name) VALUES(?)", (f"service-{i:02}",)).lastrowid
                new = self.copy(database, "runs", runs, f"id = {first[0]}", {"id": "NULL", "subject": str(subject)})
                new_window = self.copy(database, "windows", windows, f"id = {window}", {"id": "NULL", "run": str(new)})
                for table, key, old, to in [(t, "run", first[0], new) for t in per_run] + [
                        ("edges", "window", window, new_window), ("edge_contexts", "window", window, new_window)]:
                    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
                    if columns:
                        self.copy(database, table, columns, f"{key} = {old}", {key: str(to)})

    @staticmethod
    def copy(database, table, columns, where, changed):
        values = ", ".join(changed.get(column, column) for column in columns)
        return database.execute(f"INSERT INTO {table}({', '.join(columns)}) SELECT {values} FROM {table} WHERE {where}").lastrowid
