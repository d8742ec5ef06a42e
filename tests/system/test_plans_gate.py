# SPDX-License-Identifier: MIT
"""What stands between a vendor's answer and the catalog that people trust: the gate, the history, the difference."""
import hashlib
import json
import unittest

import vpsfit_test
from vpsfit_test import SHARED, needs_shared

HEAD = "vendor,id,vcpus,memory,disk,price,currency,period,tax,stock,verified_on\n"


def rows(*lines):
    return HEAD + "\n".join(lines) + "\n"


SEVEN = [f"acme,p{i},{i},{i} GB,20 GB,{i}.00,USD,month,net,in_stock,2026-10-01" for i in range(1, 8)]


class Gate(vpsfit_test.TestCase):
    def take(self, *lines, status=0, more=()):
        self.write("list.csv", rows(*lines))
        return self.vpsfit("plans", "import", "csv", "list.csv", "--out=acme.json", *more, status=status)

    def changed(self, index, old, new):
        lines = list(SEVEN)
        self.assertIn(old, lines[index])
        lines[index] = lines[index].replace(old, new)
        return lines

    def assert_stopped(self, lines, code, *words):
        before = (self.folder / "acme.json").read_bytes(), (self.folder / "acme.history.jsonl").read_bytes()
        done = self.take(*lines, status=3)
        self.assert_complaint(done, f"[{code}]", "nothing was written", "--accept", *words)
        self.assertEqual(before, ((self.folder / "acme.json").read_bytes(), (self.folder / "acme.history.jsonl").read_bytes()))
        return done

    def history(self):
        return [json.loads(line) for line in (self.folder / "acme.history.jsonl").read_text().splitlines()]


class Stops(Gate):
    def setUp(self):
        super().setUp()
        self.take(*SEVEN)

    def test_a_fifth_of_the_plans_is_news_more_is_not(self):
        self.assert_stopped(SEVEN[:5], "fewer_plans", "there were 7 plans and are 5")
        self.take(*SEVEN[:6])  # 6 of 7 is not more than a fifth less

    def test_a_price_that_jumps(self):
        self.assert_stopped(self.changed(3, "4.00,USD", "6.00,USD"), "price_jump", "acme/p4", "was 4 USD and is 6 USD")
        self.assert_stopped(self.changed(3, "4.00,USD", "2.00,USD"), "price_jump")
        self.take(*self.changed(3, "4.00,USD", "5.99,USD"))

    def test_another_currency_tax_or_unit(self):
        self.assert_stopped(self.changed(3, "USD", "EUR"), "currency_changed", "was in USD and is in EUR")
        self.assert_stopped(self.changed(3, "net", "gross"), "tax_changed", "was net of tax and is gross")
        self.assert_stopped(self.changed(3, "4 GB,20", "4 GiB,20"), "memory_basis_changed", "4 GB", "4 GiB")
        self.assert_stopped(self.changed(3, "4 GB,20", "4096 MB,20"), "memory_basis_changed")

    def test_another_plan_under_the_same_id(self):
        self.assert_stopped(self.changed(3, "4 GB,20", "2 GB,20"), "spec_changed", "another plan under the same id")
        self.assert_stopped(self.changed(3, "p4,4,", "p4,2,"), "spec_changed")

    def test_all_prices_a_little_higher_at_once(self):  # 19 % of tax look so
        lines = [line.replace(".00,USD", ".19,USD") for line in SEVEN]
        self.assert_stopped(lines, "prices_moved", "all 7 plans that are in both are dearer")

    def test_all_sold_out_at_once(self):
        lines = [line.replace("in_stock", "out") for line in SEVEN]
        done = self.take(*lines, status=3)
        self.assert_complaint(done, "all 7 plans are out of stock at once")
        self.take(*lines, more=["--accept=Ana: the vendor closed on 2026-10-02"])
        self.assertEqual([a["code"] for a in self.history()[-1]["accepted"]["alarms"]], ["all_out_of_stock"])

    def test_an_older_list(self):
        self.assert_stopped([line.replace("2026-10-01", "2026-09-01") for line in SEVEN], "older")

    def test_another_vendor_in_the_same_file(self):
        self.write("list.csv", rows("other,x,1,1 GB,,1,USD,month,net,,2026-10-01"))
        self.assert_complaint(self.vpsfit("plans", "import", "csv", "list.csv", "--out=acme.json", status=2), '"acme"', '"other"')

    def test_what_stands_there_is_no_catalog(self):
        self.write("acme.json", "{}")
        self.assert_complaint(self.take(*SEVEN, status=2), "the earlier version cannot be read")
        self.assertEqual((self.folder / "acme.json").read_text(), "{}")

    def test_without_a_file_the_version_before_is_named(self):
        self.write("list.csv", rows(*self.changed(3, "4.00,USD", "9.00,USD")))
        done = self.vpsfit("plans", "import", "csv", "list.csv", "--previous=acme.json", status=3)
        self.assertEqual(done.stdout, "")
        self.assertIn("[price_jump]", done.stderr)
        self.vpsfit("plans", "import", "csv", "list.csv")

    def test_acceptance_says_who_and_why(self):
        lines = self.changed(3, "4.00,USD", "9.00,USD")
        for bad in ("yes", "Ana:", ":why", " : "):
            self.assert_complaint(self.take(*lines, status=2, more=["--accept", bad]), "does not say who")
        self.take(*lines, more=["--accept=Ana Li: announced on 2026-10-01"])
        last = self.history()[-1]
        self.assertEqual((last["accepted"]["by"], last["accepted"]["why"]), ("Ana Li", "announced on 2026-10-01"))
        self.assertEqual(last["accepted"]["alarms"][0]["plan"], "acme/p4")


