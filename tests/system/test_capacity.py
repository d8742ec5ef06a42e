# SPDX-License-Identifier: MIT
"""CPU against request rate: the line, the answers for another rate and for a server, and what is refused."""
import json
import unittest

import vpsfit_test


def runs(rate, *cores, **more):
    return {"subject": "spring", "load": {"name": f"r{rate}", "request_rate_per_s": rate},
            "runs": [{"run": str(i + 1), "cpu_usage_usec": int(c * 10**7), "window_usec": 10**7,
                      "memory_max_bytes": rate * 10000, **more} for i, c in enumerate(cores)]}


STUDY_CATALOG = str(vpsfit_test.SOURCE_DIR / "examples/spine-study/catalog.json")


class Capacity(vpsfit_test.TestCase):
    def usage(self, *subjects):
        self.write("u.json", {"schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0", "subjects": list(subjects)})

    def document(self, *arguments, status=0):
        import jsonschema
        document = self.vpsfit("capacity", "u.json", "--json", *arguments, status=status).json
        schema = json.loads((vpsfit_test.SOURCE_DIR / "schema/capacity.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator(schema).validate(document)
        return document["subjects"][0]

    def test_the_line_and_its_interval_are_those_computed_by_hand(self):
        self.usage(runs(20000, 0.41, 0.39), runs(60000, 0.81, 0.79))
        subject = self.document("--rate", "40000", "--vcpus", "4")
        self.assertEqual((subject["line"]["intercept_cores"], subject["line"]["slope_cores_per_request"]),
                         ("0.200000", "0.0000100000"))
        # 0.6 + 4.302653 x sqrt(0.0002 x 1.25) = 0.668031; / 0.5 / 0.8 = 1.67
        self.assertEqual((subject["at_rate"]["cpu_cores_high_95"], subject["at_rate"]["vcpus"]), ("0.668031", 2))
        self.assertEqual((subject["at_rate"]["memory_max_bytes"], subject["at_rate"]["memory_of_all_rates"]), (600000000, False))
        self.assertEqual(subject["carried_rate_per_s"], "90000.0")
        self.assertIn("cannot tell whether it bends", self.vpsfit("capacity", "u.json").stdout.replace("\n ", ""))

    def test_a_rate_far_beyond_is_refused_and_one_level_says_nothing(self):
        self.usage(runs(20000, 0.41, 0.39), runs(60000, 0.81, 0.79))
        self.assertIsNone(self.document("--rate", "90001", status=3)["at_rate"])
        self.assertEqual(self.document("--rate", "90000")["at_rate"]["reach"], "beyond")
        self.usage(runs(20000, 0.41, 0.39))
        self.assertIn("one says nothing about another", self.document(status=3)["refused"])

    def test_runs_that_were_held_back_or_missed_their_rate_are_left_out(self):
        self.usage(runs(20000, 0.4, 0.4), runs(40000, 0.6), runs(60000, 3.0, throttled_periods=4),
                   runs(80000, 0.7, achieved_rate_per_s=70000))
        subject = self.document()
        self.assertEqual([r["left_out"] for r in subject["runs"]], [None, None, None, "throttled_refused", "rate_missed"])
        self.assertEqual(subject["line"]["highest_rate_per_s"], "40000.0")

    def test_wrong_words_are_named(self):
        self.usage(runs(20000, 0.4), runs(40000, 0.6))
        for option in ("--rate", "--vcpus", "--core-performance"):
            for value in ("0", "-1", "x", "1e9", "9" * 40):
                self.assertIn(option, self.vpsfit("capacity", "u.json", f"{option}={value}", status=2).stderr)
        self.vpsfit("capacity", "absent.json", status=1)


    def test_what_a_plan_or_a_budget_carries(self):
        # 0.2 + 1e-5 x rate, two runs a rate: the upper end of the interval at the rate r stays within the usable cores
        self.usage(runs(20000, 0.41, 0.39), runs(60000, 0.81, 0.79))
        plans = ("--plans", STUDY_CATALOG, "--as-of", "2026-11-02")
        carried = self.document(*plans, "--on", "vpsgod/2c-4g")["carried_by"]
        # 2 x 0.5 x 0.8 = 0.8 cores: 0.2 + 1e-5 r + 4.302653 x sqrt(0.0002 x (1.25 + (r - 40000)^2 / 1.6e9)) = 0.8
        rate = float(carried["rate_per_s"])
        upper = 0.2 + 1e-5 * rate + 4.302653 * (0.0002 * (1.25 + (rate - 40000) ** 2 / 1.6e9)) ** 0.5
        self.assertAlmostEqual(upper, 0.8, places=5)
        self.assertEqual((carried["annual_fee_converted"]["amount"], carried["is_at_least"]), ("60.00", False))
        budget = self.document(*plans, "--budget", "60 USD/year")
        self.assertEqual((budget["carried_by"]["plan"], budget["carried_by"]["rate_per_s"]),
                         ("vpsgod/2c-4g", carried["rate_per_s"]))
        self.assertEqual(self.document(*plans, "--budget", "10 USD/month")["carried_by"]["is_at_least"], True)
        nothing = self.document(*plans, "--budget", "1 USD/year", status=3)
        self.assertIsNone(nothing["carried_by"])
        little = self.document(*plans, "--on", "vpsgod/2c-256m", status=3)["carried_by"]
        self.assertEqual((little["rate_per_s"], little["lacks"]), (None, "memory"))
        text = " ".join(self.vpsfit("capacity", "u.json", *plans, "--budget", "10 USD/month").stdout.split())
        self.assertIn("carries at least 90000.0 requests a second, the most for so much", text)
        for wrong, word in (("vpsgod/2c-4gb", "2c-4g"), ("vpsgod/x-6c-16g", "unverified")):
            self.assertIn(word, self.vpsfit("capacity", "u.json", *plans, "--on", wrong, status=2).stderr)
        self.assertIn("--budget", self.vpsfit("capacity", "u.json", *plans, "--budget", "vpsgod/2c-4g", status=2).stderr)
        self.assertIn("no plans", self.vpsfit("capacity", "u.json", "--on", "vpsgod/2c-4g", status=2).stderr)


class Scaling(vpsfit_test.TestCase):
    """SPEC SDM91 as published with the R package usl: loads, throughputs and what R prints."""

    SDM91 = ((1, 64.9), (18, 995.9), (36, 1652.4), (72, 1853.2), (108, 1828.9), (144, 1775.0), (216, 1702.2))

    def points(self, points):
        self.write("p.csv", "subject,clients,throughput_per_s\n" + "".join(f"s,{n},{x}\n" for n, x in points))

    def subject(self, *arguments, status=0):
        document = self.vpsfit("capacity", "p.csv", "--model", "usl", "--json", *arguments, status=status).json
        self.assert_valid(document, "scaling")
        return document["subjects"][0]

    def test_the_law_is_the_one_that_r_prints(self):
        self.points(self.SDM91)
        law = self.subject()["law"]
        for key, expected, places in (("contention", 0.0277285, 7), ("coherency", 0.0001044, 7),
                                      ("throughput_of_one_per_s", 89.9952330, 3), ("residual_per_s", 82.8, 1),
                                      ("peak_clients", 96.52, 2), ("peak_throughput_per_s", 1884, 0)):
            self.assertAlmostEqual(float(law[key]), expected, places=places, msg=key)
        self.assertEqual((law["degrees_of_freedom"], law["highest_clients"]), (4, "216.000"))
        self.assertIn("most at 96.5", self.vpsfit("capacity", "p.csv", "--model", "usl").stdout)

    def test_what_was_wrong_by_two_fifths_is_refused(self):
        self.points(self.SDM91[:4])
        self.assertIsNotNone(self.subject("--clients", "72")["throughput_per_s"])
        far = self.subject("--clients", "216", status=3)  # the law says 986.6, observed were 1702.2
        self.assertIsNone(far["throughput_per_s"])
        self.assertIn("1.5 times", far["refused"])
        self.points(self.SDM91[:3])
        few = self.subject(status=3)
        self.assertEqual((few["law"], "different load(s)" in few["refused"]), (None, True))

    def test_wrong_words_and_rows_are_named(self):
        self.points(self.SDM91)
        words = ("capacity", "p.csv", "--model")
        self.assertIn("--model", self.vpsfit(*words, "cubic", status=2).stderr)
        self.assertIn("--rate", self.vpsfit(*words, "usl", "--rate", "5", status=2).stderr)
        self.assertIn("--clients", self.vpsfit("capacity", "p.csv", "--clients", "5", status=2).stderr)
        for bad in (((0, 5),), ((1, 0),), ((1, "x"),), ((1, -3),), ((1, "9" * 70),)):
            self.points(bad)
            self.assertIn("p.csv:2:", self.vpsfit(*words, "usl", status=2).stderr)
        self.write("p.csv", "subject,clients\ns,1\n")
        self.assertIn("throughput_per_s", self.vpsfit(*words, "usl", status=2).stderr)


if __name__ == "__main__":
    unittest.main()
