# SPDX-License-Identifier: MIT
"""What traffic means for the plans of the study; expected figures are computed here with exact fractions."""
import json
import unittest
from fractions import Fraction

import vpsfit_test
from vpsfit_test import SOURCE_DIR

STUDY = SOURCE_DIR / "examples/spine-study"
MONTH = 730 * 3600


class Traffic(vpsfit_test.TestCase):
    def traffic(self, *arguments, status=0):
        return self.vpsfit("traffic", STUDY / "forecast-20.json", "--plans", STUDY / "catalog.json", *arguments, status=status)

    def rows(self, *arguments):
        done = self.traffic("--json", *arguments)
        self.assert_valid(done.json, "traffic")
        return {row["subject"]: row for row in done.json["subjects"]}

    def test_small_answers_at_twenty_thousand_a_second(self):
        rows = self.rows("--request-bytes=200B")
        self.assertEqual(rows["spine"]["volume_bytes_per_month"], str(200 * 20000 * MONTH))
        self.assertEqual(rows["spine"]["used_up_after_s"], "25000")  # 6 h 57 min
        self.assertEqual(rows["spine"]["beyond"], "billed_unknown")
        for row in rows.values():  # an unknown price is no price of zero
            self.assertIsNone(row["overage_per_month"])
            self.assertIsNone(row.get("annual_saving_with_traffic"))
            self.assertIsNone(row.get("no_saving_at_bytes_per_month"))

    def test_the_volumes_at_which_the_savings_are_gone(self):
        rows = self.rows("--request-bytes=200B", "--overage-price=0.01 USD/GB")
        for subject, wanted in (("nestjs", "558.333333"), ("spring", "391.666667"), ("fastapi", "891.666667")):
            gb = Fraction(rows[subject]["no_saving_at_bytes_per_month"]) / 10**9
            self.assertEqual(f"{float(round(gb, 6)):.6f}", wanted)
        extra = Fraction(200 * 20000 * MONTH, 10**9)
        self.assertEqual(rows["spine"]["overage_bytes_per_month"], str((extra - 100) * 10**9))
        # Spring: 60 USD, 1000 GB; Spine: 25 USD, 100 GB
        saving = (60 + 12 * (extra - 1000) / 100 - 25 - 12 * (extra - 100) / 100) * Fraction("1335.27")
        self.assertEqual(Fraction(rows["spring"]["annual_saving_with_traffic"]["amount"]), round(saving))
        self.assertLess(saving, 0)

    def test_like_for_like_both_sides_include_the_same(self):
        row = self.rows("--request-bytes=200B")["spring"]["like_for_like"]
        self.assertEqual(row["included_bytes_per_month"], str(10**12))
        self.assertEqual(row["plan"], row["reference_plan"])  # the cheapest plan with 1 TB that holds either
        self.assertEqual(row["annual_saving"], {"amount": "0", "currency": "KRW"})

    def test_little_traffic_is_within_the_allowance(self):
        rows = self.rows("--request-bytes=1B", "--request-rate=1")
        self.assertEqual({row["beyond"] for row in rows.values()}, {"nothing"})
        self.assertEqual(rows["spring"]["annual_saving_with_traffic"]["amount"], "46734")

    def test_the_text_names_what_is_assumed(self):
        text = self.traffic("--request-bytes=200B", "--overage-price=0.01 USD/GB").stdout
        self.assertIn("10512.0 GB a month at 20000 requests a second of 200 bytes; included: 100.0 GB", text)
        self.assertIn("used up after 6.9 h", text)
        self.assertIn("none at 391.7 GB a month", text)
        self.assertIn("Assumed for plans that bill more", text)
        self.assertIn("at a price that is not known", self.traffic("--request-bytes=200B").stdout)

    def test_what_the_forecast_left_out_stays_out(self):
        self.vpsfit("forecast", STUDY / "usage.json", "--plans", STUDY / "catalog.json", "--baseline", "spine", "--rate",
                    "USD/KRW=1335.27@2026-10-30", "--cpu-kind", "shared", "--json", "--output", "shared.json")
        done = self.vpsfit("traffic", "shared.json", "--plans", STUDY / "catalog.json", "--request-bytes=1B", "--json")
        rows = {row["subject"]: row["like_for_like"] for row in done.json["subjects"] if row.get("like_for_like")}
        self.assertTrue(rows)
        fair_share = {"vpsgod/2c-4g", "vpsgod/3c-6g", "vpsgod/4c-8g"}
        for row in rows.values():
            self.assertFalse(fair_share & {str(row["plan"]), str(row["reference_plan"])}, row)

    def test_an_allowance_that_counts_both_ways_is_used_up_by_what_arrives_too(self):
        catalog = json.loads((STUDY / "catalog.json").read_text(encoding="utf-8"))
        for plan in catalog["plans"]:
            if plan["id"] == "2c-256m":
                plan["traffic"]["included"]["direction"] = "both"
        (self.folder / "both.json").write_text(json.dumps(catalog), encoding="utf-8")

        def spine(*arguments):
            ask = ("traffic", STUDY / "forecast-20.json", "--plans", "both.json", "--request-bytes=200B")
            done = self.vpsfit(*ask, *arguments, "--json")
            self.assert_valid(done.json, "traffic")
            return done.json["subjects"][0], self.vpsfit(*ask, *arguments).stdout

        row, text = spine("--received-bytes=300B")
        self.assertEqual((row["counts"], row["included_bytes_per_month"]), ("both", str(10**11)))
        self.assertEqual(row["used_up_after_s"], str(Fraction(10**11, (200 + 300) * 20000)))
        self.assertIn("sent and received added", text)
        row, text = spine()
        self.assertEqual((row["used_up_after_s"], row["beyond"]), (None, "unknown"))
        self.assertIn("--received-bytes", text)
        self.assertEqual(self.rows("--request-bytes=200B", "--received-bytes=300B")["spine"]["used_up_after_s"], "25000")

    def test_what_arrives_for_requests_without_an_answer_is_refused(self):
        self.assert_complaint(self.traffic("--request-bytes=0B", "--received-bytes=1B", status=2), "--request-bytes")
        self.assert_complaint(self.traffic("--request-bytes=1B", "--received-bytes=much", status=2), "--received-bytes")

    def test_measured_bytes_go_from_the_figures_through_the_forecast_to_the_traffic(self):
        figures = json.loads((STUDY / "usage.json").read_text(encoding="utf-8"))
        for index, subject in enumerate(figures["subjects"]):
            for number, run in enumerate(subject["runs"]):
                run["answer_bytes"] = 200.5 + 10 * index + number
        self.write("usage.json", figures)
        self.vpsfit("forecast", "usage.json", "--plans", STUDY / "catalog.json", "--baseline", "spine", "--rate",
                    "USD/KRW=1335.27@2026-10-30", "--json", "--output", "f.json")
        document = json.loads((self.folder / "f.json").read_text(encoding="utf-8"))
        self.assert_valid(document, "forecast")
        self.assertEqual(document["subjects"][0]["usage"]["measurements"][1]["answer_bytes"], "201.5")
        words = ("traffic", "f.json", "--plans", STUDY / "catalog.json", "--overage-price=0.01 USD/GB")
        done = self.vpsfit(*words, "--json")
        self.assert_valid(done.json, "traffic")
        self.assertIsNone(done.json["request_bytes"])
        rows = {row["subject"]: row for row in done.json["subjects"]}
        bytes_of = {name: Fraction(rows[name]["request_bytes"]) for name in ("spine", "spring")}
        most = {s["subject"]: max(Fraction(str(r["answer_bytes"])) for r in s["runs"]) for s in figures["subjects"]}
        self.assertEqual(bytes_of, {name: most[name] for name in bytes_of})  # of the runs the most
        self.assertEqual(rows["spine"]["request_bytes_source"], "as the figures give it")
        spring, spine = (20000 * MONTH * most[name] / 10**9 for name in ("spring", "spine"))
        saving = (60 + 12 * (spring - 1000) / 100 - 25 - 12 * (spine - 100) / 100) * Fraction("1335.27")
        self.assertEqual(Fraction(rows["spring"]["annual_saving_with_traffic"]["amount"]), round(saving))
        self.assertIn("measured bytes: as the figures give it", self.vpsfit(*words).stdout)
        declared = self.vpsfit(*words, "--request-bytes=200B", "--json").json  # what is declared wins
        self.assertEqual({row["request_bytes_source"] for row in declared["subjects"]}, {"declared"})

    def test_wrong_use(self):
        self.assert_complaint(self.traffic("--request-bytes=many", status=2), "--request-bytes")
        self.assert_complaint(self.traffic(status=2), "how many bytes leave the server for a request")
        self.assert_complaint(self.traffic("--request-bytes=1B", "--overage-price=0.01", status=2), "0.01 USD/GB")
        self.assert_complaint(self.traffic("--request-bytes=1B", "--overage-price=-1 USD/GB", status=2), "is not a price of traffic")
        self.assert_complaint(self.traffic("--request-bytes=1B", "--request-rate=0", status=2), "--request-rate")
        self.assert_complaint(self.vpsfit("traffic", STUDY / "forecast-20.json", "--request-bytes=1B", status=2), "--plans")
        done = self.vpsfit("traffic", STUDY / "forecast-20.json", "--plans", SOURCE_DIR / "plans/catalog/linode.json", "--request-bytes=1B", status=2)
        self.assert_complaint(done, "is not in the catalog")


if __name__ == "__main__":
    unittest.main()
