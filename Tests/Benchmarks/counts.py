"""Instructions an event, which no noise touches: counted by callgrind."""

import os
import re
import shutil
import subprocess

import peers as programs
import report
from measure import Failure

# Few users, so that reading the lines is counted and not printing the view.
EVENTS, USERS = 20_000, 10


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
    print(f"instructions an event, {EVENTS:,} events of {USERS} users; of 'start' all:")
    print(table(counts) + "\n")
    return counts


def of_replog(logs, program, log):
    """Each work as a command and the file it reads."""
    target = logs.path("counted.jsonl")
    if os.path.exists(target):
        os.remove(target)
    return {
        "pbs": ([program, "pbs", "--all-users", "--json", "--no-checkpoint", "--log", log],),
        "verify": ([program, "verify", "--log", log],),
        "append": ([program, "append", "--no-checkpoint", "--log", target], log),
        "start": ([program, "--version"],),
    }


def table(counts):
    works = ["pbs", "verify", "append", "start"]
    rows = [[name, "", *(cell(work, of[work]) if work in of else "–" for work in works)]
            for name, of in counts.items()]
    return report.table(["program", "", *works], rows)


def cell(work, count):
    return f"{count:,}" if work == "start" else f"{count / EVENTS:,.0f}"


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
