"""Runs every row of the reliability table and prints it.

Rows come from the scripts next to this one, from the fuzz targets, and from the output of `swift test`. All
results have the same line format:

    reliability: ROW | DONE/GOAL | ok|FAILED|skipped | words

The exit status is 1 if a row failed or if, in a run of all rows, a line of the table has no row. A skipped row
states the reason and does not count as a failure.
"""

import argparse
import fnmatch
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import kills
import partial
import places
import planting
import powercut
import soak
import syncs
import syscalls
import writers
from trial import FOLDER, HERE, REPLOG, ROOT, line_of, run_row

BUILD = ["make", "preloadable"]
FORM = re.compile(r"reliability: (.+?) \| ([\d.,]+)/([\d.,]+) \| (ok|FAILED|skipped) \| ?(.*)")
OWN = [*kills.ROWS, *syscalls.ROWS, *partial.ROWS, *places.ROWS, *powercut.ROWS, *writers.ROWS,
       *syncs.ROWS, *soak.ROWS]
OWN.append(planting.row(OWN))

# The table: the test, the goal, and patterns for the names of its rows. A row belongs to the first line that it
# matches; rows without a match are printed at the end.
TABLE = [
    ("log cut at every byte of its last 100 records", "the acknowledged prefix comes back",
     ["*cut at every byte*"]),
    ("every bit flipped, every line deleted, doubled, swapped", "100 % detected, 0 repaired",
     ["*flipped*", "*doubled*"]),
    ("NULs from every sector boundary", "set aside; refused before a good line", ["NULs*"]),
    ("SIGKILL at random under 4 appenders", "10,000 kills, 0 lost, 0 stale locks",
     ["SIGKILL at random*"]),
    ("SIGKILL at every syscall", "0 lost, 0 wrong", ["SIGKILL at every syscall*"]),
    ("partial write then SIGKILL at every byte", "0 lost", ["partial write*"]),
    ("errors at every call", "typed error, no false acknowledgement, log valid after",
     ["*errors*", "short and failing*", "full disks*"]),
    ("simulated crash states", "10,000 states, 0 wrong", ["*crash states*"]),
    ("power cuts, three ext4 modes", "500, 0 lost; without fsync it loses", ["power cuts*"]),
    ("every order of two appenders and a reader", "each with a crash at each step, 0 wrong",
     ["interleavings*"]),
    ("two devices and their remote, killed and without power", "10,000 schedules, 0 wrong",
     ["sync schedules*"]),
    ("a long run on a disk that fails, fills and is shared", "an hour, 0 lost", ["soak*"]),
    ("16 processes and 8 threads", "contiguous, none lost or doubled",
     ["16 processes*", "8 threads*"]),
    ("fuzz inputs per target", "5,000,000 without a trap", ["fuzz*"]),
    ("JSONTestSuite", "95 accepted, 188 refused, 35 pinned", ["JSONTestSuite*"]),
    ("thread and address sanitizer", "clean; a planted race is caught",
     ["*sanitizer*", "planted race"]),
    ("coverage of Sources/Events", "95 %, recovery 100 %", ["*coverage*"]),
    ("planted faults", "each makes a test fail", ["planted*"]),
]


# Scripts that print their own rows, and the rows that the table shows if a script is left out.
FUZZ = os.path.join(ROOT, "Tests", "Fuzz", "fuzz.py")
SCRIPTS = {
    "fuzz": (FUZZ, ["fuzz"]),
    "planted under the fuzzer": (FUZZ, ["planted faults under the fuzzer"]),
    "planted": (os.path.join(HERE, "planted.py"), ["planted faults"]),
    "sanitizers": (os.path.join(HERE, "sanitizers.py"),
                   ["thread and address sanitizer", "coverage"]),
}
# The suites that run only a sample in a plain 'swift test'.
SWEEPS = (r"(Law|Sweep|Flip|Tail|Crash|Interleaving|ManyAppenders|Error|Fault|HostileInput|Checkpoint|CheckpointIndex"
          r"|Baseline|PersonalBestsOracle|Strictness|JSONTestSuite|ViewTrace|Flips|Blame|Minimization|Scrub)Tests")
