# SPDX-License-Identifier: MIT
"""What other price lists and exchange rates got wrong, as people reported it: each kind must not happen here."""
import contextlib
import datetime
import json
import sqlite3
import subprocess
import unittest

import vpsfit_test
from vpsfit_test import BINARY, SOURCE_DIR, environment, needs_program, needs_root

STUDY = SOURCE_DIR / "examples/spine-study"
HISTORY = SOURCE_DIR / "tests/data/fx/eurofxref-hist.excerpt.csv"


def plan(name, **changes):
    """A plan of a catalog with nothing unknown about its sale, 2 vCPU and 4 GiB, at 5 USD a month."""
    fee = changes.pop("amount", "5.00")
    return {"id": name, "cpu": {"vcpus": 2, "kind": "dedicated"}, "memory": {"value": 4, "unit": "GiB", "unit_confidence": "vendor_api"},
            "prices": [{"period": {"count": 1, "unit": "month"}, "amount": fee, "currency": "USD", "tax": "net", "setup_fee": "0.00",
                        "kind": "regular", "renewal": {"status": "same"}}],
            "stock": "in_stock", "verified_on": "2026-10-01", "source": {"kind": "api"}, **changes}


def catalog(*plans, vendor="acme"):
    return {"schema": "urn:vpsfit:schema:plans:1", "schema_version": "1.0", "vendor": {"id": vendor}, "plans": list(plans)}


class Lists(vpsfit_test.TestCase):
    def codes(self, before, after):
        self.write("old.json", before)
        self.write("new.json", after)
        document = self.vpsfit("plans", "diff", "old.json", "new.json", "--json").json
        self.assert_valid(document, "plan-diff")
        return [alarm["code"] for alarm in document["alarms"]]

    def forecast(self, *arguments, cores=0.5):
        self.write("usage.json", {"schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0", "subjects": [{"subject": "web", "runs": [
            {"run": "1", "cpu_usage_usec": int(cores * 15_000_000), "window_usec": 15_000_000, "memory_max_bytes": 200_000_000}]}]})
        done = self.vpsfit("forecast", "usage.json", "--plans", "plans", "--alone", "--as-of=2026-11-01", "--json", *arguments)
        self.assert_valid(done.json, "forecast")
        return done.json

    def test_no_plan_is_deprecated_any_more_because_the_field_moved(self):
        ending = [{"lifecycle": "deprecated"}, {"unavailable_after": "2026-12-01"},
                  {"regions": [{"id": "fsn1", "lifecycle": "end_of_sale"}, {"id": "nbg1"}]}]
        for change in ending:
            before = catalog(plan("a", **change), plan("b"))
            self.assertEqual(self.codes(before, catalog(plan("a"), plan("b"))), ["end_of_sale_gone"])
            self.assertEqual(self.codes(before, before), [])
            self.assertEqual(self.codes(before, catalog(plan("b"), plan("c"))), [])  # it is gone, and so is its end
        self.assertEqual(self.codes(catalog(plan("a")), catalog(plan("a", lifecycle="deprecated"))), [])

    def test_a_list_in_which_everything_is_free(self):
        self.assertIn("all_free", self.codes(catalog(plan("a")), catalog(plan("a", amount="0.00"))))

    def test_the_cheapest_that_cannot_be_ordered_is_named_and_not_chosen(self):
        self.write("plans/a.json", catalog(plan("cx23", amount="3.00", stock="out"), plan("old", amount="2.00", lifecycle="end_of_sale"),
                                           plan("there", amount="6.00")))
        document = self.forecast()
        self.assertEqual(document["subjects"][0]["plan"]["id"], "there")
        self.assertEqual({p["id"]: p["code"] for p in document["excluded_plans"]}, {"cx23": "sold_out", "old": "end_of_sale"})

    def test_a_promise_of_months_ago_is_not_taken_for_today_and_the_limit_can_be_shorter(self):
        self.write("plans/a.json", catalog(plan("fast", amount="3.00", verified_on="2026-08-15"), plan("fresh")))
        document = self.forecast()
        self.assertEqual(document["subjects"][0]["plan"]["id"], "fast")  # 78 days: neither old nor stale
        document = self.forecast("--verified-within=53")
        self.assertEqual(document["subjects"][0]["plan"]["id"], "fresh")
        self.assertEqual([(p["id"], p["code"]) for p in document["excluded_plans"]], [("fast", "stale")])

    def test_ids_that_hold_in_one_region_are_chosen_there_only(self):
        bundle = {"price": 5.0, "cpuCount": 2, "diskSizeInGb": 20, "bundleId": "nano_2_0", "isActive": True, "name": "Nano",
                  "ramSizeInGb": 4, "transferPerMonthInGb": 1024, "supportedPlatforms": ["LINUX_UNIX"]}
        (self.folder / "plans").mkdir()
        for region, name in (("us-east-1", "nano_2_0"), ("ap-south-1", "nano_2_1")):
            self.write("answer.json", {"bundles": [{**bundle, "bundleId": name}]})
            self.vpsfit("plans", "import", "lightsail", "answer.json", "--retrieved=2026-10-01", f"--region={region}", f"--out=plans/{region}.json")
        for region, name in (("us-east-1", "nano_2_0"), ("ap-south-1", "nano_2_1")):
            document = self.forecast("--region", region)
            self.assertEqual(document["subjects"][0]["plan"]["id"], name)
            self.assertEqual([p["code"] for p in document["excluded_plans"]], ["other_region"])

    def test_a_burstable_core_is_only_worth_its_baseline(self):
        nano = plan("t3", amount="2.00", cpu={"vcpus": 2, "kind": "burstable", "baseline_share": 0.05})
        self.write("plans/a.json", catalog(nano, plan("m6")))
        document = self.forecast()
        self.assertEqual(document["subjects"][0]["plan"]["id"], "m6")
        self.assertEqual([(p["id"], p["code"]) for p in document["subjects"][0]["rejected_cheaper"]], [("t3", "baseline_share")])

    def test_the_price_of_the_first_term_is_not_the_price_of_the_year(self):
        intro = plan("intro", amount="12.00")
        intro["prices"][0]["first_term"] = {"amount": "1.00", "periods": 6}
        self.write("plans/a.json", catalog(intro, plan("plain", amount="11.00")))
        self.assertEqual(self.forecast()["subjects"][0]["plan"]["id"], "plain")


