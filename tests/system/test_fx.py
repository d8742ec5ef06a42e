# SPDX-License-Identifier: MIT
"""Exchange rates from the command line: import, rate, convert, list, history, and why there is no rate."""
import csv
import hashlib
import io
import sqlite3
import unittest

import vpsfit_test
from vpsfit_test import SOURCE_DIR, environment

DATA = SOURCE_DIR / "tests/data/fx"
HISTORY = DATA / "eurofxref-hist.excerpt.csv"


class Fx(vpsfit_test.TestCase):
    def fx(self, *arguments, **options):
        return self.vpsfit("fx", *arguments, **options)

    def store(self, *files):
        self.fx("import", "--store", "fx.db", *files)
        return "fx.db"

    def rate(self, pair, date, store, *more):
        done = self.fx("rate", pair, "--date", date, "--store", store, "--json", *more)
        self.assert_valid(done.json, "rate")
        return done.json


class Rates(Fx):
    def test_won_for_a_dollar_on_every_day_of_the_table(self):
        store = self.store(HISTORY)
        for row in csv.DictReader(io.StringIO((DATA / "usd-krw.csv").read_text(encoding="utf-8"))):
            with self.subTest(row["asked"]):
                rate = self.rate("USD/KRW", row["asked"], store)
                self.assertEqual(
                    (rate["from"], rate["to"], rate["value"], rate["value_exact"], rate["date_used"], rate["date_asked"]),
                    ("USD", "KRW", row["value"], row["value_exact"], row["used"], row["asked"]))
                self.assertEqual((rate["days_back"], rate["source"]), (int(row["days_back"]), "ecb"))
                self.assertEqual(rate["legs"], [{"from": "EUR", "to": "USD", "value": row["usd"]},
                                                {"from": "EUR", "to": "KRW", "value": row["krw"]}])
                self.assertEqual(rate["quoting"], {"low": row["low"], "high": row["high"]})

    def test_a_rate_is_always_told_with_its_day(self):
        text = self.fx("rate", "USD/KRW", "--date", "2026-04-11", "--store", HISTORY).stdout
        self.assertIn("1 USD = 1483.27 KRW", text)
        self.assertIn("2026-04-10, 1 day before 2026-04-11", text)

    def test_published_digits_are_passed_through(self):
        self.assertEqual(self.rate("EUR/HUF", "2026-04-13", DATA / "daily.csv")["value"], "366.90")
        self.assertEqual(self.rate("EUR/HUF", "2026-04-13", HISTORY)["value"], "366.9")
        self.assertEqual(self.rate("EUR/INR", "2026-04-13", DATA / "daily.csv")["value"], "109.0470")

    def test_every_form_of_file_serves_as_a_store(self):
        self.assertEqual(self.rate("USD/KRW", "2025-04-03", DATA / "daily.xml")["value"], "1455.45")  # 1615.11 / 1.1097
        self.assertEqual(self.rate("USD/KRW", "2025-04-05", DATA / "history.xml")["date_used"], "2025-04-04")
        self.assertEqual(self.rate("USD/KRW", "2026-04-13", DATA / "api.csv")["value"], "1489.95")
        self.assertEqual(self.rate("EUR/CHF", "2026-08-13", DATA / "api.json")["value"], "0.9373")

    def test_a_currency_against_itself_is_one(self):
        rate = self.rate("KRW/KRW", "2031-01-01", HISTORY)
        self.assertEqual((rate["value"], rate["source"], rate["legs"]), ("1", "identity", None))

    def test_an_amount_is_converted_by_the_printed_rate_and_rounded_once(self):
        done = self.fx("convert", "55", "USD/KRW", "--date", "2026-04-11", "--store", HISTORY, "--json")
        self.assert_valid(done.json, "conversion")
        self.assertEqual(done.json["result"], {"amount": "81580", "currency": "KRW"})  # 55 x 1483.27 = 81579.85
        self.assertEqual(done.json["result_exact"], "81579.85")
        self.assertIn("55 USD = 81580 KRW", self.fx("convert", "55", "USD/KRW", "--date", "2026-04-11", "--store", HISTORY).stdout)

    def test_the_history_has_one_line_a_publication(self):
        done = self.fx("history", "USD/KRW", "--from", "2026-04-09", "--store", HISTORY, "--csv")
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        self.assertEqual([(r["date"], r["value"]) for r in rows],
                         [("2026-04-09", "1479.49"), ("2026-04-10", "1483.27"), ("2026-04-13", "1489.95")])
        document = self.fx("history", "EUR/ISK", "--store", HISTORY, "--from", "2008-12-08", "--to", "2012-12-31", "--json").json
        self.assert_valid(document, "rate-history")
        self.assertEqual([r["date"] for r in document["rates"]], ["2008-12-08", "2008-12-09"])
        self.assertIn("1489.95", self.fx("history", "USD/KRW", "--store", HISTORY).stdout)

    def test_the_list_tells_first_and_last_days_and_sources(self):
        store = self.store(HISTORY)
        done = self.fx("list", "--store", store, "--json")
        self.assert_valid(done.json, "rate-list")
        by_code = {row["currency"]: row for row in done.json["currencies"]}
        self.assertEqual(by_code["BGN"]["last_day"], "2025-12-31")
        self.assertEqual(by_code["USD"]["first_day"], "1999-01-04")
        source, = done.json["sources"]
        self.assertEqual(source["sha256"], hashlib.sha256(HISTORY.read_bytes()).hexdigest())
        self.assertEqual(source["name"], HISTORY.name)
        text = self.fx("list", "--store", store).stdout
        self.assertIn("European Central Bank", text)


