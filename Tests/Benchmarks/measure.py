"""Runs whole processes, one after the other, and returns what each took."""

import os
import re
import statistics
import sys
import time
from dataclasses import dataclass, field

ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


class Failure(Exception):
    """A program failed, or two that should agree do not."""


@dataclass
class Command:
    """A process to measure: its name in the table, what it runs, and what has to be done before."""

    label: str
    argv: list
    stdin: str = os.devnull
    stdout: str = os.devnull
    before: object = None
    counts_writes: bool = False
    """Whether the bytes are counted that the process hands to write calls."""
    reports: str = None
    """The file for its output where that ends with `seconds S`, which it measured itself."""
    statuses: tuple = (0,)
    """The exit statuses of a run that went well."""


@dataclass
class Sample:
    """One run of one process."""

    wall: float
    cpu: float
    peak: int
    """Peak resident memory in bytes, the pages of mapped files included. Linux counts in what the
    process was before it became the program: some 18 MB of Python, below which nothing shows."""
    anonymous: int = 0
    """Peak of resident memory that no file backs; 0 unless it was watched."""
    inside: float = 0
    """The seconds that the process measured itself; 0 unless it does."""
    size: int = 0
    """Bytes of a file or folder; 0 where that is not what is measured."""
    written: int = 0
    """Bytes handed to write calls; 0 unless they were counted."""


@dataclass
class Runs:
    """All measured runs of one command."""

    label: str
    samples: list = field(default_factory=list)

    def values(self, what):
        return [getattr(sample, what) for sample in self.samples]

    def median(self, what="wall"):
        return statistics.median(self.values(what))

    def summary(self, what="wall"):
        """(min, median, max)"""
        values = self.values(what)
        return min(values), statistics.median(values), max(values)


def run(command, watches_memory=False):
    """Runs `command` once. What fails is an error, with what it said."""
    if command.before:
        command.before()
    errors = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"replog-bench-{os.getpid()}.err")
    write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, command.stdin, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, command.reports or command.stdout, write, 0o644),
        (os.POSIX_SPAWN_OPEN, 2, errors, write, 0o644),
    ]
    try:
        start = time.perf_counter()
        pid = os.posix_spawnp(command.argv[0], command.argv, ENVIRONMENT, file_actions=actions)
        anonymous = watch(pid) if watches_memory else 0
        written = bytes_written(pid) if command.counts_writes else 0
        _, status, usage = os.wait4(pid, 0)
        wall = time.perf_counter() - start
        if os.waitstatus_to_exitcode(status) not in command.statuses:
            with open(errors, errors="replace") as file:
                raise Failure(f"{' '.join(command.argv)}: status {status}\n{file.read()}")
    finally:
        if os.path.exists(errors):
            os.remove(errors)
    scale = 1 if sys.platform == "darwin" else 1024
    return Sample(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * scale, anonymous,
                  reported(command.reports) if command.reports else 0, written=written)


def reported(path):
    """The seconds in the last line of a file."""
    with open(path, errors="replace") as file:
        text = file.read()
    found = re.search(r"^seconds (\S+)\n\Z", text, re.MULTILINE)
    if not found:
        raise Failure(f"expected a last line 'seconds S', found {text[-200:]!r}")
    return float(found[1])


def bytes_written(pid):
    """Waits for the end of a process and returns the bytes that it handed to write calls.

    Those of children that it waited for are included. The counters last until it is reaped.
    """
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    with open(f"/proc/{pid}/io") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("wchar:"))


def watch(pid):
    """The largest anonymous memory seen while the process runs, looked at every millisecond.

    ru_maxrss counts the pages of a mapped log too, so it grows with the log even if a view does not.
    """
    peak = 0
    while not os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        try:
            with open(f"/proc/{pid}/status") as file:
                for line in file:
                    if line.startswith("RssAnon:"):
                        peak = max(peak, int(line.split()[1]) * 1024)
        except OSError as error:
            if not os.path.exists("/proc/self/status"):
                raise Failure("anonymous memory can be watched on Linux alone") from error
        time.sleep(0.001)
    return peak


def several(command, count):
    """Runs one command, and once before to warm up."""
    run(command)
    return Runs(command.label, [run(command) for _ in range(count)])


def alternate(one, other, pairs, warm_ups=1, watches_memory=False):
    """Runs A B A B …, so that other load slows both."""
    both = Runs(one.label), Runs(other.label)
    for turn in range(-warm_ups, pairs):
        for command, runs in zip((one, other), both):
            sample = run(command, watches_memory)
            if turn >= 0:
                runs.samples.append(sample)
    return both
