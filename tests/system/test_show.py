# SPDX-License-Identifier: MIT
"""vpsfit show: what it says of a recording, against the recording's own tables."""
import csv
import fcntl
import io
import os
import pty
import select
import sqlite3
import statistics
import struct
import subprocess
import termios
import unicodedata
from fractions import Fraction

import jsonschema

import vpsfit_test

DUMP = vpsfit_test.SOURCE_DIR / "tests/data/recording/version-1.sql"


def make(file, *statements):
    """The recording that tests/data/recording/version-1.sql dumps: three runs, one of them cut."""
    with sqlite3.connect(file) as database:
        database.executescript(DUMP.read_text())
        for statement in statements:
            database.execute(statement)
    database.close()
    return file


def in_a_terminal(*arguments, columns=80):
    """What the program writes to a terminal of so many columns."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([vpsfit_test.BINARY, *map(str, arguments)], stdout=child,
                               env=vpsfit_test.environment(TERM="xterm"))
    os.close(child)
    seen = b""
    while select.select([parent], [], [], 30)[0]:
        try:
            seen += os.read(parent, 65536)
        except OSError:  # the other end is closed
            break
    os.close(parent)
    assert process.wait() == 0, seen
    return seen.decode().replace("\r\n", "\n")


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


class Show(vpsfit_test.TestCase):
    def setUp(self):
        super().setUp()
        self.file = make(self.folder / "run.db")

    def runs(self):
        return {(r["subject"], r["run"]): r for r in self.vpsfit("show", self.file, "--json").json["runs"]}

    def test_the_document_is_valid_by_its_published_schema(self):
        schema = self.vpsfit("schema", "show").json
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(self.vpsfit("show", self.file, "--json").json, schema)

    def test_every_figure_is_what_the_tables_say(self):
        shown = self.runs()
        database = sqlite3.connect(self.file)
        self.addCleanup(database.close)
        ask = lambda sql, *values: database.execute(sql, values).fetchall()
        self.assertEqual(list(shown), [(s, r) for s, r in ask(
            "SELECT s.name, r.name FROM runs r JOIN subjects s ON s.id = r.subject ORDER BY r.id")])
        for number, subject, name, started in ask(
                "SELECT r.id, s.name, r.name, r.started_ns FROM runs r JOIN subjects s ON s.id = r.subject"):
            run = shown[subject, name]
            samples = ask("SELECT t.planned_ns + t.late_ns, x.memory_bytes FROM ticks t JOIN readings x "
                          "ON x.tick = t.id WHERE x.run = ?", number)
            self.assertEqual(run["ticks"], len(samples))
            largest = [m for _, m in samples]
            windows = {w["name"]: w for w in run["windows"]}
            for window, window_name in ask("SELECT id, name FROM windows WHERE run = ?", number):
                edges = {side: (at, usage, memory) for side, at, usage, memory in ask(
                    "SELECT side, at_ns, usage_usec, memory_bytes FROM edges WHERE window = ?", window)}
                largest += [memory for _, _, memory in edges.values()]
                begin, end = edges["begin"], edges.get("end")
                figures = windows[window_name]
                self.assertEqual(Fraction(figures["start_s"]), Fraction(begin[0] - started, 10**9))
                inside = [m for at, m in samples if begin[0] <= at and (end is None or at <= end[0])]
                self.assertEqual(figures["ticks"], len(inside))
                self.assertEqual(figures["memory_median_bytes"], int(statistics.median(inside)))
                if end is None:
                    self.assertIsNone(figures["cpu_cores"])
                    self.assertIsNone(figures["duration_s"])
                    continue
                self.assertEqual(Fraction(figures["duration_s"]), Fraction(end[0] - begin[0], 10**9))
                self.assertEqual(figures["cpu_usage_usec"], end[1] - begin[1])
                exact = Fraction(end[1] - begin[1], figures["window_usec"])
                self.assertLess(abs(Fraction(figures["window_usec"]) - Fraction(end[0] - begin[0], 1000)), 1)
                self.assertTrue(0 <= Fraction(figures["cpu_cores"]) - exact < Fraction(1, 10**9))
            self.assertEqual(run["memory_max_bytes"], max(largest))

    def test_a_cut_run_is_shown_with_what_it_has(self):
        run = self.runs()["spine", "2"]
        self.assertEqual(run["end_reason"], "cut")
        self.assertIsNone(run["ended_at"])
        self.assertIn("run_cut", [n["code"] for n in run["notices"]])
        self.assertIn("window_open", [n["code"] for n in run["windows"][-1]["notices"]])

    def test_csv_is_read_by_a_spreadsheet_and_runs_nothing(self):
        make(self.folder / "evil.db", "UPDATE subjects SET name='=HYPERLINK(\"http://x\",\"a,b\")' WHERE id=1")
        rows = list(csv.DictReader(io.StringIO(self.vpsfit("show", self.folder / "evil.db", "--csv").stdout)))
        self.assertEqual(rows[0]["subject"], "'=HYPERLINK(\"http://x\",\"a,b\")")
        shown = self.vpsfit("show", self.folder / "evil.db", "--json").json["runs"]
        self.assertEqual(len(rows), sum(max(len(r["windows"]), 1) for r in shown))
        self.assertEqual(rows[0]["cpu_cores"], shown[0]["windows"][0]["cpu_cores"])

    def test_the_table_fits_a_terminal_and_cannot_steer_it(self):
        make(self.folder / "evil.db", "UPDATE hosts SET cpu_model=char(27)||'[2J'||char(10)||char(0x202e)||'x'",
             "UPDATE subjects SET name=char(0xd55c,0xae00,0xd55c,0xae00,0xd55c,0xae00) WHERE id=2")
        for file in self.file, self.folder / "evil.db":
            self.assertNotRegex(self.vpsfit("show", file).stdout, "[\x00-\x09\x0b-\x1f\x7f\u202e]")
            table = in_a_terminal("show", file)
            self.assertNotRegex(table, "[\x00-\x09\x0b-\x1f\x7f\u202e]")
            for line in table.splitlines():
                self.assertLessEqual(width(line), 80, line)
        self.assertIn("0.500", table)

    def test_a_name_that_no_sampler_writes_is_refused(self):
        for table, column in (("subjects", "name"), ("runs", "name"), ("windows", "name"), ("runs", "load_name")):
            for name in ("char(27)||'[2J'", "'a'||char(10)", "char(0x202e)||'x'"):
                with self.subTest(table=table, column=column, name=name):
                    file = self.folder / f"{table}-{column}.db"
                    file.unlink(missing_ok=True)
                    make(file, f"UPDATE {table} SET {column}={name} WHERE id=1")
                    done = self.vpsfit("show", file, "--csv", status=2)
                    self.assertEqual(done.stdout, "")
                    self.assertIn("is not a name", done.stderr)

    def test_what_cannot_be_shown_is_named_with_the_file(self):
        (self.folder / "text.db").write_text("not a database at all, but long enough to look like something\n" * 20)
        make(self.folder / "newer.db", "PRAGMA user_version=2")
        (self.folder / "cut.db").write_bytes(self.file.read_bytes()[:8192])
        for name, status, words in (("absent.db", 1, "No such file"), ("text.db", 2, "not a SQLite file"),
                                    ("newer.db", 2, "format version 2; this program reads up to version 1"),
                                    ("cut.db", 2, "damaged"), (".", 2, "is a folder")):
            with self.subTest(name):
                done = self.vpsfit("show", self.folder / name, "--json", status=status)
                self.assertEqual(done.stdout, "")
                self.assertIn(words, done.stderr)
                self.assertIn(str(self.folder / name), done.stderr)

    def test_a_foreign_locale_changes_nothing(self):
        plain = self.vpsfit("show", self.file, "--json").stdout
        german = self.vpsfit("show", self.file, "--json", env=vpsfit_test.environment(LC_ALL="de_DE.UTF-8", LANG="de_DE.UTF-8"))
        self.assertEqual(plain, german.stdout)

    def test_showing_changes_no_byte_and_leaves_nothing_behind(self):
        before = self.file.read_bytes()
        self.vpsfit("show", self.file)
        self.assertEqual(before, self.file.read_bytes())
        self.assertEqual([p.name for p in self.folder.iterdir()], ["run.db"])

    def test_the_two_formats_exclude_each_other(self):
        self.vpsfit("show", self.file, "--json", "--csv", status=2)


if __name__ == "__main__":
    vpsfit_test.unittest.main()
