# SPDX-License-Identifier: MIT
# ctest: once timeout=900
"""The European Central Bank's own files: all of them, and random days and pairs against exact fractions."""
import bisect
import concurrent.futures
import csv
import datetime
import decimal
import fractions
import os
import random
import unittest

import vpsfit_test
from vpsfit_test import SHARED, needs_shared

REFUSED = {"bad-not-xml.html": "web page", "eurofxref-hist.no-trailing-comma.head12.csv": "does not end in a comma"}


def significant(value, digits):
    """The fraction rounded half away from zero to so many digits, as text; one division, rounded once."""
    with decimal.localcontext() as context:
        context.prec, context.rounding = digits, decimal.ROUND_HALF_UP
        rounded = decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator)
    return rounded


class Publications:
    """An own reading of the history: what the answer must be, by the rule and not by the program."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.header = [name for name in rows[0][1:] if name]
        self.days = {row[0]: dict(zip(self.header, row[1:])) for row in rows[1:]}
        self.ordered = sorted(self.days)
        self.spans = {}
        for name in self.header:
            days = [day for day in self.ordered if self.days[day][name] != "N/A"]
            self.spans[name] = (days[0], days[-1])

    def expected(self, source, target, asked):
        """(value, exact, day used) or the reason why there is none."""
        if source == target:
            return "identity"
        sides = [side for side in (source, target) if side != "EUR"]
        if any(asked < self.spans[side][0] for side in sides):
            return "before_first_day"
        used = self.ordered[bisect.bisect_right(self.ordered, asked) - 1]
        for side in sides:
            if self.days[used][side] == "N/A":
                return "currency_ended" if self.spans[side][1] < used else "gap"
        # Weekends and closing days need no calendar inside the history: the file itself has a row for every other day.
        below = fractions.Fraction(self.days[used][source]) if source != "EUR" else fractions.Fraction(1)
        above = fractions.Fraction(self.days[used][target]) if target != "EUR" else fractions.Fraction(1)
        return above / below, used


@needs_shared
class RealFiles(vpsfit_test.TestCase):
    def test_every_file_is_imported_or_refused_for_its_reason(self):
        files = [f for f in sorted((SHARED / "data/ecb").iterdir()) if f.suffix != ".md"]
        self.assertGreaterEqual(len(files), 17)
        for file in files:
            with self.subTest(file.name):
                if file.name in REFUSED:
                    done = self.vpsfit("fx", "import", "--store", "refused.db", file, status=2)
                    self.assert_complaint(done, file.name, REFUSED[file.name])
                    self.assertFalse((self.folder / "refused.db").exists())
                else:
                    self.vpsfit("fx", "import", "--store", "all.db", file)

    def test_all_good_files_agree_with_each_other(self):
        files = [f for f in sorted((SHARED / "data/ecb").iterdir()) if f.suffix != ".md" and f.name not in REFUSED]
        self.vpsfit("fx", "import", "--store", "all.db", *files)  # a disagreement would be an alarm
        done = self.vpsfit("fx", "rate", "USD/KRW", "--date", "2026-07-06", "--store", "all.db")
        self.assertIn("1531.07", done.stdout)  # 1747.72 / 1.1415

    def test_every_row_of_the_table_of_days(self):
        self.vpsfit("fx", "import", "--store", "fx.db", SHARED / "data/ecb/eurofxref-hist.zip")
        with open(SHARED / "acceptance/fx.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            with self.subTest(row["date_requested"]):
                words = ("fx", "rate", "USD/KRW", "--date", row["date_requested"], "--store", "fx.db", "--json")
                if not row["date_used"]:
                    self.assertRegex(self.vpsfit(*words, status=1).stderr, r"\[(before_first_day|stale)\]")
                    continue
                rate = self.vpsfit(*words).json
                self.assertEqual(rate["date_used"], row["date_used"])
                self.assertEqual([fractions.Fraction(leg["value"]) for leg in rate["legs"]],
                                 [fractions.Fraction(row["eurusd"]), fractions.Fraction(row["eurkrw"])])
                self.assertEqual(rate["value_exact"], row["usdkrw_28sig"])
                self.assertEqual(rate["value"], row["usdkrw_2dp"])
                self.assertEqual(rate["days_back"], int(row["days_back"]))
                self.assertEqual(rate["quoting"], {"low": row["quoting_low"], "high": row["quoting_high"]})

    def test_a_thousand_random_days_and_pairs_agree_with_fractions(self):
        self.vpsfit("fx", "import", "--store", "fx.db", SHARED / "data/ecb/eurofxref-hist.csv")
        publications = Publications(SHARED / "data/ecb/eurofxref-hist.csv")
        seed = int(os.environ.get("VPSFIT_SEED") or random.randrange(10**9))
        chosen = random.Random(seed)
        first, last = datetime.date(1998, 12, 20), datetime.date.fromisoformat(publications.ordered[-1])
        currencies = ["EUR", "EUR", *publications.header]
        questions = [(chosen.choice(currencies), chosen.choice(currencies),
                      (first + datetime.timedelta(chosen.randrange((last - first).days + 1))).isoformat())
                     for _ in range(1000)]

        def ask(question):
            source, target, asked = question
            return question, self.vpsfit("fx", "rate", f"{source}/{target}", "--date", asked, "--store", "fx.db", "--json",
                                         status=None)

        kinds = {}
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for question, done in pool.map(ask, questions):
                with self.subTest(question, seed=seed):
                    expected = publications.expected(*question)
                    kind = expected if isinstance(expected, str) else "rate"
                    kinds[kind] = kinds.get(kind, 0) + 1
                    if kind == "identity":
                        self.assertEqual(done.json["value"], "1", done)
                    elif kind != "rate":
                        self.assertEqual(done.status, 1, done)
                        self.assertIn(f"[{kind}]", done.stderr)
                    else:
                        exact, used = expected
                        self.assertEqual(done.status, 0, done)
                        self.assertEqual(done.json["date_used"], used)
                        self.assertEqual(decimal.Decimal(done.json["value_exact"]), significant(exact, 28))
                        if question[0] == "EUR":
                            self.assertEqual(done.json["value"], publications.days[used][question[1]])
                        else:
                            self.assertEqual(decimal.Decimal(done.json["value"]), significant(exact, 6))
        self.assertGreater(kinds.get("rate", 0), 300, kinds)
        self.assertGreater(kinds.get("currency_ended", 0), 20, kinds)
        self.assertGreater(kinds.get("before_first_day", 0), 20, kinds)


if __name__ == "__main__":
    unittest.main()
