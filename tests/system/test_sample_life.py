# SPDX-License-Identifier: MIT
# ctest: serial
# ctest: timeout=300
"""vpsfit sample: groups that come, go, come again and are paused while it samples, and what each of them says of itself."""
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

import sample_test
from sample_test import HIERARCHIES, SPIN
from vpsfit_test import needs_root

FAST = ("--out", "run.db", "--interval", "100ms")


class Nest:
    """A folder of groups named as Docker's cgroupfs driver names containers: /vpsfit-test-PID-TIME/docker/ID."""

    def __init__(self, test):
        self.parent = test.group()
        self.path = f"{self.parent.path}/docker"
        self.tops = [folder for folder in self.parent.folders]
        self.made = []
        self.make_folders("docker")
        test.addCleanup(self.remove_all)

    def make_folders(self, name):
        for top in self.tops:
            (top / name).mkdir()
        self.made.append(name)

    def remove_folders(self, name):
        for top in self.tops:
            for _ in range(300):
                try:
                    (top / name).rmdir()
                except FileNotFoundError:
                    break
                except OSError:  # somebody is in it, or is just leaving
                    for pid in (top / name / "cgroup.procs").read_text(encoding="ascii").split():
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(int(pid), signal.SIGKILL)
                    time.sleep(0.01)
                else:
                    break
        self.made.remove(name)

    def make(self, container):
        self.make_folders(f"docker/{container}")

    def remove(self, container):
        self.remove_folders(f"docker/{container}")

    def run(self, container, script, **options):
        """A process inside."""
        folders = [top / "docker" / container for top in self.tops]
        return subprocess.Popen(["sh", "-c", script], stdin=subprocess.DEVNULL, preexec_fn=lambda: [
            (folder / "cgroup.procs").write_text("0", encoding="ascii") for folder in folders], **options)

    def remove_all(self):
        for name in reversed(list(self.made)):
            self.remove_folders(name)


def identity(digit):
    return str(digit) * 64


