# SPDX-License-Identifier: MIT
# ctest: timeout=400
"""vpsfit sample and mark: what is recorded of commands and groups, and what is said where it cannot be."""
import json
import os
import signal
import stat
import subprocess
import sys
import unittest

import sample_test
from sample_test import HIERARCHIES, QUICK, SPIN
from vpsfit_test import BINARY, environment, needs_root


class Command(sample_test.TestCase):
    def test_status_is_recorded_and_not_returned(self):
        done = self.vpsfit("sample", *QUICK, "--", "sh", "-c", "echo out; echo err >&2; exit 7")
        self.assertEqual(done.stdout, "out\n")
        self.assertIn("err\n", done.stderr)
        self.assertIn("status 7", done.stderr.splitlines()[-1])
        run = self.run_row()
        self.assertEqual((run["command_status"], run["end_reason"], run["target"]), (7, "command_exited", "command"))
        self.assertEqual(json.loads(run["command"]), ["sh", "-c", "echo out; echo err >&2; exit 7"])
        self.assertEqual((run["subject_name"], run["name"]), ("sh", "1"))
        self.assert_whole()

    def test_a_signal_is_128_and_its_number(self):
        self.vpsfit("sample", *QUICK, "--", "sh", "-c", "kill -KILL $$")
        self.assertEqual(self.run_row()["command_status"], 137)

    def test_everything_after_the_dashes_is_the_commands(self):
        done = self.vpsfit("sample", *QUICK, "--", "echo", "--out=x", "--", "-n", "")
        self.assertEqual(done.stdout, "--out=x -- -n \n")

    def test_standard_input_is_handed_on(self):
        self.assertEqual(self.vpsfit("sample", *QUICK, "--", "cat", stdin="hello").stdout, "hello")

    def test_subjects_runs_and_load_are_recorded(self):
        common = ("sample", *QUICK, "--subject", "web", "--load", "r100", "--request-rate", "100.5")
        self.vpsfit(*common, "--", "true")
        self.vpsfit(*common, "--", "true")
        self.vpsfit(*common, "--run", "cold", "--", "true")
        rows = self.rows("SELECT r.name, s.name AS subject, load_name, request_rate_per_s FROM runs r "
                         "JOIN subjects s ON s.id = r.subject ORDER BY r.id")
        self.assertEqual([row["name"] for row in rows], ["1", "2", "cold"])
        self.assertEqual({row["subject"] for row in rows}, {"web"})
        self.assertEqual({(row["load_name"], row["request_rate_per_s"]) for row in rows}, {("r100", "201/2")})
        self.assert_complaint(self.vpsfit(*common, "--run", "cold", "--", "true", status=2), "cold")

    def test_windows_run_one_after_the_other_from_the_start(self):
        self.vpsfit("sample", *QUICK, "--window", "warmup=500ms", "--window", "load=1s", "--for", "2s", "--", "sh", "-c", SPIN)
        windows, run = self.windows(), self.run_row()
        self.assertEqual(list(windows), ["warmup", "load"])
        self.assertAlmostEqual(windows["warmup"]["duration_s"], 0.5, delta=0.05)
        self.assertAlmostEqual(windows["load"]["duration_s"], 1, delta=0.05)
        self.assertAlmostEqual(windows["load"]["start_s"], windows["warmup"]["start_s"] + windows["warmup"]["duration_s"], places=6)
        self.assertEqual((run["end_reason"], run["command_status"]), ("finished", 143))
        self.assertGreaterEqual((run["ended_ns"] - run["started_ns"]) / 1e9, 2)

    def test_ticks_are_numbered_on_a_fixed_grid(self):
        self.vpsfit("sample", *QUICK, "--for", "2s", "--", "sleep", "10", status=None)
        ticks = self.ticks()
        start = ticks[0]["planned_ns"] - ticks[0]["number"] * 100_000_000
        for tick in ticks:
            self.assertEqual(tick["planned_ns"], start + tick["number"] * 100_000_000)
        self.assertTrue(all(tick["late_ns"] >= 0 for tick in ticks[:-1]))
        numbers = [tick["number"] for tick in ticks]
        missed = sum(row["ticks"] for row in self.rows("SELECT ticks FROM gaps"))
        self.assertEqual(len(numbers) + missed, numbers[-1] - numbers[0] + 1)

    def test_a_command_that_exits_before_its_windows_are_over_is_incomplete(self):
        done = self.vpsfit("sample", *QUICK, "--window", "load=30s", "--", "sleep", "0.5", status=4)
        self.assertIn("incomplete", done.stderr)
        self.assertIn("ended_early", self.notices())
        self.assertIsNotNone(self.windows()["load"]["cpu_cores"])

    def test_a_script_without_its_interpreter_leaves_no_group(self):
        self.write("bad", "#!/no/such/interpreter\n").chmod(0o755)
        self.assert_complaint(self.vpsfit("sample", *QUICK, "--", "./bad", status=1), "./bad", "No such file")
        self.assertEqual(self.run_row()["end_reason"], "failed")
        self.assert_whole()

    def test_what_lingers_is_killed_and_the_group_removed(self):
        self.vpsfit("sample", *QUICK, "--", "sh", "-c", "sleep 4321 & setsid sleep 4321 & sleep 0.3")
        left = subprocess.run(["pgrep", "-f", "^sleep 4321"], capture_output=True, text=True, check=False).stdout
        self.assertEqual(left, "")

    def test_the_peak_of_a_fresh_group_is_at_least_the_largest_sample(self):
        self.vpsfit("sample", *QUICK, "--", "sh", "-c", "sleep 0.3; true")
        run = self.run_row()
        if run["source"] == "process_tree":
            self.skipTest("no control group can be made here")
        self.assertEqual(run["group_is_fresh"], 1)
        peaks = self.rows("SELECT max(memory_peak_bytes) AS peak FROM details")[0]["peak"]
        self.assertGreaterEqual(peaks, max(tick["memory_bytes"] for tick in self.ticks()))
        self.assertLess(self.ticks()[0]["memory_bytes"], 2 << 20)  # before the command came

    def test_a_second_writer_is_refused_and_does_not_start_its_command(self):
        first = self.start("sample", *QUICK, "--", "sleep", "60")
        self.wait_for_ticks(2)
        done = self.vpsfit("sample", *QUICK, "--", "touch", self.folder / "ran", status=1)
        self.assert_complaint(done, "run.db")
        self.assertFalse((self.folder / "ran").exists())
        first.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(first).status, 130)


