# SPDX-License-Identifier: MIT
"""plans import, on small answers and on the recorded ones of the vendors, read a second time here."""
import hashlib
import json
import unittest
from decimal import Decimal
from fractions import Fraction

import vpsfit_test
from vpsfit_test import SHARED, needs_shared

LINODE = {"data": [{"id": "g6-nanode-1", "label": "Nanode 1GB", "price": {"hourly": 0.0075, "monthly": 5.0},
                    "region_prices": [], "memory": 1024, "disk": 25600, "transfer": 1000, "vcpus": 1, "class": "nanode",
                    "successor": None}], "page": 1, "pages": 1, "results": 1}


class Command(vpsfit_test.TestCase):
    def test_what_is_imported_is_a_catalog(self):
        self.write("types.json", LINODE)
        done = self.vpsfit("plans", "import", "linode", "types.json", "--retrieved=2026-11-01", "--out", "linode.json")
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr, "vpsfit: 1 plans of Linode (Akamai)\n")
        document = json.loads((self.folder / "linode.json").read_text())
        self.assert_valid(document, "plans")
        source = document["plans"][0]["source"]
        self.assertEqual(source["sha256"], hashlib.sha256((self.folder / "types.json").read_bytes()).hexdigest())
        self.vpsfit("plans", "check", "linode.json", "--as-of=2026-11-30")

    def test_standard_input_to_standard_output(self):
        done = self.vpsfit("plans", "import", "linode", "-", "--retrieved=2026-11-01", stdin=json.dumps(LINODE))
        self.assert_valid(done.json, "plans")

    def test_wrong_use_and_wrong_documents(self):
        self.write("types.json", LINODE)
        self.assert_complaint(self.vpsfit("plans", "import", "linode", "types.json", status=2), "--retrieved")
        self.assert_complaint(self.vpsfit("plans", "import", "linod", "types.json", status=2), "did you mean 'linode'?")
        self.assert_complaint(self.vpsfit("plans", "import", "linode", "none.json", "--retrieved=2026-11-01", status=1), "none.json")
        self.write("page.json", {**LINODE, "results": 57})
        done = self.vpsfit("plans", "import", "linode", "page.json", "--retrieved=2026-11-01", "--out=out.json", status=3)
        self.assert_complaint(done, "page.json:1:", "1 of 57")
        self.assertFalse((self.folder / "out.json").exists())


