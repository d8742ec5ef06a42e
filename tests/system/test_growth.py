# SPDX-License-Identifier: MIT
"""Growth of memory: a long recording is judged, a short one refused."""
import sqlite3
import unittest

import vpsfit_test


class Growth(vpsfit_test.TestCase):
    def recording(self):
        self.vpsfit("sample", "--out", "x.db", "--interval", "100ms", "--subject", "app", "--window", "load=2500ms", "self")

    def stretch(self, step):
        """Makes a tick every 180 s of what was one every 0.1 s, with so many bytes more each time."""
        db = sqlite3.connect(self.folder / "x.db")
        db.execute("UPDATE sessions SET interval_ns = 180000000000")
        db.execute("UPDATE ticks SET planned_ns = number * 180000000000, late_ns = 0")
        for table, column in (("edges", "at_ns"), ("runs", "started_ns"), ("runs", "ended_ns")):
            db.execute(f"UPDATE {table} SET {column} = {column} * 1800")
        db.execute("UPDATE readings SET memory_bytes = 100000000 + ? * (SELECT number FROM ticks WHERE id = tick)", (step,))
        db.commit()
        db.close()

    def document(self, *arguments, status=0):
        document = self.vpsfit("growth", "x.db", "--json", *arguments, status=status).json
        self.assert_valid(document, "growth")
        return document["runs"][0]

    def test_a_long_recording_is_judged_and_a_short_one_refused(self):
        self.recording()
        run = self.document(status=3)
        self.assertEqual((run["refused"], run["grows"], run["slope_bytes_per_s"]), ("span_too_short", None, None))
        self.assertIn("too short", self.vpsfit("growth", "x.db", status=3).stdout)
        self.stretch(900_000)
        run = self.document("--memory", "400MB")
        # 900,000 bytes in 180 s; what is left of 400 MB after 128 MiB for the system is 265.8 MB
        self.assertEqual((run["slope_bytes_per_s"], run["grows"]), ("5000.00", True))
        days = (400e6 - 128 * 2**20 - float(run["level_bytes"])) / 5000 / 86400
        self.assertAlmostEqual(float(run["days_until_full"]), days, places=4)
        self.assertTrue(self.document("--memory", "40GB")["too_far"])
        self.assertIn("full in", self.vpsfit("growth", "x.db", "--memory", "400MB").stdout)

    def test_memory_that_stays_does_not_grow(self):
        self.recording()
        self.stretch(0)
        run = self.document("--memory", "1GB")
        self.assertEqual((run["grows"], run["days_until_full"], run["too_far"]), (False, None, False))

    def test_wrong_words_are_named(self):
        self.recording()
        for option, value in (("--memory", "1"), ("--memory", "x"), ("--os-reserve", "-1MB"), ("--window", "none")):
            self.assertIn(option, self.vpsfit("growth", "x.db", f"{option}={value}", status=2).stderr)
        self.vpsfit("growth", "absent.db", status=1)
        self.write("u.json", {"a": 1})
        self.vpsfit("growth", "u.json", status=2)


if __name__ == "__main__":
    unittest.main()