class Rates(vpsfit_test.TestCase):
    def test_one_rule_for_every_way_to_ask(self):
        """A Monday morning: the bank's Friday stands for the weekend, not for the Monday itself, whoever asks."""
        self.write("plans/a.json", catalog(plan("a")))
        self.write("usage.json", (STUDY / "usage.json").read_text(encoding="utf-8"))
        self.vpsfit("fx", "import", "--store=fx.db", HISTORY)
        def asked(day):
            yield "rate", "USD/KRW", "--date", day, "--store=fx.db"
            yield "convert", "5", "USD/KRW", "--date", day, "--store=fx.db"
        for day, used in (("2026-04-11", "2026-04-10"), ("2026-04-12", "2026-04-10"), ("2026-04-06", "2026-04-02")):
            for words in asked(day):
                self.assertIn(f"ECB {used}, {(datetime.date.fromisoformat(day) - datetime.date.fromisoformat(used)).days} day",
                              self.vpsfit("fx", *words).stdout)
            done = self.forecast(day)
            rate, = [r for r in done.json["rates"] if r["from"] == "USD"]
            self.assertEqual((rate["date_used"], rate["date_asked"], rate["value"]), (used, day, self.value(used)))
        for words in asked("2026-04-14"):
            self.assert_complaint(self.vpsfit("fx", *words, "--as-of=2026-04-14", status=1), "[not_yet_published]")
        self.assertEqual(self.forecast("2026-04-14", status=None).stdout, "")

    def value(self, day):
        return self.vpsfit("fx", "rate", "USD/KRW", "--date", day, "--store=fx.db", "--json").json["value"]

    def forecast(self, day, status=3):  # one of the four fits no plan
        return self.vpsfit("forecast", "usage.json", "--plans=plans", "--alone", "--currency=KRW", "--rates=fx.db", f"--rate-date={day}",
                           "--as-of=2026-11-01", "--json", status=status)

    def test_a_rate_belongs_to_the_day_it_was_published_for_not_to_the_day_of_the_import(self):
        self.vpsfit("fx", "import", "--store=fx.db", SOURCE_DIR / "tests/data/fx/daily.csv")
        rows = self.vpsfit("fx", "list", "--store=fx.db", "--json").json
        self.assertEqual({row["last_day"] for row in rows["currencies"]}, {"2026-04-13"})
        today = datetime.datetime.now(datetime.timezone.utc).date()
        self.assert_complaint(self.vpsfit("fx", "rate", "USD/KRW", "--date", today, "--store=fx.db", status=1), "[stale]")

    def test_no_figure_of_a_weekend_gets_in(self):
        self.vpsfit("fx", "import", "--store=fx.db", HISTORY, SOURCE_DIR / "tests/data/fx/history.xml", SOURCE_DIR / "tests/data/fx/api.json")
        with contextlib.closing(sqlite3.connect(self.folder / "fx.db")) as store:
            days = {day for day, in store.execute("SELECT day FROM rate UNION SELECT day FROM publication")}
        self.assertGreater(len(days), 60)
        self.assertLess(max(datetime.date.fromisoformat(day).weekday() for day in days), 5)
        text = HISTORY.read_text(encoding="utf-8").replace("2026-04-13,", "2026-04-12,", 1)
        self.write("shifted.csv", text)
        self.assert_complaint(self.vpsfit("fx", "import", "--store=new.db", "shifted.csv", status=2), "shifted.csv:2:1", "2026-04-12")
        self.assertFalse((self.folder / "new.db").exists())

    def test_what_is_no_question_is_told_before_where_its_answer_would_lie(self):
        for words in (("rate", "USD/KRW", "--date=1998-02-30"), ("rate", "USD/KRX", "--date=1990-01-01"),
                      ("convert", "x", "USD/KRW", "--date=1990-01-01"), ("history", "USD/KRW", "--from=1998-13-01")):
            for store in (HISTORY, "there-is-none.db"):
                done = self.vpsfit("fx", *words, "--store", store, status=2)
                self.assertNotIn("there-is-none", done.stderr)
                self.assertNotIn("[", done.stderr)

    def test_there_is_no_latest(self):
        self.assert_complaint(self.vpsfit("fx", "rate", "USD/KRW", "--store", HISTORY, status=2), "--date")
        for word in ("latest", "today", "now", "-1"):
            self.assert_complaint(self.vpsfit("fx", "rate", "USD/KRW", f"--date={word}", "--store", HISTORY, status=2), word)

    @needs_root
    @needs_program("unshare")
    def test_without_a_network_everything_but_asking_works(self):
        def offline(*words):
            ran = subprocess.run(["unshare", "--net", BINARY, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, cwd=self.folder, env=environment(), timeout=90, check=False)
            return ran.returncode, ran.stdout, ran.stderr
        if subprocess.run(["unshare", "--net", "true"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
            self.skipTest("a network namespace of its own may not be made here")
        self.assertEqual(offline("fx", "import", "--store=fx.db", HISTORY)[0], 0)
        status, text, _ = offline("fx", "rate", "USD/KRW", "--date=2026-04-11", "--store=fx.db")
        self.assertEqual((status, "1483.27" in text), (0, True))
        before = (self.folder / "fx.db").read_bytes()
        status, text, why = offline("fx", "update", "--store=fx.db", "--as-of=2026-11-30", "--timeout=5s")
        self.assertEqual((status, text), (1, ""))
        self.assertIn("data-api.ecb.europa.eu", why)
        self.assertEqual((self.folder / "fx.db").read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
