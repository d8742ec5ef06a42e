# SPDX-License-Identifier: MIT
# ctest: timeout=400
"""vpsfit sample: signals at every stage, a terminal, a full disk."""
import os
import pathlib
import pty
import select
import signal
import subprocess
import time
import unittest

import sample_test
from sample_test import QUICK, SPIN
from vpsfit_test import BINARY, environment, needs_root


class Stopping(sample_test.TestCase):
    """SIGINT and SIGTERM at every stage: status, a whole file, nothing left running."""

    def interrupt(self, process, *numbers):
        for number in numbers:
            process.send_signal(number)
            time.sleep(0.2)
        return self.finish(process)

    @staticmethod
    def groups_of(process):
        return [pathlib.Path(f) for f in sample_test.left_behind() if f"vpsfit-{process.pid}-" in f]

    def test_in_mid_window(self):
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)):
            with self.subTest(number):
                name = f"{number}.db"
                process = self.start("sample", "--out", name, "--interval", "100ms", "--window", "load=60s", "--", "sleep", "60")
                self.wait_for_ticks(3, name)
                self.assertEqual(self.interrupt(process, number).status, status)
                self.assert_whole(name)
                self.assertEqual(self.run_row(name)["end_reason"], "interrupted")
                self.assertIsNotNone(self.windows(name)["load"]["cpu_cores"])
                self.assertIn("ended_early", self.notices(name))

    def test_at_any_moment_after_the_start(self):
        own = f"60.{os.getpid():010}"  # as nobody else on this host sleeps
        for delay in (0, 0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.12, 0.2):
            with self.subTest(delay):
                name = f"{delay}.db"
                process = self.start("sample", "--out", name, "--interval", "100ms", "--", "sleep", own)
                time.sleep(delay)
                done = self.interrupt(process, signal.SIGINT)
                self.assertIn(done.status, (130, -signal.SIGINT), done)  # the latter: not yet our signal to handle
                if (self.folder / name).exists() and done.status == 130:
                    self.assert_whole(name)
        left = subprocess.run(["pgrep", "-f", f"^sleep {own}$"], capture_output=True, text=True, check=False).stdout
        self.assertEqual(left, "")

    def test_a_command_that_will_not_end_keeps_its_grace_and_a_second_signal_ends_it_at_once(self):
        process = self.start("sample", *QUICK, "--", "sh", "-c", "trap '' TERM; " + SPIN)
        self.wait_for_ticks(3)
        process.send_signal(signal.SIGINT)
        time.sleep(0.7)
        self.assertIsNone(process.poll())
        ticks = len(self.ticks())
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(process).status, 130)
        self.assertLess(time.monotonic() - began, 3)
        self.assertGreater(ticks, 6)  # sampled on while it was asked to end
        self.assertEqual(self.run_row()["command_status"], 137)
        self.assert_whole()

    def test_a_killed_sampler_leaves_all_but_the_last_tick_and_the_command_is_told(self):
        process = self.start("sample", *QUICK, "--window", "load=60s", "--", "sh", "-c", "trap 'echo told >told' TERM; sleep 60 & wait; exec sleep 60")
        self.wait_for_ticks(12)
        process.kill()
        process.wait()
        self.assertEqual(self.rows("PRAGMA integrity_check"), [{"integrity_check": "ok"}])
        self.assertGreaterEqual(len(self.ticks()), 12)
        self.assertIsNone(self.run_row()["end_reason"])
        self.wait_until(lambda: (self.folder / "told").exists(), "the command gets SIGTERM")
        for folder in self.groups_of(process):  # nobody is left to remove it
            for pid in (folder / "cgroup.procs").read_text(encoding="ascii").split():
                os.kill(int(pid), signal.SIGKILL)
            for _ in range(100):
                try:
                    folder.rmdir()
                    break
                except OSError:
                    time.sleep(0.02)
        again = self.vpsfit("sample", *QUICK, "--subject", "sh", "--", "true")
        self.assertIn("samples of sh", again.stderr)
        self.assert_whole()
        self.assertEqual([row["name"] for row in self.rows("SELECT name FROM runs ORDER BY id")], ["1", "2"])


