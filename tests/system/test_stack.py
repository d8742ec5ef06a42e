# SPDX-License-Identifier: MIT
"""Several subjects on shared servers: what is placed where, what it costs, and what is refused."""
import subprocess
import sys
import unittest

import vpsfit_test

CATALOG = str(vpsfit_test.SOURCE_DIR / "examples/spine-study/catalog.json")
MIB = 1024 * 1024


def subject(name, cores, mib, **more):
    return {"subject": name, "load": {"name": "r", "request_rate_per_s": 10},
            "runs": [{"run": "1", "cpu_usage_usec": int(cores * 10**7), "window_usec": 10**7,
                      "memory_max_bytes": mib * MIB, **more}]}


class Stack(vpsfit_test.TestCase):
    def usage(self, *subjects):
        self.write("u.json", {"schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0", "subjects": list(subjects)})

    def document(self, *arguments, status=0):
        document = self.vpsfit("stack", "u.json", "--plans", CATALOG, "--json", *arguments, status=status).json
        self.assert_valid(document, "stack")
        return document

    def test_two_small_services_share_the_smallest_plan_that_holds_both(self):
        # 0.3 cores / 0.5 / 0.8 = 0.75 vCPU; 1.25 x 80 MiB + 128 MiB = 228 MiB: the plan of 1 vCPU and 256 MB for 18 dollars
        self.usage(subject("a", 0.1, 40), subject("b", 0.2, 40))
        document = self.document("--as-of", "2026-11-02")
        self.assertEqual([s["subjects"] for s in document["servers"]], [["a", "b"]])
        self.assertEqual(document["servers"][0]["need"]["memory_bytes"], 228 * MIB)
        self.assertEqual(document["servers"][0]["need"]["vcpus_exact"], "0.75")
        self.assertEqual((document["annual_fee"]["amount"], document["annual_fee_alone"]["amount"]), ("18.00", "36.00"))
        self.assertEqual((document["sum"], document["exact"]), ("sum_of_peaks", True))
        text = self.vpsfit("stack", "u.json", "--plans", CATALOG, "--as-of", "2026-11-02").stdout
        self.assertIn("as if they met", text)
        self.assertIn("none is cheaper", text)

    def test_fifty_are_divided_with_a_bound(self):
        self.usage(*(subject(f"服务{i}", 0.05 + i / 1000, 30 + i) for i in range(50)))
        document = self.document("--as-of", "2026-11-02")
        self.assertFalse(document["exact"])
        self.assertLessEqual(float(document["annual_fee_least"]["amount"]), float(document["annual_fee"]["amount"]))
        self.assertEqual(sum(len(s["subjects"]) for s in document["servers"]), 50)
        self.assertIn("% too dear", self.vpsfit("stack", "u.json", "--plans", CATALOG, "--as-of", "2026-11-02").stdout.replace("\n", " "))

    def test_who_fits_nowhere_or_was_held_back_is_named(self):
        self.usage(subject("a", 0.1, 40), subject("huge", 500, 40))
        document = self.document("--as-of", "2026-11-02", status=3)
        self.assertEqual([s["status"] for s in document["subjects"]], ["ok", "no_fit"])
        self.assertEqual((document["servers"], document["annual_fee"]), ([], None))
        self.usage(subject("a", 0.1, 40), subject("held", 0.2, 40, throttled_periods=3))
        document = self.document("--as-of", "2026-11-02", status=3)
        self.assertEqual(document["status"], "refused")
        self.assertEqual(document["subjects"][1]["notices"][0]["code"], "throttled_refused")

    def test_wrong_words_are_named(self):
        self.usage(subject("a", 0.1, 40))
        for option, value in (("--headroom", "x"), ("--core-performance", "x"), ("--memory-factor", "x"),
                              ("--os-reserve", "1"), ("--as-of", "yesterday"), ("--currency", "won")):
            self.assertIn(option, self.vpsfit("stack", "u.json", "--plans", CATALOG, f"{option}={value}", status=2).stderr)
        self.assertIn("--plans", self.vpsfit("stack", "u.json", status=2).stderr)
        self.assertIn("--output", self.vpsfit("stack", "u.json", "--plans", CATALOG, "--as-of", "2026-11-02",
                                              "--output", "u.json", status=2).stderr)

    def test_what_two_hold_in_turn_is_not_added_up_where_one_clock_saw_it(self):
        # the second takes its 100 MB only once the first has given up its own
        works = "while True:\n sum(range(20000)); time.sleep(0.02)\n"
        first = f"import pathlib,time\nx=b'x'*100_000_000\nend=time.time()+3\nwhile time.time()<end: sum(range(20000)); time.sleep(0.02)\ndel x\npathlib.Path('free').touch()\n{works}"
        second = f"import pathlib,time\nwhile not pathlib.Path('free').exists(): sum(range(20000)); time.sleep(0.02)\nx=b'x'*100_000_000\n{works}"
        both = [subprocess.Popen([sys.executable, "-c", code], cwd=self.folder) for code in (first, second)]
        try:
            self.vpsfit("sample", "--out", "x.db", "--window", "load=8s", *(f"pid:{one.pid}" for one in both))
        finally:
            for one in both:
                one.kill()
                one.wait()
        peaks = [run["memory_max_bytes"] for run in self.vpsfit("show", "x.db", "--json").json["runs"]]
        self.assertGreater(min(peaks), 100_000_000)
        document = self.vpsfit("stack", "x.db", "--plans", CATALOG, "--as-of", "2026-11-02", "--json").json
        self.assert_valid(document, "stack")
        self.assertEqual((document["sum"], document["sum_reason"]), ("peak_of_sum", None))
        self.assertEqual(len(document["servers"]), 1)
        used = document["servers"][0]["need"]["memory_used_bytes"]
        self.assertGreaterEqual(used, max(peaks))
        self.assertLess(used, sum(peaks) - 50_000_000)


if __name__ == "__main__":
    unittest.main()
