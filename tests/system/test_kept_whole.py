# SPDX-License-Identifier: MIT
# ctest: serial
# ctest: long
# ctest: timeout=900
"""What was recorded stays whole and says what is missing: a sampler that is killed, one that is stopped."""
import contextlib
import random
import signal
import sqlite3
import time

import sample_test
from sample_test import SPIN


class Killed(sample_test.TestCase):
    MOMENTS = 100

    def test_at_a_hundred_moments_every_tick_that_was_told_is_there(self):
        group = self.group()
        chance = random.Random(20261130)
        for number in range(self.MOMENTS):
            file = f"killed-{number}.db"
            process = self.start("sample", f"cgroup:{group.path}", "--out", file, "--interval=10ms", "--progress=json",
                                 "--window", "a=200ms", "--window", "b=300ms")
            time.sleep(chance.uniform(0.0, 0.6))
            process.kill()
            told = self.finish(process).stderr
            if not (self.folder / file).exists():
                self.assertNotIn('"event":"tick"', told)
                continue
            with self.subTest(number=number):
                # Told after it was committed: what was told is there. The last line may be torn.
                ticks = sum('"event":"tick"' in line and line.endswith("}") for line in told.splitlines())
                shown = self.vpsfit("show", file, "--json").json["runs"]
                with contextlib.closing(sqlite3.connect(self.folder / file)) as database:  # repairs what was cut, as SQLite does
                    self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
                taken = self.rows("SELECT number FROM ticks ORDER BY id", file)
                self.assertGreaterEqual(len(taken), ticks)
                missed = {g["first_number"] + i for g in self.rows("SELECT * FROM gaps", file) for i in range(g["ticks"])}
                numbers = {t["number"] for t in taken}
                if numbers:  # the grid has no hole that is not told
                    self.assertEqual(set(range(min(numbers), max(numbers) + 1)), numbers | {m for m in missed if min(numbers) < m < max(numbers)})
                for run in shown:
                    complete = run["end_reason"] == "finished"
                    codes = [n["code"] for n in run["notices"]] + [n["code"] for w in run["windows"] for n in w["notices"]]
                    self.assertEqual("run_cut" in codes, not complete, run)
                    for window in run["windows"]:
                        self.assertEqual(window["cpu_cores"] is None, window["duration_s"] is None, window)


class Stopped(sample_test.TestCase):
    def test_ten_seconds_without_the_processor_are_a_gap_that_is_told(self):
        process = self.start("sample", "--out", "run.db", "--window", "load=16s", "--", "sh", "-c", SPIN)
        self.wait_until(lambda: (self.folder / "run.db").exists() and len(self.ticks()) >= 3, "three ticks")
        process.send_signal(signal.SIGSTOP)
        time.sleep(10)
        process.send_signal(signal.SIGCONT)
        done = self.finish(process, timeout=60)
        self.assertEqual(done.status, 4, done)
        run = self.vpsfit("show", "run.db", "--json").json["runs"][0]
        window = run["windows"][0]
        codes = [n["code"] for n in window["notices"]]
        self.assertIn("sample_gap", codes)
        self.assertIn("ticks_missed", codes)
        self.assertGreaterEqual(window["missed_ticks"], 9)
        self.assertAlmostEqual(float(window["longest_gap_s"]), 10.5, delta=1)
        # Nothing is filled in, and the counter's difference over the measured time is right all the same.
        begin, end = self.rows("SELECT usage_usec, at_ns FROM edges ORDER BY side")
        used = (end["usage_usec"] - begin["usage_usec"]) * 1000 / (end["at_ns"] - begin["at_ns"])
        self.assertAlmostEqual(float(window["cpu_cores"]), used, places=5)
        numbers = [t["number"] for t in self.ticks()]
        self.assertEqual(len(numbers) + sum(g["ticks"] for g in self.rows("SELECT ticks FROM gaps")), numbers[-1] - numbers[0] + 1)
