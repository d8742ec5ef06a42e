# SPDX-License-Identifier: MIT
# ctest: timeout=300
"""plans fetch against a real web server with TLS: pages, redirects, tokens, kept answers, and everything that goes wrong."""
import json
import os
import time
import unittest

import vpsfit_test
import web_server
from vpsfit_test import SHARED, environment, needs_shared

TYPE = {"id": "g6-nanode-1", "label": "Nanode 1GB", "price": {"hourly": 0.0075, "monthly": 5.0}, "region_prices": [], "memory": 1024,
        "disk": 25600, "transfer": 1000, "vcpus": 1, "class": "nanode", "successor": None}
TRANSFER = {"data": [{"id": "network_transfer", "label": "Network Transfer", "price": {"hourly": 0.005, "monthly": None},
                      "region_prices": [], "transfer": 0}], "page": 1, "pages": 1, "results": 1}
VULTR = {"id": "vc2-1c-1gb", "vcpu_count": 1, "ram": 1024, "disk": 25, "disk_count": 1, "bandwidth": 1024, "monthly_cost": 5,
         "type": "vc2", "locations": ["ewr"]}


def linode_page(number, pages, total, types):
    return json.dumps({"data": types, "page": number, "pages": pages, "results": total})


def named(number, monthly=5.0):
    return {**TYPE, "id": f"g6-{number}", "price": {"hourly": 0.0075, "monthly": monthly}}


