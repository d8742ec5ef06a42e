# SPDX-License-Identifier: MIT
"""Zips of exchange rates: the bank's own shape is read; bombs, cuts, wrong sums and strange contents are refused."""
import pathlib
import struct
import unittest
import zipfile

import vpsfit_test
from vpsfit_test import SOURCE_DIR

HISTORY = (SOURCE_DIR / "tests/data/fx/eurofxref-hist.excerpt.csv").read_bytes()


class Zips(vpsfit_test.TestCase):
    def zip(self, *entries, method=zipfile.ZIP_DEFLATED):
        path = self.folder / "rates.zip"
        with zipfile.ZipFile(path, "w", method) as archive:
            for name, content in entries:
                archive.writestr(name, content)
        return path

    def taken(self, path):
        done = self.vpsfit("fx", "import", "--store", "fx.db", path)
        self.assertIn("1999-01-04 to 2026-04-13", done.stdout)

    def refused(self, path, *words):
        done = self.vpsfit("fx", "import", "--store", "new.db", path, status=2)
        self.assert_complaint(done, pathlib.Path(path).name, *words)
        self.assertFalse((self.folder / "new.db").exists())

    def test_one_csv_is_read_packed_or_stored(self):
        self.taken(self.zip(("eurofxref-hist.csv", HISTORY)))
        self.taken(self.zip(("eurofxref-hist.csv", HISTORY), method=zipfile.ZIP_STORED))

    def test_a_name_that_leads_elsewhere_writes_nothing_there(self):
        self.taken(self.zip(("../../escaped.csv", HISTORY)))
        self.assertFalse((self.folder.parent.parent / "escaped.csv").exists())
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["fx.db", "rates.zip"])

    def test_another_number_of_files_or_another_kind_is_refused(self):
        self.refused(self.zip(), "zip is")
        self.refused(self.zip(("a.csv", HISTORY), ("b.csv", HISTORY)), "second file", "b.csv")
        self.refused(self.zip(("rates.xml", HISTORY)), "rates.xml")
        self.refused(self.zip(("rates.csv/", b"")), "rates.csv/")
        self.refused(self.zip(("\x1b[2J.txt", HISTORY)), "CSV")
        self.refused(self.zip(("rates.csv", b"")), "empty")
        self.refused(self.zip(("rates.csv", b"<html></html>")), "web page")

    def test_a_zip_in_a_zip_is_not_opened(self):
        inner = self.zip(("rates.csv", HISTORY)).read_bytes()
        self.refused(self.zip(("rates.csv", inner)), "begins with")

    def test_a_bomb_is_not_unpacked(self):
        bomb = self.zip(("rates.csv", b"\n" * (80 * 1024 * 1024)))
        self.assertLess(bomb.stat().st_size, 200_000)
        self.refused(bomb, "more than")

    def test_a_wrong_checksum_is_noticed(self):
        path = self.zip(("rates.csv", HISTORY), method=zipfile.ZIP_STORED)
        content = bytearray(path.read_bytes())
        at = content.index(b"1740.86")
        content[at:at + 7] = b"1740.68"
        path.write_bytes(content)
        self.refused(path, "damaged")

    def test_an_encrypted_file_is_refused(self):
        path = self.zip(("rates.csv", HISTORY))
        content = bytearray(path.read_bytes())
        for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            where = content.index(mark) + at
            flags, = struct.unpack_from("<H", content, where)
            struct.pack_into("<H", content, where, flags | 1)
        path.write_bytes(content)
        self.refused(path)

    def test_a_zip_cut_anywhere_is_refused(self):
        whole = self.zip(("rates.csv", HISTORY)).read_bytes()
        cut = self.folder / "cut.zip"
        for length in [*range(2, len(whole), 331), len(whole) - 1, len(whole) - 22]:
            with self.subTest(length):
                cut.write_bytes(whole[:length])
                self.refused(cut)


if __name__ == "__main__":
    unittest.main()
