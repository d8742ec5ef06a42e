# SPDX-License-Identifier: MIT
# ctest: serial
"""What stands beside the figures of a recording, and what can be made of recordings: cut, merge, doctor, the live table."""
import json
import os
import pty
import re
import select
import signal
import sqlite3
import struct
import subprocess
import termios
import fcntl
import time
import unittest

import sample_test
from sample_test import QUICK, SPIN
from vpsfit_test import BINARY, environment


class Beside(sample_test.TestCase):
    def test_a_window_knows_the_host_and_the_clocks_and_its_document_is_valid(self):
        self.vpsfit("sample", *QUICK, "--window", "load=1s", "--", "sh", "-c", SPIN)
        shown = self.vpsfit("show", "run.db", "--json").json
        self.assert_valid(shown, "show")
        window = shown["runs"][0]["windows"][0]
        why = window["explanation"]
        busy, idle, steal = (why[f"host_{name}_usec"] for name in ("busy", "idle", "steal"))
        whole = os.cpu_count() * 1_000_000
        self.assertAlmostEqual((busy + idle + steal) / whole, 1, delta=0.15)  # all CPUs for a second, in ticks of 10 ms
        self.assertEqual(why["suspended_usec"], 0)
        self.assertLess(abs(why["clock_step_usec"]), 50_000)
        self.assertEqual([m["definition"] for m in window["memory"]],
                         ["current", "working-set", "anon", "without-file-cache"])
        uncertainty = float(window["cpu_uncertainty_cores"])
        self.assertAlmostEqual(uncertainty, os.cpu_count() * 0.01 / (window["window_usec"] / 1e6), places=6)
        self.assertEqual(shown["runs"][0]["memory_uncertainty_bytes"], 64 * os.sysconf("SC_PAGESIZE") * os.cpu_count())

    def test_openmetrics_has_each_family_once_and_ends_as_it_must(self):
        self.vpsfit("sample", *QUICK, "--window", "load=500ms", "--", "sleep", "9")
        with sqlite3.connect(self.folder / "run.db") as database:
            database.execute("UPDATE subjects SET name = ?", ('a"b\\c',))
        database.close()
        text = self.vpsfit("show", "run.db", "--openmetrics").stdout
        self.assertTrue(text.endswith("# EOF\n"))
        families = re.findall(r"^# TYPE (\S+) gauge$", text, re.M)
        self.assertEqual(len(families), len(set(families)))
        sample = re.compile(r'^[a-z_]+\{subject="a\\"b\\\\c",run="1"(,[a-z]+="[^"]*")*\} -?[0-9]+(\.[0-9]+)?$')
        current = None
        for line in text.splitlines()[:-1]:
            if line.startswith("# TYPE"):
                current = line.split()[2]
            elif not line.startswith("#"):
                self.assertRegex(line, sample)
                self.assertTrue(line.startswith(current + "{"), line)

    def test_plots_show_every_window_and_an_image_needs_one_run(self):
        for _ in range(2):
            self.vpsfit("sample", *QUICK, "--subject", "x", "--window", "first=500ms", "--window", "second=500ms", "--", "sleep", "9")
        text = self.vpsfit("show", "run.db", "--plot").stdout
        self.assertEqual(text.count("first"), 2)
        self.assertEqual(text.count("second"), 2)
        self.assertIn("say which", self.vpsfit("show", "run.db", "--svg", status=2).stderr)
        image = self.vpsfit("show", "run.db", "--svg", "--run", "2").stdout
        import xml.etree.ElementTree
        self.assertTrue(xml.etree.ElementTree.fromstring(image).tag.endswith("svg"))
        self.assertIn("there are: x 1, x 2", self.vpsfit("show", "run.db", "--run", "3", status=2).stderr)

    def test_a_name_is_never_cut_in_a_pipe_and_stays_distinct_on_a_terminal(self):
        self.vpsfit("sample", *QUICK, "--window", "load=300ms", "--subject", "s" * 90 + "-one", "--", "sleep", "9")
        self.vpsfit("sample", *QUICK, "--window", "load=300ms", "--subject", "s" * 90 + "-two", "--", "sleep", "9")
        self.assertIn("s" * 90 + "-one", self.vpsfit("show", "run.db").stdout)
        parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        process = subprocess.Popen([BINARY, "show", "run.db"], stdout=child, cwd=self.folder, env=environment(TERM="xterm"))
        os.close(child)
        seen = read_all(parent)
        self.assertEqual(process.wait(), 0)
        rows = [line for line in seen.splitlines() if line.startswith("s") and "load" in line]
        self.assertEqual(len(rows), 8, seen)  # four tables of windows
        for one, other in zip(rows[::2], rows[1::2]):
            self.assertNotEqual(one.split("  ")[0], other.split("  ")[0], seen)
        self.assertNotIn("s" * 90, seen.split("\n!")[0])


