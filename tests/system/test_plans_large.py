# SPDX-License-Identifier: MIT
# ctest: long serial timeout=600
"""A catalog of a hundred thousand plans is read plan by plan, not as one tree."""
import json
import os
import subprocess
import unittest

import vpsfit_test

PLANS = 100_000


def sanitized():
    with open(vpsfit_test.BINARY, "rb") as file:
        return b"__asan_init" in file.read()


class Large(vpsfit_test.TestCase):
    @unittest.skipIf(sanitized(), "a sanitizer needs memory of its own")
    def test_memory_stays_within_twice_the_file(self):
        plan = {"id": "", "name": "2 vCPU / 4GB", "lifecycle": "active", "unavailable_after": None,
                "cpu": {"vcpus": 2, "kind": "fair_share", "baseline_share": None, "burst": None, "arch": None, "model": None},
                "memory": {"value": 4, "unit": "GB", "unit_confidence": "assumed", "usable_bytes": None}, "swap": None,
                "disks": [], "traffic": {"included": {"value": 1000, "unit": "GB", "direction": "out", "pooled": False},
                                         "after": {"policy": "bill", "price": None, "per": None, "throttle_mbit": None}},
                "network": None, "regions": [],
                "prices": [{"period": {"count": 1, "unit": "year"}, "amount": "60.00", "currency": "USD",
                            "monthly_cap": None, "payment": "upfront", "commitment_months": 12, "setup_fee": None,
                            "first_term": None, "renewal": {"amount": None, "status": "unverified"}, "kind": "promo",
                            "promo_name": "public discount", "promo_ends": None, "coupons": [], "tax": "net",
                            "vat_rate": None, "tax_country": None}],
                "stock": "unknown", "stock_checked_on": None, "limits": [], "verified_on": "2026-11-01",
                "source": {"url": None, "kind": "given", "retrieved_at": "2026-11-01", "sha256": None, "confidence": "given"},
                "notes": None}
        file = self.folder / "large.json"
        with open(file, "w", encoding="utf-8") as out:
            out.write('{"schema": "urn:vpsfit:schema:plans:1", "schema_version": "1.0", "vendor": {"id": "acme"}, "plans": [')
            for number in range(PLANS):
                plan["id"] = f"plan-{number}"
                out.write(("," if number else "") + json.dumps(plan))
            out.write("]}")
        process = subprocess.Popen([vpsfit_test.BINARY, "plans", "check", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        stdout = process.stdout.read().decode()
        process.stdout.close()
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        self.assertIn(f"{PLANS} plans of acme", stdout)
        self.assertLess(used.ru_maxrss * 1024, 2 * file.stat().st_size)


if __name__ == "__main__":
    unittest.main()
