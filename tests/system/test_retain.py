# SPDX-License-Identifier: MIT
# ctest: long
# ctest: timeout=300
"""vpsfit sample --retain: minutes come to stand for old seconds while it goes on. A minute has to pass after the first one."""
import contextlib
import sqlite3
import unittest

import vpsfit_test


class Retain(vpsfit_test.TestCase):
    def test_the_second_minute_is_rolled_up_while_it_samples(self):
        self.vpsfit("sample", "self", "--out=r.db", "--interval=200ms", "--retain=2s", "--for=128s", status=None, timeout=200)
        with contextlib.closing(sqlite3.connect(self.folder / "r.db")) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            minutes = database.execute("SELECT first_number, samples FROM minutes").fetchall()
            readings, = database.execute("SELECT count(*) FROM readings").fetchone()
        self.assertEqual(len(minutes), 1)
        (first, samples), = minutes
        self.assertEqual(first, 300)
        run = self.vpsfit("show", "r.db", "--json").json["runs"][0]
        self.assertEqual(run["windows"][0]["rolled_minutes"], 1)
        self.assertEqual(run["ticks"], readings + samples - 1)
        self.assertAlmostEqual(run["ticks"] + run["missed_ticks"], 640, delta=2)

    def test_what_is_no_duration_or_too_fast_is_refused(self):
        for wrong in ("x", "-1h", "5"):
            done = self.vpsfit("sample", "self", "--out=r.db", f"--retain={wrong}", status=2)
            self.assert_complaint(done, wrong, "--retain")
        done = self.vpsfit("sample", "self", "--out=r.db", "--retain=1h", "--interval=50ms", status=2)
        self.assert_complaint(done, "0.05", "--retain")


if __name__ == "__main__":
    unittest.main()