# The names that --rows can match, in the order of --list.
NAMES = [*(row.name for row in OWN), "swift test", *SCRIPTS]


@dataclass
class Line:
    """One line of a row, and its duration; None if the row ran together with others."""

    row: str
    done: str
    goal: str
    verdict: str
    words: str
    seconds: float = None

    def seen(self):
        return f"{self.done}/{self.goal} {self.words}".strip()


def parse(text, seconds=None):
    return [Line(*found.groups(), seconds) for found in map(FORM.search, text.splitlines())
            if found]


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--full", action="store_true", help="full counts; else those of CI")
    parser.add_argument("--rows", metavar="GLOB", default="*",
                        help="only rows whose name matches; 'SIGKILL*', 'errors*repair', 'fuzz'")
    parser.add_argument("--strict", action="store_true",
                        help="warnings are errors in the build of the tests, as in that of CI")
    parser.add_argument("--leave-out", metavar="NAMES", default="",
                        help="scripts not to run, by their names: 'planted,sanitizers'")
    parser.add_argument("--printed", metavar="FILE",
                        help="what 'REPLOG_RELIABILITY=small swift test' printed; it is not run again")
    parser.add_argument("--soak", metavar="SECONDS", type=int,
                        help="the length of the soak; else an hour, or a minute with the counts of CI")
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    chosen = parser.parse_args()
    if not any(fnmatch.fnmatch(name, chosen.rows) for name in NAMES):
        parser.error(f"no row has a name like '{chosen.rows}'; --list prints them all")
    for name in filter(None, chosen.leave_out.split(",")):
        if name not in SCRIPTS:
            parser.error(f"no script is called '{name}'; there are {', '.join(SCRIPTS)}")
    return chosen


# MARK: - Running


def run_own(chosen):
    for row in OWN:
        if fnmatch.fnmatch(row.name, chosen.rows):
            start = time.monotonic()
            lines = run_row(row, chosen.full)
            yield from tell(lines, time.monotonic() - start)


def tell(text, seconds):
    """Prints the output of a row immediately. Returns its lines."""
    print(text.rstrip(), file=sys.stderr, flush=True)
    return parse(text, seconds)


def stream(name, words, environment=None, keep=None):
    """Runs another program that prints rows. Returns its lines, and an additional line if it failed."""
    start = time.monotonic()
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", env={**os.environ, **(environment or {})})
    seconds = time.monotonic() - start
    if keep:
        with open(keep, "w", encoding="utf-8") as file:
            file.write(done.stdout)
    lines = parse(done.stdout, seconds)
    for line in lines:
        print(line_of(line.row, line.done, line.goal, line.verdict, line.words), file=sys.stderr,
              flush=True)
    if done.returncode != 0:
        print(done.stdout[-4000:], file=sys.stderr)
    if done.returncode != 0 and not any(line.verdict == "FAILED" for line in lines):
        lines.append(Line(name, "0", "1", "FAILED", f"status {done.returncode}", seconds))
    return lines


def run_tests(chosen):
    """Returns the rows of the in-process tests."""
    environment = {"REPLOG_RELIABILITY": "full" if chosen.full else "small"}
    if chosen.printed:
        return printed_by_tests(chosen.printed)
    if chosen.strict:
        environment["REPLOG_STRICT"] = "1"
    return stream("swift test", ["swift", "test", "--quiet", "--filter", SWEEPS], environment,
                  keep=os.path.join(FOLDER, "swift-test.txt"))


