# SPDX-License-Identifier: MIT
"""Inside the emulated host: whatever runs a container, the sampler knows it by its name, follows it through a restart, a pause
and its end, and is not disturbed by the others."""
import contextlib
import json
import pathlib
import pwd
import shutil
import subprocess
import threading
import time
import unittest

import test_host
from test_host import CGROUP, SPIN, WAVES, SecondReader, call, docker, group_of_process, pid_of, sample

SLEEP = ("/bin/sh", "-c", "exec sleep 600")


def setUpModule():
    test_host.setUpModule()


def forget(*words):
    subprocess.run(words, capture_output=True, check=False)


def podman(name, *words, engine=("podman",)):
    return call(*engine, "run", "-d", "--name", name, "--network", "none", *words)


def codes(run):
    return [notice["code"] for notice in run["notices"] + [n for window in run["windows"] for n in window["notices"]]]


class Names(unittest.TestCase):
    """One sampling of all: ten containers of two engines, three of them odd, and two hundred groups of nobody."""

    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup(cls.stop_all)
        for number in range(3):
            docker(f"d{number}", "--network", "none", "box", "/bin/sh", "-c", WAVES if number == 0 else SLEEP[2])
        docker("labelled", "--network", "none", "--label", "tier=front", "box", *SLEEP)
        for number in range(2):
            podman(f"p{number}", "localhost/box", "/bin/sh", "-c", WAVES if number == 0 else SLEEP[2])
        cls.runtimes = [name for name in ("crun", "runc") if shutil.which(name)]
        for runtime in cls.runtimes:
            podman(f"by-{runtime}", "localhost/box", *SLEEP, engine=("podman", "--runtime", runtime))
        podman("disabled", "--cgroups=disabled", "localhost/box", *SLEEP)
        call("systemd-run", "--unit=splitter", "--property=Delegate=yes", "--remain-after-exit", "podman", "run", "-d", "--name",
             "split", "--network", "none", "--cgroups=split", "localhost/box", *SLEEP)
        cls.split = any(call("podman", "ps", "-q", "--filter", "name=split") or time.sleep(1) for _ in range(20))
        for number in range(200):
            (CGROUP / f"vpsfit-plain-{number}").mkdir()
        groups = {name: group_of_process(pid_of(engine, name)) for engine, name in (("docker", "d0"), ("podman", "p0"))}
        cls.beside = SecondReader(groups)
        cls.beside.start()
        time.sleep(0.3)
        cls.status, runs = sample("names.db", "all", "--window", "load=40s", "--exclude", "d2",
                                  when={"window load: begun": cls.disturb})
        time.sleep(0.3)
        cls.beside.finish()
        cls.thread.join()
        cls.runs = runs
        cls.first = {run["subject"]: run for run in runs if run["run"] == "1"}

    @classmethod
    def disturb(cls):
        """While it is sampled: a restart and a newcomer."""
        def work():
            time.sleep(1)
            call("docker", "restart", "-t", "0", "d1")
            docker("newcomer", "--network", "none", "box", *SLEEP)
        cls.thread = threading.Thread(target=work)
        cls.thread.start()

    @staticmethod
    def stop_all():
        forget("docker", "rm", "-f", "d0", "d1", "d2", "labelled", "newcomer")
        forget("podman", "rm", "-f", "-t0", "p0", "p1", "by-crun", "by-runc", "disabled", "split")
        forget("systemctl", "stop", "splitter")
        for folder in CGROUP.glob("vpsfit-plain-*"):
            with contextlib.suppress(OSError):
                folder.rmdir()

    def test_every_container_has_its_name(self):
        wanted = {"d0", "d1", "labelled", "p0", "p1"} | {f"by-{runtime}" for runtime in self.runtimes}
        self.assertLessEqual(wanted, set(self.first))
        self.assertNotIn("d2", self.first)
        self.assertEqual([name for name in self.first if "conmon" in name or "plain" in name or "disabled" in name], [])

    def test_one_in_the_group_of_its_unit_has_its_name(self):
        if not self.split:
            self.skipTest("this Podman does not start with --cgroups=split in a unit of systemd-run")
        self.assertIn("split", self.first)

    def test_a_restart_is_a_new_run_and_a_newcomer_is_taken_in(self):
        numbers = [run["run"] for run in self.runs if run["subject"] == "d1"]
        self.assertEqual(numbers, ["1", "2"])
        self.assertIn("newcomer", self.first)
        self.assertIn("target_exited", codes(self.first["d1"]))

    def test_nobody_else_lost_a_tick(self):
        steady = [run for name, run in self.first.items() if name in ("d0", "labelled", "p0", "p1")]
        self.assertEqual(len({run["ticks"] for run in steady}), 1)
        for run in steady:
            self.assertGreaterEqual(run["ticks"] + run["missed_ticks"], 40)

    def test_totals_are_those_of_the_second_reader(self):
        edges = test_host.ThreeKinds.edges
        for name in ("d0", "p0"):
            run = self.first[name]
            window = run["windows"][0]
            begin, end = edges(self, run, window)
            (first, gap), (last, other) = self.beside.usage_at(name, begin), self.beside.usage_at(name, end)
            unknown = min(0.5 * (gap + other) / (end - begin), 0.06)
            self.assertAlmostEqual(float(window["cpu_cores"]), (last - first) / 1e6 / (end - begin), delta=0.01 + unknown)

    def test_one_without_a_group_of_its_own_is_refused(self):
        done = subprocess.run(["vpsfit", "sample", "--out", "none.db", "podman:disabled"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no group of its own", done.stderr)

    def test_labels_aliases_and_parts_of_ids(self):
        box = call("docker", "inspect", "-f", "{{.Id}}", "labelled")
        for number, target in enumerate(("docker:label=tier=front", "labelled", box[:10])):
            status, runs = sample(f"label{number}.db", target, "--for", "1s")
            self.assertIn(status, (0, 4))
            self.assertEqual([run["subject"] for run in runs], ["labelled"])

    def test_the_engine_itself_can_be_asked(self):
        status, runs = sample("engine.db", "--via", "docker-api", "docker:d0", "--window", "load=6s")
        self.assertIn(status, (0, 4))
        self.assertEqual((runs[0]["subject"], runs[0]["source"]), ("d0", "docker_api"))
        self.assertIsNotNone(runs[0]["memory_max_bytes"])


class Ends(unittest.TestCase):
    def pause(self, engine):
        self.addCleanup(forget, engine, "rm", "-f", "calm")
        call(engine, "run", "-d", "--name", "calm", "--network", "none", "box" if engine == "docker" else "localhost/box", "/bin/sh",
             "-c", SPIN)
        pid_of(engine, "calm")

        def stop_and_go():
            time.sleep(2)
            call(engine, "pause", "calm")
            time.sleep(4)
            call(engine, "unpause", "calm")
        thread = threading.Thread(target=stop_and_go)
        _, runs = sample(f"pause-{engine}.db", f"{engine}:calm", "--window", "load=12s",
                         when={"window load: begun": thread.start})
        thread.join()
        self.assertIn("paused", codes(runs[0]))
        # Half of the time would be lost in a plain average; a busy emulator takes some of the rest.
        self.assertGreater(float(runs[0]["windows"][0]["cpu_cores"]), 0.7)

    def test_a_pause_of_docker_is_not_averaged_in(self):
        self.pause("docker")

    def test_a_pause_of_podman_is_not_averaged_in(self):
        self.pause("podman")

    def test_an_end_for_lack_of_memory_says_so(self):
        self.addCleanup(forget, "docker", "rm", "-f", "hungry")
        docker("hungry", "--network", "none", "-m", "24m", "box", "/bin/sh", "-c",
               "sleep 6; exec /bin/dd if=/dev/zero of=/dev/null bs=100M count=1")
        status, runs = sample("hungry.db", "docker:hungry", "--window", "load=40s")
        self.assertEqual(status, 4)
        self.assertEqual(runs[0]["end_reason"], "target_vanished")
        self.assertTrue({"target_oom", "target_oom_above"} & set(codes(runs[0])), runs[0]["notices"])

    def test_a_short_life_is_followed_from_its_start_to_its_end(self):
        self.addCleanup(forget, "docker", "rm", "-f", "brief")
        script = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"
        timer = threading.Timer(2, lambda: docker("brief", "--network", "none", "box", "/bin/sh", "-c", script))
        timer.start()
        _, runs = sample("brief.db", "--follow", "docker:brief", "--window", "load=20s")
        timer.join()
        self.assertEqual(runs[0]["subject"], "brief")
        self.assertIn("target_exited", codes(runs[0]))
        self.assertGreater(runs[0]["windows"][0]["cpu_usage_usec"], 100_000)

    def test_a_machine_of_nspawn_has_its_name(self):
        if not shutil.which("systemd-nspawn"):
            self.skipTest("systemd-nspawn is not on this host")
        root = pathlib.Path("/tmp/nspawn")
        root.mkdir()
        call("tar", "-C", root, "-xf", "/tmp/box.tar")
        (root / "etc/os-release").write_text("ID=box\n")
        machine = subprocess.Popen(["systemd-nspawn", "-q", "-M", "my-box.1", "-D", root, "/bin/sleep", "600"], stdin=subprocess.DEVNULL)
        self.addCleanup(machine.wait)
        self.addCleanup(forget, "machinectl", "terminate", "my-box.1")
        for _ in range(30):
            if any(CGROUP.glob("machine.slice/*my*box.1.scope")):
                break
            time.sleep(1)
        status, runs = sample("nspawn.db", "machine:my-box.1", "--for", "2s")
        self.assertIn(status, (0, 4))
        self.assertEqual(runs[0]["subject"], "my-box.1")


class Rootless(unittest.TestCase):
    def test_a_users_container_has_its_name(self):
        if not shutil.which("newuidmap"):
            self.skipTest("this host has no newuidmap: no rootless containers")
        with contextlib.suppress(KeyError):
            pwd.getpwnam("rover")
            forget("userdel", "-r", "rover")
        call("useradd", "-m", "rover")
        user = pwd.getpwnam("rover")
        call("loginctl", "enable-linger", "rover")
        runtime = pathlib.Path(f"/run/user/{user.pw_uid}")
        for _ in range(60):
            if (runtime / "systemd/private").exists():
                break
            time.sleep(1)
        as_user = ["runuser", "-u", "rover", "--", "env", f"XDG_RUNTIME_DIR={runtime}", f"DBUS_SESSION_BUS_ADDRESS=unix:path={runtime}/bus",
                   "podman"]
        options = {"cwd": user.pw_dir}
        call(*as_user, "import", "-q", "/tmp/box.tar", "box", **options)
        call(*as_user, "run", "-d", "--name", "roaming", "--network", "none", "localhost/box", *SLEEP, **options)
        self.addCleanup(subprocess.run, [*as_user, "rm", "-f", "-t0", "roaming"], capture_output=True, check=False, cwd=user.pw_dir)
        status, runs = sample("rootless.db", "podman:roaming", "--for", "2s")
        self.assertIn(status, (0, 4))
        self.assertEqual(runs[0]["subject"], "roaming")
        with open("rootless.json", "w", encoding="utf-8") as kept:
            json.dump(runs, kept)


if __name__ == "__main__":
    unittest.main()
