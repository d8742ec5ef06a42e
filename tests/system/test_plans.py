# SPDX-License-Identifier: MIT
"""plans check and plans list, and the catalogs that come with the program."""
import csv
import json
import re
import unittest
from fractions import Fraction

import vpsfit_test
from vpsfit_test import SHARED, SOURCE_DIR, needs_shared

CATALOGS = SOURCE_DIR / "plans/catalog"
TODAY = "2026-11-30"  # of the catalogs' last change; nothing here depends on the day of the test

PRICE = {"period": {"count": 1, "unit": "month"}, "amount": "4.10", "currency": "EUR", "tax": "net"}


def plan(plan_id="a", **changes):
    return {"id": plan_id, "cpu": {"vcpus": 2, "kind": "shared"}, "memory": {"value": 4, "unit": "GB"}, "prices": [PRICE],
            "verified_on": "2026-11-01", "source": {"kind": "given"}, **changes}


def catalog(*plans, vendor="acme"):
    return {"schema": "urn:vpsfit:schema:plans:1", "schema_version": "1.0", "vendor": {"id": vendor}, "plans": list(plans)}


class Check(vpsfit_test.TestCase):
    def test_a_good_file_gets_one_line(self):
        file = self.write("acme.json", catalog(plan("a"), plan("b", verified_on="2026-01-01"), plan("c", verified_on=None)))
        done = self.vpsfit("plans", "check", file, "--as-of", TODAY)
        self.assertEqual(done.stdout, f"{file}: 3 plans of acme, verified 2026-01-01 to 2026-11-01, 1 never verified, "
                                      f"1 stale on {TODAY}\n")
        self.assertEqual(done.stderr, "")

    def test_every_complaint_names_its_place_and_what_is_allowed(self):
        wrong = plan("b", stock="maybe", prices=[{**PRICE, "amount": 4.1, "renewl": None}])
        self.write("acme.json", json.dumps(catalog(plan("a"), wrong), indent=1))
        done = self.vpsfit("plans", "check", "acme.json", status=2)
        self.assertEqual(done.stdout, "")
        lines = done.stderr.splitlines()
        self.assertRegex(lines[0], r"^vpsfit: acme\.json:\d+:\d+ /plans/1/prices/0/amount: .*found 4\.1$")
        self.assertIn("JSON numbers are not exact", lines[1])
        self.assertRegex(lines[2], r'^vpsfit: acme\.json:\d+:\d+ /plans/1/prices/0/renewl: the key "renewl" is not known here$')
        self.assertEqual(lines[3], '  did you mean "renewal"?')
        self.assertRegex(lines[4], r'^vpsfit: acme\.json:\d+:\d+ /plans/1/stock: "maybe" is not allowed here$')
        self.assertIn("in_stock, scarce, out, unknown", lines[5])
        self.assertEqual(len(lines), 6)

    def test_the_line_of_a_complaint_is_the_line_of_the_value(self):
        text = json.dumps(catalog(plan("a", stock="maybe")), indent=1)
        self.write("acme.json", text)
        line = 1 + next(i for i, row in enumerate(text.split("\n")) if '"maybe"' in row)
        self.assert_complaint(self.vpsfit("plans", "check", "acme.json", status=2), f"acme.json:{line}:")

    def test_complaints_are_counted_beyond_fifty(self):
        self.write("acme.json", catalog(*(plan(f"p{i}", stock="maybe") for i in range(70))))
        done = self.vpsfit("plans", "check", "acme.json", status=2)
        self.assertEqual(done.stderr.count("is not allowed here"), 50)
        self.assertIn("and 20 more complaints", done.stderr)

    def test_one_bad_file_does_not_hide_the_others(self):
        self.write("c/bad.json", "{")
        self.write("c/good.json", catalog(plan()))
        self.write("c/readme.txt", "not a catalog")
        done = self.vpsfit("plans", "check", "c", status=2)
        self.assertEqual(done.stdout, "c/good.json: 1 plan of acme, verified 2026-11-01\n")
        self.assert_complaint(done, "c/bad.json:1:")

    def test_a_plan_in_two_files_is_refused(self):
        self.write("1.json", catalog(plan("a")))
        self.write("2.json", catalog(plan("b"), plan("a")))
        self.assert_complaint(self.vpsfit("plans", "check", "1.json", "2.json", status=2), "2.json: ", "acme/a is also in 1.json")

    def test_nothing_is_verified_in_the_future(self):
        self.write("acme.json", catalog(plan()))
        self.assert_complaint(self.vpsfit("plans", "check", "--as-of=2026-10-31", "acme.json", status=2), "/plans/0/verified_on")

    def test_hostile_names_cannot_steer_the_terminal(self):
        self.write("acme.json", catalog(plan("a", name="\x1b[2J\x1b[31m", stock="\u202e" * 5000, **{"\x1b]0;x\x07": 1})))
        self.assert_complaint(self.vpsfit("plans", "check", "acme.json", status=2), "acme.json:1:")
        self.write("\x1b[2J.json", catalog(plan("a", stock="maybe")))
        self.assert_complaint(self.vpsfit("plans", "check", "\x1b[2J.json", status=2), "\\x1b[2J.json:1:")

    def test_missing_files_and_empty_folders(self):
        self.assert_complaint(self.vpsfit("plans", "check", "none.json", status=1), "none.json")
        (self.folder / "empty").mkdir()
        self.assert_complaint(self.vpsfit("plans", "check", "empty", status=2), "empty")
        self.vpsfit("plans", "check", status=2)
        self.vpsfit("plans", "list", status=2)
        self.vpsfit("plans", status=2)
        self.vpsfit("plans", "check", "--as-of=2026-02-30", "empty", status=2)


