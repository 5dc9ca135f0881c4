"""Measures replog against other programs that do the same work.

Builds the command and the peers, checks that all that fold agree byte for byte, runs both sides of
each row of the table alternately, and writes the results to .build/bench/results.json. A missing
peer is named; nothing is installed.
"""

import argparse
import functools
import os
import re
import subprocess
import sys

import counts
import peers as programs
import report
from logs import LinkedLogs, Logs
from lookups import OF_ALL, VIEWS
from measure import Command, Failure, run, several
from row import Absent
from rows import OF_LIBRARY, ON_REQUEST, Rows

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, ".build", "bench")
BUILT = os.path.join(ROOT, ".build", "release", "replog")
# The names of the build that is judged and of the one that it is compared with.
REPLOG, OLD = "replog", "old"
BUILD = ["make", "release"]
LIBRARY = os.path.join(FOLDER, "library", "release")
BUILD_LIBRARY = ["make", "library"]
SIZES = [10_000, 100_000, 1_000_000, 4_000_000, 10_000_000]


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--events", type=int, metavar="N", help="how long the log is; 1,000,000")
    parser.add_argument("--rows", metavar="NAME,…", help="only these; 'view-*' for all views;"
                        f" {' and '.join(ON_REQUEST)} by their names alone")
    parser.add_argument("--pairs", type=int, metavar="N", help="measured runs of each side; 5")
    parser.add_argument("--sizes", action="store_true",
                        help="how cost grows with the log instead, up to 10,000,000 events")
    parser.add_argument("--small", action="store_true",
                        help="10,000 events, one run: checks that all rows run and outputs match")
    parser.add_argument("--replog", metavar="PATH", help="a command to measure; else one is built")
    parser.add_argument("--old", metavar="PATH",
                        help="another build, whose rows are measured in the same run")
    parser.add_argument("--instructions", action="store_true",
                        help="count the instructions per event instead; needs valgrind")
    chosen = parser.parse_args()
    for path in (chosen.replog, chosen.old):
        if path and not os.access(path, os.X_OK):
            parser.error(f"'{path}' is no program")
    chosen.events = chosen.events or (10_000 if chosen.small else 1_000_000)
    chosen.pairs = chosen.pairs or (1 if chosen.small else 5)
    return chosen


