# SPDX-License-Identifier: MIT
# ctest: once
"""What a user may type and hand over to `forecast`, good and bad: the answer, the complaint, the exit status."""
import copy
import hashlib
import json
import os
import unittest

import jsonschema

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"
USAGE = json.loads((STUDY / "usage.json").read_text(encoding="utf-8"))
CATALOG = json.loads((STUDY / "catalog.json").read_text(encoding="utf-8"))
RATE = ("--rate", "USD/KRW=1335.27@2026-10-30")
RUN = {"run": "1", "cpu_usage_usec": 1, "window_usec": 10, "memory_max_bytes": 5}


def figures(*subjects):
    return {"schema": "urn:vpsfit:schema:usage:1", "schema_version": "1.0", "subjects": list(subjects)}


class Forecast(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        self.write("usage.json", USAGE)
        self.write("catalog.json", CATALOG)

    def forecast(self, *words, status=0, plans="catalog.json", **more):
        return self.vpsfit("forecast", *words, "--plans", plans, status=status, **more)

    def changed(self, change):
        """The study's catalog with a change to its plans."""
        catalog = copy.deepcopy(CATALOG)
        change({plan["id"]: plan for plan in catalog["plans"]}, catalog["plans"])
        return self.write("changed.json", catalog)


class Wrong(Forecast):
    def test_every_wrong_word_is_named_with_what_to_do(self):
        alone = ("usage.json", "--alone")
        for words, said in (
                (("usage.json",), ("--baseline",)),
                ((*alone, "--baseline", "spine"), ("do not go together",)),
                (("usage.json", "--baseline", "spinne"), ("'spinne'", "did you mean 'spine'?")),
                (("usage.json", "--against", "vpsgod/2c-4gb"), ("vpsgod/2c-4gb", "vpsgod/2c-4g")),
                (("usage.json", "--against", "12 USD/week"), ("12 USD/week", "12 USD/month")),
                (("usage.json", "--against", "12 EUR/month", *RATE), ("EUR/KRW", "--rate EUR/KRW=")),
                ((*alone, "--headroom", "1"), ("headroom",)),
                ((*alone, "--headroom", "1.2"), ("--headroom", "1.2")),
                ((*alone, "--headroom", "-0.1"), ("--headroom", "-0.1")),
                ((*alone, "--headroom", "NaN"), ("--headroom", "NaN")),
                ((*alone, "--core-performance", "0"), ("core performance",)),
                ((*alone, "--core-performance", "1e-3"), ("--core-performance", "1e-3")),
                ((*alone, "--memory-factor", "0.9"), ("0.9",)),
                ((*alone, "--memory-factor", "9" * 100), ("--memory-factor", "100 characters")),
                ((*alone, "--os-reserve", "128"), ("--os-reserve", "128MiB")),
                ((*alone, "--os-reserve", "128mb"), ("--os-reserve", "'mb'")),
                ((*alone, "--min-disk", "20 XB"), ("--min-disk", "'XB'")),
                ((*alone, "--currency", "KRV"), ("--currency", "'KRV'", "KRW")),
                ((*alone, "--currency", "krw"), ("--currency", "'krw'")),
                ((*alone, "--rate", "USD/KRW=0@2026-10-30"), ("--rate", "more than zero")),
                ((*alone, "--rate", "USD/KRW=1335.27"), ("--rate", "'@'")),
                ((*alone, *RATE, "--rate", "USD/KRW=1400@2026-10-30"), ("two rates", "1335.27", "1400")),
                ((*alone, "--as-of", "2026-02-30"), ("--as-of", "2026-02-30")),
                ((*alone, "--as-of", "yesterday"), ("--as-of", "yesterday")),
                ((*alone, "--rate-date", "2026-10-30"), ("--rates",)),
                ((*alone, "--cpu-statistic", "busiest"), ("--cpu-statistic", "busiest-minute")),
                ((*alone, "--memory-definition", "workingset"), ("did you mean 'working-set'?",)),
                ((*alone, "--memory-definition", "anon"), ("usage.json", "--memory-definition")),
                ((*alone, "--json", "--csv"), ("--json and --csv",)),
                ((*alone, "--load", "r118k"), ("r118k", "r20k")),
                (("usage.json", "usage.json", "--alone"), ("'spine'", "usage.json")),
                (("--alone",), ())):
            with self.subTest(words):
                done = self.forecast(*words, status=2)
                self.assert_complaint(done, *said)
                self.assertEqual(done.stdout, "")

    def test_without_plans_nothing_can_be_chosen(self):
        self.assert_complaint(self.vpsfit("forecast", "usage.json", "--alone", status=2), "--plans")

    def test_files_that_are_not_there_or_not_to_be_read(self):
        self.assert_complaint(self.forecast("nowhere.json", "--alone", status=1), "nowhere.json", "No such file")
        self.assert_complaint(self.forecast("usage.json", "--alone", plans="nowhere", status=1), "nowhere")
        (self.folder / "empty").mkdir()
        self.assert_complaint(self.forecast("usage.json", "--alone", plans="empty", status=2), "empty", "no .json file")
        self.assert_complaint(self.forecast(".", "--alone", status=2), "folder")
        if os.geteuid() != 0:
            self.write("secret.json", USAGE).chmod(0)
            self.assert_complaint(self.forecast("secret.json", "--alone", status=1), "Permission denied")

    def test_every_bad_figure_is_told_with_its_place(self):
        good = json.dumps(figures({"subject": "a", "runs": [RUN]}))
        for what, text, said in (
                ("no runs", json.dumps(figures({"subject": "a", "runs": []})), "/subjects/0/runs"),
                ("no window", good.replace('"window_usec": 10', '"window_usec": 0'), "/subjects/0/runs/0/window_usec"),
                ("NaN", good.replace('"cpu_usage_usec": 1', '"cpu_usage_usec": NaN'), "bad.json:1:"),
                ("1e400", good.replace('"cpu_usage_usec": 1', '"cpu_usage_usec": 1e400'), "1e400"),
                ("negative", good.replace('"cpu_usage_usec": 1', '"cpu_usage_usec": -1'), "found -1"),
                ("a unit", good.replace('"memory_max_bytes": 5', '"memory_max_bytes": "5 MB"'), "5 MB"),
                ("a typo", good.replace("cpu_usage_usec", "cpu_usage_us"), 'did you mean "cpu_usage_usec"'),
                ("deep", '{"schema": ' + "[" * 100000, "nested deeper"),
                ("a long name", json.dumps(figures({"subject": "x" * 10**7, "runs": [RUN]})), "10000000 bytes"),
                ("a hostile name", json.dumps(figures({"subject": "\x1b[2J", "runs": [RUN]})), "\\x1b[2J"),
                ("a subject twice", json.dumps(figures(*[{"subject": "a", "runs": [RUN]}] * 2)), "twice"),
                ("cut", good[:-5], "bad.json:1:"),
                ("another document", json.dumps(CATALOG), "urn:vpsfit:schema:plans:1"),
                ("an array", "[]", "bad.json"),
                ("nothing", "", "empty"),
                ("a page", "<html>", "<html>"),
                ("CSV without a run", "subject,run,cpu_usage_usec,window_usec,memory_max_bytes\n", "no run"),
                ("CSV with a zero window", "subject,run,cpu_usage_usec,window_usec,memory_max_bytes\na,1,1,0,5\n",
                 "bad.json:2:7"),
                ("half a recording", b"SQLite format 3\0" + b"\0" * 50, "bad.json")):
            with self.subTest(what):
                self.write("bad.json", text)
                done = self.forecast("bad.json", "--alone", status=2)
                self.assert_complaint(done, said)
                self.assertLess(len(done.stderr), 3000)

    def test_a_bad_catalog_is_told_with_its_place(self):
        bad = self.changed(lambda plans, _: plans["2c-4g"].update(prices=[]))
        self.assert_complaint(self.forecast("usage.json", "--alone", plans=bad, status=2), "/plans/1/prices")
        twice = self.changed(lambda plans, every: every.append(plans["2c-4g"]))
        self.assert_complaint(self.forecast("usage.json", "--alone", plans=twice, status=2), "2c-4g")
        self.assert_complaint(self.vpsfit("forecast", "usage.json", "--alone", "--plans", "catalog.json", "--plans",
                                          "catalog.json", status=2), "catalog.json")

    def test_a_result_that_cannot_be_written_is_told_and_leaves_no_half(self):
        self.assert_complaint(self.forecast("usage.json", "--alone", "--output", "no/where.json", status=1), "no/where.json")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["catalog.json", "usage.json"])