class List(vpsfit_test.TestCase):
    def test_the_yearly_cost_counts_the_cheapest_way_to_pay(self):
        yearly = {**PRICE, "period": {"count": 1, "unit": "year"}, "amount": "45.00"}
        hourly = {**PRICE, "period": {"count": 1, "unit": "hour"}, "amount": "0.01", "monthly_cap": "5.00"}
        ipv4 = {"ipv4_count": 0, "ipv4_price": {"amount": "0.50", "per": "month"}}
        self.write("acme.json", catalog(plan("a"), plan("b", prices=[PRICE, yearly]), plan("c", prices=[hourly]),
                                        plan("d", network=ipv4)))
        done = self.vpsfit("plans", "list", "acme.json", "--json")
        self.assert_valid(done.json, "plan-list")
        self.assertEqual([row["annual_fee"]["amount"] for row in done.json["plans"]], ["49.20", "45.00", "60.00", "55.20"])

    def test_table_and_csv_show_what_is_unknown(self):
        self.write("acme.json", catalog(plan("a", verified_on=None)))
        table = self.vpsfit("plans", "list", "acme.json", "--as-of", TODAY).stdout.splitlines()
        self.assertEqual(table[0].split(), ["plan", "vCPU", "memory", "traffic", "a", "year", "verified", "stock", "remarks"])
        self.assertEqual(table[1].split(), ["acme/a", "2", "4", "GB", "?", "49.20", "EUR", "never", "unknown", "unverified"])
        rows = list(csv.DictReader(self.vpsfit("plans", "list", "acme.json", "--csv").stdout.splitlines()))
        self.assertEqual(rows[0]["memory_bytes"], "4000000000")
        self.assertEqual(rows[0]["memory_bytes_larger_reading"], "4294967296")
        self.assertEqual((rows[0]["disk_bytes"], rows[0]["traffic_bytes"], rows[0]["verified_on"]), ("", "", ""))

    def test_a_bad_catalog_is_refused_with_its_first_complaint(self):
        self.write("acme.json", catalog(plan("a", stock="maybe"), plan("a")))
        done = self.vpsfit("plans", "list", "acme.json", status=2)
        self.assertEqual(done.stderr.count("vpsfit: "), 1)


