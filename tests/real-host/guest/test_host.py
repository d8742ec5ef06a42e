# SPDX-License-Identifier: MIT
"""Inside the emulated host: containers of Docker and Podman and a systemd unit are sampled by their names, and a second
reader reads the same kernel files in the same seconds. Both must tell the same."""
import bisect
import datetime
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

CGROUP = pathlib.Path("/sys/fs/cgroup")
MIB = 1 << 20
# Now busy, now idle, never in step with a window.
WAVES = "while :; do i=0; while [ $i -lt 40000 ]; do i=$((i+1)); done; sleep 0.4; done"
SPIN = "while :; do :; done"


def call(*words, seconds=240, **options):
    ran = subprocess.run([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                         text=True, timeout=seconds, check=False, **options)
    if ran.returncode:
        raise AssertionError(f"{words} ended with {ran.returncode}: {ran.stdout[-500:]} {ran.stderr[-2000:]}")
    return ran.stdout.strip()


def group_of_process(pid):
    """The folder of the container or unit that a process is in: the path up to its scope or service."""
    path = pathlib.Path(f"/proc/{pid}/cgroup").read_text().strip().split("::", 1)[1]
    parts = path.split("/")
    last = max(i for i, part in enumerate(parts) if part.endswith((".scope", ".service")))
    return CGROUP / "/".join(parts[1:last + 1])


class SecondReader(threading.Thread):
    """Reads cpu.stat and memory.current of groups about twenty times a second, with the time of each reading."""

    def __init__(self, groups):
        super().__init__(daemon=True)
        self.rows = {name: [] for name in groups}
        self.groups, self.done = groups, threading.Event()

    def run(self):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), -15)  # before the loads that it reads beside
        while not self.done.is_set():
            for name, group in self.groups.items():
                try:
                    text = (group / "cpu.stat").read_text()
                    moment = time.time()
                    memory = int((group / "memory.current").read_text())
                except OSError:
                    continue
                stat = dict(line.split() for line in text.splitlines())
                self.rows[name].append((moment, int(stat["usage_usec"]), memory, int(stat.get("nr_throttled", 0))))
            time.sleep(0.05)

    def finish(self):
        self.done.set()
        self.join()

    def usage_at(self, name, moment):
        """usage_usec at a moment, between the two readings around it, and how far apart those are in seconds."""
        rows = self.rows[name]
        after = bisect.bisect(rows, (moment,))
        (t0, u0, *_), (t1, u1, *_) = rows[max(after - 1, 0)], rows[min(after, len(rows) - 1)]
        return (u0, 0) if t1 <= t0 else (u0 + (u1 - u0) * (moment - t0) / (t1 - t0), t1 - t0)

    def between(self, name, begin, end):
        return [row for row in self.rows[name] if begin <= row[0] <= end]


def make_image():
    """A root folder with busybox and nginx as this host has it, imported by both engines under the name box."""
    root = pathlib.Path(tempfile.mkdtemp())
    for folder in ("bin", "tmp", "run", "dev", "proc", "etc", "var/log/nginx", "var/lib/nginx", "srv"):
        (root / folder).mkdir(parents=True)
    shutil.copy("/bin/busybox", root / "bin/busybox")
    for name in ("sh", "sleep", "dd"):
        (root / "bin" / name).symlink_to("busybox")
    wanted = ["/usr/sbin/nginx"] + [w for w in call("ldd", "/usr/sbin/nginx").split() if w.startswith("/")]
    for name in wanted:  # libraries go where the loader looks without being told; the host may keep some elsewhere
        library = ".so" in name and not name.startswith("/lib64/")
        target = root / (f"usr/lib/x86_64-linux-gnu/{os.path.basename(name)}" if library else name.lstrip("/"))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(name, target)
    (root / "etc/passwd").write_text("root:x:0:0::/:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n")
    (root / "etc/group").write_text("root:x:0:\nnogroup:x:65534:\n")
    (root / "srv/index.html").write_text("x" * 4096)
    (root / "etc/nginx.conf").write_text("daemon off; master_process off; error_log stderr; pid /run/nginx.pid;"
                                         "events {} http { access_log off; server { listen 127.0.0.1:8080; root /srv; } }")
    call("tar", "-C", root, "-cf", "/tmp/box.tar", ".")
    for _ in range(60):
        if subprocess.run(["docker", "version"], capture_output=True, check=False).returncode == 0:
            break
        time.sleep(2)
    call("docker", "import", "/tmp/box.tar", "box")
    call("podman", "import", "-q", "/tmp/box.tar", "box")


