# SPDX-License-Identifier: MIT
"""A published report checked: what was changed is found, also where the hashes were changed with it."""
import hashlib
import json
import shutil
import zipfile

import vpsfit_test

STUDY = vpsfit_test.SOURCE_DIR / "examples/spine-study"


def sums(folder):
    """SHA256SUMS of a folder, as somebody who covers his tracks would write it anew."""
    lines = [f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.relative_to(folder)}\n"
             for p in sorted(folder.rglob("*")) if p.is_file() and p.name != "SHA256SUMS"]
    return "".join(lines)


class Verify(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        for name in ("usage.json", "catalog.json", "forecast-20.json", "forecast-30.json"):
            shutil.copy(STUDY / name, self.folder)
        self.vpsfit("report", "forecast-20.json", "forecast-30.json", "--out", "site", "--lang", "en,ko")
        self.site = self.folder / "site"

    def change(self, path, what, by):
        file = self.site / path
        data = file.read_bytes()
        self.assertIn(what, data)
        file.write_bytes(data.replace(what, by, 1))

    def rebuild_bundle(self, changes, fix_sums=True):
        """The bundle with some of its files changed, packed anew."""
        with zipfile.ZipFile(self.site / "bundle.zip") as bundle:
            files = {name: bundle.read(name) for name in bundle.namelist()}
        for name, (what, by) in changes.items():
            self.assertIn(what, files[name])
            files[name] = files[name].replace(what, by, 1)
        if fix_sums:
            files["SHA256SUMS"] = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n"
                                          for name, data in sorted(files.items()) if name != "SHA256SUMS").encode()
        with zipfile.ZipFile(self.folder / "changed.zip", "w") as bundle:
            for name, data in files.items():
                bundle.writestr(name, data)
        return self.folder / "changed.zip"

    def test_a_report_its_bundle_and_its_forecast_are_right_as_they_were_written(self):
        self.assertIn("every figure is right", self.vpsfit("verify", "site").stdout)
        self.assertIn("every figure is right", self.vpsfit("verify", "site/bundle.zip").stdout)
        self.assertIn("every figure is right", self.vpsfit("verify", "forecast-20.json").stdout)
        self.assertIn("every figure is right", self.vpsfit("verify", "forecast-30.json").stdout)

    def test_a_changed_byte_is_found(self):
        for path, what, by in (("ko/index.html", b"126,851", b"126,852"), ("measurements.csv", b"0.782", b"0.781"),
                               ("summary.json", b'"73440"', b'"73441"'), ("badge.svg", b"46,734", b"46,735")):
            before = (self.site / path).read_bytes()
            self.change(path, what, by)
            self.assert_complaint(self.vpsfit("verify", "site", status=3), path, "was changed")
            (self.site / path).write_bytes(before)
        self.vpsfit("verify", "site")

    def test_a_file_that_nobody_vouches_for_is_refused(self):
        (self.site / "evil.html").write_text("x", encoding="utf-8")
        self.assert_complaint(self.vpsfit("verify", "site", status=3), "evil.html", "not named by SHA256SUMS")

    def test_a_file_that_is_missing_or_a_link_is_refused_whichever_it_is(self):
        for path in sorted(p for p in self.site.rglob("*") if p.is_file() and p.name != "SHA256SUMS"):
            name = path.relative_to(self.site).as_posix()
            kept = self.folder / "kept"
            path.rename(kept)
            self.assert_complaint(self.vpsfit("verify", "site", status=3), name, "is missing")
            path.symlink_to(kept)
            self.assert_complaint(self.vpsfit("verify", "site", status=3), name, "is a link")
            path.unlink()
            kept.rename(path)
        (self.site / "ko").rename(self.folder / "elsewhere")
        (self.site / "ko").symlink_to(self.folder / "elsewhere")
        self.assert_complaint(self.vpsfit("verify", "site", status=3), "ko/", "is a link")

    def test_what_is_said_of_a_rate_is_computed_again_too(self):
        for what, by in ((b'"days_back": 0', b'"days_back": 5'), (b'"source": "given"', b'"source": "ecb"')):
            data = (self.folder / "forecast-20.json").read_bytes()
            self.assertIn(what, data)
            (self.folder / "changed.json").write_bytes(data.replace(what, by, 1))
            self.assert_complaint(self.vpsfit("verify", "changed.json", status=3), "/rates/0")

    def test_a_changed_byte_of_the_bundle_is_found(self):
        data = bytearray((self.site / "bundle.zip").read_bytes())
        data[len(data) // 2] ^= 1
        (self.site / "bundle.zip").write_bytes(bytes(data))
        self.assert_complaint(self.vpsfit("verify", "site", status=3), "bundle.zip")
        self.assertIn(self.vpsfit("verify", "site/bundle.zip", status=None).status, (2, 3))

    def test_a_changed_figure_is_found_also_with_its_hash(self):
        for path, what, by in (("ko/index.html", "126,851", "126,852"), ("summary.json", '"73440"', '"73441"')):
            before = (self.site / path).read_bytes()
            self.change(path, what.encode(), by.encode())
            (self.site / "SHA256SUMS").write_text(sums(self.site))
            self.vpsfit("verify", "site", status=3)
            (self.site / path).write_bytes(before)

    def test_a_changed_digit_is_found_in_every_file_also_with_its_hash(self):
        for path in sorted(p for p in self.site.rglob("*") if p.is_file() and p.name not in ("SHA256SUMS", "bundle.zip")):
            before = path.read_bytes()
            at = next((i for i in range(len(before) - 1, -1, -1) if before[i:i + 1].isdigit()), None)
            if at is None:  # the page that leads to the languages
                self.assertEqual(path.name, "index.html")
                continue
            changed = bytearray(before)
            changed[at] = ord("1") if changed[at] != ord("1") else ord("2")
            path.write_bytes(changed)
            (self.site / "SHA256SUMS").write_text(sums(self.site))
            with self.subTest(path.name):
                self.assertIn(self.vpsfit("verify", "site", status=None).status, (2, 3))
            path.write_bytes(before)

    def test_another_version_is_no_way_round_the_figures(self):
        summary = self.site / "summary.json"
        text = summary.read_text(encoding="utf-8")
        other = text.replace('"version": "', '"version": "9', 1)
        self.assertNotEqual(other, text)
        summary.write_text(other, encoding="utf-8")
        (self.site / "SHA256SUMS").write_text(sums(self.site))
        self.assertIn("checked by their hashes alone", self.vpsfit("verify", "site").stdout)
        summary.write_text(other.replace('"46734"', '"46735"', 1), encoding="utf-8")
        (self.site / "SHA256SUMS").write_text(sums(self.site))
        self.assert_complaint(self.vpsfit("verify", "site", status=3), "/subjects/2/savings/annual/amount", "46735", "46734")
        summary.write_text(other, encoding="utf-8")
        self.change("measurements.csv", b"0.782", b"0.781")
        (self.site / "SHA256SUMS").write_text(sums(self.site))
        self.assert_complaint(self.vpsfit("verify", "site", status=3), "measurements.csv", "bundle.zip")

    def test_every_part_of_the_summary_is_computed_again_and_named_by_its_place(self):
        summary = self.site / "summary.json"
        text = summary.read_text(encoding="utf-8")
        for part, change, place in (("as_of", lambda d: d.update(as_of="2026-11-03"), "/as_of"),
                                    ("made_at", lambda d: d.update(made_at="2026-11-03T00:00:00.000Z"), "/made_at"),
                                    ("currency", lambda d: d.update(currency="JPY"), "/currency"),
                                    ("baseline", lambda d: d.update(baseline="nestjs"), "/baseline"),
                                    ("assumptions", lambda d: d["assumptions"].update(cpu_headroom="0.21"), "/assumptions/cpu_headroom"),
                                    ("subjects", lambda d: d["subjects"][1]["need"].update(vcpus=9), "/subjects/1/need/vcpus"),
                                    ("load_results", lambda d: d.update(load_results=[{}]), "/load_results/0")):
            for version in (False, True):
                document = json.loads(text)
                change(document)
                if version:
                    document["tool"]["version"] = "99"
                self.write("site/summary.json", document)
                (self.site / "SHA256SUMS").write_text(sums(self.site))
                with self.subTest(part, version=version):
                    self.assert_complaint(self.vpsfit("verify", "site", status=3), f"summary.json {place}")

    def test_a_changed_saving_is_named_by_its_place_with_both_figures(self):
        changed = self.rebuild_bundle({"forecast.json": (b'"savings": {\n        "annual": {\n          "amount": "46734"',
                                                          b'"savings": {\n        "annual": {\n          "amount": "46735"')})
        self.assert_complaint(self.vpsfit("verify", changed, status=3), "/subjects/2/savings/annual/amount", "46735",
                              "46734")

    def test_a_changed_input_is_found_through_the_figures_it_gives(self):
        changed = self.rebuild_bundle({"inputs/1-usage.json": (b"11730000", b"11730001")})
        self.assert_complaint(self.vpsfit("verify", changed, status=3), "1-usage.json")

    def test_a_changed_scenario_is_found(self):
        changed = self.rebuild_bundle({"inputs/3-forecast-30.json": (b'"vcpus": 5', b'"vcpus": 4')})
        self.vpsfit("verify", changed, status=3)

    def test_a_changed_forecast_document_is_found(self):
        text = (self.folder / "forecast-20.json").read_text(encoding="utf-8")
        self.write("changed.json", text.replace('"126851"', '"126850"', 1))
        self.assert_complaint(self.vpsfit("verify", "changed.json", status=3), "/subjects/3/savings/annual/amount",
                              "126850", "126851")
        self.write("changed.json", text.replace('"1335.27"', '"1335.28"', 1))
        self.vpsfit("verify", "changed.json", status=3)

    def test_a_forecast_whose_inputs_are_gone_or_changed_cannot_be_checked(self):
        (self.folder / "usage.json").rename(self.folder / "elsewhere.json")
        self.assert_complaint(self.vpsfit("verify", "forecast-20.json", status=1), "usage.json", "is not here")
        self.vpsfit("verify", "forecast-20.json", "elsewhere.json")
        self.write("usage.json", "{}")
        self.vpsfit("verify", "forecast-20.json", status=1)

    def test_what_is_no_report_is_refused(self):
        (self.folder / "empty").mkdir()
        self.assert_complaint(self.vpsfit("verify", "empty", status=1), "SHA256SUMS")
        self.write("not.zip", "PK not at all")
        self.assert_complaint(self.vpsfit("verify", "not.zip", status=2), "not a zip")
        self.assert_complaint(self.vpsfit("verify", "none", status=1), "none")
        self.assert_complaint(self.vpsfit("verify", "usage.json", status=2), "no forecast document")

    def test_an_archive_that_leads_elsewhere_is_not_unpacked(self):
        with zipfile.ZipFile(self.folder / "evil.zip", "w") as bundle:
            bundle.writestr("../../escaped.txt", "x")
        self.assert_complaint(self.vpsfit("verify", "evil.zip", status=2), "may not be unpacked")
        self.assertFalse(any(p.name == "escaped.txt" for p in self.folder.parent.iterdir()))

    def test_a_figure_added_beside_the_sums_is_found(self):
        self.write("site/extra.csv", "a")
        with open(self.site / "SHA256SUMS", "a", encoding="utf-8") as out:
            out.write("0" * 64 + "  extra.csv\n")
        self.assert_complaint(self.vpsfit("verify", "site", status=3), "extra.csv")
        self.assertEqual(json.loads((self.site / "summary.json").read_text(encoding="utf-8"))["currency"], "KRW")
