# SPDX-License-Identifier: MIT
"""Every field of every plan of the vendors that are imported deeply, against a second reading of their answers: whole
plans are compared, so that nothing is invented, dropped or put in another place."""
import hashlib
import json
import unittest
from decimal import Decimal

import vpsfit_test
from vpsfit_test import SHARED, needs_shared

DAY = "2026-07-01"


def price(hourly, currency, cap):
    return {"period": {"count": 1, "unit": "hour"}, "amount": Decimal(str(hourly)), "currency": currency,
            "monthly_cap": None if cap is None else Decimal(str(cap)), "payment": None, "commitment_months": None, "setup_fee": None,
            "first_term": None, "renewal": None, "kind": "regular", "promo_name": None, "promo_ends": None, "coupons": [],
            "tax": "net", "vat_rate": None, "tax_country": None}


def traffic(value, unit, pooled, overage, per):
    return {"included": {"value": value, "unit": unit, "direction": "out", "pooled": pooled},
            "after": {"policy": "bill", "price": Decimal(str(overage)), "per": {"value": 1, "unit": per}, "throttle_mbit": None}}


def region(name, **known):
    return {"id": name, "country": None, "city": None, "price_override": [], "traffic_override": None, "stock": None,
            "lifecycle": None, **known}


def plan(identity, source, **known):
    return {"id": identity, "name": identity, "lifecycle": "active", "unavailable_after": None, "swap": None, "traffic": None, "regions": [],
            "stock": "unknown", "stock_checked_on": None, "limits": [], "verified_on": DAY, "notes": None,
            "source": {"url": None, "kind": "api", "retrieved_at": DAY, "confidence": "high",
                       "sha256": hashlib.sha256(source.read_bytes()).hexdigest()}, **known}


def cpu(vcpus, kind, arch):
    return {"vcpus": vcpus, "kind": kind, "baseline_share": None, "burst": None, "arch": arch, "model": None}


def memory(value, unit, confidence="vendor_api"):
    return {"value": value, "unit": unit, "unit_confidence": confidence, "usable_bytes": None}


def amounts(value):
    """The same with money as numbers; its texts have at least the two digits of a cent."""
    if isinstance(value, list):
        return [amounts(item) for item in value]
    if not isinstance(value, dict):
        return value
    result = {}
    for key, member in value.items():
        if key in ("amount", "monthly_cap", "price") and isinstance(member, str):
            assert len(member.partition(".")[2]) >= 2, member
            member = Decimal(member)
        result[key] = amounts(member)
    return result


