#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Imports the full history of the euro reference rates with vpsfit, and with Python's csv and sqlite3 into the same
table, and prints the best processor time of each (time on the wall depends on what else runs).

    bench/fx_import.py build/release/vpsfit eurofxref-hist.csv [ROUNDS]
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

PEER = """
import csv, sqlite3, sys
rows = csv.reader(open(sys.argv[1], encoding="utf-8"))
header = next(rows)
db = sqlite3.connect(sys.argv[2])
db.execute("CREATE TABLE rate(currency TEXT, day TEXT, published TEXT, PRIMARY KEY(currency, day)) WITHOUT ROWID")
with db:
    db.executemany("INSERT INTO rate VALUES(?, ?, ?)",
                   ((name, row[0], value) for row in rows for name, value in zip(header[1:-1], row[1:]) if value != "N/A"))
"""


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    binary, history, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with tempfile.TemporaryDirectory(prefix="vpsfit-bench-") as folder:
        store = pathlib.Path(folder) / "fx.db"
        ours = [binary, "fx", "import", "--store", str(store), history]
        peer = [sys.executable, "-c", PEER, history, str(store)]
        for name, command, fresh in (("vpsfit fx import", ours, True), ("python csv + sqlite3", peer, True),
                                     ("vpsfit fx import, all known already", ours, False)):
            best = None
            if not fresh:
                store.unlink(missing_ok=True)
                subprocess.run(ours, check=True, stdout=subprocess.DEVNULL)
            for _ in range(rounds):
                if fresh and store.exists():
                    os.unlink(store)
                seconds = processor_seconds(command)
                best = seconds if best is None else min(best, seconds)
            print(f"{name:<36} {best:6.3f} s")


if __name__ == "__main__":
    main()
