#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks a catalog of many plans with vpsfit, and only reads it with Python's json, and prints the best processor time
and the largest memory of each beside the size of the file (time on the wall depends on what else runs).

    bench/plans_check.py build/release/vpsfit CATALOG.json [PLANS] [ROUNDS]

The plans are those of CATALOG.json, repeated under new ids.
"""
import json
import os
import pathlib
import sys
import tempfile


def run(command):
    """Processor seconds and the largest resident memory, in MiB, of one child."""
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, used = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"{command[0]} ended with status {os.waitstatus_to_exitcode(status)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def make(source, file, count):
    """In a process of its own: a child's largest memory counts that of the parent that it was made by."""
    child = os.fork()
    if child != 0:
        os.waitpid(child, 0)
        return
    catalog = json.loads(pathlib.Path(source).read_text(encoding="utf-8"))
    given = catalog["plans"]
    catalog["plans"] = [{**given[i % len(given)], "id": f"plan-{i}"} for i in range(count)]
    file.write_text(json.dumps(catalog, indent=1), encoding="utf-8")
    os._exit(0)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    binary, source = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    with tempfile.TemporaryDirectory(prefix="vpsfit-bench-") as folder:
        file = pathlib.Path(folder) / "many.json"
        make(source, file, count)
        size = file.stat().st_size / 2**20
        print(f"{count} plans, {size:.1f} MiB")
        ours = [binary, "plans", "check", str(file)]
        peer = [sys.executable, "-c", "import json, sys; json.load(open(sys.argv[1], encoding='utf-8'))", str(file)]
        for name, command in (("vpsfit plans check", ours), ("python json.load", peer)):
            results = [run(command) for _ in range(rounds)]
            print(f"{name:20} {min(r[0] for r in results):7.2f} s  {max(r[1] for r in results):8.1f} MiB"
                  f"  {max(r[1] for r in results) / size:5.1f} x the file")


main()
