# SPDX-License-Identifier: MIT
# ctest: timeout=300
"""fx update against a real web server that answers as the bank's two channels do, or as the firewalls before them."""
import datetime
import unittest
import zipfile
import io

import vpsfit_test
import web_server
from vpsfit_test import environment

CODES = "USD JPY CZK DKK GBP HUF PLN RON SEK CHF NOK TRY AUD BRL CAD CNY HKD IDR INR KRW MXN MYR NZD PHP SGD THB ZAR".split()
API = "service/data/EXR/D..EUR.SP00.A"
DAYS = ["2026-11-25", "2026-11-26", "2026-11-27", "2026-11-30"]  # Wednesday to Friday, and Monday


def figure(code, day):
    return f"{CODES.index(code) + 1}.{int(day[-2:]):02d}5"


def api(days, codes=CODES):
    rows = [f"EXR.D.{c}.EUR.SP00.A,D,{c},EUR,SP00,A,{d},{figure(c, d)}" for c in codes for d in days]
    return "KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE\r\n" + "".join(r + "\r\n" for r in rows)


def xml(days):
    cubes = "".join(f'<Cube time="{d}">' + "".join(f'<Cube currency="{c}" rate="{figure(c, d)}"/>' for c in CODES) + "</Cube>"
                    for d in reversed(days))
    return ('<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" '
            'xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject>'
            "<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>" + cubes + "</Cube></gesmes:Envelope>")


def history_zip(days):
    text = "Date," + ",".join(CODES) + ",\n" + "".join(d + "," + ",".join(figure(c, d) for c in CODES) + ",\n" for d in reversed(days))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("eurofxref-hist.csv", text)
    return out.getvalue()