class Answer(Forecast):
    def document(self, *words, status=0, **more):
        document = self.forecast(*words, "--json", status=status, **more).json
        self.assert_valid(document, "forecast")
        return document

    def codes(self, document, subject):
        found = next(s for s in document["subjects"] if s["subject"] == subject)
        return {notice["code"] for notice in found["notices"]}

    def test_the_inputs_are_hashed_in_order(self):
        document = self.document("usage.json", "--baseline", "spine")
        self.assertEqual(document["inputs"], [
            {"path": name, "sha256": hashlib.sha256((self.folder / name).read_bytes()).hexdigest(), "role": role}
            for name, role in (("usage.json", "usage"), ("catalog.json", "plans"))])

    def test_currency_and_day_come_from_the_inputs_where_they_are_not_said(self):
        document = self.document("usage.json", "--baseline", "spine")
        self.assertEqual((document["currency"], document["as_of"], document["rates"]), ("USD", "2026-11-01", []))
        document = self.document("usage.json", "--baseline", "spine", *RATE)
        self.assertEqual((document["currency"], document["as_of"]), ("KRW", "2026-11-01"))
        document = self.document("usage.json", "--baseline", "spine", "--rate", "USD/KRW=1335.27@2026-11-05")
        self.assertEqual(document["as_of"], "2026-11-05")

    def test_standard_input_and_files_may_be_mixed(self):
        other = figures({"subject": "other", "load": {"name": "r20k", "request_rate_per_s": 20000}, "runs": [RUN]})
        document = self.document("-", "usage.json", "--baseline", "spine", stdin=json.dumps(other))
        self.assertEqual([s["subject"] for s in document["subjects"]], ["other", "spine", "nestjs", "spring", "fastapi"])

    def test_a_file_is_written_whole_and_nothing_goes_to_standard_output(self):
        done = self.forecast("usage.json", "--baseline", "spine", "--json", "--output", "out.json")
        self.assertEqual(done.stdout, "")
        written = (self.folder / "out.json").read_text(encoding="utf-8")
        self.assertEqual(written, self.forecast("usage.json", "--baseline", "spine", "--json").stdout)

    def test_unequal_loads_are_refused_with_status_3(self):
        usage = copy.deepcopy(USAGE)
        usage["subjects"][1]["load"]["request_rate_per_s"] = 9800.5
        self.write("usage.json", usage)
        document = self.document("usage.json", "--baseline", "spine", status=3)
        nestjs = document["subjects"][1]
        self.assertEqual((nestjs["status"], nestjs["savings"]), ("refused", None))
        self.assertEqual(nestjs["plan"]["id"], "3c-6g")
        self.assertIn("unequal_load", self.codes(document, "nestjs"))
        self.assertEqual(document["subjects"][2]["status"], "ok")

    def test_an_idle_subject_is_refused_with_status_3(self):
        idle = figures({"subject": "idle", "runs": [{**RUN, "cpu_usage_usec": 0}]})
        self.write("idle.json", idle)
        document = self.document("idle.json", "--alone", status=3)
        self.assertIn("idle_subject", self.codes(document, "idle"))
        self.assertEqual(document["subjects"][0]["need"]["vcpus"], 1)

    def test_a_baseline_without_a_plan_leaves_nobody_a_saving(self):
        document = self.document("usage.json", "--baseline", "fastapi", "--headroom", "0.3", status=3)
        self.assertTrue(all(s["savings"] is None for s in document["subjects"]))
        self.assertIn("baseline_without_plan", self.codes(document, "spine"))

    def test_against_a_fee_and_a_plan(self):
        document = self.document("usage.json", "--against", "12 USD/month", *RATE)
        self.assertEqual(document["baseline_annual_fee"], {"amount": "144.00", "currency": "USD"})
        self.assertEqual([s["savings"]["annual"]["amount"] for s in document["subjects"]],
                         ["-158897", "-85457", "-112163", "-32046"])  # (fee - 144) x 1335.27
        document = self.document("usage.json", "--against", "vpsgod/2c-256m", *RATE)
        self.assertEqual([s["savings"]["annual"]["amount"] for s in document["subjects"]],
                         ["0", "73440", "46734", "126851"])

    def test_plans_in_two_currencies(self):
        euro = self.changed(lambda plans, _: plans["2c-256m"]["prices"][0].update(currency="EUR", amount="20.00"))
        document = self.document("usage.json", "--baseline", "spine", *RATE, "--rate", "EUR/KRW=1540.5@2026-10-30",
                                 plans=euro)
        spring = document["subjects"][2]["savings"]
        self.assertEqual(spring["annual"], {"amount": "49306", "currency": "KRW"})  # 80116.2 - 30810
        self.assertIsNone(spring["annual_in_plan_currency"])
        without = self.document("usage.json", "--baseline", "spine", *RATE, plans=euro)
        self.assertIn({"vendor": "vpsgod", "id": "2c-256m", "code": "no_rate"}, without["excluded_plans"])

    def test_a_rate_that_no_fee_needs_is_told(self):
        done = self.forecast("usage.json", "--alone", "--rate", "EUR/USD=1.15@2026-10-30", "--json")
        self.assertIn("EUR/USD was not used", done.stderr)
        self.assertEqual(done.json["rates"], [])

    def test_old_and_stale_plans(self):
        old = self.document("usage.json", "--baseline", "spine", "--as-of", "2027-01-31")  # 91 days
        self.assertIn("plan_old", self.codes(old, "spine"))
        stale = self.document("usage.json", "--alone", "--as-of", "2027-05-01", status=3)  # 181 days
        self.assertEqual({p["code"] for p in stale["excluded_plans"]}, {"stale", "unverified"})
        self.assertEqual([s["status"] for s in stale["subjects"]], ["no_fit"] * 4)
        kept = self.document("usage.json", "--baseline", "spine", "--as-of", "2027-05-01", "--stale-ok")
        self.assertEqual(kept["subjects"][0]["plan"]["id"], "2c-256m")

    def test_rates_from_a_file_of_the_bank(self):
        self.write("hist.csv", "Date,USD,KRW,\n2026-10-30,1.1537,1540.50,\n2026-10-29,1.1550,1541.00,\n")
        document = self.document("usage.json", "--baseline", "spine", "--currency", "KRW", "--rates", "hist.csv",
                                 "--rate-date", "2026-11-01", "--as-of", "2026-11-02")
        rate = document["rates"][0]
        self.assertEqual((rate["value"], rate["source"], rate["date_used"], rate["days_back"]),
                         ("1335.27", "ecb", "2026-10-30", 2))
        self.assertEqual(document["subjects"][2]["savings"]["annual"]["amount"], "46734")
        self.assertEqual(document["inputs"][-1]["path"], "hist.csv")
        done = self.forecast("usage.json", "--alone", "--currency", "KRW", "--rates", "hist.csv", "--rate-date", "2026-11-09",
                             status=1)
        self.assert_complaint(done, "hist.csv")

    def test_real_catalogs_are_forecast_from(self):
        document = self.document("usage.json", "--alone", "--currency", "KRW", *RATE, "--rate", "EUR/KRW=1540.5@2026-10-30",
                                 "--as-of", "2026-11-02", plans=vpsfit_test.SOURCE_DIR / "plans/catalog", status=None)
        self.assertGreater(len(document["excluded_plans"]), 0)
        for subject in document["subjects"]:
            if subject["plan"]:
                self.assertGreaterEqual(subject["plan"]["vcpus"], subject["need"]["vcpus"])
                self.assertGreaterEqual(subject["plan"]["memory_bytes"], subject["need"]["memory_bytes"])

    def test_help_tells_the_default_of_the_day(self):
        self.assertIn("latest day", self.vpsfit("forecast", "--help").stdout)


