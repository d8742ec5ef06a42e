# SPDX-License-Identifier: MIT
"""Vendors that quote in different currencies, and plans with a price list in each: compared by rates of one day, exactly,
computed here again with fractions; what could be read in two currencies is refused."""
import csv
import json
import unittest
from fractions import Fraction

import vpsfit_test
from test_reported_prices import catalog, plan
from vpsfit_test import SOURCE_DIR

HISTORY = SOURCE_DIR / "tests/data/fx/eurofxref-hist.excerpt.csv"
DAY = "2026-04-13"


def six_digits(value):
    """A cross as it multiplies: six significant digits, half away from zero."""
    digits = 6 - len(str(int(value))) if value >= 1 else 6
    return Fraction(int(value * 10**digits + Fraction(1, 2)), 10**digits)


def day_of(day=DAY):
    with open(HISTORY, encoding="utf-8", newline="") as lines:
        row, = [row for row in csv.DictReader(lines) if row["Date"] == day]
    euro = {code: Fraction(row[code]) for code in ("USD", "KRW", "GBP", "JPY")}
    return {"EUR": euro["KRW"], **{code: six_digits(euro["KRW"] / euro[code]) for code in ("USD", "GBP", "JPY")}, "KRW": Fraction(1)}


def priced(name, *prices, **changes):
    one = plan(name, **changes)
    one["prices"] = [{**one["prices"][0], "amount": amount, "currency": currency} for amount, currency in prices]
    return one