@needs_root
class Groups(sample_test.TestCase):
    def busy(self, group, script=SPIN):
        process = subprocess.Popen(["sh", "-c", script], preexec_fn=group.enter, stdin=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_a_group_by_its_path_and_by_one_of_its_processes(self):
        group = self.group()
        process = self.busy(group)
        self.vpsfit("sample", *QUICK, "--window", "load=1s", f"cgroup:{group.path}", f"pid:{process.pid}")
        windows = self.rows("SELECT * FROM window_cpu")
        self.assertEqual([row["subject"] for row in windows], [group.path[1:], "sh"])
        for row in windows:
            self.assertGreater(row["cpu_cores"], 0.01)
            self.assertLess(row["cpu_cores"], 1.02)
        self.assertEqual({row["source"] for row in self.rows("SELECT source FROM runs")},
                         {"cgroup2" if "memory" not in HIERARCHIES else "hybrid" if "v2" in HIERARCHIES else "cgroup1"})

    def test_a_group_that_leaves_ends_its_run_early(self):
        group = self.group()
        sampler = self.start("sample", *QUICK, "--window", "load=30s", f"cgroup:{group.path}")
        self.wait_for_ticks(5)
        group.remove()
        done = self.finish(sampler)
        self.assertEqual(done.status, 4, done)
        self.assertIn("is gone", done.stderr)
        self.assertEqual(self.run_row()["end_reason"], "target_vanished")
        self.assertIn("ended_early", self.notices())
        self.assert_whole()

    def test_a_new_group_of_the_same_name_is_not_taken_for_the_old_one(self):
        group = self.group()
        sampler = self.start("sample", *QUICK, "--window", "load=30s", f"cgroup:{group.path}")
        self.wait_for_ticks(5)
        for folder in group.folders:
            folder.rmdir()
            folder.mkdir()
        self.assertEqual(self.finish(sampler).status, 4)
        self.assertEqual(self.run_row()["end_reason"], "target_vanished")

    def test_one_that_leaves_does_not_disturb_the_others(self):
        stays, leaves = self.group(), self.group()
        self.busy(stays)
        sampler = self.start("sample", *QUICK, "--window", "load=3s", f"cgroup:{stays.path}", f"cgroup:{leaves.path}")
        self.wait_for_ticks(5)
        leaves.remove()
        self.assertEqual(self.finish(sampler).status, 4)
        self.assertEqual([row["end_reason"] for row in self.rows("SELECT end_reason FROM runs ORDER BY id")],
                         ["finished", "target_vanished"])
        self.assertAlmostEqual(self.windows()["load"]["duration_s"], 3, delta=3)

    @unittest.skipUnless("memory" in HIERARCHIES, "needs a hierarchy per controller")
    def test_a_figure_that_cannot_be_read_is_unknown_and_said(self):
        group = self.group(only=["memory"])
        done = self.vpsfit("sample", *QUICK, "--for", "500ms", f"cgroup:{group.path}", status=4)
        self.assertIn("the cpu of", done.stderr)
        self.assertEqual({tick["usage_usec"] for tick in self.ticks()}, {None})
        self.assertIn("figure_missing", self.notices())
        cpu_only = self.group(only=["v2"])
        self.vpsfit("sample", "--out", "cpu.db", "--interval", "100ms", "--for", "500ms", f"cgroup:{cpu_only.path}", status=4)
        self.assertEqual({tick["memory_bytes"] for tick in self.ticks("cpu.db")}, {None})

    def test_limits_are_recorded_with_the_group_that_sets_them(self):
        group = self.group()
        for folder in group.folders:
            for name in ("memory.max", "memory.limit_in_bytes"):
                if (folder / name).exists():
                    (folder / name).write_text(str(256 << 20), encoding="ascii")
        self.vpsfit("sample", *QUICK, "--for", "300ms", f"cgroup:{group.path}")
        self.assertEqual((self.run_row()["limit_memory_bytes"], self.run_row()["limit_memory_from"]), (256 << 20, group.path))

    def test_an_oom_kill_marks_the_run(self):
        group = self.group()
        for folder in group.folders:
            for name, value in (("memory.max", "20M"), ("memory.swap.max", "0"), ("memory.limit_in_bytes", "20M"),
                                ("memory.memsw.limit_in_bytes", "20M")):
                if (folder / name).exists():
                    (folder / name).write_text(value, encoding="ascii")
        sampler = self.start("sample", *QUICK, "--window", "load=3s", f"cgroup:{group.path}")
        self.wait_for_ticks(3)
        hungry = subprocess.Popen([sys.executable, "-c", "x = bytearray(100 << 20)"], preexec_fn=group.enter)
        self.assertEqual(hungry.wait(), -signal.SIGKILL)
        self.assertEqual(self.finish(sampler).status, 4)
        self.assertEqual(self.rows("SELECT max(oom_kill) AS n FROM edges")[0]["n"], 1)


class Marks(sample_test.TestCase):
    def test_a_window_is_opened_and_closed_from_outside(self):
        sampler = self.start("sample", *QUICK, "--", "sh", "-c", SPIN)
        self.wait_for_ticks(3)
        self.vpsfit("mark", "run.db", "burst", "start")
        self.assertEqual(stat.S_IMODE((self.folder / "run.db.sock").stat().st_mode), 0o600)
        self.assert_complaint(self.vpsfit("mark", "run.db", "burst", "start", status=1), "open already")
        began = len(self.ticks())
        self.wait_for_ticks(began + 8)
        self.vpsfit("mark", "run.db", "burst", "stop")
        self.assertIsNotNone(self.windows()["burst"]["cpu_cores"])  # it returned when the edge was read
        self.assert_complaint(self.vpsfit("mark", "run.db", "burst", "stop", status=1), "not open")
        self.assert_complaint(self.vpsfit("mark", "run.db", "all", "stop", status=1), "by plan")
        self.vpsfit("mark", "run.db", "late", "start")
        sampler.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(sampler).status, 130)
        windows = self.windows()
        self.assertEqual(set(windows), {"all", "burst", "late"})
        self.assertGreater(windows["burst"]["duration_s"], 0.6)
        self.assertIsNotNone(windows["late"]["duration_s"])
        self.assert_whole()

    def test_without_a_sampler_there_is_nobody_to_ask(self):
        self.assert_complaint(self.vpsfit("mark", "none.db", "load", "start", status=1), "none.db", "no sampler")
        self.vpsfit("sample", *QUICK, "--", "true")
        self.assert_complaint(self.vpsfit("mark", "run.db", "load", "start", status=1), "no sampler")

    def test_wrong_use(self):
        for words in (("run.db", "load"), ("run.db", "load", "begin"), ("run.db", "", "start"), ("run.db", "a\nb", "start")):
            with self.subTest(words):
                self.vpsfit("mark", *words, status=2)