class History(Gate):
    def test_it_only_grows_and_each_line_holds_the_one_before(self):
        self.take(*SEVEN)
        first = (self.folder / "acme.history.jsonl").read_bytes()
        self.take(*self.changed(0, "1.00,USD", "1.20,USD"))
        self.take(*self.changed(0, "1.00,USD", "1.20,USD"))  # nothing new: no line
        self.take(*SEVEN[:6])
        whole = (self.folder / "acme.history.jsonl").read_bytes()
        self.assertTrue(whole.startswith(first))
        lines = whole.splitlines()
        self.assertEqual(len(lines), 3)
        for before, line in zip(lines, lines[1:]):
            self.assertEqual(json.loads(line)["previous_line_sha256"], hashlib.sha256(before).hexdigest())
        for line in lines:
            self.assert_valid(json.loads(line), "plan-history")
        changes = json.loads(lines[1])["plans"]
        self.assertEqual([(c["id"], c["change"]) for c in changes], [("p1", "changed")])
        self.assertEqual(changes[0]["fields"], [{"pointer": "/prices/0/amount", "before": "1.00", "after": "1.20"}])

    def test_what_became_of_a_plan(self):
        self.take(*SEVEN)
        self.take(*self.changed(0, "1.00,USD", "9.00,USD"), more=["--accept=Ana: checked the page"])
        self.take(*SEVEN[1:])
        done = self.vpsfit("plans", "history", "acme/p1", "--json")
        self.assert_valid(done.json, "plan-events")
        self.assertEqual([e["change"] for e in done.json["events"]], ["added", "changed", "removed"])
        self.assertEqual(done.json["events"][1]["accepted"], "Ana: checked the page")
        text = self.vpsfit("plans", "history", "p1", ".").stdout
        self.assertIn("/prices/0/amount: 1.00 -> 9.00", text)
        self.assertIn("accepted by Ana: checked the page", text)
        self.assert_complaint(self.vpsfit("plans", "history", "nobody", status=1), "no history tells of")
        self.assert_complaint(self.vpsfit("plans", "history", "p1", "acme.json", status=2), "not a line of a plan history")

    def test_a_changed_line_shows_and_a_torn_one_is_left_out(self):
        self.take(*SEVEN)
        self.take(*SEVEN[:6])
        file = self.folder / "acme.history.jsonl"
        whole = file.read_text()
        self.assertIn('"amount":"1.00"', whole)
        file.write_text(whole.replace('"amount":"1.00"', '"amount":"8.00"', 1))
        self.assert_complaint(self.vpsfit("plans", "history", "p1", status=2), "acme.history.jsonl:2", "a line was changed")
        self.assert_complaint(self.take(*SEVEN[:5], status=2), "a line was changed")
        file.write_text(whole[:-20])
        done = self.vpsfit("plans", "history", "p1")
        self.assertIn("acme.history.jsonl:2: the last line was cut off", done.stderr)

    def test_after_a_crash_the_next_line_is_whole(self):
        self.take(*SEVEN)
        file = self.folder / "acme.history.jsonl"
        file.write_text(file.read_text() + '{"schema":"urn:vps')
        done = self.vpsfit("plans", "history", "p1")
        self.assertIn("cut off", done.stderr)
        self.take(*SEVEN[:6])
        self.assertEqual([e["change"] for e in self.vpsfit("plans", "history", "p7", "--json").json["events"]], ["added", "removed"])


class Difference(Gate):
    def test_added_removed_changed(self):
        self.take(*SEVEN)
        (self.folder / "acme.json").rename(self.folder / "old.json")
        lines = self.changed(0, "1.00,USD", "2.50,USD")[:6] + ["acme,q1,1,1 GB,,1,USD,month,net,,2026-10-01"]
        self.take(*lines)
        done = self.vpsfit("plans", "diff", "old.json", "acme.json", "--json")
        self.assert_valid(done.json, "plan-diff")
        self.assertEqual([(p["id"], p["change"]) for p in done.json["plans"]], [("p1", "changed"), ("p7", "removed"), ("q1", "added")])
        self.assertEqual([a["code"] for a in done.json["alarms"]], ["price_jump"])
        text = self.vpsfit("plans", "diff", "old.json", "acme.json").stdout
        self.assertIn("2.5", text)
        self.assertIn("[price_jump]", text)
        self.assertEqual(self.vpsfit("plans", "diff", "old.json", "old.json").stdout, "no difference\n")

    @needs_shared
    def test_the_real_change_from_net_to_gross_is_seen(self):
        for name, out in (("hetzner.2026-01-25.net", "net.json"), ("hetzner", "gross.json")):
            self.vpsfit("plans", "import", "eu-cloud-prices", SHARED / f"data/plans/eu-cloud-prices.{name}.json", "--out", out)
        codes = {a["code"] for a in self.vpsfit("plans", "diff", "net.json", "gross.json", "--json").json["alarms"]}
        self.assertTrue(codes & {"prices_moved", "price_jump", "tax_changed"}, codes)

    @needs_shared
    def test_the_real_day_on_which_a_seller_dropped_most_deals(self):
        for day, out in (("2026-04-21", "a.json"), ("2026-04-22", "b.json")):
            self.vpsfit("plans", "import", "racknerd", SHARED / f"data/plans/racknerd-{day}.json", "--out", out)
        codes = {a["code"] for a in self.vpsfit("plans", "diff", "a.json", "b.json", "--json").json["alarms"]}
        self.assertIn("fewer_plans", codes)


if __name__ == "__main__":
    unittest.main()