class Terminal(sample_test.TestCase):
    def run_in_terminal(self, **changes):
        parent, child = pty.openpty()
        process = subprocess.Popen([BINARY, "sample", *QUICK, "--window", "load=1s", "--", "sleep", "60"], stdin=child, stdout=child,
                                   stderr=child, cwd=self.folder, env=environment(**changes), start_new_session=True)
        os.close(child)
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
        self.assertEqual(process.wait(), 0, seen)
        return seen.decode()

    def test_the_table_is_rewritten_and_cleared(self):
        seen = self.run_in_terminal(TERM="xterm")
        lives = [part for part in seen.split("\x1b[J") if part.startswith("window load")]
        self.assertGreater(len(lives), 3)
        self.assertIn("sleep", lives[0])
        self.assertRegex(seen.splitlines()[-1], r"run\.db: \d+ samples of sleep, \d+ missed; finished")

    def test_a_dumb_terminal_gets_lines_only(self):
        self.assertNotIn("\x1b", self.run_in_terminal(TERM="dumb"))

    def test_a_command_that_reads_the_terminal_sees_its_end(self):
        parent, child = pty.openpty()
        process = subprocess.Popen([BINARY, "sample", *QUICK, "--", "cat"], stdin=child, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, cwd=self.folder, env=environment())
        os.close(child)
        try:
            self.assertEqual(process.wait(timeout=20), 0)
        finally:
            os.close(parent)


@needs_root
class FullDisk(sample_test.TestCase):
    def test_samples_wait_in_memory_and_are_written_when_there_is_space(self):
        disk = self.folder / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "vpsfit-test", disk], check=True)
        self.addCleanup(lambda: subprocess.run(["umount", "-l", disk], check=False))
        sampler = self.start("sample", "--out", "disk/run.db", "--interval", "50ms", "--", "sleep", "60")
        self.wait_for_ticks(3, "disk/run.db")
        filler = disk / "filler"
        with self.assertRaises(OSError), open(filler, "wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)
        time.sleep(3)
        filler.unlink()
        time.sleep(1)
        sampler.send_signal(signal.SIGINT)
        done = self.finish(sampler)
        self.assertEqual(done.status, 130, done)
        self.assertEqual(done.stderr.count("disk full"), 1, done)
        self.assertEqual(done.stderr.count("is written again"), 1, done)
        numbers = [tick["number"] for tick in self.ticks("disk/run.db")]
        missed = sum(row["ticks"] for row in self.rows("SELECT ticks FROM gaps", "disk/run.db"))
        self.assertEqual(len(numbers) + missed, numbers[-1] - numbers[0] + 1, (numbers, self.rows("SELECT * FROM gaps", "disk/run.db")))

    def test_a_disk_that_stays_full_is_a_failure_and_what_was_written_is_whole(self):
        disk = self.folder / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "vpsfit-test", disk], check=True)
        self.addCleanup(lambda: subprocess.run(["umount", "-l", disk], check=False))
        sampler = self.start("sample", "--out", "disk/run.db", "--interval", "50ms", "--", "sleep", "60")
        self.wait_for_ticks(3, "disk/run.db")
        with self.assertRaises(OSError), open(disk / "filler", "wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)
        time.sleep(2)
        sampler.send_signal(signal.SIGINT)
        done = self.finish(sampler)
        self.assertEqual(done.status, 1, done)
        self.assertIn("could not be written", done.stderr)
        (disk / "filler").unlink()
        self.assertEqual(self.rows("PRAGMA integrity_check", "disk/run.db"), [{"integrity_check": "ok"}])


if __name__ == "__main__":
    unittest.main()
