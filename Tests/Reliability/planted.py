#!/usr/bin/env python3
"""Plants faults in a copy of the sources and checks that a test fails for each of them.

Tests that pass without the sync, the lock or the check of a sum prove nothing. Each fault replaces text that
must occur exactly once in a source file. One build contains all faults, and an environment variable switches
one of them on.

    planted.py [--scratch FOLDER] [--faults NAME,NAME]

Prints one line for the reliability table, and the test that each fault made fail.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import lean

ROOT = pathlib.Path(__file__).resolve().parents[2]
EVENTS = "Sources/Events"

# Each fault with the tests to run, and a pattern: one test that matches it must fail.
CRASHES = "CrashTests.*(after a crash|first batch)"
FAULTS = {
    "no fsync": (CRASHES, "after a crash|a first batch"),
    "no folder fsync": (CRASHES, "after a crash|a first batch"),
    "fsync retried": ("FaultTests", "a failed sync is final"),
    "no folder fsync after another's first batch": (CRASHES, "a first batch that was not synced"),
    "mended end not synced": (CRASHES, "after a crash"),
    "no sum check": ("FlipTests", "every flipped bit is found"),
    "no lock": ("LockedLogTests", "a lock timeout"),
    "lock of another file": ("LockedLogTests", "a removed log|a file that replaced the log"),
    "repair widened": ("DamageTests", "does not follow a last line that readers refuse"),
    "batch mark ignored": ("TailTests", "loses only that batch"),
    "last batch not looked at": ("DamageSweepTests.*NUL bytes", "before a good line damage"),
    "torn bytes not kept": ("TailTests", "are torn|loses only that batch"),
    "another log repaired over": ("RepairTests", "not overwritten by a repair"),
    "another log taken away": ("LockedLogTests", "removes no log except its own"),
    "changed line acknowledged": ("AppenderTests", "a changed checksum alone is not a duplicate"),
}

# file, old text, new text
MUTATIONS = [
    ("Appender+Write.swift",
     "    do throws(SystemError) { try system.sync(file) } catch {\n",
     """    if planted("mended end not synced") { return }
    do throws(SystemError) { try system.sync(file) } catch {
"""),
    ("Appender+Write.swift",
     "      try system.sync(file)\n      if isNew { try syncFolder(of: place) }\n",
     """      if !planted("no fsync") {
        do throws(SystemError) { try system.sync(file) } catch {
          guard planted("fsync retried") else { throw error }
          try system.sync(file)
        }
      }
      if isNew, !planted("no folder fsync") { try syncFolder(of: place) }
"""),
    ("Appender.swift",
     "      if start == 0 { try syncFolder(of: place) }\n",
     """      if start == 0, !planted("no folder fsync after another's first batch") {
        try syncFolder(of: place)
      }
"""),
    ("LineDecoder+Logged.swift",
     "    guard envelope.seq == sequence + 1,\n",
     """    guard envelope.seq == sequence + 1, !planted("no sum check"),
"""),
    ("System+Files.swift",
     "{ Int(flock(number, kind | LOCK_NB)) }\n",
     """{
        planted("no lock") && kind == LOCK_EX ? 0 : Int(flock(number, kind | LOCK_NB))
      }
"""),
    ("Appender.swift",
     "          if let status = try currentStatus() { return status }\n",
     """          if planted("lock of another file") { return try system.status(file) }
          if let status = try currentStatus() { return status }
"""),
    ("Tail.swift",
     "    if let start = Tail.startOfCutBatch(bytes[0..<end], min(floor, end)..<end, decoder) {\n",
     """    if planted("repair widened"), end > 0 {
      let last = bytes.lastLine(before: end)
      if !Tail.isLine(bytes[0..<last.upperBound], from: last.lowerBound, decoder) {
        end = last.lowerBound
      }
    }
    if let start = Tail.startOfCutBatch(bytes[0..<end], min(floor, end)..<end, decoder) {
"""),
    ("Tail.swift",
     "      if envelope.batch > 1 {\n",
     """      if envelope.batch > 1, !planted("batch mark ignored") {
"""),
    ("LogEnd.swift",
     "    let start = min(lastBatch ?? Tail.startOfLastBatch(bytes, decoder) ?? 0, last)\n",
     """    let start =
      planted("last batch not looked at")
      ? last : min(lastBatch ?? Tail.startOfLastBatch(bytes, decoder) ?? 0, last)
"""),
    ("LogEnd.swift",
     "      try decoder.check(try decoder.logged(bytes, in: line), bytes[line], after: previous)\n",
     """      if !planted("changed line acknowledged") {
        try decoder.check(try decoder.logged(bytes, in: line), bytes[line], after: previous)
      }
"""),
    ("Appender+Write.swift",
     "        try system.writeAll(bytes, to: file)\n      }\n    } catch {\n",
     """        try system.writeAll(planted("torn bytes not kept") ? [] : bytes, to: file)
      }
    } catch {
"""),
    ("Appender+Repair.swift",
     "      guard try currentStatus() != nil else {\n",
     """      let isFirst = try currentStatus() != nil
      guard isFirst || planted("another log repaired over") else {
"""),
    ("Appender.swift",
     "    guard opened.isOwn, (try? currentStatus())?.size == 0 else { return }\n",
     """    guard opened.isOwn,
      planted("another log taken away") || (try? currentStatus())?.size == 0
    else { return }
"""),
]

SWITCH = '''#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether a fault is on.
func planted(_ name: String) -> Bool {
  guard let value = unsafe getenv("REPLOG_PLANTED") else { return false }
  return unsafe String(cString: value) == name
}
'''


def line(done, goal, verdict, words):
    print(f"reliability: planted faults | {done}/{goal} | {verdict} | {words}", flush=True)


def source(scratch, name):
    """The one file of the library that is called so, in whichever folder."""
    found = list((scratch / EVENTS).rglob(name))
    if len(found) != 1:
        raise SystemExit(f"planted.py: {len(found)} files are called {name}, not one")
    return found[0]


def plant(scratch):
    """Replaces the text of every fault in the copy; each text must occur exactly once."""
    for path, old, new in MUTATIONS:
        file = source(scratch, path)
        text = file.read_text()
        if text.count(old) != 1:
            sys.exit(f"planted.py: a text is {text.count(old)} times in {path}, not once:\n{old}")
        file.write_text(text.replace(old, new))
    (scratch / EVENTS / "System" / "System+Planted.swift").write_text(SWITCH)


def run(command, cwd, seconds, **environment):
    return subprocess.run(
        command, cwd=cwd, timeout=seconds, text=True, errors="replace", stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env={**os.environ, **environment})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--scratch", type=pathlib.Path, help="a folder to build in",
                        default=ROOT / ".build/reliability/planted")
    parser.add_argument("--faults", help="only these, with commas between")
    options = parser.parse_args()
    scratch = options.scratch.resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    chosen = options.faults.split(",") if options.faults else list(FAULTS)
    if unknown := [name for name in chosen if name not in FAULTS]:
        sys.exit(f"planted.py: no fault is called '{unknown[0]}'; there are: {', '.join(FAULTS)}")
    lean.copy(scratch, lean.LOG)
    plant(scratch)
    built = run(["swift", "build", "--build-tests", *lean.BUILD], scratch, 1800)
    if built.returncode != 0:
        print("\n".join(text for text in built.stdout.splitlines() if "error" in text)[:3000])
        line(0, len(chosen), "FAILED", "the copy does not build")
        return 1
    # Without a fault, all tests must pass; otherwise a failure would prove nothing.
    every = "|".join(sorted({FAULTS[name][0] for name in chosen}))
    if why := red("", every, "", scratch):
        line(0, len(chosen), "FAILED", f"without a fault: {why}")
        return 1
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found = list(pool.map(lambda name: red(name, *FAULTS[name], scratch), chosen))
    for name, why in zip(chosen, found):
        print(f"  {name}: {why or 'NOTHING FAILED'}", flush=True)
    missed = [name for name, why in zip(chosen, found) if why is None]
    words = "each makes a test of its own fail" if not missed else "nothing noticed: " + ", ".join(missed)
    line(len(chosen) - len(missed), len(chosen), "FAILED" if missed else "ok", words)
    return 1 if missed else 0


def red(name, tests, expected, scratch):
    """Returns the test that fails with the fault and whose name matches; None if there is none."""
    # This runs the test program itself, because 'swift test' blocks other runs.
    program = next((scratch / ".build/debug").glob("*Tests.xctest"))
    command = [program, "--testing-library", "swift-testing", "--filter", tests]
    try:
        # A busy machine needs less time than this; a hang does not count as a failed test.
        result = run(command, scratch, 1200, REPLOG_PLANTED=name)
    except subprocess.TimeoutExpired:
        raise SystemExit(f"planted.py: with '{name}' the tests of '{tests}' came to a standstill")
    if not re.search(r"Test run with [1-9]\d* test", result.stdout):
        raise SystemExit(f"planted.py: no tests ran for '{tests}':\n{result.stdout[-2000:]}")
    failed = re.findall(r'Test "([^"]+)" (?:with [^"]*?)?(?:recorded an issue|failed)', result.stdout)
    if not failed and result.returncode != 0:
        raise SystemExit(f"planted.py: with '{name}' the tests ended with {result.returncode}, and "
                         f"none failed:\n{result.stdout[-2000:]}")
    fitting = [test for test in failed if re.search(expected, test)]
    return f"'{fitting[0]}' fails" if fitting else None


if __name__ == "__main__":
    sys.exit(main())
