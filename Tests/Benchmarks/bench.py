"""Measures replog against other programs that do the same work.

Builds the command and the peers, checks that all that fold agree byte for byte, runs each row of the
table alternately with what it is held against, and writes the results to .build/bench/results.json.
Whoever is missing is named; nothing is installed.
"""

import argparse
import functools
import os
import re
import shutil
import subprocess
import sys

import peers as programs
import report
from logs import Logs
from measure import Command, Failure, alternate, run, several
from rows import Absent, Rows

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, ".build", "bench")
REPLOG = os.path.join(ROOT, ".build", "release", "replog")
BUILD = ["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", "replog"]
LIBRARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Library")
LIBRARY_SCRATCH = os.path.join(FOLDER, "library")
BUILD_LIBRARY = ["swift", "build", "-c", "release", "--static-swift-stdlib",
                 "--package-path", LIBRARY, "--scratch-path", LIBRARY_SCRATCH]
# They take a build of their own, of a minute and a half on two cores.
OF_LIBRARY = ["views", "views-one-core", "decode"]
SIZES = [10_000, 100_000, 1_000_000, 4_000_000]
# Few users, so that reading the lines is what is counted and not printing the view.
COUNTED, COUNTED_USERS = 20_000, 10


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--events", type=int, metavar="N", help="how long the log is; 1,000,000")
    parser.add_argument("--rows", metavar="NAME,…", help="only these; 'view-*' for all views")
    parser.add_argument("--pairs", type=int, metavar="N", help="measured runs of each side; 5")
    parser.add_argument("--sizes", action="store_true", help="how cost grows with the log instead")
    parser.add_argument("--small", action="store_true",
                        help="10,000 events once: does everything work and agree?")
    chosen = parser.parse_args()
    chosen.events = chosen.events or (10_000 if chosen.small else 1_000_000)
    chosen.pairs = chosen.pairs or (1 if chosen.small else 5)
    return chosen


