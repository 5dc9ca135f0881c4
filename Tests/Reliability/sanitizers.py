#!/usr/bin/env python3
"""Runs the tests of the log under the thread and the address sanitizer, and a race that must be found.

    sanitizers.py [--full] [--only thread|address] [--scratch FOLDER]

The planted race is a test that runs only if REPLOG_PLANTED_RACE is set. A sanitizer that does not report this race
proves nothing about other code. The run with the address sanitizer also measures the coverage, as coverage.py does.
Sweeps over every place of a log try only a sample here, and all places with --full. Their purpose is to find
undetected damage, not reads out of bounds.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

import coverage
import lean

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The tests of code that runs on several threads or is used from several threads, but not tests with processes.
THREAD = ["--filter",
          "EventsTests.(OrderedParts|ParallelScan|ScrubbedLines|LockedLog|Appender|Fault|Protocol|ManyAppenders|Checkpoint)Tests",
          "--skip", "16 processes", "--skip", "10,000 events"]
# The tests of views that are folded and compared on threads. They run only with full counts, because the projections
# double the build time.
VIEWS = ["--filter", "ProjectionsTests.(Scrub|SharedFolds|LogReplay|RowValues|Blame)Tests"]
# The same build measures the coverage, because a build takes longer than its tests. The tests run in parallel, so the
# counters are atomic; a lost count would make the rest of a function look unreached.
ADDRESS = ["--enable-code-coverage", "-Xswiftc", "-Xllvm",
           "-Xswiftc", "-instrprof-atomic-counter-update-all", "--filter", "EventsTests", "--skip", "16 processes"]


def line(row, done, verdict, words):
    print(f"reliability: {row} | {done}/1 | {verdict} | {words}", flush=True)


def place(kind):
    return [f"--sanitize={kind}", "--scratch-path", f".build/{kind}"]


def run(kind, folder, *words, **environment):
    return subprocess.run(
        ["swift", "test", *place(kind), *lean.BUILD, *words], cwd=folder, text=True,
        errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0", **environment})


def clean(kind, folder, words, is_full, row=None):
    row = row or f"{kind} sanitizer"
    start = time.monotonic()
    result = run(kind, folder, *words, REPLOG_RELIABILITY="small" if is_full else "")
    found = "WARNING: ThreadSanitizer" in result.stdout or "ERROR: AddressSanitizer" in result.stdout
    if "unsupported option" in result.stdout or "not found for target" in result.stdout:
        line(row, 0, "skipped", "this toolchain has it not")
        return None
    tests = re.findall(r"Test run with (\d+) tests?", result.stdout)
    good = result.returncode == 0 and not found and any(int(count) for count in tests)
    if not good:
        print(result.stdout[-4000:])
    words = f"clean, {tests[-1]} tests in {time.monotonic() - start:.0f} s" if good else "see above"
    line(row, int(good), "ok" if good else "FAILED", words)
    return good


def race(folder):
    result = run("thread", folder, "--skip-build", "--filter", "PlantedRaceTests",
                 REPLOG_PLANTED_RACE="1")
    good = "WARNING: ThreadSanitizer: data race" in result.stdout
    if not good:
        print(result.stdout[-2000:])
    line("planted race", int(good), "ok" if good else "FAILED", "caught" if good else "not noticed")
    return good


def copied(scratch, kind, tests):
    """Returns the copy of the package that is built with a sanitizer."""
    folder = pathlib.Path(scratch).resolve() / kind
    folder.mkdir(parents=True, exist_ok=True)
    lean.copy(folder, tests)
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--full", action="store_true", help="every place of every sweep")
    parser.add_argument("--only", choices=["thread", "address"])
    parser.add_argument("--scratch", default=str(ROOT / ".build/reliability"))
    options = parser.parse_args()
    good = True
    if options.only != "address":
        folder = copied(options.scratch, "thread", lean.LOG)
        result = clean("thread", folder, THREAD, options.full)
        good = result is not False and (result is None or race(folder))
        if result and options.full:
            good = clean("thread", ROOT, VIEWS, True, "thread sanitizer, views") is not False and good
    if options.only != "thread":
        folder = copied(options.scratch, "address", None)
        result = clean("address", folder, ADDRESS, options.full)
        if result:
            good = coverage.say(folder, place("address")) and good
        good = good and result is not False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