class Shipped(vpsfit_test.TestCase):
    """plans/catalog: dated facts of sixteen vendors."""

    def test_all_files_are_good(self):
        done = self.vpsfit("plans", "check", CATALOGS, "--as-of", TODAY)
        self.assertEqual(len(done.stdout.splitlines()), 16)
        self.assertEqual(sum(int(re.search(r": (\d+) plans? of", line)[1]) for line in done.stdout.splitlines()), 97)

    def test_all_files_keep_the_schema(self):
        for file in sorted(CATALOGS.glob("*.json")):
            with self.subTest(file.name):
                document = json.loads(file.read_text(encoding="utf-8"))
                self.assert_valid(document, "plans")
                self.assertEqual(file.stem, document["vendor"]["id"])

    def test_old_prices_are_stale_by_their_own_dates(self):
        rows = self.vpsfit("plans", "list", CATALOGS, "--as-of", TODAY, "--json").json["plans"]
        stale = {row["vendor"] for row in rows if "stale" in row["remarks"]}
        fresh = {row["vendor"] for row in rows if "stale" not in row["remarks"]}
        self.assertLessEqual({"linode", "lightsail", "digitalocean", "hostinger", "arubacloud"}, stale)
        self.assertFalse({"linode", "lightsail", "hostinger", "arubacloud"} & fresh)
        self.assertLessEqual({"vpsgod", "hetzner", "scaleway", "netcup"}, fresh)

    @needs_shared
    def test_every_figure_is_the_one_of_the_facts(self):
        with open(SHARED / "acceptance/plans-facts.csv", encoding="utf-8") as file:
            facts = list(csv.DictReader(file))
        shipped = {}
        for file in CATALOGS.glob("*.json"):
            document = json.loads(file.read_text(encoding="utf-8"), parse_float=Fraction)
            for item in document["plans"]:
                shipped[document["vendor"]["name"], item["id"]] = item
        fees = {(row["vendor"], row["id"]): Fraction(row["annual_fee"]["amount"])
                for row in self.vpsfit("plans", "list", CATALOGS, "--json").json["plans"]}
        without_size = [fact["plan_id"] for fact in facts if not fact["vcpu"] or not fact["ram_value"]]
        self.assertEqual(without_size, ["VPS-1", "VPS-4"])  # nobody says how large they are
        for fact in facts:
            if fact["plan_id"] in without_size:
                continue
            with self.subTest(fact["plan_id"]):
                item = shipped.pop((fact["vendor"], fact["plan_id"].removeprefix("vpsgod-")))
                self.compare(fact, item)
                vendor = next(f.stem for f in CATALOGS.glob("*.json")
                              if json.loads(f.read_text())["vendor"]["name"] == fact["vendor"])
                year = Fraction(fact["price"]) * (1 if fact["period"] == "year" else 12)
                if fact["ipv4"] == "no (+0.50 EUR)":
                    year += 6
                self.assertLessEqual(abs(fees[vendor, item["id"]] - year), Fraction(1, 200))
        self.assertEqual(shipped, {}, "plans that no fact speaks of")

    def compare(self, fact, item):
        price = item["prices"][0]
        self.assertEqual(len(item["prices"]), 1)
        self.assertEqual(item["name"], fact["plan_name"])
        self.assertEqual(item["cpu"]["vcpus"], Fraction(fact["vcpu"]))
        self.assertEqual(item["cpu"]["kind"], fact["cpu_kind"].split(" ")[0])
        self.assertEqual(Fraction(item["memory"]["value"]), Fraction(fact["ram_value"]))
        units = {"MiB (vendor field MB)": ("MiB", "vendor_api"), "GB (unit ambiguous)": ("GB", "assumed"),
                 "GB (AWS field InGb, binary)": ("GiB", "vendor_api"), "B": ("B", "vendor_api"),
                 "GB": ("GB", "assumed"), "MB": ("MB", "assumed")}
        self.assertEqual((item["memory"]["unit"], item["memory"]["unit_confidence"]), units[fact["ram_unit"]])
        included = [disk for disk in item["disks"] if disk["included"]]
        if fact["disk_gb"] in ("", "0"):
            self.assertEqual(included, [])
            self.assertEqual(len(item["disks"]), 1 if fact["disk_gb"] else 0)
        else:
            self.assertEqual([(Fraction(d["value"]), d["unit"]) for d in included], [(Fraction(fact["disk_gb"]), "GB")])
        traffic = (item["traffic"] or {}).get("included")
        if fact["traffic_gb_month"]:
            self.assertEqual((traffic["value"], traffic["unit"]), (Fraction(fact["traffic_gb_month"]), "GB"))
        elif terabytes := re.match(r"(\d+)TB bandwidth", fact["notes"]):
            self.assertEqual((traffic["value"], traffic["unit"]), (int(terabytes[1]), "TB"))
        else:
            free = re.search("unmetered|unlimited|egress included", fact["traffic_note"])
            self.assertEqual(traffic, "unmetered" if free else None)
        self.assertEqual(price["currency"], fact["currency"])
        self.assertEqual(price["tax"], "net" if fact["tax_basis"].startswith(("net", "excluded")) else "unknown")
        self.assertEqual(price["kind"] == "promo", fact["price_kind"].startswith("promo"))
        self.assertEqual(price["commitment_months"], int(fact["term_months"]) if fact["term_months"] else None)
        renewal = price["renewal"] or {"amount": None}
        wanted = fact["renewal_price"]
        self.assertEqual(renewal["amount"] and Fraction(renewal["amount"]), Fraction(wanted) if wanted[:1].isdigit() else None)
        self.assertEqual(item["verified_on"], fact["figure_date"])
        self.assertEqual(item["source"]["confidence"], fact["confidence"].split(" ")[0])
        if "http" in fact["source_url"]:
            self.assertIn(item["source"]["url"], fact["source_url"])
        stock = fact["stock"].split(" ")[0]
        known = {"in_stock": "in_stock", "available": "in_stock", "orderable": "in_stock", "unorderable": "out", "shortage": "out"}
        self.assertEqual(item["stock"], known.get(stock, "unknown"))


if __name__ == "__main__":
    unittest.main()