@needs_root
class Life(sample_test.TestCase):
    def setUp(self):
        super().setUp()
        self.nest = Nest(self)

    def container(self, digit, script=None):
        self.nest.make(identity(digit))
        if script is None:
            return None
        process = self.nest.run(identity(digit), script)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def sample(self, *words):
        sampler = self.start("sample", *FAST, *words)
        self.wait_for_ticks(3)
        return sampler

    def interrupt(self, sampler):
        sampler.send_signal(signal.SIGINT)
        done = self.finish(sampler)
        self.assertEqual(done.status, 130, done)
        self.assert_whole()
        return done

    def runs(self):
        """Of our own groups: `all` also finds what else runs on this host."""
        return self.rows("SELECT r.*, s.name AS subject_name FROM runs r JOIN subjects s ON s.id = r.subject "
                         f"WHERE r.group_path LIKE '{self.nest.path}/%' ORDER BY r.id")

    def told(self, run):
        return [row["code"] for row in self.rows(f"SELECT code FROM notices WHERE run = {run['id']} ORDER BY id")]

    def test_all_takes_in_what_appears_and_lets_go_what_ends(self):
        self.container(1, "exec sleep 60")
        sampler = self.sample("all")
        short = self.container(2, "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done")
        short.wait()
        self.nest.remove(identity(2))
        time.sleep(0.5)
        self.interrupt(sampler)
        first, second = self.runs()
        self.assertEqual((first["subject_name"], second["subject_name"]), ("1" * 12, "2" * 12))
        self.assertEqual((first["end_reason"], second["end_reason"]), ("interrupted", "target_vanished"))
        self.assertEqual((first["group_is_fresh"], second["group_is_fresh"]), (0, 1))
        self.assertEqual(self.told(second), ["target_exited"])  # it had its life, and nothing of it is missing
        used = self.rows(f"SELECT e.usage_usec - b.usage_usec AS used FROM windows w JOIN edges b ON b.window = w.id AND "
                         f"b.side = 'begin' JOIN edges e ON e.window = w.id AND e.side = 'end' WHERE w.run = {second['id']}")
        self.assertGreater(used[0]["used"], 10_000)

    def test_a_group_made_anew_under_its_path_is_a_new_run_with_its_own_counters(self):
        self.container(3)
        self.nest.run(identity(3), "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done").wait()
        sampler = self.sample("--follow", identity(3))
        self.nest.remove(identity(3))
        self.nest.make(identity(3))
        process = self.nest.run(identity(3), "exec sleep 60")
        time.sleep(0.8)
        process.kill()
        process.wait()
        self.interrupt(sampler)
        runs = self.runs()
        self.assertEqual([(run["subject_name"], run["name"]) for run in runs], [("3" * 12, "1"), ("3" * 12, "2")])
        self.assertNotEqual(runs[0]["group_inode"], runs[1]["group_inode"])
        begin = self.rows("SELECT usage_usec FROM edges WHERE side = 'begin' ORDER BY window")
        self.assertGreater(begin[0]["usage_usec"], begin[1]["usage_usec"])
        back = self.rows("SELECT run, min(usage_usec) AS low, max(usage_usec) AS high FROM readings GROUP BY run ORDER BY run")
        self.assertLess(back[1]["high"], back[0]["low"])

    def test_follow_waits_for_what_is_not_there(self):
        sampler = self.start("sample", *FAST, "--window", "load=700ms", "--follow", identity(4))
        time.sleep(0.5)
        self.container(4, SPIN)
        done = self.finish(sampler)
        self.assertIn(done.status, (0, 4) if " missed; " in done.stderr and " 0 missed; " not in done.stderr else (0,), done)
        self.assertIn("waiting for", done.stderr)
        window = self.windows()["load"]
        self.assertAlmostEqual(window["duration_s"], 0.7, delta=0.05)
        self.assertGreater(window["cpu_cores"], 0.01)

    def test_what_is_excluded_is_not_sampled(self):
        self.container(5, "exec sleep 60")
        self.container(6, "exec sleep 60")
        sampler = self.sample("all", "--exclude", "6" * 12)
        self.container(7, "exec sleep 60")
        time.sleep(0.5)
        self.interrupt(sampler)
        self.assertEqual([run["subject_name"] for run in self.runs()], ["5" * 12, "7" * 12])

    def test_a_group_in_which_nothing_ran_was_removed(self):
        self.container(8)
        sampler = self.sample(f"cgroup:{self.nest.path}/{identity(8)}")
        self.nest.remove(identity(8))
        self.assertEqual(self.finish(sampler).status, 4)
        self.assertEqual(self.told(self.runs()[0]), ["ended_early", "target_removed"])

    def test_one_that_goes_takes_no_tick_from_the_others(self):
        self.container(1, "exec sleep 60")
        self.container(2, "exec sleep 60").kill()
        sampler = self.sample(identity(1), identity(2), "--for", "2s")
        self.nest.remove(identity(2))
        self.assertEqual(self.finish(sampler).status, 4)
        ticks = self.rows("SELECT count(*) AS n FROM readings WHERE run = 1")[0]["n"]
        gaps = self.rows("SELECT coalesce(sum(ticks), 0) AS n FROM gaps")[0]["n"]
        self.assertEqual(ticks, self.rows("SELECT count(*) AS n FROM ticks")[0]["n"])
        self.assertGreaterEqual(ticks + gaps, 20)

    def test_a_later_window_is_opened_for_who_comes_late_and_says_so(self):
        self.container(1, "exec sleep 60")
        sampler = self.sample("all", "--window", "load=2s")
        time.sleep(0.7)
        self.container(2, "exec sleep 60")
        self.assertEqual(self.finish(sampler).status, 4)
        self.assertEqual(self.told(self.runs()[1]), ["joined_late"])

    @unittest.skipUnless("v2" in HIERARCHIES, "no cgroup v2 here")
    def test_a_pause_is_not_averaged_in(self):
        self.container(9, SPIN)
        freezer = HIERARCHIES["v2"] / self.nest.path[1:] / identity(9) / "cgroup.freeze"
        self.assertTrue(freezer.exists())
        sampler = self.start("sample", *FAST, "--window", "load=4s", identity(9))
        self.wait_for_ticks(10)
        freezer.write_text("1", encoding="ascii")
        time.sleep(2)
        freezer.write_text("0", encoding="ascii")
        done = self.finish(sampler)
        self.assertIn(done.status, (0, 4), done)
        paused = self.rows("SELECT e.paused_us - b.paused_us AS us FROM edge_contexts b JOIN edge_contexts e USING (window) "
                           "WHERE b.side = 'begin' AND e.side = 'end'")[0]["us"]
        self.assertAlmostEqual(paused / 1e6, 2, delta=0.3)
        shown = json.loads(self.vpsfit("show", "run.db", "--json").stdout)["runs"][0]["windows"][0]
        edges = self.rows("SELECT * FROM window_cpu")[0]
        running = edges["duration_s"] - paused / 1e6
        self.assertAlmostEqual(float(shown["cpu_cores"]), edges["cpu_usage_usec"] / 1e6 / running, delta=0.01)
        self.assertIn("paused", [notice["code"] for notice in shown["notices"]])

    def churn(self, count):
        self.container(5, "exec sleep 600")
        sampler = self.start("sample", "--out", "run.db", "--interval", "500ms", "all")
        self.wait_for_ticks(3)
        folder = pathlib.Path(f"/proc/{sampler.pid}/fd")
        before = len(list(folder.iterdir()))
        for number in range(count):
            container = f"{number:064x}"
            self.nest.make(container)
            if number % 50 == 0:
                self.nest.run(container, "i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done").wait()
            self.nest.remove(container)
        time.sleep(1)
        self.assertEqual(len(list(folder.iterdir())), before, "descriptors were left open")
        done = self.interrupt(sampler)
        steady = self.rows(f"SELECT count(*) AS n FROM readings WHERE run = {self.runs()[0]['id']}")[0]["n"]
        self.assertEqual(steady, self.rows("SELECT count(*) AS n FROM ticks")[0]["n"], done)
        numbers = [row["number"] for row in self.rows("SELECT number FROM ticks ORDER BY id")]
        missed = self.rows("SELECT coalesce(sum(ticks), 0) AS n FROM gaps")[0]["n"]
        self.assertEqual(len(numbers) + missed, numbers[-1] - numbers[0] + 1)
        self.assertLessEqual(missed, len(numbers) // 20 + 2)  # what a machine that is busy with others may take
        self.assertGreater(len(self.runs()), count // 100)
        self.assertEqual(self.rows("SELECT count(*) AS n FROM runs WHERE ended_ns IS NULL")[0]["n"], 0)

    def test_two_hundred_groups_that_come_and_go_leave_nothing_behind(self):
        self.churn(200)


class Words(sample_test.TestCase):
    def refused(self, *words, saying):
        self.assert_complaint(self.vpsfit("sample", "--out", "run.db", *words, status=2), *saying)
        self.assertEqual(list(self.folder.glob("run.db*")), [])

    def test_options_that_contradict_each_other(self):
        self.refused("pid:1", "--exclude", "web", saying=["--exclude"])
        self.refused("--follow", "pid:1", saying=["--follow", "process"])
        self.refused("--follow", "vm:x", saying=["vm"])
        self.refused("--follow", "web", "--run", "1", saying=["--run"])
        self.refused("--follow", "a", "--follow", "b", "--subject", "s", saying=["--subject"])
        self.refused("--follow", "a", "--", "true", saying=["command"])


if __name__ == "__main__":
    unittest.main()