@needs_shared
class Fields(vpsfit_test.TestCase):
    def raw(self, name):
        path = SHARED / f"data/plans/{name}.json"
        return path, json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)

    def compare(self, wanted, vendor, *files, more=()):
        done = self.vpsfit("plans", "import", vendor, *files, "--retrieved", DAY, *more)
        imported = json.loads(done.stdout, parse_float=Decimal)
        self.assert_valid(json.loads(done.stdout), "plans")
        self.assertEqual([p["id"] for p in imported["plans"]], [p["id"] for p in wanted])
        for found, one in zip(imported["plans"], wanted):
            self.assertEqual(amounts(found), one, one["id"])
        self.vpsfit("plans", "check", self.write(f"{vendor}.json", done.stdout))

    def linode_plans(self, overages):
        path, answer = self.raw("linode")
        self.assertEqual(answer["results"], len(answer["data"]))
        shared = {"nanode": "shared", "standard": "shared", "dedicated": "dedicated", "premium": "dedicated", "highmem": "dedicated"}
        wanted = []
        for item in answer["data"]:
            if item["class"] == "gpu":
                continue
            def moved(where, item=item):
                if where not in overages:
                    return None
                return traffic(item["transfer"], "GB", True, overages[where], "GB")
            general = moved("") or {"included": {"value": item["transfer"], "unit": "GB", "direction": "out", "pooled": True},
                                    "after": {"policy": "bill", "price": None, "per": None, "throttle_mbit": None}}
            regions = [region("default")] if item["region_prices"] else []
            regions += [region(r["id"], price_override=[price(r["hourly"], "USD", r["monthly"])], traffic_override=moved(r["id"]))
                        for r in item["region_prices"]]
            wanted.append(plan(item["id"], path, name=item["label"], cpu=cpu(item["vcpus"], shared[item["class"]], None),
                               memory=memory(item["memory"], "MiB"), traffic=general, regions=regions,
                               lifecycle="deprecated" if item["successor"] else "active",
                               disks=[{"value": item["disk"], "unit": "MiB", "kind": "ssd", "included": True}],
                               network={"ipv4_count": 1, "ipv4_price": None, "ipv6": None, "port_mbit": item["network_out"]},
                               prices=[price(item["price"]["hourly"], "USD", item["price"]["monthly"])]))
        return path, wanted

    def test_linode(self):
        path, wanted = self.linode_plans({})
        self.assertEqual(len(wanted), 33)
        self.compare(wanted, "linode", path)
        extra, answer = self.raw("linode-network-transfer-prices")
        item, = [i for i in answer["data"] if i["id"] == "network_transfer"]
        path, wanted = self.linode_plans({"": item["price"]["hourly"], **{r["id"]: r["hourly"] for r in item["region_prices"]}})
        self.compare(wanted, "linode", path, extra)
        self.compare(wanted, "linode", extra, path)  # in whatever order

    def test_hetzner(self):
        path, answer = self.raw("hetzner")
        item = answer["server_type"]
        regions = [region(p["location"], price_override=[price(p["price_hourly"]["net"], "EUR", p["price_monthly"]["net"])],
                          traffic_override=traffic(p["included_traffic"], "B", False, p["price_per_tb_traffic"]["net"], "TB"))
                   for p in item["prices"]]
        cheapest = min(regions, key=lambda r: r["price_override"][0]["monthly_cap"])
        self.compare([plan(item["name"], path, name=item["description"], cpu=cpu(item["cores"], item["cpu_type"], "x86_64"),
                           memory=memory(item["memory"], "GB", "assumed"), regions=regions, prices=cheapest["price_override"],
                           traffic=cheapest["traffic_override"],
                           disks=[{"value": item["disk"], "unit": "GB", "kind": "nvme", "included": True}],
                           network={"ipv4_count": 0, "ipv4_price": None, "ipv6": None, "port_mbit": None})], "hetzner", path)
        self.assertEqual({r["traffic_override"]["included"]["value"] for r in regions}, {2**40, 20 * 2**40})

    def test_hetzner_with_the_recorded_end_of_sale_in_one_location(self):
        path, answer = self.raw("hetzner")
        _, location = self.raw("hetzner-location-deprecation.sample")
        answer["server_type"]["locations"] = [location, {"name": "ash", "available": True, "deprecation": None}]
        file = self.write("types.json", json.dumps(answer, default=float))
        for day, state in (("2025-12-30", "deprecated"), ("2025-12-31", "end_of_sale"), (DAY, "end_of_sale")):
            document = self.vpsfit("plans", "import", "hetzner", file, "--retrieved", day).json
            states = {r["id"]: (r["stock"], r["lifecycle"]) for r in document["plans"][0]["regions"]}
            self.assertEqual(states, {**{p["location"]: (None, None) for p in answer["server_type"]["prices"]},
                                      "fsn1": ("out", state), "ash": ("in_stock", None)})
            self.assertEqual((document["plans"][0]["stock"], document["plans"][0]["lifecycle"]), ("in_stock", "active"))

    def test_scaleway(self):
        path, answer = self.raw("scaleway")
        extra, available = self.raw("scaleway-availability")
        stock = {"available": "in_stock", "scarce": "scarce", "shortage": "out"}
        wanted = []
        for name, item in answer["servers"].items():
            if item["gpu"]:
                continue
            self.assertLess(abs(item["monthly_price"] - item["hourly_price"] * 730), Decimal("0.01"))  # no cap: a month is its hours
            local = item["volumes_constraint"]["max_size"]
            bits = item["network"]["sum_internet_bandwidth"]
            wanted.append(plan(name, path, cpu=cpu(item["ncpus"], "unknown", item["arch"]), memory=memory(item["ram"], "B"),
                               disks=[{"value": local or None, "unit": "B" if local else None, "kind": "ssd" if local else "network",
                                       "included": False}],
                               network={"ipv4_count": 0, "ipv4_price": None, "ipv6": item["network"]["ipv6_support"],
                                        "port_mbit": Decimal(bits) / 10**6 if bits else None},
                               prices=[price(item["hourly_price"], "EUR", None)],
                               lifecycle="end_of_sale" if item["end_of_service"] else "active",
                               stock=stock[available["servers"][name]["availability"]], stock_checked_on=DAY, regions=[region("fr-par-1")]))
        self.assertEqual(len(wanted), 102)
        self.assertEqual({p["lifecycle"] for p in wanted} | {p["stock"] for p in wanted},
                         {"active", "end_of_sale", "in_stock", "scarce", "out"})
        self.compare(wanted, "scaleway", path, extra, more=("--region=fr-par-1",))
        for one in wanted:
            one.update(stock="unknown", stock_checked_on=None, regions=[])
        self.compare(wanted, "scaleway", path)

    def test_a_year_is_what_the_caps_say(self):
        """Linode's five dollars a month are 60 a year, and not 65.70 of hours, Hetzner's 3.85 are 46.20, Scaleway's hours have no cap."""
        for vendor, name, wanted in (("linode", "g6-nanode-1", "60.00"), ("hetzner", "cpx11", "46.20"),
                                     ("scaleway", "STARDUST1-S", str(Decimal("0.0006") * 8760))):
            path, _ = self.raw(vendor)
            self.vpsfit("plans", "import", vendor, path, "--retrieved", DAY, "--out", f"{vendor}.json")
            rows = self.vpsfit("plans", "list", f"{vendor}.json", "--json").json["plans"]
            fee, = [row["annual_fee"]["amount"] for row in rows if row["id"] == name]
            self.assertEqual(Decimal(fee), Decimal(wanted).quantize(Decimal("0.01")), vendor)


if __name__ == "__main__":
    unittest.main()