class NoRate(Fx):
    def why(self, pair, date, code, *more, store=HISTORY):
        done = self.fx("rate", pair, "--date", date, "--store", store, *more, status=1)
        self.assert_complaint(done, f"[{code}]")
        self.assertEqual(done.stdout, "")
        self.assertGreaterEqual(len(done.stderr.splitlines()), 2, "what to do stands on a line of its own")
        return done.stderr

    def test_each_reason_has_its_code(self):
        self.why("USD/KRW", "1999-01-03", "before_first_day")
        self.why("USD/KRW", "2026-10-30", "stale")
        self.why("USD/KRW", "2026-04-14", "not_yet_published", "--as-of", "2026-04-14")
        self.why("USD/KRW", "2026-04-14", "stale", "--as-of", "2026-04-15")
        self.why("EUR/VND", "2026-04-13", "currency_unknown")
        self.why("EUR/ISK", "2012-06-15", "gap")
        self.why("USD/KRW", "2013-01-01", "days_missing")
        self.assertIn("2022-03-01", self.why("RUB/USD", "2024-02-19", "currency_ended"))

    def test_convert_has_the_same_rule(self):
        done = self.fx("convert", "1", "USD/RUB", "--date", "2024-02-19", "--store", HISTORY, status=1)
        self.assert_complaint(done, "[currency_ended]")

    def test_without_a_store_it_says_how_to_make_one(self):
        done = self.fx("rate", "USD/KRW", "--date", "2026-04-13", status=1,
                       env=environment(XDG_STATE_HOME=self.folder / "state"))
        self.assert_complaint(done, "fx import")
        self.assertFalse((self.folder / "state").exists())

    def test_wrong_use_is_told(self):
        for arguments, words in ((("rate", "USDKRW", "--date", "2026-04-13"), ("USDKRW", "USD/KRW")),
                                 (("rate", "usd/krw", "--date", "2026-04-13"), ("usd",)),
                                 (("rate", "USD/KRX", "--date", "2026-04-13"), ("KRX",)),
                                 (("rate", "USD/KRW", "--date", "13.04.2026"), ("13.04.2026",)),
                                 (("rate", "USD/KRW"), ("--date",)),
                                 (("rate", "USD/KRW", "--date", "2026-02-30"), ("no such day",)),
                                 (("convert", "1,5", "USD/KRW", "--date", "2026-04-13"), ("1,5",)),
                                 (("convert", "NaN", "USD/KRW", "--date", "2026-04-13"), ("NaN",)),
                                 (("convert", "1e400", "USD/KRW", "--date", "2026-04-13"), ("1e400",)),
                                 (("history", "USD/KRW", "--from", "2026-04-13", "--to", "2026-04-01"), ("--from",)),
                                 (("import",), ("fx import",)), ((), ("fx rate",)), (("rates",), ("fx rate",))):
            with self.subTest(arguments):
                more = ("--store", HISTORY) if arguments and arguments[0] in ("rate", "convert", "history") else ()
                self.assert_complaint(self.fx(*arguments, *more, status=2), *words)


