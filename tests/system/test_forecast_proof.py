# SPDX-License-Identifier: MIT
"""An answer proves itself: explain shows its steps, verify computes them again, diff tells why a bill changed, --require asks."""
import json
import shutil
import unittest
from fractions import Fraction

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
RATE = "USD/KRW=1335.27@2026-10-30"


class Proof(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        for name in ("usage.json", "catalog.json"):
            shutil.copy(STUDY / name, self.folder / name)

    def forecast(self, output, *more, status=0, usage="usage.json", plans="catalog.json", rate=("--rate", RATE),
                 as_of="2026-11-02"):
        self.vpsfit("forecast", usage, "--plans", plans, "--baseline", "spine", "--currency", "KRW", *rate, "--as-of", as_of,
                    "--json", "--output", output, *more, status=status)
        return json.loads((self.folder / output).read_text(encoding="utf-8"))

    def check_schema(self, name, document):
        import jsonschema
        schema = json.loads((vpsfit_test.SOURCE_DIR / f"schema/{name}.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator(schema).validate(document)

    # ---- explain

    def test_every_step_that_is_printed_can_be_redone(self):
        document = self.forecast("f.json", "--what-if", "headroom=0.3")
        self.check_schema("forecast", document)
        for subject in document["subjects"]:
            for step in subject["proof"]["steps"]:
                numbers = step["substituted"].replace(" x ", " * ")
                value = eval("".join(f"F('{w}')" if w[0].isdigit() else w  # noqa: S307: digits and operators of our own
                                     for w in numbers.replace("(", " ( ").replace(")", " ) ").split()), {"F": Fraction})
                self.assertEqual(value, Fraction(step["exact_fraction"]), step)
        done = self.vpsfit("explain", "f.json", "spring")
        for words in ("= 11730000 / 15000000", "= 0.782 / 0.5 / (1 - 0.2)", "= 1.955", "= (60 - 25) x 1335.27", "= 46734.45",
                      "= 46734 KRW, rounded once, half away from zero", "vpsgod/2c-256m at 25.00 USD: lacks 737263616 bytes"):
            self.assertIn(words, done.stdout)
        self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)
        part = self.vpsfit("explain", "f.json", "spring", "--json").json
        self.assertEqual(part["subject"], document["subjects"][2])
        self.assertEqual(part["inputs"], document["inputs"])

    def test_what_cannot_be_explained_is_an_error_with_a_remedy(self):
        document = self.forecast("f.json")
        done = self.vpsfit("explain", "f.json", "sprin", status=2)
        self.assertIn("did you mean 'spring'?", done.stderr)
        for subject in document["subjects"]:
            del subject["proof"]
        self.write("old.json", document)
        self.assertIn("made it", self.vpsfit("explain", "old.json", "spring", status=2).stderr)
        self.vpsfit("explain", "usage.json", "spring", status=2)

    def test_names_from_outside_stay_harmless_in_an_explanation(self):
        usage = json.loads((self.folder / "usage.json").read_text(encoding="utf-8"))
        usage["subjects"][2]["runs"][1]["run"] = "x" * 190
        self.write("long.json", usage)
        document = self.forecast("f.json", usage="long.json")
        document["subjects"][2]["proof"]["steps"][0]["formula"] = "\u001b[31mred\u202e"
        self.write("bad.json", document)
        done = self.vpsfit("explain", "bad.json", "spring")
        self.assertNotIn("\u001b", done.stdout)
        self.assertNotIn("\u202e", done.stdout)

    # ---- what-if and require

    def test_what_if_answers_for_every_subject_and_is_verified(self):
        document = self.forecast("f.json", "--what-if", "headroom=0.3", "--what-if", "core-performance=0.4")
        first = {s["subject"]: s for s in document["what_if"][0]["subjects"]}
        self.assertEqual(first["spring"]["plan"], "vpsgod/3c-6g")
        self.assertEqual(first["spring"]["annual_saving"], {"amount": "73440", "currency": "KRW"})
        self.assertEqual((first["fastapi"]["vcpus"], first["fastapi"]["plan"]), (5, None))
        self.vpsfit("verify", "f.json")
        document["what_if"][0]["subjects"][2]["vcpus"] = 2
        self.write("forged.json", document)
        self.assertIn("/what_if/0/subjects/2/vcpus", self.vpsfit("verify", "forged.json", status=3).stderr)

    def test_a_condition_that_does_not_hold_ends_with_3_and_says_what_was_seen(self):
        self.forecast("f.json", "--require", "spring:annual_saving_min=46734", "--require", "runs_min=3")
        self.vpsfit("forecast", "usage.json", "--plans", "catalog.json", "--baseline", "spine", "--rate", RATE,
                    "--require", "annual_saving_min=46735", status=3)
        done = self.vpsfit("forecast", "usage.json", "--plans", "catalog.json", "--baseline", "spine", "--rate", RATE,
                           "--require", "annual_saving_min=46735", status=3)
        self.assertIn("annual_saving of spring is 46734.45", done.stderr)
        for wrong in ("annual_saving=1", "x", "robustness_min=flips"):
            self.vpsfit("forecast", "usage.json", "--plans", "catalog.json", "--alone", "--require", wrong, status=2)

    def test_no_input_is_written_over(self):
        before = (self.folder / "catalog.json").read_bytes()
        (self.folder / "link.json").symlink_to("catalog.json")
        for output in ("catalog.json", "./catalog.json", "link.json"):
            done = self.vpsfit("forecast", "usage.json", "--plans", "catalog.json", "--alone", "--output", output, status=2)
            self.assertIn("is an input", done.stderr)
        self.assertEqual((self.folder / "catalog.json").read_bytes(), before)

    def test_an_empty_value_is_told_with_its_option(self):
        done = self.vpsfit("forecast", "usage.json", "--plans", "catalog.json", "--baseline", "", status=2)
        self.assertIn("--baseline has an empty value", done.stderr)

    # ---- verify

    def test_forged_legs_of_a_rate_are_found_in_the_banks_own_file(self):
        self.write("hist.csv", "Date,USD,KRW,\n2026-10-30,1.1537,1540.50,\n2026-10-29,1.1550,1541.00,\n")
        document = self.forecast("f.json", rate=("--rates", "hist.csv", "--rate-date", "2026-10-30"))
        self.vpsfit("verify", "f.json")
        # other legs that cross to the very same printed rate
        text = (self.folder / "f.json").read_text(encoding="utf-8")
        self.assertEqual(document["rates"][0]["value"], "1335.27")
        self.write("forged.json", text.replace('"1540.50"', '"1540.51"'))
        self.assertIn("/rates/0", self.vpsfit("verify", "forged.json", status=3).stderr)
        self.write("forged.json", text.replace("2026-10-30", "2026-10-28"))
        self.vpsfit("verify", "forged.json", status=3)
        document["inputs"] = [i for i in document["inputs"] if i["path"] != "hist.csv"]
        self.write("forged.json", document)
        self.assertIn("no input is a file of the bank", self.vpsfit("verify", "forged.json", status=3).stderr)

    def test_a_forged_step_is_named(self):
        document = self.forecast("f.json")
        document["subjects"][2]["proof"]["steps"][1]["substituted"] = "0.7 / 0.5 / (1 - 0.2)"
        self.write("forged.json", document)
        self.assertIn("/subjects/2/proof/steps/1/substituted", self.vpsfit("verify", "forged.json", status=3).stderr)

    # ---- diff

    def diff(self, *arguments, status=0):
        document = self.vpsfit("diff", *arguments, "--json", status=status).json
        self.check_schema("diff", document)
        for subject in document["subjects"]:
            if subject["bill_change_fraction"] is not None:
                self.assertEqual(sum((Fraction(p["amount_fraction"]) for p in subject["parts"]), Fraction()),
                                 Fraction(subject["bill_change_fraction"]), subject)
        return {s["subject"]: s for s in document["subjects"]}

    def test_a_change_of_one_thing_is_put_down_to_it(self):
        self.forecast("old.json")
        self.forecast("new.json", "--headroom", "30%", status=3)
        spring = self.diff("old.json", "new.json")["spring"]
        self.assertEqual(spring["parts"], [{"causes": ["assumption"], "amount_exact": "26705.4", "amount_fraction": "133527/5"}])
        self.assertIsNone(self.diff("old.json", "new.json")["fastapi"]["bill_change"])
        self.assertIn("no plan fits", self.vpsfit("diff", "old.json", "new.json").stdout)

    def test_everything_changed_at_once_is_split_by_computing_each_step(self):
        self.forecast("old.json")
        usage = json.loads((self.folder / "usage.json").read_text(encoding="utf-8"))
        usage["subjects"][2]["runs"][1]["cpu_usage_usec"] = 12100000  # 0.80667 cores: 3 vCPU at 20 %
        self.write("usage2.json", usage)
        catalog = (self.folder / "catalog.json").read_text(encoding="utf-8")
        self.write("catalog2.json", catalog.replace('"80.00"', '"90.00"').replace('"80"', '"90"'))
        self.assertNotEqual(catalog, (self.folder / "catalog2.json").read_text(encoding="utf-8"))
        self.forecast("new.json", usage="usage2.json", plans="catalog2.json", rate=("--rate", "USD/KRW=1400@2026-11-01"),
                      as_of="2026-11-03")
        spring = self.diff("old.json", "new.json")["spring"]
        # 2c-4g at 60 -> 3c-6g at 80 (usage), to 90 (price), both at 1335.27; then 90 x (1400 - 1335.27)
        self.assertEqual([(p["causes"], p["amount_exact"]) for p in spring["parts"]],
                         [(["usage"], "26705.4"), (["price"], "13352.7"), (["rate"], "5825.7")])
        (self.folder / "catalog.json").unlink()
        apart = self.diff("old.json", "new.json")["spring"]
        self.assertEqual([p["causes"] for p in apart["parts"]], [["usage", "assumption", "price"], ["rate"]])
        self.write("kept/catalog.json", catalog)
        again = self.diff("old.json", "new.json", "kept/catalog.json")["spring"]
        self.assertEqual(again["parts"], spring["parts"])
        self.vpsfit("diff", "old.json", "new.json", "kept/catalog.json", "new.json", status=2)

    def test_a_pull_request_gets_a_table_in_which_names_cannot_mark_up(self):
        usage = json.loads((self.folder / "usage.json").read_text(encoding="utf-8"))
        usage["subjects"][2]["subject"] = "a|b`<c>[d](e)"
        self.write("usage.json", usage)
        self.forecast("old.json")
        self.forecast("new.json", "--headroom", "30%", status=3)
        table = self.vpsfit("diff", "old.json", "new.json", "--markdown").stdout
        self.assertIn("a\\|b\\`\\<c\\>\\[d\\]\\(e\\)", table)
        self.assertIn("+26705", table)

    def test_conditions_on_a_change_decide_the_status(self):
        self.forecast("old.json")
        self.forecast("new.json", "--headroom", "30%", status=3)
        self.vpsfit("diff", "old.json", "old.json", "--require", "plan_change=no", "--require", "bill_change_max=0")
        done = self.vpsfit("diff", "old.json", "new.json", "--require", "plan_change=no", status=3)
        self.assertIn("does not hold for spring", done.stderr)
        self.assertIn("for fastapi", self.vpsfit("diff", "old.json", "new.json", "--require", "bill_change_max=40%", status=3).stderr)
        self.vpsfit("diff", "old.json", "new.json", "--require", "plan_change=yes", status=2)
        self.vpsfit("diff", "old.json", "usage.json", status=2)


if __name__ == "__main__":
    unittest.main()
