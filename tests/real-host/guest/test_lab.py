# SPDX-License-Identifier: MIT
"""Inside the emulated host: experiments with Docker's and Podman's containers, from `lab run` to their figures; what goes wrong
ends in its flag, and neither container, process nor group is left."""
import contextlib
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import time
import unittest

import test_host
from test_host import CGROUP, call

NGINX = "/usr/sbin/nginx -c /etc/nginx.conf"  # of the image; on port 8080 of this host's network


def setUpModule():
    test_host.setUpModule()


def groups():
    return {str(path) for path in CGROUP.rglob("*") if path.is_dir() and re.search(r"vpsfit-\d|docker-|libpod-", path.name)}


class Experiments(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.before, self.path = groups(), os.environ["PATH"]

    def tearDown(self):
        """Whatever happened: nothing is left of it. Engines remove a group a moment after its container."""
        for _ in range(50):
            if groups() <= self.before:
                break
            time.sleep(0.2)
        self.assertEqual(call("docker", "ps", "-aq", "--filter", "label=vpsfit.lab"), "")
        self.assertEqual(call("podman", "ps", "-aq", "--filter", "label=vpsfit.lab"), "")
        self.assertEqual(subprocess.run(["pidof", "nginx", "wrk"], capture_output=True, text=True, check=False).stdout.strip(), "")
        self.assertLessEqual(groups(), self.before)

    def lab(self, script, limits="", engine="docker", window="5s", repetitions=1, generator=""):
        (self.folder / "x.toml").write_text(f'''experiment = "x"
repetitions = {repetitions}
window = "{window}"
settle_max = "1s"
ready_timeout = "90s"
[limits]
{limits}
[generator]
tool = "wrk"
timeout = "10s"
{generator}
[request]
path = "/index.html"
[[contract]]
name = "page"
contains = "xxxx"
[[load]]
name = "sat"
mode = "saturated"
connections = 2
[[subject]]
name = "web"
image = "box"
engine = "{engine}"
command = ["/bin/sh", "-c", {json.dumps(script)}]
port = 8080
''', encoding="utf-8")
        done = subprocess.run(["vpsfit", "lab", "run", "x.toml"], cwd=self.folder, env=os.environ | {"PATH": self.path},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=400, check=False)
        print(f"lab: status {done.returncode}\n{done.stderr}", flush=True)
        return done

    def query(self, sql):
        with contextlib.closing(sqlite3.connect(self.folder / "x/recording.db")) as database:
            return database.execute(sql).fetchall()

    def measured(self, engine):
        done = self.lab(f"exec {NGINX}", limits='memory = "128MiB"\nswap = 0\n', engine=engine, repetitions=3)
        self.assertIn(done.returncode, (0, 4))
        rows = self.query("SELECT target, limit_memory_bytes FROM runs ORDER BY id")
        self.assertEqual(len({target for target, _ in rows}), 3)
        for target, memory in rows:
            self.assertRegex(target, f"^{engine}:[0-9a-f]{{64}}$")
            self.assertEqual(memory, 128 * 2**20)
        for completed, in self.query("SELECT completed FROM load_results"):
            self.assertGreater(completed, 0)
        # What served the load is what was sampled.
        shown = json.loads(call("vpsfit", "show", self.folder / "x/recording.db", "--json"))
        for run in shown["runs"]:
            load = next(window for window in run["windows"] if window["name"] == "load")
            self.assertGreater(float(load["cpu_cores"]), 0.01)

    def test_three_fresh_containers_of_docker(self):
        self.measured("docker")

    def test_three_fresh_containers_of_podman(self):
        call("systemctl", "start", "podman.socket")
        self.measured("podman")

    def test_one_that_needs_more_memory_than_it_may(self):
        done = self.lab(f"{NGINX} & sleep 25; exec dd if=/dev/zero of=/dev/null bs=300M", limits='memory = "64MiB"\nswap = 0\n',
                        window="60s")
        self.assertEqual(done.returncode, 3)
        self.assertIn("failed oom", done.stderr)

    def test_one_that_its_quota_throttles(self):
        done = self.lab(f"while :; do :; done & exec {NGINX}", limits="cpus = 0.5\n", window="10s")
        self.assertEqual(done.returncode, 4)
        self.assertRegex(done.stderr, "flags: .*throttled")
        self.assertEqual(self.query("SELECT count(*) FROM load_results"), [(1,)])

    def test_one_that_dies_under_load(self):
        done = self.lab(f"{NGINX} & sleep 25; exit 7", window="60s")
        self.assertEqual(done.returncode, 3)
        self.assertIn("server_died", done.stderr)

    def test_one_that_ends_at_once_is_told_with_its_words(self):
        done = self.lab("echo no configuration >&2; exit 5")
        self.assertEqual(done.returncode, 3)
        self.assertIn("server_died", done.stderr)

    def test_a_generator_that_hangs(self):
        program = self.folder / "bin/wrk"
        program.parent.mkdir()
        program.write_text("#!/bin/sh\ntrap '' TERM\nsleep 600\n", encoding="utf-8")
        program.chmod(0o755)
        self.path = f"{program.parent}:{self.path}"
        done = self.lab(f"exec {NGINX}", generator='patience = "2s"')
        self.assertEqual(done.returncode, 3)
        self.assertIn("generator_hang", done.stderr)

    def test_an_image_that_is_not_there(self):
        self.lab("true")  # ends before it is ready; writes the file
        text = (self.folder / "x.toml").read_text(encoding="utf-8").replace('"box"', '"no-such-image:1"')
        (self.folder / "x.toml").write_text(text, encoding="utf-8")
        done = subprocess.run(["vpsfit", "lab", "check", "x.toml"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("docker pull no-such-image:1", done.stderr)