@needs_shared
class Recorded(vpsfit_test.TestCase):
    def document(self, name):
        return json.loads((SHARED / "data/plans" / name).read_text(encoding="utf-8"), parse_float=Decimal)

    def run_import(self, vendor, *files, status=0, **options):
        arguments = [f"--{name}={value}" for name, value in options.items()]
        done = self.vpsfit("plans", "import", vendor, *(SHARED / "data/plans" / file for file in files), *arguments, status=status)
        if status != 0:
            return done
        catalog = json.loads(done.stdout, parse_float=Decimal)
        self.assert_valid(json.loads(done.stdout), "plans")
        return {plan["id"]: plan for plan in catalog["plans"]}

    def bytes_of(self, size):
        return Fraction(size["value"]) * {"B": 1, "MB": 10**6, "GB": 10**9, "TB": 10**12, "MiB": 2**20, "GiB": 2**30}[size["unit"]]

    def test_linode(self):
        plans = self.run_import("linode", "linode.json", "linode-network-transfer-prices.json", retrieved="2024-07-11")
        types = {t["id"]: t for t in self.document("linode.json")["data"] if not t["gpus"]}
        self.assertEqual(plans.keys(), types.keys())
        for name, wanted in types.items():
            plan, price = plans[name], plans[name]["prices"][0]
            self.assertEqual(self.bytes_of(plan["memory"]), wanted["memory"] * 2**20)
            self.assertEqual(self.bytes_of(plan["disks"][0]), wanted["disk"] * 2**20)
            self.assertEqual(plan["cpu"]["vcpus"], wanted["vcpus"])
            self.assertEqual((Decimal(price["amount"]), Decimal(price["monthly_cap"])),
                             (wanted["price"]["hourly"], wanted["price"]["monthly"]))
            self.assertEqual(self.bytes_of(plan["traffic"]["included"]), wanted["transfer"] * 10**9)
            own = {r["id"]: Decimal(r["price_override"][0]["monthly_cap"]) for r in plan["regions"] if r["price_override"]}
            self.assertEqual(own, {r["id"]: r["monthly"] for r in wanted["region_prices"]})
            for region in plan["regions"]:
                if region["id"] == "id-cgk":
                    self.assertEqual(region["traffic_override"]["after"]["price"], "0.015")

    def test_hetzner(self):
        plans = self.run_import("hetzner", "hetzner.json", retrieved="2025-07-01")
        wanted = self.document("hetzner.json")["server_type"]
        regions = {r["id"]: r for r in plans["cpx11"]["regions"]}
        self.assertEqual(len(regions), 6)
        for price in wanted["prices"]:
            region = regions[price["location"]]
            self.assertEqual(Decimal(region["price_override"][0]["amount"]), Decimal(price["price_hourly"]["net"]))
            self.assertEqual(Decimal(region["price_override"][0]["monthly_cap"]), Decimal(price["price_monthly"]["net"]))
            self.assertEqual(self.bytes_of(region["traffic_override"]["included"]), price["included_traffic"])

    def test_scaleway(self):
        plans = self.run_import("scaleway", "scaleway.json", "scaleway-availability.json", retrieved="2026-07-01", region="fr-par-1")
        servers = {n: s for n, s in self.document("scaleway.json")["servers"].items() if not s["gpu"]}
        stock = self.document("scaleway-availability.json")["servers"]
        self.assertEqual(plans.keys(), servers.keys())
        words = {"available": "in_stock", "scarce": "scarce", "shortage": "out"}
        for name, wanted in servers.items():
            plan = plans[name]
            self.assertEqual(self.bytes_of(plan["memory"]), wanted["ram"])
            self.assertEqual(Decimal(plan["prices"][0]["amount"]), wanted["hourly_price"])
            self.assertEqual(plan["stock"], words[stock[name]["availability"]])
            self.assertEqual(plan["lifecycle"], "end_of_sale" if wanted["end_of_service"] else "active")
            self.assertFalse(any(disk["included"] for disk in plan["disks"]))

    def test_vultr_and_lightsail(self):
        plans = self.run_import("vultr", "vultr.json", retrieved="2021-09-01")
        for wanted in self.document("vultr.json")["plans"]:
            plan = plans.pop(wanted["id"])
            self.assertEqual(self.bytes_of(plan["memory"]), wanted["ram"] * 2**20)
            self.assertEqual(Decimal(plan["prices"][0]["amount"]), wanted["monthly_cost"])
            self.assertEqual([r["id"] for r in plan["regions"]], wanted["locations"])
        self.assertEqual(plans, {})
        bundles = self.run_import("lightsail", "lightsail.json", retrieved="2024-07-02")
        self.assertEqual({k: Decimal(p["prices"][0]["amount"]) for k, p in bundles.items()},
                         {b["bundleId"]: b["price"] for b in self.document("lightsail.json")["bundles"]})

    def test_digitalocean_page_one_of_64_is_refused(self):
        self.assert_complaint(self.run_import("digitalocean", "digitalocean.json", retrieved="2024-10-01", status=3), "1 of 64")

    def test_upcloud(self):
        plans = self.run_import("upcloud", "upcloud.json", "upcloud-price.json", retrieved="2020-08-19")
        zones = {z["name"]: z for z in self.document("upcloud-price.json")["prices"]["zone"]}
        for wanted in self.document("upcloud.json")["plans"]["plan"]:
            plan = plans.pop(wanted["name"])
            there = {z: v["server_plan_" + wanted["name"]] for z, v in zones.items()
                     if v.get("server_plan_" + wanted["name"], {"price": 0})["price"]}  # the vendor's test zone costs 0
            self.assertNotIn("uk-tst1", there)
            self.assertEqual({r["id"] for r in plan["regions"]}, there.keys())
            for region in plan["regions"]:
                hourly = Fraction(there[region["id"]]["price"]) / 100
                self.assertEqual(Fraction(region["price_override"][0]["amount"]), hourly)
                self.assertEqual(Fraction(region["price_override"][0]["monthly_cap"]), hourly * 672)
        self.assertEqual(plans, {})

    def test_ovhcloud(self):
        plans = self.run_import("ovhcloud", "ovhcloud.json", retrieved="2026-08-14", currency="EUR")
        for addon in self.document("ovhcloud.json")["addons"]:
            technical = addon["blobs"]["technical"]
            if "gpu" in technical:
                self.assertNotIn(addon["planCode"], plans)
                continue
            plan = plans.pop(addon["planCode"])
            self.assertEqual(Fraction(plan["prices"][0]["amount"]), Fraction(addon["pricings"][0]["price"], 10**8))
            self.assertEqual(plan["prices"][0]["period"]["unit"], addon["pricings"][0]["intervalUnit"])
            self.assertEqual(plan["cpu"]["vcpus"], technical["cpu"]["cores"])
        self.assertEqual(plans, {})

    def test_eu_cloud_prices(self):
        for name in ("arubacloud", "contabo", "hetzner", "hetzner.2026-01-25.net", "hostinger", "netcup", "upcloud", "webdock"):
            with self.subTest(name):
                document = self.document(f"eu-cloud-prices.{name}.json")
                plans = self.run_import("eu-cloud-prices", f"eu-cloud-prices.{name}.json")
                self.assertEqual(len(plans), len(document["instances"]))
                for wanted in document["instances"]:
                    price = plans[wanted["id"]]["prices"][0]
                    self.assertEqual(Decimal(price["amount"]), wanted["price_monthly"])
                    self.assertEqual(price["tax"], "unknown")
                    self.assertEqual(plans[wanted["id"]]["verified_on"], document["fetched_at"][:10])

    def test_the_tracker_of_racknerd(self):
        for name in ("racknerd", "racknerd-2024-08-21", "racknerd-2025-11-16", "racknerd-2026-04-21", "racknerd-2026-04-22"):
            with self.subTest(name):
                plans = self.run_import("racknerd", f"{name}.json")
                for wanted in self.document(f"{name}.json")["vps"]:
                    plan = plans.pop(f"pid-{wanted['pid']}")
                    self.assertEqual(Decimal(plan["prices"][0]["amount"]), wanted["price"])
                    self.assertEqual(plan["stock"], "in_stock" if wanted["stock"] else "out")
                    traffic = int(wanted["bandwidth"].replace(",", "").removesuffix("GB"))
                    self.assertEqual(self.bytes_of(plan["traffic"]["included"]), traffic * 10**9)
                self.assertEqual(plans, {})
        sold_out = self.document("racknerd-2024-10-14.all-zero-stock.json")
        text = json.dumps(sold_out, default=float).replace('"000GB"', '"12,000GB"')  # that day had both faults
        done = self.vpsfit("plans", "import", "racknerd", self.write("sold-out.json", text), status=3)
        self.assert_complaint(done, f"all {len(sold_out['vps'])} plans are out of stock")
        self.assert_complaint(self.run_import("racknerd", "racknerd-2024-11-22.bandwidth-parse-bug.json", status=3), "000GB")


if __name__ == "__main__":
    unittest.main()
