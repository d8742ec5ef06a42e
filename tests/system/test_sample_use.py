# SPDX-License-Identifier: MIT
"""vpsfit sample: what is refused and what is not there, before anything is measured or written."""
import os
import unittest

import vpsfit_test


class WrongUse(vpsfit_test.TestCase):
    """Exit status 2, the value seen, and no file made."""

    def refused(self, *arguments, words=()):
        done = self.vpsfit("sample", *arguments, status=2)
        self.assert_complaint(done, *words)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_is_missing_is_said(self):
        self.refused("--out", "run.db", words=["nothing to sample"])
        self.refused("self", words=[])
        self.refused("--out", "run.db", "--", words=["no command"])

    def test_targets_that_are_none(self):
        for target in ("cgroup:", "cgroup:relative", "cgroup:/a/../b", "pid:0", "pid:x", "vm:a", "docker:", "pid:99999999999999"):
            with self.subTest(target):
                self.refused("--out", "run.db", target, words=["target"] if target in ("cgroup:", "vm:a", "docker:") else [])

    def test_two_targets_are_not_one_subject(self):
        self.refused("--out", "run.db", "--subject", "a", "cgroup:/a", "cgroup:/b", words=["--subject", "2 targets"])

    def test_a_target_and_a_command(self):
        self.refused("--out", "run.db", "cgroup:/a", "--", "true", words=["cgroup:/a"])

    def test_a_target_twice(self):
        self.refused("--out", "run.db", "cgroup:/a", "cgroup:/a/", words=["twice"])

    def test_durations_and_names_of_windows(self):
        for option, value in (("--window", "load"), ("--window", "=3s"), ("--window", "load=3"), ("--window", "load=-3s"),
                              ("--window", "a\nb=3s"), ("--window", "load=0s"), ("--for", "soon"), ("--for", "1e9s"),
                              ("--interval", "0s"), ("--interval", "1us"), ("--interval", "2h"), ("--interval", "nan"),
                              ("--request-rate", "-5"), ("--request-rate", "0"), ("--request-rate", "1e400"),
                              ("--subject", "x" * 10_000), ("--run", "a\x1b[2J"), ("--load", "\udcff\udcfe")):
            with self.subTest(option=option, value=value[:20]):
                self.refused("--out", "run.db", option, os.fsencode(value), "self", words=[option])

    def test_a_window_twice_and_a_length_too_short(self):
        self.refused("--out", "run.db", "--window", "a=1s", "--window", "a=2s", "self", words=["'a'", "twice"])
        self.refused("--out", "run.db", "--window", "a=2s", "--window", "b=1.5s", "--for", "3s", "self", words=["3.5 s"])

    def test_unknown_options_are_named_with_a_near_one(self):
        self.refused("--out", "run.db", "--windows", "a=1s", "self", words=["--windows", "--window"])


class NotThere(vpsfit_test.TestCase):
    """Exit status 1 and no recording."""

    def missing(self, target, *words):
        done = self.vpsfit("sample", "--out", "run.db", "--for", "1s", target, status=1)
        self.assert_complaint(done, *words)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_groups_processes_containers_and_units(self):
        self.missing("cgroup:/vpsfit-never/was", "/vpsfit-never/was")
        self.missing("pid:2000000000", "2000000000")
        self.missing("docker:0123456789abcdef", "no running docker container matches '0123456789abcdef'")
        self.missing("web", "no running container matches 'web'")
        self.missing("unit:vpsfit-never.service", "vpsfit-never.service")

    def test_a_hostile_name_cannot_steer_the_terminal(self):
        self.missing("docker:\x1b]0;x\x07\x1b[2J", "\\x1b]0;x\\x07")

    def test_commands(self):
        self.write("notes.txt", "")
        for command, word in (("surely-not-a-program", "is not found"), ("./nothing", "does not exist"),
                              ("./notes.txt", "is not executable"), ("/", "not executable")):
            with self.subTest(command):
                self.assert_complaint(self.vpsfit("sample", "--out", "run.db", "--", command, status=1), command, word)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["notes.txt"])

    def test_a_place_that_cannot_be_written_starts_no_command(self):
        for out in ("missing/run.db", "/proc/run.db", "."):
            with self.subTest(out):
                done = self.vpsfit("sample", "--out", out, "--", "touch", self.folder / "ran", status=None)
                self.assertIn(done.status, (1, 2), done)
                self.assertFalse((self.folder / "ran").exists())
        self.write("text.db", "This is not a recording, and it stays what it is.\n" * 100)
        done = self.vpsfit("sample", "--out", "text.db", "--", "touch", self.folder / "ran", status=2)
        self.assert_complaint(done, "text.db")
        self.assertFalse((self.folder / "ran").exists())
        self.assertTrue((self.folder / "text.db").read_text(encoding="utf-8").startswith("This is not"))


if __name__ == "__main__":
    unittest.main()
