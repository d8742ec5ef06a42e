# SPDX-License-Identifier: MIT
"""Adds up what several ctest runs left: names what failed and what was skipped (with the reason), then prints one line
for all: "N passed, N failed, N skipped". A ctest test that is itself a suite of Python tests, or of doctest's cases, counts as those.
usage: summary.py JUNIT.xml... [-- REASON-OF-SOMETHING-SKIPPED...]      exit status 1 where anything failed or nothing ran"""
import re
import sys
import xml.etree.ElementTree as xml


def counts(case):
    """(passed, failed, skipped, reasons) of one ctest test."""
    output = case.findtext("system-out") or ""
    status = case.get("status")
    not_run = case.find("skipped")
    message = not_run.get("message", "") if not_run is not None else ""
    if status == "disabled" or message.startswith("SKIP"):  # said by the test itself (SKIP_RETURN_CODE and the like)
        return 0, 0, 1, [message or status]
    good = status == "run" and case.find("failure") is None
    cases = re.findall(r"^\[doctest\] test cases: +\d+ \| +(\d+) passed \| +(\d+) failed", output, re.MULTILINE)
    if len(cases) == 1:
        passed, failed = map(int, cases[0])
        return passed, failed if good or failed else 1, 0, []
    ran = re.findall(r"^Ran (\d+) tests? in ", output, re.MULTILINE)
    closing = re.findall(r"^(?:OK|FAILED)(?: \((.*)\))?\s*$", output, re.MULTILINE)
    if len(ran) != 1 or not closing:
        return (1, 0, 0, []) if good else (0, 1, 0, [])
    parts = dict(re.findall(r"(\w+)=(\d+)", closing[-1]))
    failed = sum(int(parts.get(word, 0)) for word in ("failures", "errors"))
    skipped = int(parts.get("skipped", 0))
    if not good and not failed:
        failed = 1
    return max(int(ran[0]) - failed - skipped, 0), failed, skipped, re.findall(r"skipped ['\"](.*)['\"]$", output, re.MULTILINE)


def main(words):
    files, extra = (words[:words.index("--")], words[words.index("--") + 1:]) if "--" in words else (words, [])
    totals, bad, reasons = [0, 0, 0], [], [(reason, "") for reason in extra]
    for file in files:
        suite = file.rsplit("/", 1)[-1].removesuffix(".xml")
        for case in xml.parse(file).getroot().iter("testcase"):
            *three, why = counts(case)
            totals = [a + b for a, b in zip(totals, three)]
            if three[1]:
                bad.append(f"{suite}: {case.get('name')}")
            reasons += [(reason, f"{suite}: {case.get('name')}: ") for reason in why]
    totals[2] += len(extra)
    for reason, where in reasons:
        print(f"skipped: {where}{reason}")
    for name in bad:
        print(f"FAILED: {name}")
    print("{} passed, {} failed, {} skipped".format(*totals))
    return 1 if totals[1] or not totals[0] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