def build(command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")


@functools.cache
def library():
    """The program in Library/, built."""
    print("building Tests/Benchmarks/Library …", file=sys.stderr, flush=True)
    build(BUILD_LIBRARY)
    return os.path.join(LIBRARY_SCRATCH, "release", "library")


def chosen_names(rows, wanted, is_small):
    """The rows that were asked for, in the table's order; those of the library only by name if small."""
    if not wanted:
        return [name for name in rows.names() if not (is_small and name in OF_LIBRARY)]
    patterns = [re.escape(name).replace(r"\*", ".*") for name in wanted.split(",")]
    names = [n for n in rows.names() if any(re.fullmatch(p, n) for p in patterns)]
    if not names:
        raise Failure(f"no row is called '{wanted}'; there are {', '.join(rows.names())}")
    return names


def measure_rows(rows, chosen):
    """The table's lines and the results; rows that cannot be measured say why."""
    lines, results = [], []
    for name in chosen_names(rows, chosen.rows, chosen.small):
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        try:
            row = rows.make(name)
        except Absent as reason:
            lines.append([name, f"not measured: {reason}", *[""] * 8])
            results.append({"row": name, "missing": str(reason)})
            continue
        pairs = chosen.pairs if chosen.small else chosen.pairs * row.repeats
        ours, theirs = alternate(
            row.ours, row.theirs, pairs, warm_ups=0 if chosen.small else 1,
            watches_memory=row.what == "anonymous")
        result = report.entry(row, ours, theirs, is_judged=not chosen.small)
        lines += report.cells(row, ours, theirs, result)
        results.append(result)
    return lines, results


def instructions(logs, found):
    """Instructions of replog and of the C++ peer, which no noise touches; {} without valgrind."""
    if not shutil.which("valgrind"):
        print("instructions: missing: no valgrind on this machine\n")
        return {}
    log = logs.sample(COUNTED, COUNTED_USERS)
    counts = {"replog": counted([REPLOG, "pbs", "--all-users", "--json", "--no-checkpoint", "--log", log])}
    if found["simdjson"].argv:
        # Valgrind knows AVX2, but not every instruction of the newest processors.
        program = logs.path("simdjson_pbs_counted")
        if programs.build_simdjson(program, "-march=haswell"):
            counts["simdjson"] = counted([program, log])
    print(f"instructions an event, pbs over {COUNTED:,} events of {COUNTED_USERS} users:")
    for name, count in counts.items():
        print(f"  {name:10}{count / COUNTED:8,.0f}")
    print()
    return counts


def counted(argv):
    """How many instructions a process runs."""
    tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    done = subprocess.run([*tool, *argv], capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        raise Failure(f"valgrind {' '.join(argv)}: status {done.returncode}\n{done.stderr[-2000:]}")
    return int(found[1])


def grow(logs, found, chosen):
    """Prints what each work costs by the length of the log, as the median and for each event."""
    works, lines, results = {}, [], []
    for events in SIZES:
        rows = Rows(logs, found, REPLOG, events)
        log = logs.sample(events)
        works = {
            "pbs --all-users": rows.all_bests("replog", log),
            "verify": rows.reading("replog", log, "verify"),
            "pbs --user": rows.view("pbs").ours, "set log": rows.set_log().ours,
        }
        if found["simdjson"].argv:
            works["simdjson"] = found["simdjson"].command(log)
        for name, command in works.items():
            ours = several(command, chosen.pairs)
            middle, peak = ours.median(), ours.median("peak")
            results.append({"work": name, "events": events, **report.side(ours)})
            lines.append([name, f"{events:,}", f"{middle * 1e3:,.1f} ms",
                          f"{middle / events * 1e9:,.0f} ns", f"{peak / 1e6:,.0f}"])
    lines.sort(key=lambda line: list(works).index(line[0]))
    print(report.table(["work", "events", "median", "an event", "peak MB"], lines))
    return {"sizes": results}


def compare(logs, found, chosen):
    """Checks that all agree, then measures the rows."""
    log = logs.sample(chosen.events)
    samples = programs.check(found, logs, REPLOG, log)
    agree_on_shuffled(logs, found, chosen.events)
    print(f"{chosen.events:,} events, {os.path.getsize(log) / 1e6:,.0f} MB; "
          f"{report.processor()}; all outputs agree\n")
    print(report.peers(found, samples) + "\n")
    counts = instructions(logs, found)
    lines, results = measure_rows(Rows(logs, found, REPLOG, chosen.events, library), chosen)
    print(report.table(report.HEADS, lines))
    return {
        "events": chosen.events, "pairs": chosen.pairs, "instructions": counts,
        "peers": {peer.name: peer.version for peer in found.values()},
        "fold": {name: vars(sample) for name, sample in samples.items()}, "rows": results,
    }


def agree_on_shuffled(logs, found, events):
    """Any order of fields is the same log: to replog, and on a short one to the peers."""
    programs.check(found, logs, REPLOG, logs.shuffled(min(events, 10_000)))
    one, other = (logs.path(f"pbs-{kind}.json") for kind in ("canonical", "shuffled"))
    for log, view in ((logs.sample(events), one), (logs.shuffled(events), other)):
        run(Command("replog", [REPLOG, "pbs", "--all-users", "--json", "--no-checkpoint", "--log", log], stdout=view))
    programs.compare("replog itself, shuffled,", one, other, logs.shuffled(events))


def main():
    chosen = options()
    os.makedirs(FOLDER, exist_ok=True)
    try:
        build(BUILD)
        logs = Logs(FOLDER, REPLOG)
        found = programs.find(os.path.join(FOLDER, "peers"))
        results = grow(logs, found, chosen) if chosen.sizes else compare(logs, found, chosen)
    except Failure as failure:
        sys.exit(f"error: {failure}")
    report.save(os.path.join(FOLDER, "sizes.json" if chosen.sizes else "results.json"), results)


if __name__ == "__main__":
    main()
