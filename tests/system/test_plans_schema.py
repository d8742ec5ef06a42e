# SPDX-License-Identifier: MIT
# ctest: once timeout=300
"""schema/plans.schema.json and the reader of catalogs say yes and no to the same documents."""
import copy
import json
import unittest

import jsonschema

import vpsfit_test

# A catalog in which nothing is left out and nothing is null.
PRICE = {
    "period": {"count": 1, "unit": "month"}, "amount": "4.00", "currency": "EUR", "monthly_cap": "4.00",
    "payment": "upfront", "commitment_months": 12, "setup_fee": "0", "first_term": {"amount": "1.00", "periods": 3},
    "renewal": {"amount": "8.00", "status": "different"}, "kind": "promo", "promo_name": "autumn",
    "promo_ends": "2027-01-31", "coupons": [{"code": "X", "effect": "10 %", "scope": "lifetime", "applied": False}],
    "tax": "gross", "vat_rate": 0.19, "tax_country": "DE",
}
TRAFFIC = {
    "included": {"value": 1, "unit": "GB", "direction": "out", "pooled": True},
    "after": {"policy": "bill", "price": "1.00", "per": {"value": 1, "unit": "GB"}, "throttle_mbit": 1},
}
FULL = {
    "schema": "urn:vpsfit:schema:plans:1", "schema_version": "1.0",
    "vendor": {"id": "acme", "name": "Acme", "url": "https://example.org/a?b=c#d", "country": "DE"},
    "license_note": "free",
    "plans": [{
        "id": "a-1", "name": "A 1", "lifecycle": "deprecated", "unavailable_after": "2027-02-28",
        "cpu": {"vcpus": 0.5, "kind": "burstable", "baseline_share": 0.05, "arch": "arm64", "model": "M",
                "burst": {"credits_per_hour": 6, "max_credits": 144, "unlimited_price": "0.05"}},
        "memory": {"value": 0.5, "unit": "GiB", "unit_confidence": "measured", "usable_bytes": 500000000},
        "swap": {"value": 1, "unit": "GiB", "allowed": "no"},
        "disks": [{"value": 10, "unit": "GB", "kind": "nvme", "included": True},
                  {"value": None, "unit": None, "kind": "network", "included": False}],
        "traffic": TRAFFIC,
        "network": {"ipv4_count": 0, "ipv4_price": {"amount": "0.50", "per": "month"}, "ipv6": True, "port_mbit": 1000},
        "regions": [{"id": "r1", "country": "DE", "city": "Berlin", "price_override": [PRICE],
                     "traffic_override": {"included": "unmetered", "after": None}, "stock": "scarce",
                     "lifecycle": "end_of_sale"}],
        "prices": [PRICE],
        "stock": "in_stock", "stock_checked_on": "2026-10-01",
        "limits": ["fair use", {"sustained_cpu_pct": 50, "window": "a day"}],
        "verified_on": "2026-10-01",
        "source": {"url": "http://example.org", "kind": "api", "retrieved_at": "2026-10-01T10:00:00.5Z",
                   "sha256": "0" * 64, "confidence": "high"},
        "notes": "n",
    }],
}
# What may stand in place of any value: other types, and words and numbers at the edges of what is allowed.
REPLACEMENTS = [
    None, True, False, 0, 1, -1, 0.5, 1.5, 100, 101, 1200, 1201, 10**6 + 1, 10**15 + 1, 10**18 + 1, "", "x", "a b", "a/b",
    "-x", "1", "-1", "1.", ".5", "1.50", "1e5", "007", "9" * 30, "9" * 31, "USD", "usd", "DE", "DE1", "GB", "gb", "KB",
    "TiB", "no", "unknown", "out", "both", "legacy", "promo", "regular", "shared", "tracker", "low", "given", "year",
    "hour", "throttle", "same", "first_invoice", "postpaid", "x86_64", "hdd", "assumed", "unmetered", "2026-12-31",
    "2026-13-01", "2026-10-00", "2026-10-01T10:00:00Z", "2026-10-01T24:00:00Z", "2026-10-01T10:00:00", "f" * 64, "F" * 64,
    "https://", "http://a", "https://a b", "javascript:x", "https://a\"b", "x" * 100, "x" * 101, "x" * 200, "x" * 201,
    "x" * 2000, "x" * 2001, "\u001b[2J", "\u202ex", "two\nlines", "\ud55c\uad6d", "\ud55c" * 200, "\ud55c" * 201, [], [None],
    ["fair use"], [1], {}, {"unknown_key": 1}, {"value": 1, "unit": "GB"}, {"value": 1}, {"value": 0, "unit": "GB"},
    {"value": None, "unit": None}, {"included": False}, {"included": False, "value": 1}, {"included": False, "unit": "GB"},
    {"kind": "given"}, {"id": "x"}, {"status": "unverified"}, {"policy": "bill"}, {"policy": "bill", "price": "1"},
    {"amount": "1", "per": "year"}, {"amount": "1", "periods": 1}, {"count": 2, "unit": "year"}, {"sustained_cpu_pct": 1},
    [{"sustained_cpu_pct": 1, "window": None}], [{"kind": "ssd"}], [{"value": 1, "unit": "TB"}], [{"id": "x"}],
]


