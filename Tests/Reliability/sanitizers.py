#!/usr/bin/env python3
"""Runs the tests of the log under the thread and the address sanitizer, and a race that must be found.

    sanitizers.py [--only thread|address] [--scratch FOLDER] [--filter TESTS]

The planted race is a test that runs only when REPLOG_PLANTED_RACE is set: a sanitizer that stays
silent there says nothing where it is silent elsewhere.
"""
import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = "EventsTests.*(Fault|Lock|Protocol|TornTail|Append|Bytes|Scanner|8.threads)"


def line(row, done, verdict, words):
    print(f"reliability: {row} | {done}/1 | {verdict} | {words}", flush=True)


def run(kind, scratch, tests, **environment):
    command = ["swift", "test", "-j", "1", f"--sanitize={kind}", "--scratch-path",
               f"{scratch}-{kind}", "--filter", tests]
    return subprocess.run(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0", **environment})


def clean(kind, scratch, tests):
    result = run(kind, scratch, tests)
    found = "WARNING: ThreadSanitizer" in result.stdout or "ERROR: AddressSanitizer" in result.stdout
    if "unsupported option" in result.stdout or "not found for target" in result.stdout:
        line(f"{kind} sanitizer", 0, "skipped", "this toolchain has it not")
        return True
    good = result.returncode == 0 and not found and "Test run with 0 tests" not in result.stdout
    if not good:
        print(result.stdout[-4000:])
    line(f"{kind} sanitizer", int(good), "ok" if good else "FAILED", "clean" if good else "see above")
    return good


def race(scratch):
    result = run("thread", scratch, "PlantedRaceTests", REPLOG_PLANTED_RACE="1")
    good = "WARNING: ThreadSanitizer: data race" in result.stdout
    if not good:
        print(result.stdout[-2000:])
    line("planted race", int(good), "ok" if good else "FAILED", "caught" if good else "not noticed")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", choices=["thread", "address"])
    parser.add_argument("--scratch", default=str(ROOT / ".build/sanitize"))
    parser.add_argument("--filter", default=TESTS)
    options = parser.parse_args()
    results = [
        clean(kind, options.scratch, options.filter)
        for kind in ("thread", "address") if options.only in (None, kind)]
    if options.only != "address":
        results.append(race(options.scratch))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
