# SPDX-License-Identifier: MIT
"""CPU against request rate: the line, the answers for another rate and for a server, and what is refused."""
import json
import unittest

import vpsfit_test


def runs(rate, *cores, **more):
    return {"subject": "spring", "load": {"name": f"r{rate}", "request_rate_per_s": rate},
            "runs": [{"run": str(i + 1), "cpu_usage_usec": int(c * 10**7), "window_usec": 10**7,
                      "memory_max_bytes": rate * 10000, **more} for i, c in enumerate(cores)]}


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


if __name__ == "__main__":
    unittest.main()