class UsageSchema(Forecast):
    def test_schema_and_reader_say_yes_and_no_to_the_same_figures(self):
        validator = jsonschema.Draft202012Validator(
            json.loads((vpsfit_test.SOURCE_DIR / "schema/usage.schema.json").read_text(encoding="utf-8")))
        full = figures({"subject": "a", "load": {"name": "l", "request_rate_per_s": 1.5}, "notes": ["n"],
                        "runs": [{**RUN, "memory_median_bytes": 3, "notes": "n"}]})
        full["tool"] = {"name": "t"}
        documents = [full]
        ways = [(), ("subjects",), ("subjects", 0), ("subjects", 0, "load"), ("subjects", 0, "runs"), ("subjects", 0, "runs", 0)]
        for way in ways:
            for change in self.changes(self.at(full, way)):
                document = copy.deepcopy(full)
                change(self.at(document, way))
                documents.append(document)
        self.assertTrue(validator.is_valid(full))
        said = {True: 0, False: 0}
        for number, document in enumerate(documents):
            self.write("one.json", document)
            done = self.forecast("one.json", "--alone", status=None)
            valid = validator.is_valid(document)
            self.assertEqual(done.status != 2, valid, f"{number}: {json.dumps(document)[:400]}\n{done}")
            said[valid] += 1
        self.assertGreater(said[True], 15)
        self.assertGreater(said[False], 80)

    @staticmethod
    def at(document, way):
        for step in way:
            document = document[step]
        return document

    @staticmethod
    def changes(here):
        def put(key, value):
            return lambda target: target.__setitem__(key, value)

        values = (None, True, 0, 1, -1, 1.5, 3, 2**53, 2**53 + 2, 1e300, "", " ", "x", "x" * 200, "x" * 201, "1", "1.0", "2.0",
                  "\u001b", "\u202e", "\ud55c", "urn:vpsfit:schema:usage:1", [], {})
        for key in (here if isinstance(here, dict) else range(len(here))):
            yield lambda target, key=key: target.__delitem__(key)
            for value in values:
                if (key, value) not in (("memory_max_bytes", 1), ("memory_median_bytes", 2**53)):  # median above maximum
                    yield put(key, value)
        if isinstance(here, dict):
            yield put("surplus", 1)


if __name__ == "__main__":
    unittest.main()