@unittest.skipUnless(web_server.NGINX and web_server.OPENSSL, "needs nginx and openssl")
class Fetch(vpsfit_test.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.web = web_server.Web().__enter__()
        cls.addClassCleanup(cls.web.__exit__)

    def setUp(self):
        super().setUp()
        self.web.forget()
        self.web.serve("v4/linode/types.json", linode_page(1, 1, 1, [TYPE]))
        self.web.serve("v4/network-transfer/prices.json", json.dumps(TRANSFER))

    def fetch(self, vendor, *arguments, where="", status=0, trust=True):
        words = ["--ca-file", self.web.ca] if trust else []
        return self.vpsfit("plans", "fetch", vendor, f"--server={self.web.url}{where}", *words, *arguments, status=status,
                           env=environment(XDG_STATE_HOME=self.folder / "state"))

    def paths(self):
        return [line.split()[1] for line in self.web.asked()]


class Pages(Fetch):
    def tearDown(self):
        for file in self.web.www.rglob("*page*.json"):
            file.unlink()

    def test_all_pages_become_one_catalog(self):
        for page in (1, 2, 3):
            self.web.serve(f"v4/linode/types.page{page}.json", linode_page(page, 3, 3, [named(page)]))
        done = self.fetch("linode", "--out=linode.json")
        catalog = json.loads((self.folder / "linode.json").read_text())
        self.assert_valid(catalog, "plans")
        self.assertEqual([p["id"] for p in catalog["plans"]], ["g6-1", "g6-2", "g6-3"])
        self.assertEqual(catalog["plans"][0]["traffic"]["after"]["price"], "0.005")
        self.assertEqual(catalog["plans"][0]["verified_on"], time.strftime("%Y-%m-%d", time.gmtime()))
        self.assertIn("4 answers, 0 of them unchanged", done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertNotIn("\r", done.stderr)  # no progress line where nobody looks

    def test_a_list_that_changed_while_it_was_read_is_refused(self):
        self.web.serve("v4/linode/types.page1.json", linode_page(1, 2, 3, [named(1)]))
        self.web.serve("v4/linode/types.page2.json", linode_page(2, 2, 3, []))
        self.assert_complaint(self.fetch("linode", status=1), "counts 3 items and handed out 1")

    def test_a_cursor_leads_from_page_to_page(self):
        self.web.serve("v2/plans.json", json.dumps({"plans": [VULTR], "meta": {"total": 2, "links": {"next": "b+/=", "prev": ""}}}))
        self.web.serve("v2/plansb%2B%2F%3D.page.json",
                       json.dumps({"plans": [{**VULTR, "id": "vc2-2"}], "meta": {"total": 2, "links": {"next": "", "prev": "a"}}}))
        done = self.fetch("vultr")
        self.assertEqual([p["id"] for p in done.json["plans"]], ["vc2-1c-1gb", "vc2-2"])
        self.assertEqual(self.paths(), ["/v2/plans?per_page=500", "/v2/plans?per_page=500&cursor=b%2B%2F%3D"])

    @needs_shared
    def test_a_real_list_of_three_pages_counted_in_a_header(self):
        servers = json.loads((SHARED / "data/plans/scaleway.json").read_text())["servers"]
        stock = (SHARED / "data/plans/scaleway-availability.json").read_text()
        names = list(servers)[:3]
        for page, name in enumerate(names, 1):
            self.web.serve(f"instance/v1/zones/fr-par-1/products/servers.page{page}.json", json.dumps({"servers": {name: servers[name]}}))
            self.web.serve(f"instance/v1/zones/fr-par-1/products/servers/availability.page{page}.json",
                           json.dumps({"servers": {name: json.loads(stock)["servers"][name]}}))
        done = self.fetch("scaleway", "--region=fr-par-1")
        wanted = [n for n in names if not servers[n]["gpu"]]
        self.assertEqual([p["id"] for p in done.json["plans"]], wanted)
        self.assertEqual({p["id"]: p["regions"][0]["id"] for p in done.json["plans"]}, dict.fromkeys(wanted, "fr-par-1"))

    def test_a_vendor_with_an_endless_list_is_left(self):
        for page in range(1, 102):
            self.web.serve(f"v1/server_types.page{page}.json", json.dumps({"server_types": [], "meta": {"pagination": {"next_page": page + 1}}}))
        self.web.serve("v1/pricing.json", json.dumps({"pricing": {"currency": "EUR", "primary_ips": []}}))
        token = self.write("token", "secret\n")
        token.chmod(0o600)
        done = self.fetch("hetzner", "--token-file=token", status=3)  # the first page that is empty ends it
        self.assertEqual(len([p for p in self.paths() if "server_types" in p]), 1, done)


class Kept(Fetch):
    def test_an_unchanged_answer_is_not_sent_again(self):
        self.fetch("linode", "--out=a.json")
        self.web.forget()
        done = self.fetch("linode", "--out=b.json")
        self.assertIn("2 answers, 2 of them unchanged", done.stderr)
        self.assertEqual([line.split()[0] for line in self.web.asked()], ["304", "304"])
        self.assertEqual((self.folder / "a.json").read_bytes(), (self.folder / "b.json").read_bytes())
        self.web.serve("v4/linode/types.json", linode_page(1, 1, 1, [named("new", 5.5)]))
        self.assertIn("1 of them unchanged", self.fetch("linode").stderr)

    def test_a_damaged_kept_answer_is_asked_for_again(self):
        self.fetch("linode")
        kept = sorted((self.folder / "state/vpsfit/answers").iterdir())
        self.assertEqual(len(kept), 2)
        for file in kept:
            file.write_bytes(file.read_bytes()[:-5] + b"12345")
        self.assertIn("0 of them unchanged", self.fetch("linode").stderr)

    def test_the_answers_can_be_kept_and_imported_again(self):
        self.fetch("linode", "--keep=raw", "--out=a.json")
        self.vpsfit("plans", "import", "linode", "raw/linode-1.json", "raw/linode-2.json",
                    "--retrieved=" + time.strftime("%Y-%m-%d", time.gmtime()), "--out=b.json")
        self.assertEqual(json.loads((self.folder / "a.json").read_text())["plans"], json.loads((self.folder / "b.json").read_text())["plans"])


class Redirects(Fetch):
    def test_to_the_same_kind_of_place_is_followed(self):
        self.assertEqual(len(self.fetch("linode", where="/moved").json["plans"]), 1)

    def test_to_plain_http_to_a_file_or_in_a_circle_is_not(self):
        self.assert_complaint(self.fetch("linode", where="/plain", status=1), "which is not https://")
        self.assert_complaint(self.fetch("linode", where="/file", status=1), "which is not https://")
        self.assert_complaint(self.fetch("linode", where="/circle", status=1), "more than 5 redirects")

    def test_a_token_does_not_follow_to_another_host(self):
        token = self.write("token", "secret-word\n")
        token.chmod(0o600)
        self.web.serve("v1/server_types.json", json.dumps({"server_types": []}))
        self.fetch("hetzner", "--token-file=token", where="/elsewhere", status=None)
        lines = self.web.asked()
        self.assertIn("Bearer secret-word", lines[0])
        self.assertIn("/v1/server_types", lines[1])
        self.assertNotIn("secret-word", lines[1])


class Trouble(Fetch):
    def test_a_server_that_nobody_vouches_for_is_not_asked(self):
        done = self.fetch("linode", trust=False, status=1)
        self.assert_complaint(done, "certificate is not trusted")
        self.assertEqual(self.web.asked(), [])

    def test_plain_http_is_not_spoken(self):
        done = self.vpsfit("plans", "fetch", "linode", "--server=http://127.0.0.1:1", status=2)
        self.assert_complaint(done, "is not an https:// address")
        self.vpsfit("plans", "fetch", "linode", "--server=file:///etc", status=2)

    def test_a_slow_answer_ends_in_time(self):
        began = time.monotonic()
        done = self.fetch("linode", "--timeout=500ms", where="/slow", status=1)
        self.assert_complaint(done, "no complete answer in time")
        self.assertLess(time.monotonic() - began, 20)

    def test_an_answer_that_was_cut_is_not_used(self):
        self.assert_complaint(self.fetch("linode", "--out=x.json", where="/odd/cut", status=1), "cut off")
        self.assertFalse((self.folder / "x.json").exists())

    def test_an_answer_without_end_is_left(self):
        self.assert_complaint(self.fetch("linode", where="/odd/huge", status=1), "larger than 67108864 bytes")

    def test_an_answer_that_swells_is_left(self):
        self.assert_complaint(self.fetch("linode", where="/odd/bomb", status=1), "larger than 67108864 bytes")

    def test_a_server_that_is_busy_for_a_moment_is_asked_again(self):
        self.assertEqual(len(self.fetch("linode", where="/odd/flaky").json["plans"]), 1)
        self.assertEqual([l.split()[0] for l in self.web.asked()].count("503"), 4)  # two documents, twice each
        self.web.forget()
        began = time.monotonic()
        self.fetch("linode", where="/odd/busy")
        self.assertGreater(time.monotonic() - began, 1.9)  # Retry-After: 1, twice

    def test_a_server_that_wants_an_hour_is_left_alone(self):
        began = time.monotonic()
        self.assert_complaint(self.fetch("linode", where="/odd/long-wait", status=1), "429", "wait some minutes")
        self.assertLess(time.monotonic() - began, 20)

    def test_refusals_and_pages_are_told_apart_from_data(self):
        self.assert_complaint(self.fetch("linode", where="/refused", status=1), "status 403")
        self.assert_complaint(self.fetch("linode", where="/nowhere", status=1), "status 404")
        self.assert_complaint(self.fetch("linode", where="/challenge", status=1), "a web page instead of data")

    def test_nobody_there(self):
        done = self.vpsfit("plans", "fetch", "linode", "--server=https://127.0.0.1:1", status=1)
        self.assert_complaint(done, "no answer", "127.0.0.1:1")


class Wrong(Fetch):
    def test_tokens(self):
        self.assert_complaint(self.fetch("hetzner", status=2), "only with a token", "--token-file")
        self.write("token", "secret\n").chmod(0o644)
        self.assert_complaint(self.fetch("hetzner", "--token-file=token", status=2), "others than its owner")
        self.write("token", "one\ntwo\n").chmod(0o600)
        self.assert_complaint(self.fetch("hetzner", "--token-file=token", status=2), "a token is one line")
        self.write("token", "a\x1bb").chmod(0o600)
        self.assert_complaint(self.fetch("hetzner", "--token-file=token", status=2), "control character")
        self.assertEqual(self.web.asked(), [])

    def test_vendors_and_regions(self):
        self.assert_complaint(self.fetch("linnode", status=2), "did you mean 'linode'?")
        self.assert_complaint(self.fetch("racknerd", status=2), "can be fetched: ")
        self.assert_complaint(self.fetch("scaleway", status=2), "zone, like fr-par-1")
        self.assert_complaint(self.fetch("scaleway", "--region=../../x", status=2), "is not a zone")
        self.assert_complaint(self.fetch("linode", "--region=eu", status=2), "leave out --region")
        self.assertEqual(self.web.asked(), [])

    def test_the_program_names_itself(self):
        self.fetch("linode")
        self.assertIn('"vpsfit/', self.web.asked()[0])
        self.assertIn('"application/json"', self.web.asked()[0])

    def test_user_and_password_become_basic_authorization(self):
        self.write("token", "ann:pass word\n").chmod(0o600)
        self.fetch("upcloud", "--token-file=token", status=1)
        import base64
        self.assertIn("Basic " + base64.b64encode(b"ann:pass word").decode(), self.web.asked()[0])


if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    unittest.main()
