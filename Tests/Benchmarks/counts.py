"""Instructions an event, which no noise touches: counted by callgrind."""

import os
import re
import shutil
import subprocess

import peers as programs
import report
from checkpoints import remove_checkpoint
from logs import LINE
from measure import Failure

# Few users, so that reading the lines is counted and not printing the view.
EVENTS, USERS = 20_000, 10
# Of one user, whose views grow: every event changes most of them.
REPLAYED = 2_000
# The works whose instructions are divided by the events.
OF_EVENTS = {"pbs": EVENTS, "verify": EVENTS, "append": EVENTS, "replay": REPLAYED}
# One with a state in the checkpoint, and one without.
VIEWS = ["pbs", "profile"]


def count(logs, found, programs_by_name):
    """Prints what each work costs each program an event; {} without valgrind."""
    if not shutil.which("valgrind"):
        print("instructions: missing: no valgrind on this machine\n")
        return {}
    log = logs.sample(EVENTS, USERS)
    counts = {}
    for name, program in programs_by_name.items():
        works = of_replog(logs, program, log)
        counts[name] = {work: counted(*work_of) for work, work_of in works.items()}
    if found["simdjson"].argv:
        # Valgrind knows AVX2, but not every instruction of the newest processors.
        program = logs.path("simdjson_pbs_counted")
        if programs.build_simdjson(program, "-march=haswell"):
            counts["simdjson"] = {"pbs": counted([program, log])}
    print(f"instructions per event, {EVENTS:,} events from {USERS} users, and for 'replay' "
          f"{REPLAYED:,} of one user; the others are instructions of a whole process:")
    print(table(counts) + "\n")
    return counts


def of_replog(logs, program, log):
    """Each work as a command and the file it reads."""
    empty, kept, small, line = (
        logs.path(f"counted-{name}.jsonl") for name in ("empty", "kept", "small", "line"))
    if os.path.exists(empty):
        os.remove(empty)
    remove_checkpoint(kept)
    shutil.copyfile(log, kept)
    shutil.copyfile(logs.sample(1_000), small)
    subprocess.run([program, "checkpoint", "--log", kept], check=True, stdout=subprocess.DEVNULL)
    user = ["--user", logs.first_user(log), "--json", "--log", kept]
    with open(line, "w", encoding="utf-8") as file:
        file.write(LINE + "\n")
    return {
        "pbs": ([program, "pbs", "--all-users", "--json", "--no-checkpoint", "--log", log],),
        "verify": ([program, "verify", "--log", log],),
        "append": ([program, "append", "--no-checkpoint", "--log", empty], log),
        "replay": ([program, "replay", "--json", "--log", logs.sample(REPLAYED, 1)],),
        "start": ([program, "--version"],),
        **{f"view {view}": ([program, view, *user],) for view in VIEWS},
        "one line": ([program, "append", "--log", small], line),
    }


def table(counts):
    """Those of an event, then those of a process."""
    works = list(counts[next(iter(counts))])
    rows = [[name, "", *(cell(work, of[work]) if work in of else "–" for work in works)]
            for name, of in counts.items()]
    return report.table(["program", "", *works], rows)


def cell(work, count):
    return f"{count / OF_EVENTS[work]:,.0f}" if work in OF_EVENTS else f"{count:,}"


def counted(argv, stdin=os.devnull):
    """Returns how many instructions a process runs, on all of its threads."""
    tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    with open(stdin, "rb") as file:
        done = subprocess.run([*tool, *argv], stdin=file, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        raise Failure(f"valgrind {' '.join(argv)}: status {done.returncode}\n{done.stderr[-2000:]}")
    return int(found[1])
