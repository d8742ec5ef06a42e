# SPDX-License-Identifier: MIT
"""The last line of scripts/test counts what ran, and nothing that failed can hide from it."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SUMMARY = pathlib.Path(__file__).resolve().parents[1] / "summary.py"
SUITE = "test_a (test_x.A.test_a) ... ok\ntest_b (test_x.A.test_b) ... skipped 'needs root'\n\nRan {} tests in 0.1s\n\n{}\n"


def case(name, status="run", output="", inner=""):
    return f'<testcase name="{name}" status="{status}">{inner}<system-out>{output}</system-out></testcase>'


class Summary(unittest.TestCase):
    def told(self, *cases, extra=()):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "unit.xml")
            file.write_text(f"<testsuite>{''.join(cases)}</testsuite>", encoding="utf-8")
            ran = subprocess.run([sys.executable, SUMMARY, file, *(["--", *extra] if extra else [])], capture_output=True,
                                 text=True, check=False, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        return ran.returncode, ran.stdout.splitlines()

    def test_plain_tests_count_one_each(self):
        self.assertEqual(self.told(case("a"), case("b")), (0, ["2 passed, 0 failed, 0 skipped"]))

    def test_a_failed_one_is_named_and_reddens_all(self):
        self.assertEqual(self.told(case("a"), case("b", "fail", inner="<failure/>")), (1, ["FAILED: unit: b", "1 passed, 1 failed, 0 skipped"]))

    def test_python_suites_count_their_own_tests_and_name_what_they_skip(self):
        self.assertEqual(self.told(case("a", output=SUITE.format(5, "OK (skipped=1)"))),
                         (0, ["skipped: unit: a: needs root", "4 passed, 0 failed, 1 skipped"]))
        status, lines = self.told(case("a", "fail", SUITE.format(5, "FAILED (failures=1, errors=1, skipped=1)"), "<failure/>"))
        self.assertEqual((status, lines[-1]), (1, "2 passed, 2 failed, 1 skipped"))

    def test_suites_of_doctest_count_their_own_cases(self):
        told = "[doctest] doctest version is \"2.4.9\"\n" + 79 * "=" + "\n[doctest] test cases:  8 |  {} passed | {} failed | 900 skipped\n[doctest] Status"
        self.assertEqual(self.told(case("a", output=told.format(8, 0)), case("b")), (0, ["9 passed, 0 failed, 0 skipped"]))
        self.assertEqual(self.told(case("a", "fail", told.format(6, 2), "<failure/>"))[1][-1], "6 passed, 2 failed, 0 skipped")
        self.assertEqual(self.told(case("a", "fail", told.format(8, 0), "<failure/>"))[1][-1], "8 passed, 1 failed, 0 skipped")

    def test_a_suite_that_broke_off_fails_whatever_it_printed(self):
        self.assertEqual(self.told(case("a", "fail", "test_a ... ok", "<failure/>"))[1][-1], "0 passed, 1 failed, 0 skipped")
        self.assertEqual(self.told(case("a", "fail", SUITE.format(2, "OK"), "<failure/>"))[1][-1], "1 passed, 1 failed, 0 skipped")

    def test_a_program_that_was_not_built_fails(self):
        absent = case("a_NOT_BUILT", "notrun", inner='<skipped message="Unable to find executable: x"/>')
        self.assertEqual(self.told(absent)[1][-1], "0 passed, 1 failed, 0 skipped")
        skipped = case("b", "notrun", inner='<skipped message="SKIP_RETURN_CODE=77"/>')
        self.assertEqual(self.told(case("a"), skipped)[1][-1], "1 passed, 0 failed, 1 skipped")

    def test_no_test_at_all_is_no_success(self):
        self.assertEqual(self.told(), (1, ["0 passed, 0 failed, 0 skipped"]))

    def test_what_was_left_out_is_said(self):
        self.assertEqual(self.told(case("a"), extra=["no emulator"]), (0, ["skipped: no emulator", "1 passed, 0 failed, 1 skipped"]))


if __name__ == "__main__":
    unittest.main()