@unittest.skipUnless(web_server.NGINX and web_server.OPENSSL, "needs nginx and openssl")
class Update(vpsfit_test.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.web = web_server.Web().__enter__()
        cls.addClassCleanup(cls.web.__exit__)

    def setUp(self):
        super().setUp()
        self.web.forget()
        self.serve(DAYS)

    def serve(self, days):
        self.web.serve(API, api(days))
        self.web.serve("stats/eurofxref/eurofxref-hist-90d.xml", xml(days))
        self.web.serve("stats/eurofxref/eurofxref-hist.zip", history_zip(days))

    def update(self, *arguments, api_at="", site_at="", status=0, as_of="2026-11-30"):
        return self.vpsfit("fx", "update", "--store=fx.db", f"--as-of={as_of}", "--ca-file", self.web.ca,
                           f"--api-server={self.web.url}{api_at}", f"--site={self.web.url}{site_at}", *arguments, status=status,
                           env=environment(XDG_STATE_HOME=self.folder / "state"))

    def start_with(self, days):
        self.write("start.csv", api(days))
        self.vpsfit("fx", "import", "--store=fx.db", "start.csv")

    def newest(self):
        done = self.vpsfit("fx", "list", "--store=fx.db", "--json")
        return max(c["last_day"] for c in done.json["currencies"])

    def paths(self):
        return [line.split()[1] for line in self.web.asked()]


class Channels(Update):
    def test_without_a_store_the_whole_history_is_fetched(self):
        self.update()
        self.assertEqual(self.paths(), ["/stats/eurofxref/eurofxref-hist.zip"])
        rate = self.vpsfit("fx", "rate", "USD/KRW", "--date=2026-11-28", "--store=fx.db", "--json").json
        self.assertEqual(rate["legs"], [{"from": "EUR", "to": "USD", "value": figure("USD", "2026-11-27")},
                                        {"from": "EUR", "to": "KRW", "value": figure("KRW", "2026-11-27")}])

    def test_a_store_asks_for_the_days_it_lacks(self):
        self.start_with(DAYS[:2])
        done = self.update()
        self.assertEqual(self.paths(), [f"/{API}?startPeriod=2026-11-26&endPeriod=2026-11-30&format=csvdata&detail=dataonly"])
        self.assertEqual(self.newest(), "2026-11-30")
        self.assertIn("54 of them new", done.stdout)  # 27 currencies, two days; the day that was there is asked for again

    def test_a_store_that_has_all_asks_nothing(self):
        self.start_with(DAYS)
        self.assertIn("nothing to ask for", self.update().stdout)
        self.assertIn("nothing to ask for", self.update(as_of="2026-11-30").stdout)
        self.assertEqual(self.paths(), [])
        self.start_with(["2026-12-24"])
        for closed in ("2026-12-25", "2026-12-26", "2026-12-27"):
            self.assertIn("nothing to ask for", self.update(as_of=closed).stdout)
        self.assertEqual(self.paths(), [])

    def test_a_channel_that_fails_gives_way_to_the_other(self):
        for broken, words in (("/refused", "status 403"), ("/challenge", "a web page instead of data"), ("/empty", "the file is empty"),
                              ("/nowhere", "status 404"), ("/plain", "not https://")):
            with self.subTest(broken):
                (self.folder / "fx.db").unlink(missing_ok=True)
                self.start_with(DAYS[:2])
                done = self.update(api_at=broken)
                self.assertIn(words, done.stderr)
                self.assertIn("asked the other channel", done.stderr)
                self.assertEqual(self.newest(), "2026-11-30")
                self.assertIn("/stats/eurofxref/eurofxref-hist-90d.xml", self.paths())

    def test_a_store_older_than_ninety_days_takes_the_whole_history_as_second(self):
        self.write("start.csv", api(["2026-06-01"]))
        self.vpsfit("fx", "import", "--store=fx.db", "start.csv")
        self.serve(["2026-06-01", *DAYS])
        self.update(api_at="/refused")
        self.assertIn("/stats/eurofxref/eurofxref-hist.zip", self.paths())

    def test_both_fail_and_the_store_stays_as_it_was(self):
        self.start_with(DAYS[:2])
        before = (self.folder / "fx.db").read_bytes()
        done = self.update(api_at="/refused", site_at="/challenge", status=1)
        self.assert_complaint(done, "status 403", "the other channel failed too", "a web page")
        self.assertEqual((self.folder / "fx.db").read_bytes(), before)

    def test_without_a_store_nothing_is_left_behind_where_both_fail(self):
        self.update(api_at="/refused", site_at="/refused", status=1)
        self.assertFalse((self.folder / "fx.db").exists())


class Judgement(Update):
    def refused(self, words, status=1):
        before = (self.folder / "fx.db").read_bytes()
        done = self.update(site_at="/refused", status=status)
        self.assert_complaint(done, words)
        self.assertEqual((self.folder / "fx.db").read_bytes(), before)

    def test_a_page_with_a_few_currencies_is_not_taken(self):
        self.start_with(DAYS[:2])
        self.web.serve(API, api(DAYS, CODES[:5]))
        self.refused("has 5 currencies")

    def test_an_answer_that_is_behind_is_not_taken_for_news(self):
        self.start_with(DAYS[:2])
        self.web.serve(API, api(DAYS[:3]))
        self.refused("the newest day is 2026-11-27, but 2026-11-30 should be published")

    def test_a_day_that_is_here_must_be_there(self):
        self.start_with(DAYS[:2])
        self.web.serve(API, api(DAYS[2:]))
        self.refused("the day 2026-11-26, which is published, is missing")

    def test_a_day_of_the_future_is_refused(self):
        self.start_with(DAYS[:2])
        self.web.serve(API, api([*DAYS, "2026-12-01"]))
        self.refused("2026-12-01")

    def test_a_figure_that_changed_is_an_alarm(self):
        self.start_with(DAYS[:2])
        self.web.serve(API, api(DAYS).replace("EXR.D.USD.EUR.SP00.A,D,USD,EUR,SP00,A,2026-11-26,1.265", "EXR.D.USD.EUR.SP00.A,D,USD,EUR,SP00,A,2026-11-26,1.266"))
        before = (self.folder / "fx.db").read_bytes()
        done = self.update(status=3)
        self.assert_complaint(done, "1.265", "1.266", "2026-11-26")
        self.assertEqual(self.newest(), "2026-11-26")
        self.assertGreater(len(before), 0)

    def test_wrong_use(self):
        self.assert_complaint(self.update("--timeout=soon", status=2), "--timeout")
        self.vpsfit("fx", "update", "--store=fx.db", "--site=http://127.0.0.1:1", "--as-of=2026-11-30", status=2)
        self.assert_complaint(self.vpsfit("fx", "update", "--store=fx.db", "--ca-file=none.pem", status=1), "none.pem")

    def test_the_bank_is_told_who_asks(self):
        self.update()
        self.assertIn('"vpsfit/', self.web.asked()[0])


class Moments(unittest.TestCase):
    def test_the_days_of_these_tests_are_what_they_claim(self):
        self.assertEqual([datetime.date.fromisoformat(d).weekday() for d in DAYS], [2, 3, 4, 0])


if __name__ == "__main__":
    unittest.main()