def build(command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")


@functools.cache
def library():
    """The folder of the programs in Library/, built."""
    print("building Tests/Benchmarks/Library …", file=sys.stderr, flush=True)
    build(BUILD_LIBRARY)
    return LIBRARY


def chosen_names(rows, chosen):
    """The rows that were asked for, in the table's order.

    Those of long logs only by their full names; those of the library if small only by name.
    """
    every = rows.names()
    if not chosen.rows:
        return [n for n in every if n not in ON_REQUEST and not (chosen.small and n in OF_LIBRARY)]
    wanted = chosen.rows.split(",")
    patterns = [re.escape(name).replace(r"\*", ".*") for name in wanted]
    names = [n for n in every if n in wanted
             or n not in ON_REQUEST and any(re.fullmatch(p, n) for p in patterns)]
    if not names:
        raise Failure(f"no row is called '{chosen.rows}'; there are {', '.join(every)}")
    return names


def measure_rows(tables, chosen):
    """Measures each row with every build in turn, and returns the table's lines and the results.

    `tables` has the rows by the build's name; the first is the one that is judged.
    """
    lines, results = [], []
    for name in chosen_names(tables[REPLOG], chosen):
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        made = {}
        try:
            for build, rows in tables.items():
                if build == REPLOG or name not in OF_LIBRARY:
                    made[build] = rows.make(name)
                    if chosen.small:
                        made[build].repeats = 1
        except Absent as reason:
            lines.append([name, f"not measured: {reason}", *[""] * 8])
            results.append({"row": name, "missing": str(reason)})
            continue
        for build, runs in in_turn(made, chosen).items():
            row = made[build]
            if build != REPLOG:
                row.name += f" ({build})"
            result = report.entry(row, *runs, is_judged=not chosen.small)
            lines += report.cells(row, *runs, result)
            results.append(result)
    return lines, results


def in_turn(made, chosen):
    """The runs of both sides by build: one pair of each build, then the next, after a warm-up."""
    runs = {build: row.measure(chosen.pairs if len(made) == 1 or row.is_sequence else 1,
                               warm_ups=0 if chosen.small else 1)
            for build, row in made.items()}
    if len(made) > 1:
        for _ in range(chosen.pairs - 1):
            for build, row in made.items():
                if not row.is_sequence:
                    for side, more in zip(runs[build], row.measure(1, warm_ups=0)):
                        side.samples += more.samples
    return runs


def grow(logs, found, chosen):
    """Prints what each work costs by the length of the log, as the median and for each event."""
    works, lines, results = {}, [], []
    for events in SIZES:
        rows = Rows(logs, found, chosen.replog, events)
        try:
            rows.require_room(events)
        except Absent as reason:
            print(f"{events:,} events: not measured: {reason}")
            continue
        log = logs.sample(events)
        works = {
            "pbs --all-users": rows.all_bests("replog", log),
            "verify": rows.reading("replog", log, "verify"),
            "pbs --user": rows.reading("replog", log, "pbs", "--user", logs.first_user(log)),
            "set log": rows.make("set-log").ours,
        }
        rows.keep(log)
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
    samples = programs.check(found, logs, chosen.replog, log)
    agree_on_shuffled(logs, found, chosen)
    programs.check(found, logs, chosen.replog, logs.corrected(), passes=2)
    tables = {REPLOG: Rows(logs, found, chosen.replog, chosen.events, library)}
    if chosen.old:
        agree_with_old(logs, chosen)
        tables[OLD] = Rows(LinkedLogs(logs, chosen.old, OLD), found, chosen.old, chosen.events)
    print(f"{chosen.events:,} events, {os.path.getsize(log) / 1e6:,.0f} MB; "
          f"{report.processor()}; all outputs agree\n")
    print(report.peers(found, samples) + "\n")
    counted = {} if chosen.rows else count(logs, found, chosen)
    lines, results = measure_rows(tables, chosen)
    print(report.table(report.HEADS, lines))
    return {
        "events": chosen.events, "pairs": chosen.pairs, **counted,
        "peers": {peer.name: peer.version for peer in found.values()},
        "fold": {name: vars(sample) for name, sample in samples.items()}, "rows": results,
    }


def count(logs, found, chosen):
    """Counts instructions of every build."""
    builds = {REPLOG: chosen.replog, **({OLD: chosen.old} if chosen.old else {})}
    return {"instructions": counts.count(logs, found, builds)}


def agree_on_shuffled(logs, found, chosen):
    """Fails unless any order of fields is the same log to replog, and a short one to the peers."""
    events = chosen.events
    programs.check(found, logs, chosen.replog, logs.shuffled(min(events, 10_000)))
    one, other = (logs.path(f"pbs-{kind}.json") for kind in ("canonical", "shuffled"))
    for log, view in ((logs.sample(events), one), (logs.shuffled(events), other)):
        run(Command(
            "replog", [chosen.replog, "pbs", "--all-users", "--json", "--no-checkpoint",
                       "--log", log], stdout=view))
    programs.compare("replog itself, shuffled,", one, other, logs.shuffled(events))


def agree_with_old(logs, chosen):
    """Fails unless both builds print the same views."""
    log = logs.sample(chosen.events)
    everybody = [[view, "--all-users"] for view in ("pbs", "history")]
    user = ["--user", logs.first_user(log)]
    one_user = [[*view.split(), *([] if view in OF_ALL else user)] for view in VIEWS]
    for view in [*everybody, *one_user]:
        new, old = logs.path("view-new.json"), logs.path("view-old.json")
        for program, target in ((chosen.replog, new), (chosen.old, old)):
            run(Command("view", [program, *view, "--json", "--no-checkpoint", "--log", log],
                        stdout=target))
        programs.compare(f"the old one's {' '.join(view)}", new, old, log)


def main():
    chosen = options()
    os.makedirs(FOLDER, exist_ok=True)
    work, name = ((grow, "sizes") if chosen.sizes else (count, "instructions")
                  if chosen.instructions else (compare, "results"))
    try:
        if not chosen.replog:
            build(BUILD)
            chosen.replog = BUILT
        logs = Logs(FOLDER, chosen.replog)
        found = programs.find(os.path.join(FOLDER, "peers"))
        results = work(logs, found, chosen)
    except Failure as failure:
        sys.exit(f"error: {failure}")
    report.save(os.path.join(FOLDER, f"{name}.json"), results)


if __name__ == "__main__":
    main()