def printed_by_tests(path):
    """Returns the rows of a test run whose output is in a file, and an additional row if the run failed."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    lines = parse(text)
    if not re.search(r"Test run with \d+ tests? .*passed", text):
        lines.append(Line("swift test", "0", "1", "FAILED", f"no run of tests passed in {path}"))
    for line in lines:
        print(line_of(line.row, line.done, line.goal, line.verdict, line.words), file=sys.stderr,
              flush=True)
    return lines


def run_script(name, chosen):
    """Returns the rows of a script that prints its own rows."""
    path, rows = SCRIPTS[name]
    if not fnmatch.fnmatch(name, chosen.rows):
        return []
    if name in chosen.leave_out.split(","):
        return [Line(row, "0", "1", "skipped", "left out, as --leave-out asks") for row in rows]
    words = [sys.executable, "-B", path]
    if name == "planted under the fuzzer":
        # CI does not run this row, because it builds the targets six times.
        if not chosen.full:
            words = "a row of the full counts: it builds the targets once more for each fault"
            return [Line(row, "0", "1", "skipped", words) for row in rows]
        words.append("--planted")
    elif chosen.full and name != "planted":
        words.append("--full")
    # The fuzzer runs in parallel with the other rows and uses only idle processor time.
    if name == "fuzz":
        words = ["nice", "-n", "19", *words]
    return stream(name, words)


# MARK: - Printing


def table(lines):
    """Returns the rows in the order of the table; rows without a line of the table come last."""
    rest, rows = list(lines), []
    for test, goal, names in TABLE:
        own = [line for line in rest if any(fnmatch.fnmatch(line.row, name) for name in names)]
        rest = [line for line in rest if line not in own]
        if not own:
            rows.append([test, goal, "", "not run", ""])
        for place, line in enumerate(own):
            rows.append([test if place == 0 else "", goal if place == 0 else "",
                         f"{line.row}: {line.seen()}", line.verdict, took(line)])
    return rows + [[line.row, "", line.seen(), line.verdict, took(line)] for line in rest]


def took(line):
    return "" if line.seconds is None else f"{line.seconds:,.0f} s"


def printed(rows):
    heads = ["test", "goal", "seen", "verdict", "took"]
    widths = [max(len(row[at]) for row in [heads, *rows]) for at in range(5)]
    widths[2] = min(widths[2], 110)
    ruled = [heads, ["-" * width for width in widths], *rows]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip()
                     for row in ruled)


def in_own_mounts():
    """Restarts this process in a private mount namespace, so that no mount outlives it."""
    words = ["unshare", "--mount", "--propagation", "private"]
    if os.geteuid() != 0 or os.environ.get("REL_OWN_MOUNTS"):
        return
    try:
        if subprocess.run([*words, "true"], capture_output=True).returncode != 0:
            return
    except FileNotFoundError:
        return
    os.environ["REL_OWN_MOUNTS"] = "1"
    os.execvp(words[0], [*words, sys.executable, "-B", *sys.argv])


def main():
    chosen = options()
    if chosen.list:
        print("\n".join(NAMES))
        return 0
    in_own_mounts()
    soak.SECONDS = chosen.soak
    os.makedirs(FOLDER, exist_ok=True)
    if not os.path.exists(REPLOG):
        subprocess.run(BUILD, cwd=ROOT, check=True)
    start = time.monotonic()
    with ThreadPoolExecutor(1) as beside, ThreadPoolExecutor(1) as building:
        fuzzed = beside.submit(run_script, "fuzz", chosen)
        lines = run_tests(chosen) if fnmatch.fnmatch("swift test", chosen.rows) else []
        lines += run_own(chosen)
        # Two builds run at once, because each uses only one processor for half of its time.
        planted = [building.submit(run_script, name, chosen)
                   for name in ("planted", "planted under the fuzzer")]
        lines += run_script("sanitizers", chosen)
        lines += [line for script in [*planted, fuzzed] for line in script.result()]
    rows = table(lines)
    if chosen.rows != "*":
        rows = [row for row in rows if row[3] != "not run"]
    print("\n" + printed(rows))
    failed = [line.row for line in lines if line.verdict == "FAILED"]
    failed += [row[0] for row in rows if row[3] == "not run"]
    # An empty table counts as a failure.
    failed += ["everything"] if not lines else []
    print(f"\n{len(lines)} rows in {time.monotonic() - start:,.0f} s, "
          f"{sum(line.verdict == 'skipped' for line in lines)} skipped, {len(failed)} failed")
    with open(os.path.join(FOLDER, "results.json"), "w", encoding="utf-8") as file:
        json.dump([vars(line) for line in lines], file, indent=1)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
