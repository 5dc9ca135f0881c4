#!/usr/bin/env python3
"""Runs the tests with coverage and prints how much of Sources/Events they reach.

    coverage.py [--scratch FOLDER] [--list] [--skip-tests]

Uses the llvm-cov of the toolchain, because no other one reads the format of its compiler. `--list` lists
the lines that no test reaches.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOAL = 95.0
# Only the tests of the library count; other tests reach its code only in passing.
TESTS = "EventsTests"
RECOVERY = ["Tail.swift", "LogEnd.swift", "Appender.swift", "Appender+Write.swift",
            "Appender+Repair.swift", "LockedLog.swift", "RepairPlan.swift", "LongestRun.swift",
            "Batch.swift"]


def line(row, share, goal, verdict, words):
    print(f"reliability: {row} | {share:.1f}/{goal:.0f} | {verdict} | {words}", flush=True)


def share(files, what):
    count = sum(f["summary"][what]["count"] for f in files)
    return 100.0 * sum(f["summary"][what]["covered"] for f in files) / max(1, count)


def regions(file):
    """Returns the number of regions, and the first lines of the regions that no test entered.

    Regions that end the process after a broken precondition are left out, because no test can reach them.
    """
    source = pathlib.Path(file["filename"]).read_text(encoding="utf-8").splitlines()
    begins = [s for s in file["segments"] if s[3] and s[4]]
    begins = [s for s in begins if not any(
        "preconditionFailure(" in text for text in source[s[0] - 1:s[0] + 1])]
    return len(begins), sorted({s[0] for s in begins if s[2] == 0})


def recovered(files):
    """Prints the coverage of the recovery code, and the regions that no test reaches."""
    counts = [(file, *regions(file)) for file in files]
    total, missing = (sum(n) for n in zip(*((count, len(lines)) for _, count, lines in counts)))
    percent = 100.0 * (total - missing) / max(1, total)
    line("coverage of recovery", percent, 100, "ok" if missing == 0 else "FAILED",
         f"{total - missing} of {total} regions")
    for file, count, lines in counts:
        name = file["filename"].split("/Sources/Events/")[1]
        if lines:
            print(f"  {name}: not reached: {', '.join(map(str, lines))}")
    return missing == 0


def report(row, files, goal):
    lines, regions = share(files, "lines"), share(files, "regions")
    verdict = "ok" if min(lines, regions) >= goal else "FAILED"
    words = f"lines {lines:.1f} %, regions {regions:.1f} %"
    line(row, min(lines, regions), goal, verdict, words)
    return verdict == "ok"


def say(folder, place, listing=False):
    """Prints the coverage of the last test run of the package in `folder`. Returns whether it meets the goal."""
    where = subprocess.run(
        ["swift", "test", *place, "--show-codecov-path"], cwd=folder, text=True,
        stdout=subprocess.PIPE, check=True).stdout.strip()
    files = json.loads(pathlib.Path(where).read_text())["data"][0]["files"]
    events = [f for f in files if "/Sources/Events/" in f["filename"]]
    recovery = [f for f in events if pathlib.Path(f["filename"]).name in RECOVERY]
    good = report("coverage of Sources/Events", events, GOAL)
    good = recovered(recovery) and good
    for file in sorted(events, key=lambda f: f["summary"]["regions"]["percent"]):
        if listing:
            name = file["filename"].split("/Sources/Events/")[1]
            print(f"  {name}: lines {file['summary']['lines']['percent']:.1f} %, "
                  f"regions {file['summary']['regions']['percent']:.1f} %; not reached: "
                  + ", ".join(map(str, regions(file)[1])))
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--scratch", default=str(ROOT / ".build/coverage"))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--skip-tests", action="store_true", help="tell of the last run's")
    options = parser.parse_args()
    swift = shutil.which("swift")
    cov = swift and pathlib.Path(swift).resolve().parent / "llvm-cov"
    if not cov or not cov.exists():
        line("coverage of Sources/Events", 0, GOAL, "skipped", "the toolchain has no llvm-cov")
        return 0
    place = ["--scratch-path", options.scratch]
    if not options.skip_tests:
        tests = subprocess.run(
            ["swift", "test", *place, "--enable-code-coverage", "--filter", TESTS],
            cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if tests.returncode != 0:
            print(tests.stdout[-3000:])
            line("coverage of Sources/Events", 0, GOAL, "FAILED", "the tests fail")
            return 1
    return 0 if say(ROOT, place, options.list) else 1


if __name__ == "__main__":
    sys.exit(main())
