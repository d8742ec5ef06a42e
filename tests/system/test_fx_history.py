# SPDX-License-Identifier: MIT
"""The history of a rate as a plot: what stands in it is read back and compared with the file and its days."""
import csv
import datetime
import fcntl
import math
import os
import pty
import re
import struct
import subprocess
import termios
import unittest
import xml.etree.ElementTree as xml
from fractions import Fraction

import vpsfit_test
from vpsfit_test import BINARY, SHARED, SOURCE_DIR, environment, needs_shared

HISTORY = SOURCE_DIR / "tests/data/fx/eurofxref-hist.excerpt.csv"
SPRING = ("--from", "2026-03-26", "--to", "2026-04-13")
SVG = "{http://www.w3.org/2000/svg}"
LINES = 10


def crosses(file, below="USD", above="KRW", first="0000", last="9999"):
    """{day: exact cross}, read here: one division of the two figures of a day."""
    rates = {}
    with open(file, encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            figures = ["1" if code == "EUR" else row[code] for code in (below, above)]
            if "N/A" not in figures and first <= row["Date"] <= last:
                rates[datetime.date.fromisoformat(row["Date"])] = Fraction(figures[1]) / Fraction(figures[0])
    return rates


def filled(text):
    """Of a plot in characters: the labels of its highest and lowest line, and {column: lines with a mark, from below}."""
    rows = [line.split("|", 1) for line in text.splitlines() if "|" in line]
    marks = {}
    for height, (_, cells) in enumerate(reversed(rows)):
        for column, cell in enumerate(cells):
            if cell == "#":
                marks.setdefault(column, []).append(height)
    return Fraction(rows[0][0].strip()), Fraction(rows[-1][0].strip()), marks


class History(vpsfit_test.TestCase):
    def history(self, *arguments, pair="USD/KRW", store=HISTORY, status=0):
        return self.vpsfit("fx", "history", pair, "--store", store, *arguments, status=status)

    def svg(self, *arguments, **options):
        return xml.fromstring(self.history("--svg=-", *arguments, **options).stdout)

    def moves(self, image):
        """The pieces of the line: for each the (x, y) of its points."""
        line, = [path.get("d") for path in image.iter(SVG + "path") if path.get("class") == "cpu"]
        return [re.findall(r"[ML]([\d.]+) ([\d.]+)", piece) for piece in re.findall(r"M[^M]+", line)]


class Characters(History):
    def test_each_published_day_has_its_column_at_its_height_and_others_have_none(self):
        text = self.history("--plot", *SPRING).stdout
        high, low, marks = filled(text)
        rates = crosses(HISTORY, first=SPRING[1], last=SPRING[3])
        first = min(rates)
        self.assertEqual(set(marks), {(day - first).days for day in rates})
        for day, rate in rates.items():
            wanted = min(math.floor((rate - low) / (high - low) * LINES), LINES - 1)
            self.assertEqual(marks[(day - first).days], [wanted], day)

    def test_it_names_the_pair_the_source_the_days_and_the_extremes(self):
        text = self.history("--plot", *SPRING).stdout
        rates = crosses(HISTORY, first=SPRING[1], last=SPRING[3])
        low, high = min(rates, key=rates.get), max(rates, key=rates.get)
        for words in ("USD/KRW: KRW for 1 USD", "source: European Central Bank", "2026-03-26", "2026-04-13",
                      f"{len(rates)} rates", f"lowest  {float(rates[low]):.2f} on {low}", f"highest {float(rates[high]):.2f} on {high}"):
            self.assertIn(words, text)

    def test_a_terminal_is_never_left(self):
        for columns in (10, 40, 80, 300):
            parent, child = pty.openpty()
            self.addCleanup(os.close, parent)
            fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            ran = subprocess.run([BINARY, "fx", "history", "USD/KRW", "--store", HISTORY, "--plot"], stdin=subprocess.DEVNULL,
                                 stdout=child, stderr=subprocess.PIPE, env=environment(TERM="xterm"), timeout=90, check=False)
            os.close(child)
            self.assertEqual((ran.returncode, ran.stderr), (0, b""))
            shown = os.read(parent, 1 << 16).decode()
            self.assertLessEqual(max(len(line) for line in shown.splitlines()), max(min(columns, 100), 40))

    def test_one_day_a_rate_that_never_moves_and_a_small_one_are_plots_too(self):
        self.assertIn("1 rate\n", self.history("--plot", "--from", "2026-04-13").stdout)
        self.assertEqual(len(filled(self.history("--plot", *SPRING, pair="KRW/KRW").stdout)[2]), len(crosses(HISTORY, first="2026-03-26")))
        text = self.history("--plot", *SPRING, pair="IDR/USD").stdout
        self.assertNotRegex(text, "nan|inf")
        self.assertEqual(filled(text)[1] > 0, True)


class Image(History):
    def test_the_line_has_a_piece_for_each_run_of_days_and_a_point_for_each_day(self):
        image = self.svg(*SPRING)
        days = sorted(crosses(HISTORY, first=SPRING[1], last=SPRING[3]))
        runs = [[days[0]]]
        for day in days[1:]:
            runs[-1].append(day) if (day - runs[-1][-1]).days == 1 else runs.append([day])
        self.assertEqual([len(piece) for piece in self.moves(image)], [len(run) for run in runs])
        self.assertGreater(len(runs), 1)

    def test_the_heights_are_those_of_the_exact_rates(self):
        image = self.svg(*SPRING)
        rates = crosses(HISTORY, first=SPRING[1], last=SPRING[3])
        points = [(float(x), float(y)) for piece in self.moves(image) for x, y in piece]
        self.assertEqual(len(points), len(rates))
        ticks = [(float(t.text), float(t.get("y")) - 4) for t in image.iter(SVG + "text") if re.fullmatch(r"[\d.]+", t.text)]
        (low, bottom), (high, top) = min(ticks), max(ticks)
        for (_, y), day in zip(points, sorted(rates)):
            wanted = bottom + (float(rates[day]) - low) / (high - low) * (top - bottom)
            self.assertAlmostEqual(y, wanted, delta=0.11)

    def test_title_and_finding(self):
        image = self.svg(*SPRING)
        self.assertEqual(image.find(SVG + "title").text, "USD/KRW: KRW for 1 USD; source: European Central Bank")
        self.assertIn("2026-03-26 to 2026-04-13: 9 rates, lowest", image.find(SVG + "desc").text)
        self.assertEqual(image.get("viewBox").split()[2], "480")

    @needs_shared
    def test_the_whole_history_stays_small_and_a_gap_of_nine_years_is_one(self):
        file = SHARED / "data/ecb/eurofxref-hist.csv"
        for pair, pieces in (("USD/KRW", 1), ("EUR/ISK", 2)):
            done = self.history("--svg=-", pair=pair, store=file)
            self.assertLess(len(done.stdout), 40_000)
            drawn = self.moves(xml.fromstring(done.stdout))
            self.assertEqual(len(drawn), pieces)
        rates = crosses(file, "EUR", "ISK")
        last_before, first_after = max(d for d in rates if d.year < 2010), min(d for d in rates if d.year > 2010)
        share = [(day - min(rates)).days / (max(rates) - min(rates)).days for day in (last_before, first_after)]
        ends = [(float(drawn[0][-1][0]) - 62) / 408, (float(drawn[1][0][0]) - 62) / 408]
        for at, wanted in zip(ends, share):
            self.assertAlmostEqual(at, wanted, delta=2 / 408)


class File(History):
    def test_a_file_is_replaced_whole_keeps_its_mode_and_a_link_is_followed(self):
        real = self.write("real.svg", "old")
        real.chmod(0o640)
        (self.folder / "link.svg").symlink_to("real.svg")
        done = self.history("--svg=link.svg", *SPRING)
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertTrue((self.folder / "link.svg").is_symlink())
        self.assertEqual(xml.fromstring(real.read_text(encoding="utf-8")).tag, SVG + "svg")
        self.assertEqual(real.stat().st_mode & 0o777, 0o640)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["link.svg", "real.svg"])

    def test_strange_names_are_only_names(self):
        for name in ("\x1b[31mred.svg", "-rf", "a b;$(id).svg", "--json"):
            self.history(f"--svg=./{name}", *SPRING)
            self.assertTrue((self.folder / name).is_file())
        self.assert_complaint(self.history("--svg=none/\x1b[31m.svg", *SPRING, status=1), "none/")
        self.assert_complaint(self.history("--svg=.", *SPRING, status=1))

    def test_the_rates_are_not_overwritten_and_a_wrong_question_leaves_the_file(self):
        self.vpsfit("fx", "import", "--store", "fx.db", HISTORY)
        (self.folder / "other.db").hardlink_to(self.folder / "fx.db")
        before = (self.folder / "fx.db").read_bytes()
        for name in ("fx.db", "./fx.db", "other.db"):
            self.assert_complaint(self.history(f"--svg={name}", store="fx.db", status=2), "--svg", "holds the rates")
        self.assertEqual((self.folder / "fx.db").read_bytes(), before)
        kept = self.write("kept.svg", "kept")
        self.history("--svg=kept.svg", "--from", "2026-04-11", "--to", "2026-04-12", status=1)
        self.assertEqual(kept.read_text(encoding="utf-8"), "kept")
        self.history("--svg=kept.svg", "--plot", status=2)


if __name__ == "__main__":
    unittest.main()