def docker(name, *words):
    return call("docker", "run", "-d", "--name", name, *words)


def pid_of(engine, container):
    """The first process of a container, once it runs; what the container said where it does not."""
    for _ in range(10):
        pid = int(call(engine, "inspect", "-f", "{{.State.Pid}}", container))
        if pid:
            return pid
        time.sleep(1)
    told = subprocess.run([engine, "logs", container], capture_output=True, text=True, check=False)
    state = call(engine, "inspect", "-f", "{{json .State}}", container)
    print(f"{engine}: container {container} does not run: {state}\n{told.stdout}{told.stderr}", flush=True)
    raise AssertionError(f"{engine}: container {container} does not run")


def sample(out, *words, seconds=120, when=None):
    """Runs the sampler; its status and the runs it recorded. when: what to start as soon as it says a line, by that line."""
    with subprocess.Popen(["vpsfit", "sample", "--out", out, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True) as sampler:
        limit = threading.Timer(seconds, sampler.kill)
        limit.start()
        said = []
        for line in sampler.stderr:
            said.append(line)
            action = (when or {}).get(line.strip())
            if action:
                action()
        status = sampler.wait()
        limit.cancel()
    shown = subprocess.run(["vpsfit", "show", out, "--json"], capture_output=True, text=True, check=False)
    print(f"sample {' '.join(words)}: status {status}\n{''.join(said)}", flush=True)
    shutil.copy(out, pathlib.Path(__file__).parent)  # what is left beside this file is brought back
    return status, json.loads(shown.stdout)["runs"] if shown.stdout else []


def setUpModule():
    os.chdir(tempfile.mkdtemp())
    make_image()


class ThreeKinds(unittest.TestCase):
    """nginx in Docker under load, a container with a quota, a Podman container and a systemd unit, all in one sampling."""

    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup(cls.stop_all)
        ids = {
            "web": docker("web", "--network", "host", "box", "/usr/sbin/nginx", "-c", "/etc/nginx.conf"),
            "quota": docker("quota", "--network", "none", "--cpus", "0.2", "box", "/bin/sh", "-c", SPIN),
            "pod": call("podman", "run", "-d", "--name", "pod", "--network", "none", "localhost/box", "/bin/sh", "-c", WAVES),
        }
        call("systemd-run", "--unit=waves", "/bin/busybox", "sh", "-c", WAVES)
        pids = {name: pid_of("podman" if name == "pod" else "docker", ids[name]) for name in ids}
        groups = {name: group_of_process(pid) for name, pid in pids.items()}
        groups["unit"] = CGROUP / "system.slice/waves.service"
        loads = []

        def load():
            loads.append(subprocess.Popen(["wrk", "-t1", "-c4", "-d5s", "http://127.0.0.1:8080/"],
                                          stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL))

        targets = [f"docker:{ids['web']}", f"docker:{ids['quota'][:12]}", f"podman:{ids['pod']}", "unit:waves.service"]
        for attempt in range(3):  # on a busy machine the second reader may see too little to judge by
            cls.beside = SecondReader(groups)
            cls.beside.start()
            time.sleep(0.3)
            cls.status, runs = sample(f"three-{attempt}.db", *targets, "--window", "before=3s", "--window", "load=6s",
                                      "--window", "after=3s", when={"window load: begun": load})
            time.sleep(0.3)
            cls.beside.finish()
            for process in loads:
                process.wait()
            cls.runs = dict(zip(groups, runs))
            if cls.fewest_readings() > 10:
                return
        raise unittest.SkipTest("the emulated processor is too slow for a second reader beside the sampler: nothing was compared")

    @classmethod
    def fewest_readings(cls):
        return min(len(cls.beside.between(name, *cls.edges(run, window))) for name, run in cls.runs.items()
                   for window in run["windows"])

    @staticmethod
    def stop_all():
        for words in (("docker", "rm", "-f", "web", "quota"), ("podman", "rm", "-f", "-t0", "pod"), ("systemctl", "stop", "waves")):
            subprocess.run(words, capture_output=True, check=False)

    @staticmethod
    def edges(run, window):
        start = datetime.datetime.fromisoformat(run["started_at"].replace("Z", "+00:00")).timestamp()
        begin = start + float(window["start_s"])
        return begin, begin + float(window["duration_s"])

    def compare(self, name):
        run = self.runs[name]
        self.assertEqual(run["source"], "cgroup2")
        self.assertEqual([w["name"] for w in run["windows"]], ["before", "load", "after"])
        for window in run["windows"]:
            with self.subTest(window["name"]):
                begin, end = self.edges(run, window)
                (first, gap), (last, other_gap) = self.beside.usage_at(name, begin), self.beside.usage_at(name, end)
                # Between two readings the group may have used its core early or late: that much is not known.
                unknown = min(0.5 * (gap + other_gap) / (end - begin), 0.06)
                self.assertAlmostEqual(float(window["cpu_cores"]), (last - first) / 1e6 / (end - begin), delta=0.01 + unknown)
                seen = [row[2] for row in self.beside.between(name, begin, end)]
                self.assertAlmostEqual(window["memory_max_bytes"], max(seen), delta=max(seen) * 0.05 + MIB)
                self.assertLessEqual(window["memory_median_bytes"], window["memory_max_bytes"])

    def test_all_four_were_recorded(self):
        # 4 only where the emulated processor was too slow for every tick; the runs say how many were missed.
        self.assertEqual(self.status, 4 if any(run["missed_ticks"] for run in self.runs.values()) else 0)
        self.assertEqual(len(self.runs), 4)

    def test_docker_reads_as_the_second_reader_reads_it(self):
        self.compare("web")

    def test_docker_under_load_uses_more_than_before(self):
        before, load, _ = self.runs["web"]["windows"]
        self.assertGreater(float(load["cpu_cores"]), float(before["cpu_cores"]) + 0.1)

    def test_podman_reads_as_the_second_reader_reads_it(self):
        self.compare("pod")

    def test_a_unit_reads_as_the_second_reader_reads_it(self):
        self.compare("unit")

    def test_a_container_with_a_quota_reads_as_the_second_reader_reads_it(self):
        self.compare("quota")

    def test_its_throttling_is_seen_as_the_second_reader_sees_it(self):
        run = self.runs["quota"]
        for window in run["windows"]:
            begin, end = self.edges(run, window)
            rows = self.beside.between("quota", begin, end)
            unseen = (rows[0][0] - begin + end - rows[-1][0]) / 0.1  # periods before its first and after its last reading
            self.assertAlmostEqual(window["throttled_periods"], rows[-1][3] - rows[0][3], delta=3 + unseen)
            self.assertGreater(window["throttled_periods"], 10)


class Quota(unittest.TestCase):
    def test_20_of_100_ms_is_0_200_of_a_core(self):
        """crun sets limits in a group below Podman's scope, and only that group tells of its throttling."""
        for engine, image in (("docker", "box"), ("podman", "localhost/box")):
            with self.subTest(engine):
                box = call(engine, "run", "-d", "--name", "fifth", "--network", "none", "--cpus", "0.2", image, "/bin/sh", "-c", SPIN)
                try:
                    pid_of(engine, box)
                    status, runs = sample(f"quota-{engine}.db", f"{engine}:{box}", "--window", "load=10s")
                finally:
                    subprocess.run([engine, "rm", "-f", "fifth"], capture_output=True, check=False)
                self.assertIn(status, (0, 4))
                window = runs[0]["windows"][0]
                self.assertAlmostEqual(float(window["cpu_cores"]), 0.200, delta=0.004)
                self.assertGreater(window["throttled_periods"], 50)  # of 100
                self.assertEqual(float(runs[0]["limits"]["cpu_cores"]), 0.2)


class OutOfMemory(unittest.TestCase):
    def test_a_kill_in_a_docker_container_is_seen(self):
        box = docker("small", "--network", "none", "-m", "24m", "box", "/bin/sh", "-c",
                     "sleep 6; /bin/dd if=/dev/zero of=/dev/null bs=100M count=1; sleep 60")
        try:
            status, runs = sample("oom.db", f"docker:{box}", "--window", "load=12s", "--interval", "500ms")
        finally:
            subprocess.run(["docker", "rm", "-f", "small"], capture_output=True, check=False)
        self.assertEqual(status, 4)
        self.assertGreaterEqual(runs[0]["oom_kills"], 1)


class Killed(unittest.TestCase):
    def test_a_killed_sampler_leaves_all_but_the_last_tick(self):
        call("systemd-run", "--unit=victim", "/bin/busybox", "sh", "-c", SPIN)
        sampler = subprocess.Popen(["vpsfit", "sample", "unit:victim.service", "--out", "killed.db", "--window", "load=60s",
                                    "--interval", "200ms"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(6)
        sampler.send_signal(signal.SIGKILL)
        sampler.wait()
        subprocess.run(["systemctl", "stop", "victim"], capture_output=True, check=False)
        runs = json.loads(call("vpsfit", "show", "killed.db", "--json"))["runs"]
        self.assertEqual(runs[0]["end_reason"], "cut")
        self.assertGreaterEqual(runs[0]["ticks"] + runs[0]["missed_ticks"], 15)  # of 30, as starting takes its time


class Peaks(unittest.TestCase):
    TOUCH = "/bin/busybox dd if=/dev/zero of=/dev/null bs=100M count=1 2>/dev/null"

    def test_the_peak_of_a_fresh_group_counts_for_the_run(self):
        status, runs = sample("fresh.db", "--interval", "7s", "--window", "load=7s", "--", "/bin/busybox", "sh", "-c",
                              f"sleep 0.5; {self.TOUCH.replace('100M', '50M')}; sleep 60")
        self.assertIn(status, (0, 4))
        self.assertGreaterEqual(runs[0]["memory_peak_bytes"], 50 * MIB)
        self.assertLess(runs[0]["memory_max_bytes"], 25 * MIB)
        self.assertNotIn("older_peak", [n["code"] for n in runs[0].get("notices", [])])

    def test_the_peak_of_an_older_time_is_marked_as_older(self):
        call("systemd-run", "--unit=older", "/bin/busybox", "sh", "-c", f"{self.TOUCH}; exec sleep 100")
        peak = CGROUP / "system.slice/older.service/memory.peak"
        for _ in range(100):
            if peak.exists() and int(peak.read_text()) > 100 * MIB:
                break
            time.sleep(0.2)
        time.sleep(2)
        status, runs = sample("older.db", "unit:older.service", "--window", "load=2s")
        call("systemctl", "stop", "older")
        self.assertIn(status, (0, 4))
        self.assertLess(runs[0]["memory_max_bytes"], 60 * MIB)
        self.assertIn("older_peak", [n["code"] for n in runs[0]["notices"]])


if __name__ == "__main__":
    unittest.main()
