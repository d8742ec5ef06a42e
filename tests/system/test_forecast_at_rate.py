# SPDX-License-Identifier: MIT
"""Forecasts for a request rate that nobody measured: by the line through the runs, told as such, and refused where it is too far."""
import hashlib
import json
import shutil
import unittest

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"


def runs(subject, rate, *cores, **more):
    return {"subject": subject, "load": {"name": f"r{rate}", "request_rate_per_s": rate},
            "runs": [{"run": str(i + 1), "cpu_usage_usec": round(c * 10**7), "window_usec": 10**7,
                      "memory_max_bytes": rate * 10000, **more} for i, c in enumerate(cores)]}


class AtRate(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        shutil.copy(STUDY / "catalog.json", self.folder)
        self.usage(runs("a", 20000, 0.21, 0.19), runs("a", 60000, 0.61, 0.59),
                   runs("b", 20000, 0.41, 0.39), runs("b", 60000, 0.81, 0.79))

    def usage(self, *subjects):
        self.write("u.json", {"schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0", "subjects": list(subjects)})

    def forecast(self, *words, status=0):
        document = self.vpsfit("forecast", "u.json", "--plans", "catalog.json", "--as-of", "2026-11-02", "--json", *words,
                               status=status).json
        self.assert_valid(document, "forecast")
        return document

    def test_the_upper_end_of_the_line_decides(self):
        document = self.forecast("--at-rate", "40000", "--baseline", "a")
        a, b = document["subjects"]
        self.assertEqual(document["at_rate_per_s"], "40000")
        # cores = 0.2 + 1e-5 x rate; 0.6 + 4.302653 x sqrt(0.0002 x 1.25) = 0.668031; / 0.5 / 0.8 = 1.67
        self.assertEqual((b["usage"]["cpu_usage_usec"], b["usage"]["window_usec"]), (668031, 1000000))
        self.assertEqual((b["need"]["vcpus"], b["need"]["vcpus_exact"]), (2, "1.6700775"))
        self.assertEqual(b["usage"]["memory_bytes"], 600000000)
        self.assertEqual(b["usage"]["load"], {"name": None, "request_rate_per_s": 40000})
        self.assertIn("line through runs at other rates", b["usage"]["cpu_statistic"])
        codes = [n["code"] for n in b["notices"]]
        self.assertIn("cpu_predicted", codes)
        self.assertFalse({"single_run", "rate_beyond", "unequal_load", "load_unknown"} & set(codes), codes)
        self.assertEqual(a["status"], "ok")
        table = self.vpsfit("forecast", "u.json", "--plans", "catalog.json", "--as-of", "2026-11-02", "--alone", "--at-rate",
                            "40000").stdout
        self.assertIn("CPU is what 40000 requests a second would take", " ".join(table.split()))

    def test_beyond_is_told_and_far_beyond_is_refused(self):
        b = self.forecast("--at-rate", "90000", "--alone")["subjects"][1]
        self.assertTrue({"rate_beyond", "memory_of_lower_rates"} <= {n["code"] for n in b["notices"]})
        document = self.forecast("--at-rate", "90001", "--alone", status=3)
        self.assertEqual([(s["status"], s["need"], s["plan"]) for s in document["subjects"]], [("refused", None, None)] * 2)
        self.assertEqual([n["code"] for n in document["subjects"][0]["notices"]], ["rate_too_far"])
        done = self.vpsfit("forecast", "u.json", "--plans", "catalog.json", "--as-of", "2026-11-02", "--alone", "--at-rate", "90001",
                           "--output", "o.txt", status=3)  # whoever called learns it without looking into the file
        self.assert_complaint(done, "a was refused", "b was refused")
        self.usage(runs("a", 20000, 0.21, 0.19), runs("b", 20000, 0.4), runs("b", 60000, 0.8, throttled_periods=3))
        for subject in self.forecast("--at-rate", "20000", "--alone", status=3)["subjects"]:
            self.assertEqual([n["code"] for n in subject["notices"]], ["rates_too_few"])

    def test_it_is_computed_again_from_the_runs(self):
        document = self.forecast("--at-rate", "40000", "--baseline", "a")
        self.write("f.json", document)
        self.assertIn("every figure is right", self.vpsfit("verify", "f.json").stdout)
        self.assertIn("line through", " ".join(self.vpsfit("explain", "f.json", "b", "--json").stdout.split()))
        self.vpsfit("report", "f.json", "--out", "site")
        self.assertIn("computed again", self.vpsfit("verify", "site").stdout)
        forged = json.loads(json.dumps(document))
        forged["at_rate_per_s"] = "30000"
        self.write("forged.json", forged)
        self.vpsfit("verify", "forged.json", status=3)

    def test_standard_input_is_read_once_and_hashed(self):
        text = (self.folder / "u.json").read_bytes()
        document = self.vpsfit("forecast", "-", "--plans", "catalog.json", "--as-of", "2026-11-02", "--alone", "--at-rate", "40000",
                               "--json", stdin=text).json
        self.assertEqual(document["inputs"][0]["sha256"], hashlib.sha256(text).hexdigest())
        self.assertEqual(document["subjects"][1]["usage"]["cpu_usage_usec"], 668031)

    def test_runs_that_are_given_twice_do_not_count_twice(self):
        shutil.copy(self.folder / "u.json", self.folder / "again.json")
        for words in (("forecast", "u.json", "again.json", "--plans", "catalog.json", "--alone", "--at-rate", "40000"),
                      ("capacity", "u.json", "again.json", "--rate", "40000")):
            self.assert_complaint(self.vpsfit(*words, status=2), "again.json", "'a'", "same load")

    def test_where_nothing_fits_the_rate_that_the_strongest_plan_carries_is_told(self):
        # 4e-5 cores a request, exactly; 60000 need 2.4 / 0.5 / 0.8 = 6 vCPU, and 4 vCPU carry 4 x 0.5 x 0.8 = 1.6 cores.
        self.usage(runs("c", 20000, 0.8, 0.8), runs("c", 60000, 2.4, 2.4))
        document = self.forecast("--alone", "--load", "r60000", status=3)
        ways = {way["kind"]: way for way in document["subjects"][0]["alternatives"]}
        self.assertEqual((ways["lower_rate"]["plan"], ways["lower_rate"]["request_rate_per_s_max"]), ("vpsgod/4c-8g", "40000"))

    def test_a_stack_is_predicted_too(self):
        document = self.vpsfit("stack", "u.json", "--plans", "catalog.json", "--as-of", "2026-11-02", "--at-rate", "40000",
                               "--json").json
        self.assert_valid(document, "stack")
        self.assertEqual([s["status"] for s in document["subjects"]], ["ok", "ok"])

    def test_wrong_words_are_named(self):
        for value in ("0", "-1", "x", "9" * 40):
            self.assertIn("--at-rate", self.vpsfit("forecast", "u.json", "--plans", "catalog.json", "--alone",
                                                   f"--at-rate={value}", status=2).stderr)
        for other in ("--load=r20000", "--cpu-statistic=run-average"):
            self.assertIn("do not go together", self.vpsfit("forecast", "u.json", "--plans", "catalog.json", "--alone",
                                                            "--at-rate=30000", other, status=2).stderr)


if __name__ == "__main__":
    unittest.main()
