"""Power cuts: an ext4 file system in a file is shut down while the command appends to it.

Every acknowledged event must be in the log after the file system is mounted again, in each of the three journalling
modes of ext4. A control does the same without fsync and must lose events; otherwise the cuts would prove nothing.
The row does not test devices that report writes as done too early. The pages of the image are in the host's cache.
"""

import os
import random
import subprocess
import threading

from trial import DAMAGED, PATIENCE, REPLOG, Promises, Result, Row, Skipped, Trial, audit, compiled, \
    event, ids_of, require, require_root

MODES = ["ordered", "writeback", "journal"]
CUTS_A_LOG = 8


class Disk:
    """An ext4 file system in a file, mounted in one journalling mode."""

    def __init__(self, trial, mode):
        self.mode = mode
        self.image = os.path.join(trial.fresh(), "image")
        self.folder = trial.fresh()
        with open(self.image, "wb") as file:
            file.truncate(48 << 20)
        tool("mkfs.ext4", "-q", "-F", self.image)

    def mount(self):
        tool("mount", "-o", f"loop,data={self.mode}", self.image, self.folder)

    def cut(self):
        tool(compiled("powercut"), self.folder)

    def unmount(self):
        tool("umount", self.folder)

    def __enter__(self):
        self.mount()
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", self.folder], capture_output=True)


def tool(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode != 0:
        raise RuntimeError(f"{os.path.basename(words[0])}: {done.stderr.strip()[:100]}")


def append_until(trial, disk, log, number, seconds, batch):
    """Appends lines until the power is cut. Returns the acknowledged events, and the sent lines."""
    process = subprocess.Popen(
        [REPLOG, "append", "--log", log, "--batch", str(batch)], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=trial.environment())
    sent = [event(number, n) for n in range(1, 6_000)]

    def feed():
        try:
            process.stdin.write(b"".join(sent))
            process.stdin.close()
        except (BrokenPipeError, ValueError):
            pass

    feeder = threading.Thread(target=feed)
    feeder.start()
    failures = []

    def cut():
        try:
            disk.cut()
        except Exception as error:  # An error in a thread is lost unless it is stored.
            failures.append(error)

    cutter = threading.Timer(seconds, cut)
    cutter.start()
    # The command closes its input when it fails, so that the feeder ends.
    output = process.stdout.read()
    said = process.stderr.read().decode(errors="replace")
    status = process.wait()
    feeder.join()
    cutter.join()
    for stream in (process.stdout, process.stderr):
        stream.close()
    if failures:
        raise failures[0]
    return output, sent, status, said


def cuts(trial, mode, count):
    """Cuts the power `count` times. Returns the acknowledged events, and the errors."""
    wrong, acknowledged = [], 0
    chance = random.Random(f"{mode} {count}")
    with Disk(trial, mode) as disk:
        promises, known = Promises(), set()
        for number in range(1, count + 1):
            if number % CUTS_A_LOG == 1:
                promises, known = Promises(), set()
                log = os.path.join(disk.folder, f"events-{number}.jsonl")
            # Some cuts come before the first batch of a new log is on the device, others long after.
            seconds = chance.choice([0.004, 0.02, 0.06]) * chance.random()
            output, sent, status, said = append_until(
                trial, disk, log, number, seconds, chance.choice([1, 3, 40, 1000]))
            known.update(ids_of(sent))
            acknowledged += len(promises.take(output))
            if status not in (0, 5):
                wrong.append(f"{mode}, cut {number}: status {status}, {said.splitlines()[:1]}")
            disk.unmount()
            disk.mount()
            wrong += [f"{mode}, cut {number}: {what}"
                      for what in left(trial, log, promises, known)]
            if len(wrong) > 10:
                break
    return acknowledged, wrong


def left(trial, log, promises, known):
    """Returns the errors of a log after a power cut, before and after the next append."""
    wrong = list(promises.wrong)
    if os.path.exists(log):
        if trial.sound.replog("verify", "--log", log).returncode == DAMAGED:
            wrong.append("damaged")
    elif promises.seqs:
        wrong.append(f"no log, and {len(promises.seqs)} events were acknowledged")
    last = event(1 << 20, len(known))
    known.update(ids_of([last]))
    done = trial.append(log, [last])
    promises.take(done.stdout)
    if done.returncode != 0:
        wrong.append(f"the next append: status {done.returncode} {done.stderr[:120]!r}")
    return wrong + audit(log, promises.seqs, known)


def check_machine(trial):
    require_root()
    require("mkfs.ext4", "mount", "umount")
    try:
        with Disk(trial, MODES[0]) as disk:
            disk.cut()
    except RuntimeError as error:
        raise Skipped(f"no power can be cut here: {error}") from error


def run(trial):
    check_machine(trial)
    goal = trial.count(500, 20)
    done = acknowledged = 0
    wrong = []
    for place, mode in enumerate(MODES):
        count = goal * (place + 1) // len(MODES) - goal * place // len(MODES)
        events, found = cuts(trial, mode, count)
        done, acknowledged, wrong = done + count, acknowledged + events, wrong + found
    losses = []
    with Trial(False, "no-fsync", needs_disk=True) as control:
        for mode in MODES:
            _, found = cuts(control, mode, CUTS_A_LOG // 2)
            lost = sum("lost" in what or "no log" in what for what in found)
            if not lost:
                wrong.append(f"the control without fsync lost nothing in mode {mode}")
            losses.append(lost)
    return Result(done, goal, f"0 of {acknowledged:,} acknowledged events lost; the control without "
                  f"fsync lost some in {' + '.join(map(str, losses))} findings", wrong)


ROWS = [Row("power cuts, three ext4 modes", run, needs_disk=True)]
