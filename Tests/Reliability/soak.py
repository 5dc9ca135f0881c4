"""A long run on a disk that fails, fills up and is shared.

Two producers append to one log, and their processes fail: calls to the kernel fail at random, writes end early, and
SIGKILL ends a process at any time or within a write. Meanwhile the disk, a small tmpfs, is filled and freed again.
Another program writes lines that are not events, and two followers read. A producer that finds the log damaged
repairs it. A log that has reached its full size is audited, and the next log begins, until the time is over.

This row does not remove the page cache; the power cuts do.
"""

import contextlib
import fcntl
import json
import os
import random
import subprocess
import threading
import time
from collections import Counter

from places import mounted
from trial import DAMAGED, REPLOG, SYSTEM_FAILED, Promises, Result, Row, audit, compiled, event, \
    event_id, read, require, require_root, sides

CONFLICT = 4
# The requested length in seconds; by default an hour, a minute in CI, and less with a planted fault.
SECONDS = None
DISK = 4 << 20
LOG = 600_000
PENDING = 60
# One call in this many fails.
ONE_IN = 40


class Worker(threading.Thread):
    """Repeats its work until the time of the log is over."""

    def __init__(self, disk, seed):
        super().__init__()
        self.disk, self.chance = disk, random.Random(seed)
        self.wrong = []

    def run(self):
        try:
            while not self.disk.is_over():
                self.work()
        except Exception as error:  # An error in a thread is lost unless it is stored.
            self.wrong.append(f"{type(self).__name__}: {error!r}")

    def pause(self, least, most):
        time.sleep(self.chance.uniform(least, most))


class Disk:
    """The tmpfs, the log on it, and the counts of all occurrences."""

    def __init__(self, trial, folder, until):
        self.trial, self.folder, self.until = trial, folder, until
        self.log = os.path.join(folder, "events.jsonl")
        self.counts = Counter()
        self.guard = threading.Lock()

    def is_over(self):
        return time.monotonic() > self.until or len(read(self.log)) > LOG

    def count(self, name, number=1):
        with self.guard:
            self.counts[name] += number

    def clean(self):
        """Removes the files next to the log. Other rows check them, and here they take up space."""
        for path in sides(self.log):
            if ".torn-" in path or ".before-repair" in path:
                # Another producer that repaired the log also removes them.
                with contextlib.suppress(FileNotFoundError):
                    os.remove(path)
                    self.count("set aside" if ".torn-" in path else "originals kept")


