# SPDX-License-Identifier: MIT
# ctest: once
"""A recording whose old seconds become minutes: what is kept is exact, what is left is what a second computation over the
raw rows gives, and an end in the middle leaves a whole file."""
import contextlib
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import time
import unittest

import vpsfit_test

SECOND = 1_000_000_000


def rows_of(file, sql):
    with contextlib.closing(sqlite3.connect(file)) as database:
        return database.execute(sql).fetchall()


class Compact(vpsfit_test.TestCase):
    def lengthened(self, seconds):
        """A recording of this host, with the samples of a longer run written in by hand; some ticks are missing."""
        self.vpsfit("sample", "self", "--out", "r.db", "--window", "whole=1s", status=None)
        file = self.folder / "r.db"
        chance = random.Random(20261130)
        with contextlib.closing(sqlite3.connect(file)) as database, database:
            for table in ("readings", "details", "ticks", "gaps", "edge_contexts"):
                database.execute(f"DELETE FROM {table}")
            used = 0
            edges = {}
            for number in range(seconds + 1):
                used += chance.randrange(0, 900_000)
                memory = chance.randrange(10, 400) * 4096
                if number in (100, seconds - 100):
                    edges[number] = (used, memory)
                if number % 97 == 13:
                    database.execute("INSERT INTO gaps VALUES(1, ?, 1, 'missed')", (number,))
                    continue
                late = chance.randrange(0, 2_000_000)
                database.execute("INSERT INTO ticks VALUES(?, 1, ?, ?, ?, 10000)", (number + 1, number, number * SECOND, late))
                database.execute("INSERT INTO readings(tick, run, usage_usec, memory_bytes) VALUES(?, 1, ?, ?)",
                                 (number + 1, used, memory))
            started, = database.execute("SELECT started_ns FROM runs").fetchone()
            database.execute("UPDATE runs SET ended_ns = ?, last_tick = ?", (seconds * SECOND + SECOND // 2, seconds + 1))
            for (number, (used, memory)), side in zip(sorted(edges.items()), ("begin", "end")):
                database.execute("UPDATE edges SET at_ns = ?, usage_usec = ?, memory_bytes = ? WHERE side = ?",
                                 (number * SECOND + SECOND // 2, used, memory, side))
            self.assertLess(started, 100 * SECOND)
        shutil.copy(file, self.folder / "raw.db")
        return file

    def shown(self, file):
        return self.vpsfit("show", file.name, "--json").json["runs"][0]

    def test_what_is_kept_is_exact_and_what_is_left_is_right(self):
        file = self.lengthened(1200)
        before = self.shown(file)
        self.vpsfit("compact", file.name, "--retain", "300s")
        raw = {number: (used, memory) for number, used, memory in rows_of(
            self.folder / "raw.db", "SELECT number, usage_usec, memory_bytes FROM readings JOIN ticks ON id = tick")}
        left = {number: (used, memory) for number, used, memory in rows_of(
            file, "SELECT number, usage_usec, memory_bytes FROM readings JOIN ticks ON id = tick")}
        minutes = rows_of(file, "SELECT t.number, first_number, samples, memory_samples, memory_min_bytes, memory_median_bytes,"
                                " memory_max_bytes FROM minutes JOIN ticks t ON t.id = tick ORDER BY 1")
        self.assertGreater(len(minutes), 8)
        covered = set()
        for last, first, samples, memory_samples, least, median, most in minutes:
            inside = [number for number in raw if first <= number <= last]
            memory = [raw[number][1] for number in inside]
            self.assertEqual((samples, memory_samples), (len(inside), len(inside)))
            self.assertEqual((least, most), (min(memory), max(memory)))
            self.assertEqual(median, int(statistics.median(memory)))
            self.assertFalse(covered & set(inside), "a sample is in two minutes")
            covered |= set(inside)
        ends = {minute[0] for minute in minutes}
        self.assertEqual(set(left), (set(raw) - covered) | ends)  # nothing else went
        self.assertTrue(all(left[number] == raw[number] for number in left))
        self.assertTrue(all(number < 900 for number in covered))  # the last five minutes stay in seconds
        for edge in (100, 1100):
            self.assertFalse(covered & {edge, edge + 1}, "the minute of an edge stays in seconds")
        after = self.shown(file)
        for window, old in zip(after["windows"], before["windows"]):
            for figure in ("start_s", "duration_s", "cpu_cores", "memory_max_bytes", "ticks", "missed_ticks", "longest_gap_s"):
                self.assertEqual(window[figure], old[figure], figure)
            self.assertIsNone(window["memory_median_bytes"])  # not known any more
            self.assertEqual((window["rolled_minutes"], old["rolled_minutes"]), (len(minutes), 0))
        size = file.stat().st_size
        self.vpsfit("compact", file.name, "--retain", "300s")  # and once more changes nothing
        self.assertEqual(rows_of(file, "SELECT count(*) FROM minutes"), [(len(minutes),)])
        self.assertLessEqual(file.stat().st_size, size)

    def test_a_killed_one_leaves_a_whole_recording(self):
        file = self.lengthened(20_000)
        before = self.shown(file)
        started = time.monotonic()
        shutil.copy(file, self.folder / "timed.db")
        self.vpsfit("compact", "timed.db", "--retain", "0")
        took = time.monotonic() - started
        for part in (0.1, 0.3, 0.5, 0.7, 0.9):
            shutil.copy(self.folder / "raw.db", file)
            with subprocess.Popen([vpsfit_test.BINARY, "compact", file.name, "--retain", "0"], cwd=self.folder,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=vpsfit_test.environment()) as job:
                time.sleep(took * part)
                job.send_signal(signal.SIGKILL)
            self.assertEqual(rows_of(file, "PRAGMA integrity_check"), [("ok",)])
            window, old = self.shown(file)["windows"][0], before["windows"][0]
            for figure in ("cpu_cores", "memory_max_bytes", "ticks"):
                self.assertEqual(window[figure], old[figure], f"{figure} after a kill at {part}")
            self.vpsfit("compact", file.name, "--retain", "0")  # the rest
            self.assertEqual(self.shown(file)["windows"][0]["cpu_cores"], old["cpu_cores"])

    def test_what_cannot_be_rolled_up_is_refused(self):
        (self.folder / "no.db").write_text("no recording\n")
        self.assertIn("no.db", self.vpsfit("compact", "no.db", "--retain", "1h", status=2).stderr)
        self.assertIn("gone.db", self.vpsfit("compact", "gone.db", "--retain", "1h", status=1).stderr)
        self.vpsfit("sample", "self", "--out", "r.db", "--window", "w=1s", status=None)
        for wrong in ("-1h", "1", "x", "9999999999999d"):
            self.assertIn(wrong, self.vpsfit("compact", "r.db", f"--retain={wrong}", status=2).stderr)

    def test_a_recording_that_is_being_sampled_is_left_alone(self):
        with subprocess.Popen([vpsfit_test.BINARY, "sample", "self", "--out", "live.db"], cwd=self.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, env=vpsfit_test.environment()) as sampler:
            until = time.monotonic() + 60
            while not (self.folder / "live.db").exists() and time.monotonic() < until:
                time.sleep(0.05)
            said = self.vpsfit("compact", "live.db", "--retain", "0", status=1).stderr
            sampler.terminate()
        self.assertIn("live.db", said)
        self.assertEqual(self.vpsfit("show", "live.db", "--json").json["runs"][0]["end_reason"], "interrupted")


if __name__ == "__main__":
    unittest.main()
