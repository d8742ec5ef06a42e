# SPDX-License-Identifier: MIT
# ctest: serial timeout=300
"""Whether the figures are true: against a process's own clock, against memory that was touched, against the kernel's
peak; and what a tick costs in system calls. Every wait is for something that happened, never for a time alone, so that a
busy machine changes nothing."""
import collections
import re
import signal
import subprocess
import time
import unittest

import sample_test
from sample_test import CPUS, MIB, PAGE
from vpsfit_test import needs_program, needs_root

# Does one step of the script whenever the test asks for it, and tells when it is done.
STEPS = """
import mmap, os, sys, time
def step(name):
    while not os.path.exists(name + '.go'):
        time.sleep(0.01)
def done(name):
    open(name + '.done', 'w').close()
def touch(size):
    area = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    area.madvise(15)  # MADV_NOHUGEPAGE
    for at in range(0, size, 4096):
        area[at] = 1
    return area
step('ready')
done('ready')
"""


@needs_root
class Truth(sample_test.TestCase):
    def sample_steps(self, script, *arguments):
        self.write("steps.py", STEPS + script)
        process = self.start("sample", "--out", "run.db", *arguments, "--", "/usr/bin/python3", "steps.py")
        self.wait_for_ticks(1)
        if self.run_row()["source"] == "process_tree":
            self.skipTest("no control group can be made here")
        self.step("ready")
        return process

    def step(self, name, seconds=60):
        self.write(f"{name}.go", "")
        self.wait_until((self.folder / f"{name}.done").exists, f"step {name}", seconds)

    def more_ticks(self, count):
        self.wait_for_ticks(len(self.ticks()) + count)

    def memory_now(self):
        return self.ticks()[-1]["memory_bytes"]

    def test_a_busy_process_reads_as_its_own_cpu_clock_does(self):
        self.write("burn.py", "import time\nwhile time.process_time() < 12: pass\n"
                              "open('clock', 'w').write(str(time.process_time()))\n")
        self.vpsfit("sample", "--out", "run.db", "--", "/usr/bin/python3", "burn.py", timeout=200)
        own = float((self.folder / "clock").read_text(encoding="ascii"))
        window = self.windows()["all"]
        self.assertAlmostEqual(window["cpu_usage_usec"] / 1e6, own, delta=own * 0.005)
        # The view divides by whole microseconds, as the program does.
        self.assertAlmostEqual(window["cpu_cores"], window["cpu_usage_usec"] / 1e6 / window["duration_s"], places=6)
        self.assertGreaterEqual(window["duration_s"], own)

    def test_touched_memory_is_counted_to_the_page(self):
        process = self.sample_steps("step('touch')\narea = touch(200 << 20)\ndone('touch')\nstep('end')\n", "--interval", "200ms")
        self.more_ticks(3)
        before = self.memory_now()
        self.step("touch")
        self.more_ticks(3)
        grown = self.memory_now() - before
        process.send_signal(signal.SIGTERM)
        self.finish(process)
        batch = 64 * PAGE * CPUS
        tables = (200 * MIB // PAGE) * 8 + 2 * PAGE
        self.assertGreaterEqual(grown, 200 * MIB - batch)
        self.assertLessEqual(grown, 200 * MIB + batch + tables)

    def test_a_spike_between_two_ticks_is_in_the_peak_and_not_in_the_samples(self):
        process = self.sample_steps("step('spike')\narea = touch(100 << 20)\ntime.sleep(0.15)\narea.close()\ndone('spike')\nstep('end')\n",
                                    "--interval", "5s")
        self.more_ticks(1)
        ticks = len(self.ticks())
        self.step("spike")
        if len(self.ticks()) > ticks:
            self.skipTest("the machine is too busy: the spike did not fit between two ticks")
        self.more_ticks(1)
        process.send_signal(signal.SIGINT)
        self.finish(process)
        self.assertLess(max(tick["memory_bytes"] for tick in self.ticks()), 60 * MIB)
        self.assertGreaterEqual(self.rows("SELECT max(memory_peak_bytes) AS peak FROM edges")[0]["peak"], 100 * MIB)

    @needs_program("strace")
    def test_a_tick_is_one_read_per_file_and_one_of_the_timer(self):
        process = self.sample_steps("step('end')\n", "--interval", "100ms")
        self.wait_for_ticks(12)
        tracer = subprocess.Popen(["strace", "-y", "-f", "-o", self.folder / "trace", "-p", str(process.pid)],
                                  stderr=subprocess.DEVNULL)
        time.sleep(4)
        tracer.send_signal(signal.SIGINT)
        tracer.wait()
        process.send_signal(signal.SIGTERM)
        self.finish(process)
        calls = (self.folder / "trace").read_text(encoding="utf-8", errors="replace").splitlines()
        timer = [i for i, line in enumerate(calls) if "read(" in line and "timerfd" in line]
        self.assertGreater(len(timer), 10)
        steady = calls[timer[0]:timer[-1]]  # whole ticks only
        ticks = len(timer) - 1
        names = collections.Counter(re.match(r"(?:\d+ +)?(\w+)\(", line)[1] for line in steady if re.match(r"(?:\d+ +)?\w+\(", line))
        for call in ("open", "openat", "openat2", "stat", "newfstatat", "mmap", "brk", "close"):
            self.assertEqual(names[call], 0, f"{call} in the steady state: {names}")
        self.assertEqual(names["ppoll"], ticks, names)
        self.assertEqual(names["read"], ticks, names)
        files = collections.Counter(m[1] for line in steady if (m := re.search(r"pread64\(\d+<(/sys/fs/cgroup[^>]*)>", line)))
        fast = {name: n for name, n in files.items() if re.search(r"/(cpu\.stat|memory\.current|memory\.usage_in_bytes|cpuacct\.\w+)$", name)}
        slow = {name: n for name, n in files.items() if name not in fast}
        self.assertGreaterEqual(len(fast), 2, files)
        self.assertEqual(set(fast.values()), {ticks}, files)
        self.assertGreaterEqual(len(slow), 4, files)
        for count in slow.values():
            self.assertLessEqual(abs(count - ticks / 5), 1, files)
        self.assertLessEqual(names["pwrite64"] + names["write"], ticks * 8, names)  # the commit's own


if __name__ == "__main__":
    unittest.main()
