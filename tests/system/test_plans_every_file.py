# SPDX-License-Identifier: MIT
"""No recorded file is passed over in silence: each is imported, with as many plans as a second reading counts and with
the same cheapest and dearest price, or is refused for the reason that is known."""
import json
import unittest
from fractions import Fraction

import vpsfit_test
from vpsfit_test import SHARED, needs_shared

# What a file holds, read here: the plans' prices in the order of the file, without what is sold for a GPU.
PRICES = {
    "linode": lambda d: [t["price"]["monthly"] for t in d["data"] if t["class"] not in ("gpu", "accelerated")],
    "vultr": lambda d: [p["monthly_cost"] for p in d["plans"]],
    "lightsail": lambda d: [b["price"] for b in d["bundles"]],
    "eu-cloud-prices": lambda d: [i["price_monthly"] for i in d["instances"]],
    "racknerd": lambda d: [v["price"] for v in d["vps"]],
}
IMPORTED = {"linode": ["linode.json"], "vultr": ["vultr.json"], "lightsail": ["lightsail.json"],
            "eu-cloud-prices": [f"eu-cloud-prices.{name}.json" for name in (
                "arubacloud", "contabo", "hetzner", "hetzner.2026-01-25.net", "hostinger", "netcup", "upcloud", "webdock")],
            "racknerd": ["racknerd.json", "racknerd-2024-08-21.json", "racknerd-2025-11-16.json", "racknerd-2026-04-21.json",
                         "racknerd-2026-04-22.json"]}
# Counted only: prices differ by place, or stand in a second file.
COUNTED = {("hetzner", "hetzner.json"): lambda d: len(d.get("server_types", [d])),
           ("scaleway", "scaleway.json", "scaleway-availability.json"):
               lambda d: sum(not server.get("gpu") for server in d["servers"].values()),
           ("upcloud", "upcloud.json", "upcloud-price.json"): lambda d: len(d["plans"]["plan"]),
           ("ovhcloud", "ovhcloud.json"): lambda d: sum("gpu" not in a["blobs"]["technical"] for a in d["addons"]),
           ("linode", "linode.json", "linode-network-transfer-prices.json"):
               lambda d: sum(t["class"] not in ("gpu", "accelerated") for t in d["data"])}
REFUSED = {
    ("digitalocean", "digitalocean.json"): "1 of 64",
    ("racknerd", "racknerd-2024-10-14.all-zero-stock.json"): "000GB",  # that day had both faults
    ("racknerd", "racknerd-2024-11-22.bandwidth-parse-bug.json"): "000GB",
    # not lists of plans: a quoted fragment, a schema, prices of parts, a table of our own making
    ("hetzner", "hetzner-location-deprecation.sample.json"): "server_types",
    ("linode", "linode-reserved-ip-types.json"): "the list of types is needed too",
    ("scaleway", "scaleway-public-catalog.json"): "servers",
    ("eu-cloud-prices", "eu-cloud-prices.schema.json"): "provider",
    ("racknerd", "racknerd-history-2024-08_2026-08.csv"): "not valid JSON",
    ("csv", "atlanticcloud-vps-config.json"): "a quote stands inside a cell",
}


@needs_shared
class EveryFile(vpsfit_test.TestCase):
    def read(self, name):
        return json.loads((SHARED / "data/plans" / name).read_text(encoding="utf-8"), parse_float=Fraction, parse_int=Fraction)

    def run_import(self, vendor, *files, status=0):
        return self.vpsfit("plans", "import", vendor, *(SHARED / "data/plans" / file for file in files),
                           "--retrieved=2026-11-30", "--currency=USD", status=status)

    def plans(self, vendor, *files):
        done = self.run_import(vendor, *files)
        self.assert_valid(done.json, "plans")
        return done.json["plans"]

    def test_none_is_forgotten(self):
        named = {"SOURCES.md", *(file for files in IMPORTED.values() for file in files),
                 *(file for words in (*COUNTED, *REFUSED) for file in words[1:])}
        self.assertEqual({path.name for path in (SHARED / "data/plans").iterdir() if path.is_file()}, named)

    def test_as_many_plans_at_the_same_prices(self):
        for vendor, files in IMPORTED.items():
            for file in files:
                with self.subTest(file):
                    wanted = sorted(Fraction(price) for price in PRICES[vendor](self.read(file)))
                    self.assertTrue(wanted)
                    found = sorted(min(Fraction(price["amount"]) if price["period"]["unit"] != "hour"
                                       else Fraction(price["monthly_cap"] or 10**9) for price in plan["prices"])
                                   for plan in self.plans(vendor, file))
                    self.assertEqual(found, wanted)

    def test_as_many_plans_where_prices_differ_by_place(self):
        for words, count in COUNTED.items():
            with self.subTest(words[1]):
                self.assertEqual(len(self.plans(*words)), count(self.read(words[1])))

    def test_what_is_refused_is_refused_for_its_reason(self):
        for words, reason in REFUSED.items():
            with self.subTest(words[1]):
                done = self.vpsfit("plans", "import", words[0], SHARED / "data/plans" / words[1],
                                   "--retrieved=2026-11-30", "--currency=USD", status=None)
                self.assertIn(done.status, (2, 3))
                self.assertIn(reason, done.stderr)
                self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
