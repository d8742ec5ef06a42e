# SPDX-License-Identifier: MIT
"""The study: published savings, recomputed here with fractions, and the finished examples of examples/spine-study."""
import csv
import io
import json
import math
import re
import shutil
import unittest
from fractions import Fraction

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
RATE = "USD/KRW=1335.27@2026-10-30"
USUAL = ("--plans", "catalog.json", "--baseline", "spine", "--rate", RATE, "--as-of", "2026-11-02")

# vcpus, fee in dollars, won a year, won a month, as published (None: the baseline, or no plan)
PUBLISHED = {
    "20%": {"spine": (2, "25.00", None, None), "nestjs": (3, "80.00", "73440", "6120"),
            "spring": (2, "60.00", "46734", "3895"), "fastapi": (4, "120.00", "126851", "10571")},
    "30%": {"spine": (2, "25.00", None, None), "nestjs": (3, "80.00", "73440", "6120"),
            "spring": (3, "80.00", "73440", "6120"), "fastapi": (5, None, None, None)},
}
# plan: headroom, core performance, growth, memory factor, sustained share; from whole bytes, to the safe side
BREAK_EVEN = {
    "spine": ("0.539", "0.288125", "1.735357917", "1.622075781", "0.461"),
    "nestjs": ("0.383333333", "0.385416667", "1.297297297", "9.382834451", "0.616666667"),
    "spring": ("0.218", "0.48875", "1.023017902", "5.625110265", "0.782"),
    "fastapi": ("0.219", "0.488125", "1.024327784", "39.710929308", "0.781"),
}


def half_away(value):
    return str(int(math.copysign(math.floor(abs(value) + Fraction(1, 2)), value)))


class Study(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        for name in ("usage.json", "usage.csv", "catalog.json"):
            shutil.copy(STUDY / name, self.folder)

    def forecast(self, headroom, *more, status=0, usage="usage.json"):
        return self.vpsfit("forecast", usage, *USUAL, "--headroom", headroom, *more, status=status)

    def subjects(self, headroom, status, usage="usage.json"):
        document = self.forecast(headroom, "--json", status=status, usage=usage).json
        self.assert_valid(document, "forecast")
        return {subject["subject"]: subject for subject in document["subjects"]}

    def check(self, headroom, status, usage="usage.json"):
        seen = self.subjects(headroom, status, usage)
        self.assertEqual(list(seen), list(PUBLISHED[headroom]))
        for name, (vcpus, fee, annual, monthly) in PUBLISHED[headroom].items():
            with self.subTest(name):
                subject = seen[name]
                self.assertEqual(subject["need"]["vcpus"], vcpus)
                plan, savings = subject["plan"], subject["savings"]
                self.assertEqual(plan and plan["annual_fee"], fee and {"amount": fee, "currency": "USD"})
                self.assertEqual(savings and savings["annual"], annual and {"amount": annual, "currency": "KRW"})
                self.assertEqual(savings and savings["monthly"], monthly and {"amount": monthly, "currency": "KRW"})
        return seen

    def test_at_20_percent_every_published_figure_comes_out(self):
        seen = self.check("20%", 0)
        self.assertTrue(all(subject["status"] == "ok" for subject in seen.values()))

    def test_at_30_percent_fastapi_fits_nowhere(self):
        seen = self.check("30%", 3)
        self.assertEqual([s["status"] for s in seen.values()], ["ok", "ok", "ok", "no_fit"])
        self.assertEqual(seen["fastapi"]["nearest_misses"], [
            {"vendor": "vpsgod", "id": "4c-8g", "short_vcpus": 1},
            {"vendor": "vpsgod", "id": "x-6c-256m", "short_memory_bytes": round(119.984375 * 2**20)},
            {"vendor": "vpsgod", "id": "x-6c-16g", "excluded": "unverified"}])

    def test_figures_as_csv_give_the_same(self):
        self.check("20%", 0, "usage.csv")
        self.assertEqual(self.subjects("20%", 0), self.subjects("20%", 0, "usage.csv"))

    def test_needs_and_savings_agree_with_fractions(self):
        figures = json.loads((STUDY / "usage.json").read_text(encoding="utf-8"))
        runs = {s["subject"]: s["runs"] for s in figures["subjects"]}
        for percent in (0, 5, 10, 13, 20, 29, 30, 33, 45):
            seen = self.subjects(f"{percent}%", None)
            fees = {name: s["plan"] and Fraction(s["plan"]["annual_fee_exact"]) for name, s in seen.items()}
            for name, subject in seen.items():
                cores = max(Fraction(r["cpu_usage_usec"], r["window_usec"]) for r in runs[name])
                exact = cores / Fraction(1, 2) / (1 - Fraction(percent, 100))
                self.assertEqual(subject["need"]["vcpus"], max(1, math.ceil(exact)))
                self.assertEqual(subject["need"]["vcpus_exact_fraction"], str(exact))
                memory = max(r["memory_max_bytes"] for r in runs[name]) * Fraction(5, 4) + 128 * 2**20
                self.assertEqual(subject["need"]["memory_bytes"], math.ceil(memory))
                if subject["savings"]:
                    annual = (fees[name] - fees["spine"]) * Fraction("1335.27")
                    self.assertEqual(subject["savings"]["annual"]["amount"], half_away(annual))
                    self.assertEqual(Fraction(subject["savings"]["annual_exact"]), annual)
                    self.assertEqual(subject["savings"]["monthly"]["amount"], half_away(annual / 12))

    def test_break_evens_are_the_known_ones(self):
        for name, subject in self.subjects("20%", 0).items():
            limits = subject["break_even"]
            self.assertEqual((limits["cpu_headroom_max"], limits["core_performance_min"], limits["cpu_growth_max"],
                              limits["memory_factor_max"], limits["sustained_cpu_share_needed"]), BREAK_EVEN[name])

    def test_the_finished_examples_are_what_comes_out(self):
        version = re.search(r"\d+\.\d+\.\d+", self.vpsfit("--version").stdout).group()
        for name, headroom, form, status in (("forecast-20.json", "20%", ("--json",), 0),
                                             ("forecast-30.json", "30%", ("--json",), 3), ("forecast-20.txt", "20%", (), 0)):
            with self.subTest(name):
                seen = self.forecast(headroom, *form, status=status).stdout
                finished = (STUDY / name).read_text(encoding="utf-8")
                self.assertEqual(seen.replace(f'"version": "{version}"', '"version": "0.1.0"'), finished)

    def test_the_csv_is_read_by_other_programs(self):
        rows = list(csv.DictReader(io.StringIO(self.forecast("30%", "--csv", status=3).stdout, newline="")))
        self.assertEqual([r["annual_saving"] for r in rows], ["", "73440", "73440", ""])
        self.assertEqual(rows[3]["status"], "no_fit")
        self.assertEqual(rows[2]["need_vcpus_exact"], "2.234285715")

    def test_the_catalog_and_figures_keep_their_schemas(self):
        self.assert_valid(json.loads((STUDY / "usage.json").read_text(encoding="utf-8")), "usage")
        self.assert_valid(json.loads((STUDY / "catalog.json").read_text(encoding="utf-8")), "plans")

    def test_the_same_inputs_are_the_same_bytes_also_from_elsewhere_in_time(self):
        first = self.forecast("20%", "--json").stdout
        env = vpsfit_test.environment(TZ="Asia/Seoul", LANG="C.UTF-8")
        again = self.vpsfit("forecast", "usage.json", *USUAL, "--headroom", "0.2", "--json", env=env).stdout
        self.assertEqual(first, again)


if __name__ == "__main__":
    unittest.main()