@needs_root
class ProcessTree(sample_test.TestCase):
    """A user who can make no group."""

    def as_nobody(self, *arguments):
        os.chmod(self.folder, 0o777)
        done = subprocess.run([BINARY, "sample", *QUICK, *arguments], user=65534, group=65534, extra_groups=[], cwd=self.folder,
                              capture_output=True, text=True, env=environment(), timeout=60, stdin=subprocess.DEVNULL, check=False)
        self.assertNotIn("Sanitizer", done.stderr)
        return done

    def test_the_process_tree_is_sampled_and_said(self):
        burn = "import os,time\nwhile time.process_time() < 1.5: pass\n"
        script = f"python3 -c '{burn}'; (python3 -c '{burn}' & wait); setsid python3 -c '{burn}'"
        done = self.as_nobody("--", "sh", "-c", script)
        self.assertIn(done.returncode, (0, 4), done.stderr)  # 4: a busy machine missed some ticks
        self.assertIn("process tree", done.stderr)
        run = self.run_row()
        self.assertEqual(run["source"], "process_tree")
        used = self.ticks()[-1]["usage_usec"]
        self.assertGreater(used, 4_500_000 * 0.99)
        self.assertLess(used, 4_500_000 + 1_000_000)  # python's own start, three times
        usage = [tick["usage_usec"] for tick in self.ticks()]
        self.assertEqual(usage, sorted(usage))

    def test_memory_of_the_tree_is_there_without_a_kernel_peak(self):
        done = self.as_nobody("--window", "load=1s", "--", "python3", "-c", "x = b'x' * (64 << 20); import time; time.sleep(60)")
        self.assertIn(done.returncode, (0, 4), done.stderr)  # 4: a busy machine missed some ticks
        most = max(tick["memory_bytes"] for tick in self.ticks())
        self.assertGreater(most, 64 << 20)
        self.assertLess(most, 90 << 20)
        self.assertEqual(self.rows("SELECT max(memory_peak_bytes) AS peak FROM details")[0]["peak"], None)

    def test_orphans_are_killed_too(self):
        self.as_nobody("--", "sh", "-c", "setsid sleep 8765 & sleep 0.3")
        left = subprocess.run(["pgrep", "-f", "^sleep 8765"], capture_output=True, text=True, check=False).stdout
        self.assertEqual(left, "")


if __name__ == "__main__":
    unittest.main()
