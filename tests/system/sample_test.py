# SPDX-License-Identifier: MIT
"""What the tests of `vpsfit sample` share: control groups of their own, and a recording read without our own reader."""
import contextlib
import os
import pathlib
import re
import signal
import sqlite3
import time
import unittest

import vpsfit_test

PAGE = os.sysconf("SC_PAGESIZE")
CPUS = os.cpu_count()
MIB = 1 << 20
SPIN = "while :; do :; done"
QUICK = ("--out", "run.db", "--interval", "100ms")


def _hierarchies():
    """Folder of each mounted hierarchy: "v2", "memory", "cpuacct", "pids"."""
    found = {}
    for line in pathlib.Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines():
        fields = line.split(" ")
        kind, options = fields[fields.index("-") + 1], fields[-1].split(",")
        if kind == "cgroup2":
            found["v2"] = pathlib.Path(fields[4])
        elif kind == "cgroup":
            found.update({name: pathlib.Path(fields[4]) for name in ("memory", "cpuacct", "pids") if name in options})
    return found


HIERARCHIES = _hierarchies()


class Group:
    """A control group with the same path in every hierarchy; on a v2 host one folder. Only ever named vpsfit-*."""

    def __init__(self, only=None):
        self.path = f"/vpsfit-test-{os.getpid()}-{time.monotonic_ns()}"
        names = only or (HIERARCHIES if "memory" in HIERARCHIES else ("v2",))
        self.folders = sorted({HIERARCHIES[name] / self.path[1:] for name in names if name in HIERARCHIES})
        try:
            for folder in self.folders:
                folder.mkdir()
        except OSError as error:
            self.remove()
            raise unittest.SkipTest(f"no control group can be made here: {error}")
        if "memory" not in HIERARCHIES and not (self.folders[0] / "memory.current").exists():
            self.remove()
            raise unittest.SkipTest("the root group hands no memory controller on")

    def enter(self):
        """For preexec_fn: the process that calls this is inside from now on."""
        for folder in self.folders:
            (folder / "cgroup.procs").write_text("0", encoding="ascii")

    def kill(self):
        for folder in self.folders:
            with contextlib.suppress(OSError):
                for pid in (folder / "cgroup.procs").read_text(encoding="ascii").split():
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(int(pid), signal.SIGKILL)

    def remove(self):
        for _ in range(200):
            self.kill()
            for folder in self.folders:
                with contextlib.suppress(OSError):
                    folder.rmdir()
            if not any(folder.exists() for folder in self.folders):
                return
            time.sleep(0.01)


def left_behind():
    """Groups of samplers that live no more: a group is named vpsfit-PID-NUMBER after the sampler that made it."""
    return {str(path) for top in HIERARCHIES.values() for path in top.rglob("vpsfit-[0-9]*-*")
            if path.is_dir() and not pathlib.Path("/proc", path.name.split("-")[1]).exists()}


class TestCase(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        before = left_behind()
        self.addCleanup(lambda: self.assertLessEqual(left_behind(), before, "a group was left behind"))

    def vpsfit(self, *arguments, status=0, **options):
        """As everywhere; but a machine that is busy with others may take a tick from a run of a second, which then says so."""
        if arguments[:1] != ("sample",) or status != 0:
            return super().vpsfit(*arguments, status=status, **options)
        done = super().vpsfit(*arguments, status=None, **options)
        if not (done.status == 4 and re.search(r", [1-9]\d* missed", done.stderr)):
            self.assertEqual(done.status, 0, done)
        return done

    def group(self, **options):
        group = Group(**options)
        self.addCleanup(group.remove)
        return group

    def rows(self, sql, file="run.db"):
        """Rows of a recording, by SQLite itself."""
        with contextlib.closing(sqlite3.connect(f"file:{self.folder / file}?mode=ro", uri=True)) as database:
            database.row_factory = sqlite3.Row
            return [dict(row) for row in database.execute(sql)]

    def run_row(self, file="run.db"):
        rows = self.rows("SELECT r.*, s.name AS subject_name FROM runs r JOIN subjects s ON s.id = r.subject", file)
        self.assertEqual(len(rows), 1)
        return rows[0]

    def windows(self, file="run.db"):
        return {row["window"]: row for row in self.rows("SELECT * FROM window_cpu", file)}

    def ticks(self, file="run.db"):
        return self.rows("SELECT t.*, r.usage_usec, r.memory_bytes FROM ticks t JOIN readings r ON r.tick = t.id ORDER BY t.id", file)

    def notices(self, file="run.db"):
        return [row["code"] for row in self.rows("SELECT code FROM notices ORDER BY id", file)]

    def wait_for_ticks(self, count, file="run.db"):
        def there():
            with contextlib.suppress(sqlite3.Error, AssertionError):
                return len(self.rows("SELECT id FROM ticks", file)) >= count
            return False
        self.wait_until(there, f"{count} ticks in {file}")

    def assert_whole(self, file="run.db"):
        """The recording is one file that SQLite finds in order."""
        self.assertEqual(sorted(p.name for p in self.folder.glob(f"{file}*")), [file])
        self.assertEqual(self.rows("PRAGMA integrity_check", file), [{"integrity_check": "ok"}])