class Producer(Worker):
    """Sends events until they are acknowledged, through processes that fail and are killed."""

    def __init__(self, disk, number, seed):
        super().__init__(disk, seed)
        self.number, self.sent, self.pending = number, 0, []
        self.promises = Promises()

    def work(self):
        while len(self.pending) < PENDING:
            self.sent += 1
            self.pending.append(self.sent)
        status, output, said = self.append()
        taken = set(self.promises.take(output))
        self.pending = [n for n in self.pending if event_id(self.number, n) not in taken]
        if status == -9:
            self.disk.count("kills")
        elif status == SYSTEM_FAILED:
            self.disk.count("full" if "no space" in said else "failed")
        elif status == DAMAGED:
            self.repair()
        elif status != 0:
            self.wrong.append(f"status {status}: {said.splitlines()[:1]}")

    def append(self):
        """Runs one process, and sometimes kills it. Returns its status, its output and its error text."""
        faults = {"LD_PRELOAD": compiled("fault"), "REL_RANDOM": str(ONE_IN)}
        if self.chance.random() < 0.1:
            faults |= {"REL_AT": "1", "REL_CUT": str(self.chance.randint(1, 400)), "REL_THEN": "kill"}
        process = subprocess.Popen(
            [REPLOG, "append", "--log", self.disk.log, "--batch", str(self.chance.choice([1, 2, 7, 25]))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=self.disk.trial.environment(**faults))
        try:
            process.stdin.write(b"".join(event(self.number, n) for n in self.pending))
            process.stdin.close()
        except BrokenPipeError:
            pass  # The process ended by itself, and its status explains why.
        if self.chance.random() < 0.3:
            self.pause(0, self.chance.choice([0.005, 0.02, 0.1]))
            process.kill()
        # The whole output fits into the pipes, so no process waits for another.
        output, said = process.stdout.read(), process.stderr.read().decode(errors="replace")
        status = process.wait()
        process.stdout.close()
        process.stderr.close()
        return status, output, said

    def repair(self):
        done = self.disk.trial.replog(
            "repair", "--yes", "--log", self.disk.log, LD_PRELOAD=compiled("fault"), REL_RANDOM=str(ONE_IN))
        if done.returncode not in (0, SYSTEM_FAILED, CONFLICT):
            self.wrong.append(f"repair: status {done.returncode}, {done.stderr[:200]!r}")
        self.disk.count("repairs" if done.returncode == 0 else "failed repairs")
        self.disk.clean()


class Follower(Worker):
    """Follows the log with one process after another, and stores every event that they print."""

    def __init__(self, disk, seed):
        super().__init__(disk, seed)
        self.shown = {}

    def work(self):
        process = subprocess.Popen(
            [REPLOG, "log", "--json", "--follow", "--log", self.disk.log], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=self.disk.trial.environment())
        stop = threading.Timer(self.chance.uniform(0.2, 3), process.kill)
        stop.start()
        for line in process.stdout:
            if not line.endswith(b"\n"):
                break  # The process was killed within a line.
            shown = json.loads(line)
            if self.shown.setdefault(shown["id"], shown["seq"]) != shown["seq"]:
                self.wrong.append(f"{shown['id']} shown as {self.shown[shown['id']]} and {shown['seq']}")
        process.wait()
        stop.cancel()
        process.stdout.close()


class Filler(Worker):
    """Fills the disk, and frees it again."""

    def work(self):
        path = os.path.join(self.disk.folder, "filler")
        self.pause(0.5, 2)
        try:
            with open(path, "wb", buffering=0) as file:
                while file.write(bytes(1 << 12)) == 1 << 12:
                    pass
        except OSError:
            self.disk.count("fillings")
        self.pause(0.1, 0.5)
        os.remove(path)


class Stranger(Worker):
    """Another program that writes a line that is not an event."""

    def work(self):
        self.pause(1, 4)
        try:
            # This does not create the log, because creating it is the first step of an appender.
            file = os.open(self.disk.log, os.O_WRONLY | os.O_APPEND)
        except FileNotFoundError:
            return
        try:
            # Without a lock, the program would write into a batch, and replog cannot prevent that.
            fcntl.flock(file, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(file), os.stat(self.disk.log)) and read(self.disk.log).endswith(b"\n"):
                os.write(file, b"no event\n")
                self.disk.count("strange lines")
        except OSError:
            pass  # The disk is full.
        finally:
            os.close(file)


def one_log(trial, folder, until, seed):
    """Runs all workers on one log. Returns the counts, and the errors."""
    disk = Disk(trial, folder, until)
    producers = [Producer(disk, number, seed * 10 + number) for number in (1, 2)]
    followers = [Follower(disk, seed * 10 + number) for number in (3, 4)]
    others = [Filler(disk, seed * 10 + 5), Stranger(disk, seed * 10 + 6)]
    workers = producers + followers + others
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    wrong, promised, shown, known = [], {}, {}, {event_id(99, 1)}
    for worker in workers:
        wrong += worker.wrong
    for producer in producers:
        wrong += producer.promises.wrong
        promised |= producer.promises.seqs
        known |= {event_id(producer.number, n + 1) for n in range(producer.sent)}
    for follower in followers:
        shown |= follower.shown
    wrong += settled(trial.sound, disk)
    wrong += audit(disk.log, shown | promised, known)
    disk.clean()
    disk.count("acknowledged", len(promised))
    disk.count("shown", len(shown))
    os.remove(disk.log)
    return disk.counts, wrong


def settled(trial, disk):
    """Repairs a damaged log, and checks that the next append succeeds and leaves the log sound."""
    done = trial.append(disk.log, [event(99, 1)])
    if done.returncode == DAMAGED:
        trial.replog("repair", "--yes", "--log", disk.log)
        disk.count("repairs")
        done = trial.append(disk.log, [event(99, 1)])
    wrong = [] if done.returncode == 0 else [f"a last append: status {done.returncode}, {done.stderr[:200]!r}"]
    if trial.replog("verify", "--log", disk.log).returncode != 0:
        wrong.append("the log is not sound at the end")
    return wrong


def run(trial):
    require_root()
    require("mount", "umount")
    seconds = trial.count(SECONDS or 3_600, SECONDS or 60, 15)
    folder = trial.fresh()
    mounted(folder, "-o", f"size={DISK}")
    start = time.monotonic()
    counts, wrong, logs = Counter(), [], 0
    try:
        while not wrong and time.monotonic() < start + seconds:
            logs += 1
            more, wrong = one_log(trial, folder, start + seconds, logs)
            counts += more
    finally:
        subprocess.run(["umount", "-l", folder], capture_output=True)
    said = ", ".join(f"{counts[name]:,} {name}" for name in (
        "kills", "failed", "full", "fillings", "strange lines", "repairs", "failed repairs", "set aside"))
    for name in ("kills", "failed", "full", "repairs"):
        if counts[name] == 0 and not trial.is_twin:
            wrong.append(f"the run has no {name}: it was too short to prove anything")
    return Result(int(min(time.monotonic() - start, seconds)), seconds, (
        f"s; 0 of {counts['acknowledged']:,} acknowledged and {counts['shown']:,} shown events lost or doubled "
        f"in {logs} logs; {said}"), wrong)


ROWS = [Row("soak: a disk that fails, fills and is shared", run,
            # Without a lock, repairs and appends damage each other in many ways.
            {"no-lock": "."})]
