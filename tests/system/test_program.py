# SPDX-License-Identifier: MIT
# ctest: once
"""What holds for every command: help, near names, pipes that close, full disks, foreign locales, hostile words."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import vpsfit_test
from vpsfit_test import BINARY, environment

PROMISED = ("sample", "show", "forecast", "plans", "fx", "schema")
HOSTILE = (b"\x1b]0;owned\x07\x1b[2J", b"a\rb", b"line\nbreak", b"\xff\xfe", "\u202egnp.exe".encode(), b"\xc2\x9b31m",
           b"x" * 100_000)


def commands():
    text = subprocess.run([BINARY, "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  (\S+)  ", text, re.MULTILINE)


class Help(vpsfit_test.TestCase):
    def test_the_overview_names_every_promised_command(self):
        self.assertLessEqual(set(PROMISED), set(commands()))

    def test_without_a_word_it_says_the_same_as_with_help(self):
        self.assertEqual(self.vpsfit().stdout, self.vpsfit("--help").stdout)

    def test_every_command_helps_with_a_usage_line_of_its_own(self):
        for command in commands():
            with self.subTest(command):
                text = self.vpsfit(command, "--help").stdout
                self.assertRegex(text, rf"(?i)usage:\s+vpsfit {command}\b")
                self.assertEqual(self.vpsfit("help", command).stdout, text)
                self.assertEqual(self.vpsfit(command, "-h").stdout, text)

    def test_help_fits_a_terminal_of_120_columns(self):
        for command in commands():
            for line in self.vpsfit(command, "--help").stdout.splitlines():
                self.assertLessEqual(len(line), 120, f"{command}: {line}")

    def test_the_version_is_the_one_of_the_build(self):
        build = (vpsfit_test.SOURCE_DIR / "CMakeLists.txt").read_text(encoding="utf-8")
        version = re.search(r"project\(vpsfit VERSION (\S+)", build).group(1)
        self.assertEqual(self.vpsfit("--version").stdout, f"vpsfit {version}\n")


class WrongUse(vpsfit_test.TestCase):
    def test_an_unknown_command_is_answered_with_the_near_one(self):
        done = self.vpsfit("forcast", status=2)
        self.assert_complaint(done, "'forcast'", "did you mean 'forecast'?")
        self.assertEqual(done.stdout, "")

    def test_an_unknown_command_without_a_neighbour_points_to_help(self):
        self.assert_complaint(self.vpsfit("zzzzzzzzz", status=2), "zzzzzzzzz", "--help")

    def test_an_unknown_option_is_answered_with_the_near_one(self):
        self.assert_complaint(self.vpsfit("forecast", "x.json", "--plan", "y", status=2), "'--plan'", "--plans")
        self.assert_complaint(self.vpsfit("sample", "self", "--ou", "y", status=2), "'--ou'", "--out")

    def test_every_command_refuses_an_unknown_option_with_status_2(self):
        for command in commands():
            with self.subTest(command):
                self.assert_complaint(self.vpsfit(command, "--quite-unknown", status=2), "--quite-unknown")

    def test_an_option_without_its_value_is_named(self):
        self.assert_complaint(self.vpsfit("sample", "self", "--out", status=2), "--out", "value")

    def test_an_option_given_twice_is_named(self):
        self.assert_complaint(self.vpsfit("sample", "self", "--out", "a", "--out", "b", status=2), "--out", "twice")

    def test_nothing_after_the_two_dashes_is_wrong_use(self):
        self.assert_complaint(self.vpsfit("sample", "--out", "a.db", "--", status=2), "'--'")
        self.assertFalse((self.folder / "a.db").exists())

    def test_hostile_words_reach_no_terminal_as_they_are(self):
        for word in HOSTILE:
            with self.subTest(word[:20]):
                for arguments in ((word,), ("forecast", b"--" + word), ("schema", word), ("help", word)):
                    done = self.vpsfit(*arguments, status=2)
                    self.assert_complaint(done)
                    self.assertLess(len(done.stderr), 5000)
                    for character in "\u202e\u009b":
                        self.assertNotIn(character, done.stderr)

    def test_hostile_file_names_reach_no_terminal_as_they_are(self):
        for word in HOSTILE[:-1]:
            with self.subTest(word[:20]):
                for arguments in (("show", word), ("forecast", word, "--plans", word, "--alone"), ("plans", "check", word)):
                    done = self.vpsfit(*arguments, status=None)
                    self.assertIn(done.status, (1, 2), done)
                    self.assert_complaint(done)

    def test_an_empty_word_is_not_taken_for_a_file(self):
        for arguments in (("show", ""), ("schema", ""), ("",)):
            with self.subTest(arguments):
                done = self.vpsfit(*arguments, status=None)
                self.assertIn(done.status, (1, 2), done)
                self.assert_complaint(done)


class Output(vpsfit_test.TestCase):
    def in_shell(self, script, **changes):
        return subprocess.run(["bash", "-c", script], capture_output=True, cwd=self.folder, timeout=60, check=False,
                              env=environment(VPSFIT=BINARY, **changes))

    def test_a_reader_that_goes_away_ends_it_quietly(self):
        # More than a pipe holds (64 KiB), so that the writer does meet the closed pipe.
        script = 'for i in {1..200}; do "$VPSFIT" schema forecast || exit; done | head -n 1; echo "${PIPESTATUS[@]}"'
        ran = self.in_shell(script)
        self.assertEqual(ran.stderr, b"")
        first, states = ran.stdout.decode().splitlines()
        self.assertEqual((first, states), ("{", "141 0"))

    def test_so_it_does_where_the_parent_ignores_the_signal(self):
        ran = self.in_shell('trap "" PIPE; (sleep 0.1; "$VPSFIT" --help; echo $? >status) | true; cat status')
        self.assertEqual((ran.stdout, ran.stderr), (b"141\n", b""))

    def test_a_full_disk_is_a_failure_that_is_told(self):
        for words in ("--help", "--version", "schema usage", "sample --help"):
            with self.subTest(words):
                ran = self.in_shell(f'"$VPSFIT" {words} >/dev/full')
                self.assertEqual(ran.returncode, 1)
                self.assertIn(b"No space left on device", ran.stderr)

    def test_a_closed_stdout_is_a_failure_that_is_told(self):
        ran = self.in_shell('"$VPSFIT" schema usage >&-')
        self.assertEqual(ran.returncode, 1)
        self.assertIn(b"standard output", ran.stderr)

    def test_closed_descriptors_never_become_a_file_that_messages_go_into(self):
        # With 0, 1 and 2 closed, the first file opened gets number 0, 1 or 2; what is printed must not land in it.
        ran = self.in_shell('"$VPSFIT" sample self --out a.db --window w=300ms --interval 100ms <&- >&- 2>&-; echo $?')
        self.assertEqual(ran.stdout, b"0\n")
        self.assertTrue((self.folder / "a.db").read_bytes().startswith(b"SQLite format 3\0"))
        self.vpsfit("show", "a.db", "--json")

    def test_a_closed_stderr_changes_no_status(self):
        ran = self.in_shell('"$VPSFIT" forcast 2>&-')
        self.assertEqual(ran.returncode, 2)


class Locale(vpsfit_test.TestCase):
    """German writes 1.234,5 for 1234.5: neither our reading nor our writing may notice."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory(prefix="vpsfit-locale-")
        cls.addClassCleanup(place.cleanup)
        made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", f"{place.name}/de_DE.UTF-8"],
                              capture_output=True, check=False, env=environment()) if _has("localedef") else None
        if made is None or not (pathlib.Path(place.name) / "de_DE.UTF-8" / "LC_NUMERIC").exists():
            raise unittest.SkipTest("localedef cannot make de_DE here (package locales)")
        cls.german = environment(LOCPATH=place.name, LC_ALL="de_DE.UTF-8", LANG="de_DE.UTF-8", LANGUAGE="de")
        told = subprocess.run(["bash", "-c", "printf '%.1f' 1,5"], capture_output=True, env=cls.german, check=False)
        if told.stdout != b"1,5":
            raise unittest.SkipTest("the de_DE locale that was made is not used by the C library")

    def both(self, *arguments, status=0):
        plain = self.vpsfit(*arguments, status=status)
        german = self.vpsfit(*arguments, status=status, env=self.german)
        self.assertEqual(plain.stdout, german.stdout)
        self.assertEqual(plain.stderr, german.stderr)
        return plain

    def test_a_forecast_is_the_same_to_the_byte(self):
        run = {"run": "1", "cpu_usage_usec": 1234567, "window_usec": 15000000, "memory_max_bytes": 75078041}
        self.write("usage.json", {"schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0",
                                  "subjects": [{"subject": name, "runs": [run]} for name in ("a", "b")]})
        plans = vpsfit_test.SOURCE_DIR / "plans/catalog"
        for form in ((), ("--json",), ("--csv",)):
            done = self.both("forecast", "usage.json", "--plans", plans, "--baseline", "a", "--currency", "KRW", "--stale-ok",
                             "--rate", "USD/KRW=1335.27@2026-10-30", "--rate", "EUR/KRW=1500.5@2026-10-30",
                             "--rate", "JPY/KRW=9.1@2026-10-30", "--as-of", "2026-11-02", *form)
            if form != ("--csv",):  # its commas stand between numbers
                self.assertNotIn("0,0", done.stdout.replace(", ", ""))

    def test_messages_of_the_system_stay_english(self):
        self.assertIn("No such file or directory", self.both("show", "nowhere.db", status=1).stderr)

    def test_a_comma_is_no_decimal_point(self):
        self.both("forecast", "x.json", "--plans", "y", "--alone", "--headroom", "0,2", status=2)


def _has(program):
    return any((pathlib.Path(folder) / program).exists() for folder in os.get_exec_path())


if __name__ == "__main__":
    unittest.main()
