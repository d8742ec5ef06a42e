# SPDX-License-Identifier: MIT
"""Fees in two currencies: what a rate moved is told as the rate's doing, exactly, and never as another price."""
import copy
import json
import unittest

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
CATALOG = json.loads((STUDY / "catalog.json").read_text(encoding="utf-8"))


class TwoCurrencies(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        catalog = copy.deepcopy(CATALOG)
        for plan in catalog["plans"]:  # the server in euro, its address for one dollar a month
            plan["network"] = {"ipv4_count": 0, "ipv4_price": {"amount": "1.00", "currency": "USD", "per": "month"}}
            plan["prices"].append({**plan["prices"][0], "currency": "EUR", "amount": "10.00"})
        self.write("catalog.json", catalog)

    def forecast(self, name, dollar):
        self.vpsfit("forecast", STUDY / "usage.json", "--plans", "catalog.json", "--baseline", "spine", "--currency", "KRW",
                    "--rate", f"USD/KRW={dollar}@2026-10-30", "--rate", "EUR/KRW=1500@2026-10-30", "--json", "--output", name)
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def test_a_change_of_rate_is_no_change_of_price(self):
        before = self.forecast("before.json", 1300)
        self.forecast("after.json", 1400)
        for subject in before["subjects"]:
            self.assertEqual(subject["plan"]["annual_fee"], {"amount": str(10 * 1500 + 12 * 1300), "currency": "KRW"})
        text = self.vpsfit("diff", "before.json", "after.json").stdout
        rows = [line for line in text.splitlines() if "vpsgod/" in line]
        self.assertEqual(len(rows), len(before["subjects"]))
        for row in rows:
            self.assertTrue(row.endswith("rate +1200"), row)  # twelve dollars, each dearer by 100 won
            self.assertNotIn("price", row)


if __name__ == "__main__":
    unittest.main()
