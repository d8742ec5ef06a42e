# SPDX-License-Identifier: MIT
"""Inside the emulated host: a user without rights in the cgroup tree, but with a service manager of their own."""
import json
import os
import pathlib
import pwd
import subprocess
import tempfile
import time
import unittest

CGROUP = pathlib.Path("/sys/fs/cgroup")
MIB = 1 << 20


class Scope(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        subprocess.run(["useradd", "-m", "tester"], check=True)
        subprocess.run(["loginctl", "enable-linger", "tester"], check=True)
        cls.user = pwd.getpwnam("tester")
        cls.socket = pathlib.Path(f"/run/user/{cls.user.pw_uid}/systemd/private")
        for _ in range(300):
            if cls.socket.exists():
                break
            time.sleep(0.2)

    def sample(self, *words, **environment):
        folder = tempfile.mkdtemp()
        os.chown(folder, self.user.pw_uid, self.user.pw_gid)
        ran = subprocess.run(["runuser", "-u", "tester", "--", "env", *(f"{k}={v}" for k, v in environment.items()),
                              "vpsfit", "sample", "--out", "run.db", *words], cwd=folder, capture_output=True, text=True,
                             stdin=subprocess.DEVNULL, timeout=200, check=False)
        print(ran.stdout, ran.stderr, flush=True)
        shown = subprocess.run(["vpsfit", "show", f"{folder}/run.db", "--json"], capture_output=True, text=True, check=False)
        return ran, json.loads(shown.stdout)["runs"][0]

    def test_a_command_gets_a_group_below_the_users_service_manager(self):
        self.assertTrue(self.socket.exists())
        ran, run = self.sample("--interval", "500ms", "--window", "load=3s", "--", "sh", "-c",
                               "cat /proc/self/cgroup; dd if=/dev/zero of=/dev/null bs=50M count=1 2>/dev/null; exec sleep 60",
                               XDG_RUNTIME_DIR=self.socket.parent.parent)
        self.assertEqual(ran.returncode, 0)
        self.assertRegex(ran.stdout, rf"^0::/user\.slice/.*/user@{self.user.pw_uid}\.service/.*\.scope/vpsfit-\d+-")
        self.assertEqual(run["source"], "cgroup2")
        self.assertGreaterEqual(run["memory_peak_bytes"], 50 * MIB)
        time.sleep(1)
        left = [str(p) for p in CGROUP.rglob("vpsfit-*") if p.is_dir() and "user.slice" in str(p)]
        self.assertEqual(left, [])

    def test_the_commands_status_and_our_own_come_through(self):
        ran, run = self.sample("--interval", "500ms", "--window", "load=30s", "--", "sh", "-c", "sleep 1; exit 7",
                               XDG_RUNTIME_DIR=self.socket.parent.parent)
        self.assertEqual(ran.returncode, 4)
        self.assertEqual((run["command_status"], run["end_reason"]), (7, "command_exited"))

    def test_without_the_service_manager_the_process_tree_is_sampled(self):
        ran, run = self.sample("--interval", "500ms", "--for", "2s", "--", "sleep", "60")
        self.assertEqual(run["source"], "process_tree")
        self.assertIn("process tree", ran.stderr)


if __name__ == "__main__":
    unittest.main()
