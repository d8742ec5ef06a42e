# SPDX-License-Identifier: MIT
"""What a buyer insists on: every plan left out has a code, in the table and in the document, and the sums over several
years are those of the catalog, computed here again."""
import copy
import fractions
import json
import unittest

import jsonschema

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
CATALOG = json.loads((STUDY / "catalog.json").read_text(encoding="utf-8"))
SCHEMA = json.loads((vpsfit_test.SOURCE_DIR / "schema/forecast.schema.json").read_text(encoding="utf-8"))
RATE = ("--rate", "USD/KRW=1335.27@2026-10-30")


class Selection(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        self.write("usage.json", json.loads((STUDY / "usage.json").read_text(encoding="utf-8")))
        catalog = copy.deepcopy(CATALOG)
        self.plans = {plan["id"]: plan for plan in catalog["plans"]}
        self.plans["2c-4g"]["regions"] = [{"id": "fra1", "country": "DE"}, {"id": "nyc", "country": "US"}]
        self.plans["3c-6g"]["regions"] = [{"id": "nyc", "country": "US"}]
        self.plans["2c-4g"]["prices"][0]["renewal"] = {"amount": "72.50", "status": "different"}
        self.plans["2c-4g"]["prices"][0]["setup_fee"] = "9.90"
        self.write("catalog.json", catalog)

    def forecast(self, *words, status=0):
        return self.vpsfit("forecast", "usage.json", "--plans", "catalog.json", "--alone", "--currency", "KRW", *RATE,
                           *words, status=status)

    def document(self, *words, status=0):
        document = json.loads(self.forecast(*words, "--json", status=status).stdout)
        jsonschema.Draft202012Validator(SCHEMA).validate(document)
        return document

    def codes(self, document):
        return {plan["id"]: plan["code"] for plan in document["excluded_plans"]}

    def test_a_region_by_country_lists_every_other_plan(self):
        document = self.document("--region", "de", status=3)
        codes = self.codes(document)
        self.assertEqual(document["filters"], {"region": ["de"]})
        self.assertEqual(codes.pop("x-6c-16g"), "unverified")
        self.assertEqual(codes.pop("3c-6g"), "other_region")
        self.assertEqual(set(codes.values()), {"region_unknown"})
        self.assertEqual(set(self.plans) - set(codes), {"2c-4g", "3c-6g", "x-6c-16g"})
        plans = {s["subject"]: s["plan"] and (s["plan"]["id"], s["plan"]["price"]["region"]) for s in document["subjects"]}
        self.assertEqual(plans["spring"], ("2c-4g", "fra1"))
        self.assertIsNone(plans["fastapi"])

    def test_the_table_counts_and_names_what_takes_no_part(self):
        text = self.forecast("--tax", "gross", status=3).stdout
        left_out = [plan for plan in self.plans if plan != "x-6c-16g"]
        self.assertIn(f"other_tax ({len(left_out)} plans): vpsgod/", text)
        self.assertIn("only plans of which this is known were taken: tax gross", text)

    def test_promotions_are_left_out_where_that_is_asked(self):
        codes = self.codes(self.document("--no-promotions"))
        promoted = {i for i, plan in self.plans.items() if all(p["kind"] == "promo" for p in plan["prices"])}
        self.assertTrue(promoted)
        self.assertEqual({i for i, code in codes.items() if code == "promotion"}, promoted - {"x-6c-16g"})

    def test_the_sum_of_the_years_is_that_of_the_catalog(self):
        document = self.document("--years", "4")
        self.assertEqual(document["years"], 4)
        for subject in document["subjects"]:
            price = self.plans[subject["plan"]["id"]]["prices"][0]
            self.assertEqual(price["period"], {"count": 1, "unit": "year"})
            total = subject["years_total"]
            amount = fractions.Fraction(price["amount"])
            setup = fractions.Fraction(price.get("setup_fee") or 0)
            renewal = fractions.Fraction((price.get("renewal") or {}).get("amount") or price["amount"])
            self.assertEqual(fractions.Fraction(total["total_if_unchanged_exact"]), setup + amount + 3 * renewal)
            known = subject["plan"]["id"] == "2c-4g"
            self.assertEqual(total["total"] is not None, known)
            self.assertEqual(total["unknown"], [] if known else ["setup_fee", "renewal"])
        self.assertIn("Over 4 years, as it is billed", self.forecast("--years", "4").stdout)

    def test_a_filtered_document_is_derived_again_and_explained(self):
        self.forecast("--cpu-kind", "shared", "--no-promotions", "--years", "2", "--json", "--output", "f.json")
        self.vpsfit("verify", "f.json")
        text = self.vpsfit("explain", "f.json", "spring").stdout
        self.assertIn("cpu_kind shared", text)
        self.assertIn("Over 2 years", text)
        document = json.loads((self.folder / "f.json").read_text(encoding="utf-8"))
        del document["filters"]["cpu_kind"], document["filters"]["no_promotions"]
        self.write("changed.json", document)
        self.vpsfit("verify", "changed.json", status=3)

    def test_wrong_words_are_named_with_what_to_do(self):
        for words, said in ((("--region", "fra2"), ("--region", "fra2", "did you mean 'fra1'?")),
                            (("--vendor", "vpsgot"), ("--vendor", "did you mean 'vpsgod'?")),
                            (("--tax", "nett"), ("--tax", "did you mean 'net'?")),
                            (("--cpu-kind", "unknown"), ("--cpu-kind", "unknown")),
                            (("--disk", "floppy"), ("--disk", "nvme")),
                            (("--region", ""), ("--region", "empty")),
                            (("--years", "1.5"), ("--years", "1 to 100")),
                            (("--years", "9" * 40), ("--years", "1 to 100")),
                            (("--verified-within", "30", "--stale-ok"), ("do not go together",))):
            with self.subTest(words=words):
                done = self.forecast(*words, status=2)
                for text in said:
                    self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
