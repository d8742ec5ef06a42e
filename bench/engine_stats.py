# SPDX-License-Identifier: MIT
"""On the emulated host: the CPU that one reading of one container costs with vpsfit sample, docker stats and podman stats,
in turn, over the same containers. Each command runs in a scope of its own whose cpu.stat the kernel keeps; what the engine's
daemon does on behalf of `docker stats` counts too, less what it does in the same time by itself.
usage: bench/engines PROGRAM"""
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

from test_host import call, docker, make_image

# docker stats gives up where the first answer takes over two seconds: no more containers than the emulation bears.
CONTAINERS, SECONDS, ROUNDS = 4, 20, 3
FURTHER = 96  # plain groups beside the containers: what a reading costs on a fuller host
SLICE = pathlib.Path("/sys/fs/cgroup/system.slice")
DAEMONS = [SLICE / "docker.service", SLICE / "containerd.service"]


def usage(group):
    """CPU of a group since it was made, in microseconds."""
    return int((group / "cpu.stat").read_text().split()[1])


def daemons():
    return sum(usage(group) for group in DAEMONS)


def cost(name, words):
    """CPU in microseconds of the running command, and of the daemons, over SECONDS; its start and its end do not count."""
    scope = SLICE / f"{name}.scope"
    with open(f"{name}.out", "wb") as out, subprocess.Popen(
            ["systemd-run", "--scope", "-q", f"--unit={name}", "--slice=system.slice", *words],
            stdin=subprocess.DEVNULL, stdout=out, stderr=out) as command:
        time.sleep(6)
        if command.poll() is not None:
            raise AssertionError(f"{words[:3]} ended: {pathlib.Path(f'{name}.out').read_text()[-500:]}")
        own, beside = usage(scope), daemons()
        time.sleep(SECONDS)
        own, beside = usage(scope) - own, daemons() - beside
        subprocess.run(["systemctl", "stop", scope.name], capture_output=True, check=False)
        command.wait()
    return own, beside


def plain_groups():
    """Groups with the controllers that a container's group has."""
    parent = pathlib.Path("/sys/fs/cgroup/vpsfit-bench.slice")
    parent.mkdir()
    (parent / "cgroup.subtree_control").write_text("+cpu +memory +io +pids")
    for i in range(FURTHER):
        (parent / f"group-{i}").mkdir()
    return [f"cgroup:/{parent.name}/group-{i}" for i in range(FURTHER)]


def figure(values):
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:,.0f} us ({ordered[0]:,.0f} to {ordered[-1]:,.0f})"


class Cost(unittest.TestCase):
    def test_a_reading_of_a_container(self):
        os.chdir(tempfile.mkdtemp())
        make_image()
        sleep = ["--network", "none", "box", "/bin/sh", "-c", "sleep 100000"]
        ids = [docker(f"docker-{i}", *sleep) for i in range(CONTAINERS)]
        others = [call("podman", "run", "-d", "--name", f"podman-{i}", "--network", "none", "localhost/box", "/bin/sh", "-c",
                       "sleep 100000") for i in range(CONTAINERS)]
        fuller = [f"docker:{i}" for i in ids] + plain_groups()
        readings = CONTAINERS * SECONDS
        ours, ours_podman, ours_fuller, theirs, theirs_podman = [], [], [], [], []
        for turn in range(ROUNDS):
            before = daemons()
            time.sleep(SECONDS)
            idle = daemons() - before
            for kind, targets, into in (("docker", [f"docker:{i}" for i in ids], ours), ("fuller", fuller, ours_fuller),
                                        ("podman", [f"podman:{i}" for i in others], ours_podman)):
                out = f"{kind}-{turn}.db"
                own, _ = cost(f"ours-{kind}-{turn}", ["vpsfit", "sample", "--out", out, "--for", "10m", *targets])
                into.append(own / len(targets) / SECONDS)
                shutil.copy(out, pathlib.Path(__file__).parent)
            own, beside = cost(f"docker-stats-{turn}", ["docker", "stats", *ids])
            theirs.append((own + max(beside - idle, 0)) / readings)
            own, _ = cost(f"podman-stats-{turn}", ["podman", "stats", "--interval", "1", *others])
            theirs_podman.append(own / readings)
        print(f"\n{CONTAINERS} containers of each engine, {SECONDS} s, {ROUNDS} rounds; CPU per container and second, median (range)")
        for name, values in (("vpsfit sample, Docker's", ours),
                             (f"vpsfit sample, and {FURTHER} further groups", ours_fuller), ("docker stats, with the daemon's part", theirs),
                             ("vpsfit sample, Podman's", ours_podman), ("podman stats", theirs_podman)):
            print(f"  {name:38} {figure(values)}")
        for name, our, their in (("docker stats", ours, theirs), ("docker stats, fuller host,", ours_fuller, theirs), ("podman stats", ours_podman, theirs_podman)):
            ratios = sorted(t / o for t, o in zip(their, our))
            print(f"  {name} / vpsfit sample: {ratios[len(ratios) // 2]:,.0f} ({ratios[0]:,.0f} to {ratios[-1]:,.0f})", flush=True)
            self.assertGreater(ratios[0], 1)