class Import(Fx):
    def test_the_usual_place_follows_the_environment(self):
        env = environment(XDG_STATE_HOME=self.folder / "state")
        self.fx("import", HISTORY, env=env)
        self.assertTrue((self.folder / "state/vpsfit/fx.db").is_file())
        self.assertIn("1489.95", self.fx("rate", "USD/KRW", "--date", "2026-04-13", env=env).stdout)
        env = environment(XDG_STATE_HOME="not/absolute", HOME=self.folder / "home")
        self.fx("import", HISTORY, env=env)
        self.assertTrue((self.folder / "home/.local/state/vpsfit/fx.db").is_file())
        self.assertFalse((self.folder / "not").exists())
        self.assert_complaint(self.fx("import", HISTORY, env=environment(HOME=None), status=2), "--store")

    def test_importing_again_changes_not_one_byte(self):
        store = self.folder / self.store(HISTORY)
        before = store.read_bytes()
        done = self.fx("import", "--store", store, HISTORY, DATA / "daily.csv", DATA / "api.csv")
        self.assertIn(" 0 of them new", done.stdout)
        self.fx("import", "--store", store, HISTORY)
        connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
        self.addCleanup(connection.close)
        self.assertEqual(connection.execute("SELECT count(DISTINCT day) FROM rate").fetchone(), (84,))
        self.assertEqual(connection.execute("PRAGMA integrity_check").fetchone(), ("ok",))
        unchanged = self.folder / "again.db"
        unchanged.write_bytes(before)
        self.fx("import", "--store", unchanged, HISTORY)
        self.assertEqual(unchanged.read_bytes(), before)

    def test_a_changed_figure_is_an_alarm_and_nothing_of_the_import_stays(self):
        store = self.folder / self.store(HISTORY)
        before = store.read_bytes()
        self.write("good.csv", "Date,USD,\n2026-04-14,1.17,\n")
        self.write("bad.csv", HISTORY.read_text(encoding="utf-8").replace("1740.86", "1740.68"))
        done = self.fx("import", "--store", store, "good.csv", "bad.csv", status=3)
        self.assert_complaint(done, "bad.csv", "2026-04-13", "KRW", "1740.86", "1740.68", "[value_changed]")
        self.assertEqual(store.read_bytes(), before)

    def test_other_zeros_are_no_change(self):
        self.store(HISTORY)
        self.write("zeros.csv", "Date, HUF, \n13 April 2026, 366.9000, \n")
        self.fx("import", "--store", "fx.db", "zeros.csv")
        self.assertEqual(self.rate("EUR/HUF", "2026-04-13", "fx.db")["value"], "366.9")

    def test_a_bad_file_is_refused_with_line_and_column_and_makes_no_store(self):
        history = HISTORY.read_text(encoding="utf-8")
        for name, content, words in (
                ("empty.csv", "", ("empty",)),
                ("page.xml", "<!DOCTYPE html><html><body>Request Rejected</body></html>", ("web page",)),
                ("cut.csv", history[:700], (":9:1",)),
                ("commas.csv", history.replace(",\n", "\n"), (":1:", "comma")),
                ("weekend.csv", history.replace("2026-04-13", "2026-04-12"), (":2:1", "Sunday")),
                ("negative.csv", history.replace("1740.86", "-1740.86"), (":2:", "-1740.86")),
                ("nan.csv", history.replace("1740.86", "NaN"), (":2:", "NaN")),
                ("twice.csv", history + history.splitlines()[1] + "\n", ("twice", "2026-04-13")),
                ("escape.csv", "Date,\x1b[31m,\n", (":1:6",)),
                ("cut.xml", (DATA / "daily.xml").read_text(encoding="utf-8")[:-9], ("cut or broken",)),
                ("bytes.bin", b"\xff\xfe\x00\x00" * 1000, ("begins with",)),
                ("cut.json", (DATA / "api.json").read_text(encoding="utf-8")[:500], (":1:",)),
                ("problem.json", '{"title": "Not Found", "status": 404}', ("structure",))):
            with self.subTest(name):
                self.write(name, content)
                self.assert_complaint(self.fx("import", "--store", "new/fx.db", name, status=2), name, *words)
                self.assertFalse((self.folder / "new").exists())

    def test_days_to_come_are_refused_where_today_is_told(self):
        done = self.fx("import", "--store", "fx.db", "--as-of", "2026-04-12", HISTORY, status=2)
        self.assert_complaint(done, "2026-04-13", "2026-04-12")
        self.fx("import", "--store", "fx.db", "--as-of", "2026-04-13", HISTORY)

    def test_a_file_comes_through_a_pipe_too(self):
        self.fx("import", "--store", "fx.db", "-", stdin=HISTORY.read_bytes())
        self.assertEqual(self.rate("USD/KRW", "2026-04-13", "fx.db")["value"], "1489.95")

    def test_what_is_no_store_is_left_alone(self):
        other = self.folder / "other.db"
        connection = sqlite3.connect(other)
        connection.execute("CREATE TABLE t(x)")
        connection.commit()
        connection.close()
        before = other.read_bytes()
        self.assert_complaint(self.fx("import", "--store", other, HISTORY, status=2), "another program")
        self.assertEqual(other.read_bytes(), before)
        self.write("notes.txt", "x" * 3000)
        self.assert_complaint(self.fx("import", "--store", "notes.txt", HISTORY, status=2), "not a store")
        self.assert_complaint(self.fx("import", "--store", self.folder, HISTORY, status=1), str(self.folder))
        self.assert_complaint(self.fx("import", "--store", "fx.db", "nowhere.csv", status=1), "nowhere.csv")

    def test_a_store_that_another_writes_is_waited_for(self):
        store = self.folder / self.store(HISTORY)
        writer = sqlite3.connect(store, isolation_level=None)
        self.addCleanup(writer.close)
        writer.execute("BEGIN IMMEDIATE")
        self.assertIn("1489.95", self.fx("rate", "USD/KRW", "--date", "2026-04-13", "--store", store).stdout)
        importing = self.start("fx", "import", "--store", store, DATA / "api.csv")
        writer.execute("COMMIT")
        self.assertEqual(self.finish(importing).status, 0)


if __name__ == "__main__":
    unittest.main()