def paths(value, way=()):
    """The way to every value of a document."""
    yield way
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], way + (key,))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths(item, way + (index,))


def parent_of(document, way):
    for step in way[:-1]:
        document = document[step]
    return document


def variants():
    """(what was done, document): each member taken away, an unknown one put beside it, each value replaced."""
    yield "as it is", FULL
    for way in paths(FULL):
        if not way:
            continue
        less = copy.deepcopy(FULL)
        del parent_of(less, way)[way[-1]]
        yield f"without {way}", less
        if "price_override" in way[:-1]:
            continue  # a price is a price: replaced once, in "prices"
        for replacement in REPLACEMENTS:
            other = copy.deepcopy(FULL)
            parent_of(other, way)[way[-1]] = replacement
            yield f"{way} = {json.dumps(replacement)[:60]}", other
    for way in paths(FULL):
        value = copy.deepcopy(FULL)
        here = value
        for step in way:
            here = here[step]
        if isinstance(here, dict):
            here["surplus"] = 1
            yield f"surplus in {way}", value
    for name in ("kind", "promo_name", "renewal"):
        for other in ("kind", "promo_name", "renewal"):
            document = copy.deepcopy(FULL)
            document["plans"][0]["prices"][0][name] = None
            document["plans"][0]["prices"][0].pop(other)
            yield f"price with {name} null and without {other}", document


class Agreement(vpsfit_test.TestCase):
    def test_schema_and_reader_agree(self):
        promise = json.loads((vpsfit_test.SOURCE_DIR / "schema/plans.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(promise)
        validator = jsonschema.Draft202012Validator(promise)
        done_to, by_schema, files = {}, {}, []
        for number, (what, document) in enumerate(variants()):
            name = f"{number:05}.json"
            self.write(name, document)
            done_to[name], by_schema[name] = what, validator.is_valid(document)
            files.append(name)
        self.assertTrue(by_schema["00000.json"], "the full catalog is valid")
        accepted = set()
        for start in range(0, len(files), 500):  # an argument list has its limits
            # Two copies of one vendor do not join; what counts here is the line that each good file gets.
            done = self.vpsfit("plans", "check", *files[start:start + 500], status=None)
            accepted.update(line.split(":")[0] for line in done.stdout.splitlines())
        differ = [f"{done_to[name]}: schema {by_schema[name]}, reader {name in accepted}"
                  for name in files if by_schema[name] != (name in accepted)]
        self.assertEqual(differ[:40], [], f"{len(differ)} of {len(files)} differ")
        counted = sum(by_schema.values())
        self.assertGreater(counted, 500)
        self.assertGreater(len(files) - counted, 5000)

    def test_what_only_the_reader_can_know(self):
        def with_plan(change):
            document = copy.deepcopy(FULL)
            change(document["plans"])
            return document

        def twice(plans):
            plans.append(copy.deepcopy(plans[0]))

        stricter = {
            "id twice": with_plan(twice),
            "region twice": with_plan(lambda plans: plans[0]["regions"].append({"id": "r1"})),
            "no such currency": with_plan(lambda plans: plans[0]["prices"][0].update(currency="XQX")),
            "no such day": with_plan(lambda plans: plans[0].update(verified_on="2026-02-30")),
            "too large": with_plan(lambda plans: plans[0]["memory"].update(value=10**9, unit="TiB")),
            "no byte": with_plan(lambda plans: plans[0]["memory"].update(value=0.5, unit="B")),
        }
        promise = json.loads((vpsfit_test.SOURCE_DIR / "schema/plans.schema.json").read_text(encoding="utf-8"))
        for what, document in stricter.items():
            with self.subTest(what):
                self.assertTrue(jsonschema.Draft202012Validator(promise).is_valid(document))
                self.assert_complaint(self.vpsfit("plans", "check", self.write("one.json", document), status=2), "one.json:")


if __name__ == "__main__":
    unittest.main()