class Currencies(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        self.write("usage.json", {"schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0", "subjects": [
            {"subject": "web", "runs": [{"run": "1", "cpu_usage_usec": 7_500_000, "window_usec": 15_000_000, "memory_max_bytes": 200_000_000}]}]})

    def forecast(self, *words, rates=("--rates", HISTORY, "--rate-date", DAY), currency="KRW", status=0):
        return self.vpsfit("forecast", "usage.json", "--plans", "plans", "--as-of=2026-11-01", "--currency", currency, *rates,
                           *(words or ("--alone",)), "--json", status=status)

    def test_vendors_in_four_currencies_are_compared_by_one_day(self):
        fees = {"a": ("5.00", "USD"), "b": ("4.40", "EUR"), "c": ("3.60", "GBP"), "d": ("790", "JPY")}
        for name, fee in fees.items():
            self.write(f"plans/{name}.json", catalog(priced("x", fee), vendor=name))
        rates = day_of()
        won = {name: 12 * Fraction(amount) * rates[code] for name, (amount, code) in fees.items()}
        best = min(won, key=won.get)
        document = self.forecast("--against=a/x").json
        self.assert_valid(document, "forecast")
        found = document["subjects"][0]["plan"]
        self.assertEqual((found["vendor"], found["annual_fee_converted"]), (best, {"amount": str(round(won[best])), "currency": "KRW"}))
        self.assertEqual({(r["date_used"], r["source"]) for r in document["rates"]}, {(DAY, "ecb")})
        self.assertEqual({r["from"]: Fraction(r["value"]) for r in document["rates"]}, {c: rates[c] for c in ("USD", "EUR", "GBP", "JPY")})
        for rate in document["rates"]:  # what the bank's digits leave open stands beside each
            self.assertLess(Fraction(rate["quoting"]["low"]), Fraction(rate["quoting"]["high"]))
            self.assertEqual(len(rate["legs"]), 1 if rate["from"] == "EUR" else 2)
        self.assertEqual(document["subjects"][0]["savings"]["annual"]["amount"], str(-round(won["a"] - won[best])))
        order = [n for n, _ in sorted(won.items(), key=lambda item: item[1])]
        rows = self.vpsfit("plans", "list", "plans", "--json").json["plans"]
        self.assertEqual({row["annual_fee"]["currency"] for row in rows}, {"USD", "EUR", "GBP", "JPY"})  # a list converts nothing
        for name in order[:-1]:  # one after the other is taken away: the next is chosen
            (self.folder / f"plans/{name}.json").unlink()
            self.assertEqual(self.forecast().json["subjects"][0]["plan"]["vendor"], order[order.index(name) + 1])

    def test_a_plan_with_a_price_list_in_each_currency_costs_the_cheaper_of_them(self):
        self.write("plans/a.json", catalog(priced("x", ("5.00", "USD"), ("4.40", "EUR"))))
        rates = day_of()
        won = {code: 12 * Fraction(amount) * rates[code] for amount, code in (("5.00", "USD"), ("4.40", "EUR"))}
        cheaper = min(won, key=won.get)
        found = self.forecast().json["subjects"][0]["plan"]
        self.assertEqual((found["price"]["currency"], found["annual_fee_converted"]["amount"]), (cheaper, str(round(won[cheaper]))))
        for dropped in ("USD", "EUR"):  # with a rate for one only, the other list does not count
            other = "EUR" if dropped == "USD" else "USD"
            found = self.forecast(rates=("--rate", f"{other}/KRW=1500@{DAY}")).json["subjects"][0]["plan"]
            self.assertEqual(found["price"]["currency"], other)
        self.assertEqual(self.forecast(currency="USD", rates=()).json["subjects"][0]["plan"]["annual_fee"], {"amount": "60.00", "currency": "USD"})

    def test_without_a_rate_nothing_is_compared(self):
        self.write("plans/a.json", catalog(priced("x", ("1.00", "USD"))))
        self.write("plans/b.json", catalog(priced("x", ("9.00", "EUR")), vendor="b"))
        document = self.forecast(rates=(), currency="EUR").json
        self.assertEqual([(p["vendor"], p["code"]) for p in document["excluded_plans"]], [("acme", "no_rate")])
        self.assertEqual(document["subjects"][0]["plan"]["vendor"], "b")

    def test_what_could_be_in_two_currencies_is_refused(self):
        address = {"network": {"ipv4_count": 0, "ipv4_price": {"amount": "0.50", "per": "month"}}}
        both = priced("x", ("5.00", "USD"), ("4.40", "EUR"), **address)
        self.assert_complaint(self.vpsfit("plans", "check", self.write("a.json", catalog(both)), status=2),
                              "priced in EUR and USD", "/plans/0/network", '"currency"')
        both["network"]["ipv4_price"]["currency"] = "EUR"
        self.write("plans/a.json", catalog(both))
        rates = day_of()
        won = min(60 * rates["USD"], Fraction("52.80") * rates["EUR"]) + 6 * rates["EUR"]
        self.assertEqual(self.forecast().json["subjects"][0]["plan"]["annual_fee_converted"]["amount"], str(round(won)))

    def test_more_traffic_in_another_currency_is_converted_by_its_own_rate(self):
        included = {"included": {"value": 100, "unit": "GB", "direction": "out"}}
        bill = {"policy": "bill", "price": "0.01", "currency": "EUR", "per": {"value": 1, "unit": "GB"}}
        self.write("plans/a.json", catalog(priced("x", ("5.00", "USD"), ("4.40", "EUR"), traffic={**included, "after": bill})))
        self.write("f.json", self.forecast().json)
        done = self.vpsfit("traffic", "f.json", "--plans=plans", "--request-bytes=1kB", "--request-rate=1000", "--json")
        more = Fraction(1000 * 1000 * 730 * 3600, 10**9) - 100
        self.assertEqual(done.json["subjects"][0]["overage_per_month"], {"amount": str(round(more / 100 * day_of()["EUR"])), "currency": "KRW"})

    def test_rates_of_different_days_are_told(self):
        self.write("plans/a.json", catalog(priced("x", ("5.00", "USD"))))
        self.write("plans/b.json", catalog(priced("x", ("4.40", "EUR")), vendor="b"))
        for day, told in ((DAY, False), ("2026-04-10", True)):
            document = self.forecast(rates=("--rate", f"USD/KRW=1500@{DAY}", "--rate", f"EUR/KRW=1700@{day}")).json
            self.assertEqual("rates_of_days_mixed" in [n["code"] for n in document["notices"]], told)

    def test_a_catalog_that_lists_its_currencies_in_another_order_has_not_changed(self):
        self.write("old.json", catalog(priced("x", ("5.00", "USD"), ("4.40", "EUR"))))
        self.write("new.json", catalog(priced("x", ("4.40", "EUR"), ("5.00", "USD"))))
        self.assertEqual(self.vpsfit("plans", "diff", "old.json", "new.json", "--json").json["alarms"], [])
        self.write("dear.json", catalog(priced("x", ("9.40", "EUR"), ("5.00", "USD"))))
        alarms = self.vpsfit("plans", "diff", "old.json", "dear.json", "--json").json["alarms"]
        self.assertEqual([(a["code"], "4.4 EUR" in a["text"]) for a in alarms], [("price_jump", True)])


if __name__ == "__main__":
    unittest.main()