def read_all(parent):
    seen = b""
    while select.select([parent], [], [], 30)[0]:
        try:
            block = os.read(parent, 65536)
        except OSError:
            break
        if not block:
            break
        seen += block
    os.close(parent)
    return seen.decode().replace("\r\n", "\n")


class Made(sample_test.TestCase):
    def test_an_excerpt_can_be_forecast_and_is_marked(self):
        self.vpsfit("sample", *QUICK, "--window", "load=2s", "--", "sh", "-c", SPIN)
        done = self.vpsfit("cut", "run.db", "--from=500ms", "--to=1500ms", "--out=part.db")
        self.assertIn("1 runs, 0 windows; 1 windows", done.stderr)
        rows = self.rows("SELECT usage_usec, planned_ns + late_ns + took_ns / 2 AS at FROM readings JOIN ticks ON id = tick ORDER BY tick", "part.db")
        edges = self.rows("SELECT usage_usec, at_ns AS at FROM edges ORDER BY side", "part.db")
        self.assertEqual(edges, [rows[0], rows[-1]])  # counters of real readings
        shown = self.vpsfit("show", "part.db", "--json").json
        self.assert_valid(shown, "show")
        self.assertIn("excerpt", [n["code"] for n in shown["runs"][0]["notices"]])
        self.vpsfit("cut", "run.db", "--from=1s", "--out=part.db", status=2)  # is there already
        for wrong in ("yesterday", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z", "-5s", "1e9s", ""):
            self.vpsfit("cut", "run.db", f"--from={wrong}", "--out=none.db", status=2)
        self.assertFalse((self.folder / "none.db").exists())

    def test_a_cut_and_a_merge_that_are_killed_leave_nothing_of_the_name(self):
        self.vpsfit("sample", *QUICK, "--window", "load=1s", "--", "sleep", "9")
        self.vpsfit("sample", "--interval=100ms", "--out", "b.db", "--subject", "other", "--window", "load=1s", "--", "sleep", "9")
        for delay in (0, 0.001, 0.003, 0.006, 0.01, 0.015):
            process = self.start("merge", "run.db", "b.db", "--out", "all.db")
            time.sleep(delay)
            process.kill()
            process.wait()
            if (self.folder / "all.db").exists():
                self.assertEqual(len(self.vpsfit("show", "all.db", "--json").json["runs"]), 2)
                (self.folder / "all.db").unlink()

    def test_a_merge_on_a_full_disk_is_a_failure_and_leaves_no_file(self):
        self.vpsfit("sample", *QUICK, "--window", "load=1s", "--", "sleep", "9")
        done = subprocess.run(["prlimit", "--fsize=60000", BINARY, "merge", "run.db", "--out", "all.db"], cwd=self.folder,
                              env=environment(), capture_output=True, timeout=60, preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
        self.assertEqual(done.returncode, 1, done)
        self.assertFalse((self.folder / "all.db").exists())
        self.assertEqual(list(self.folder.glob("all.db.*")), [])

    def test_the_forecast_may_go_by_another_memory_and_by_the_busiest_minute(self):
        self.vpsfit("sample", *QUICK, "--window", "load=1s", "--", "sh", "-c", SPIN)
        import vpsfit_test
        catalog = vpsfit_test.SOURCE_DIR / "plans/catalog/digitalocean.json"
        def answer(*options):
            return self.vpsfit("forecast", "run.db", "--plans", catalog, "--alone", "--as-of", "2026-11-30", "--json", *options, status=None).json["subjects"][0]
        usual, minute = answer(), answer("--cpu-statistic", "busiest-minute")
        self.assertEqual(usual["usage"]["cpu_statistic"], "max of run averages")
        self.assertEqual(minute["usage"]["cpu_statistic"], "max of busiest minutes")
        self.assertIn("shorter_than_minute", [n["code"] for n in minute["notices"]])
        self.assertEqual(usual["usage"]["cpu_usage_usec"], minute["usage"]["cpu_usage_usec"])
        anon = answer("--memory-definition", "anon")
        self.assertEqual(anon["usage"]["memory_definition"], "anon")
        self.assertLessEqual(anon["usage"]["memory_bytes"], usual["usage"]["memory_bytes"])

    def test_the_view_and_show_leave_out_the_same_pauses(self):
        self.vpsfit("sample", *QUICK, "--window", "load=1s", "--window", "cool=500ms", "--", "sh", "-c", SPIN)
        with sqlite3.connect(self.folder / "run.db") as database:
            database.execute("UPDATE edge_contexts SET paused_us = CASE side WHEN 'begin' THEN 40000 ELSE 340000 END "
                             "WHERE window = (SELECT id FROM windows WHERE name = 'load')")
            database.execute("UPDATE edges SET usage_usec = 0 WHERE side = 'end' AND "
                             "window = (SELECT id FROM windows WHERE name = 'cool')")
        database.close()
        seen = {row["window"]: row for row in self.rows("SELECT * FROM window_cpu")}
        for window in self.vpsfit("show", "run.db", "--json").json["runs"][0]["windows"]:
            row = seen[window["name"]]
            for figure in ("start_s", "duration_s"):
                self.assertAlmostEqual(row[figure], float(window[figure]), 8)
            self.assertEqual(round(row["paused_s"] * 1e6), window["explanation"]["paused_usec"] or 0)
            self.assertEqual(row["cpu_usage_usec"], window["cpu_usage_usec"])
            if row["cpu_cores"] is None:
                self.assertIsNone(window["cpu_cores"])
            else:
                self.assertAlmostEqual(row["cpu_cores"], float(window["cpu_cores"]), 8)
        self.assertEqual(seen["load"]["paused_s"], 0.3)
        self.assertGreater(seen["load"]["cpu_cores"], 0)
        self.assertIsNone(seen["cool"]["cpu_cores"])

    def test_impossible_cpu_is_refused(self):
        self.vpsfit("sample", *QUICK, "--window", "load=500ms", "--", "sleep", "9")
        with sqlite3.connect(self.folder / "run.db") as database:
            database.execute("UPDATE edges SET usage_usec = usage_usec + 5000000000 WHERE side = 'end'")
        database.close()
        shown = self.vpsfit("show", "run.db", "--json").json["runs"][0]
        self.assertIsNone(shown["windows"][0]["cpu_cores"])
        self.assertIn("impossible_cpu", [n["code"] for n in shown["windows"][0]["notices"]])


class Doctor(sample_test.TestCase):
    def test_the_document_is_valid_and_the_status_agrees_with_it(self):
        done = self.vpsfit("doctor", "--json", status=None)
        self.assert_valid(done.json, "doctor")
        good = all(f["health"] == "good" for f in done.json["findings"])
        self.assertEqual(done.status, 1 if not done.json["can_measure"] else 0 if good else 4)
        table = self.vpsfit("doctor", status=done.status).stdout
        for finding in done.json["findings"]:
            self.assertIn(finding["seen"], table)


class Live(sample_test.TestCase):
    def test_events_are_one_object_a_line_and_tell_all_ticks(self):
        done = self.vpsfit("sample", *QUICK, "--progress=json", "--window", "load=1s", "--", "sleep", "9")
        events = [json.loads(line) for line in done.stderr.splitlines()]
        kinds = [e["event"] for e in events]
        self.assertEqual(kinds[0], "run")
        self.assertEqual(kinds[-1], "end")
        self.assertEqual(kinds.count("tick"), events[-1]["ticks"])
        window = next(e for e in events if e["event"] == "window")
        self.assertEqual((window["window"], window["subject"]), ("load", "sleep"))

    def test_a_run_that_never_began_has_no_summary(self):
        self.vpsfit("sample", *QUICK, "--run", "1", "--window", "load=300ms", "--", "sleep", "9")
        done = self.vpsfit("sample", *QUICK, "--run", "1", "--window", "load=300ms", "--", "sleep", "9", status=2)
        self.assertNotIn("0 samples", done.stderr)
        self.assertNotIn("137", done.stderr)

    def test_the_table_follows_the_size_of_the_terminal_and_the_signal_leaves_it_clean(self):
        parent, child = pty.openpty()
        size = lambda rows, columns: fcntl.ioctl(parent, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        size(24, 100)
        before = termios.tcgetattr(child)
        process = subprocess.Popen([BINARY, "sample", *QUICK, "--", "sleep", "60"], stdin=child, stdout=child, stderr=child,
                                   cwd=self.folder, env=environment(TERM="xterm", NO_COLOR="1"), start_new_session=True)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        seen = self.collect(parent, 1.5)
        self.assertIn("window all", seen)
        self.assertRegex(seen, r"sleep +\d+\.\d\d +\S+ [KM]iB +0")
        size(3, 20)  # two lines fit, of 19 cells
        self.collect(parent, 0.3)
        for block in self.collect(parent, 0.8).split("\x1b[J")[1:-1]:
            lines = block.split("\r\n") if "\r\n" in block else block.split("\n")
            self.assertLessEqual(len(lines), 2)
            for line in lines:
                self.assertLessEqual(len(re.sub("\x1b\\[[0-9]*[A-Z]|\r", "", line)), 19, block)
        size(24, 100)
        process.send_signal(signal.SIGINT)
        rest = self.collect(parent, 3)
        self.assertEqual(process.wait(timeout=20), 130)
        self.assertRegex(rest.splitlines()[-1], r"run\.db: \d+ samples of sleep")
        self.assertEqual(termios.tcgetattr(child), before)  # no mode of the terminal was changed
        self.assertNotRegex(seen + rest, r"\x1b\[[0-9;]*m|\x1b\[\?")  # neither colours nor modes
        os.close(child)
        os.close(parent)

    @staticmethod
    def collect(parent, seconds):
        seen, end = b"", time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([parent], [], [], left)[0]:
                seen += os.read(parent, 65536)
        return seen.decode()
