"""Real paths that cannot store a log: a full disk, a file that may not grow, a folder that may not be
written, another user's file, and paths that are not files.

In each case the command must exit with status 5, and report the file and the reason. It must not acknowledge an event
that is not in the log, and must leave the log unchanged. After the problem is solved, appends must succeed again.
"""

import contextlib
import os
import resource
import shutil
import subprocess
import tempfile

from trial import PATIENCE, REPLOG, SYSTEM_FAILED, Promises, Result, Row, Skipped, audit, \
    complaint, events, ids_of, read, require, require_root, write

NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def refused(done, log, reason):
    """Returns the errors in the command's report of its failure."""
    said = done.stderr.decode(errors="replace")
    wrong = [] if done.returncode == SYSTEM_FAILED else [complaint(done)]
    for word in (log, reason):
        if word not in said:
            wrong.append(f"does not say '{word}': {said.splitlines()[:1]}")
    if "help: " not in said:
        wrong.append("says no next step")
    return wrong


def fill(trial, log, reason, **more):
    """Appends until there is no room. Returns the acknowledged events, the sent events and the errors."""
    promises, known, wrong = Promises(), set(), []
    for number in range(1, 200):
        lines = events(number, 20)
        known.update(ids_of(lines))
        before = read(log)
        done = trial.append(log, lines, "--batch", "7", **more)
        promises.take(done.stdout)
        if done.returncode != 0:
            wrong += refused(done, log, reason)
            count = len(promises.seqs)
            if not read(log).startswith(before) or read(log).count(b"\n") != count:
                wrong.append("the log is not as it was after the last acknowledged batch")
            return promises, known, wrong
    return promises, known, ["it never was full"]


def settled(trial, log, promises, known):
    """Returns the errors that remain when there is room again."""
    lines = events(900, 3)
    done = trial.append(log, lines)
    promises.take(done.stdout)
    wrong = [] if done.returncode == 0 else [f"with room again: {complaint(done)}"]
    if trial.sound.replog("verify", "--log", log).returncode != 0:
        wrong.append("not sound with room again")
    return wrong + promises.wrong + audit(log, promises.seqs, known | set(ids_of(lines)))


def mounted(folder, *options):
    require_root()
    require("mount", "umount")
    done = subprocess.run(["mount", "-t", "tmpfs", *options, "none", folder],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise Skipped(f"cannot mount a tmpfs: {done.stderr.strip()[:80]}")


def full_disk(trial):
    folder = trial.fresh()
    mounted(folder, "-o", "size=64k")
    try:
        write(os.path.join(folder, "other"), b"x" * 12_000)
        log = os.path.join(folder, "events.jsonl")
        promises, known, wrong = fill(trial, log, "no space left on device")
        os.remove(os.path.join(folder, "other"))
        return wrong + settled(trial, log, promises, known)
    finally:
        subprocess.run(["umount", "-l", folder], capture_output=True)


def largest_file(trial):
    log = os.path.join(trial.fresh(), "events.jsonl")
    lines = events(1, 200)
    done = subprocess.run(
        [REPLOG, "append", "--log", log, "--batch", "7"], input=b"".join(lines),
        capture_output=True, env=trial.environment(), timeout=PATIENCE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)))
    promises = Promises()
    promises.take(done.stdout)
    wrong = refused(done, log, "file too large")
    if read(log).count(b"\n") != len(promises.seqs) or not promises.seqs:
        wrong.append("the log is not as it was after the last acknowledged batch")
    return wrong + settled(trial, log, promises, set(ids_of(lines)))


@contextlib.contextmanager
def public_folder():
    """Returns a folder that every user can reach. It contains a copy of the command, because the build may be
    in a user's home."""
    require_root()
    require("setpriv")
    folder = tempfile.mkdtemp(prefix="replog-reliability-")
    try:
        os.chmod(folder, 0o755)
        command = os.path.join(folder, "replog")
        shutil.copy(REPLOG, command)
        yield os.path.join(folder, "events.jsonl"), [*NOBODY, command]
    finally:
        shutil.rmtree(folder)


def denied(trial, log, command, lines=()):
    """Returns the errors when a user without permissions reads, or appends `lines`. Root may do anything."""
    kept = read(log)
    words = ["append"] if lines else ["pbs", "--user", "ann"]
    done = subprocess.run([*command, *words, "--log", log], input=b"".join(lines),
                          capture_output=True, timeout=PATIENCE, env=trial.environment())
    wrong = refused(done, log, "permission denied")
    if read(log) != kept:
        wrong.append("the log was changed")
    if done.stdout:
        wrong.append("something was acknowledged or shown")
    return wrong


def read_only_folder(trial):
    with public_folder() as (log, command):
        wrong = denied(trial, log, command, events(1, 1))
        return wrong + (["a log was made"] if os.path.exists(log) else [])


def somebody_elses_log(trial):
    with public_folder() as (log, command):
        trial.append(log, events(1, 3))
        mode = os.stat(log).st_mode & 0o777
        wrong = [] if mode == 0o600 else [f"the log has mode {mode:o}"]
        wrong += denied(trial, log, command, events(2, 1)) + denied(trial, log, command)
        os.chmod(log, 0o644)
        return wrong + denied(trial, log, command, events(2, 1))


def read_only_file_system(trial):
    folder = trial.fresh()
    mounted(folder)
    try:
        log = os.path.join(folder, "events.jsonl")
        trial.append(log, events(1, 3))
        kept = read(log)
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True, capture_output=True)
        wrong = []
        for path in (log, os.path.join(folder, "new.jsonl")):
            done = trial.append(path, events(2, 1))
            wrong += refused(done, path, "read-only file system")
        if trial.replog("ids", "--log", log).returncode != 0 or read(log) != kept:
            wrong.append("reading does not work")
        return wrong
    finally:
        subprocess.run(["umount", "-l", folder], capture_output=True)


def no_file(trial):
    folder = trial.fresh()
    pipe = os.path.join(folder, "pipe")
    os.mkfifo(pipe)
    wrong = refused(trial.append(pipe, events(1, 1)), pipe, "it is not a regular file")
    wrong += refused(trial.append(folder, events(1, 1)), folder, "is a directory")
    missing = os.path.join(folder, "missing", "events.jsonl")
    wrong += refused(trial.append(missing, events(1, 1)), missing, "no such file or directory")
    device = "/dev/full"
    if os.path.exists(device):
        wrong += refused(trial.append(device, events(1, 1)), device, "it is not a regular file")
    return wrong


def append_only(trial):
    """With `chattr +a`, appending works and truncating fails: a torn end is then an error, and stays."""
    require_root()
    require("chattr")
    log = os.path.join(trial.fresh(), "events.jsonl")
    trial.append(log, events(1, 3))
    if subprocess.run(["chattr", "+a", log], capture_output=True).returncode != 0:
        raise Skipped("this file system has no append-only files")
    try:
        done = trial.append(log, events(2, 2))
        wrong = [] if done.returncode == 0 else [complaint(done)]
        with open(log, "ab") as file:
            file.write(b'{"seq":6,"id"')
        torn = read(log)
        done = trial.append(log, events(3, 1))
        wrong += refused(done, log, "operation not permitted")
        if done.stdout or read(log) != torn:
            wrong.append("acknowledged or changed all the same")
    finally:
        subprocess.run(["chattr", "-a", log], capture_output=True)
    done = trial.append(log, events(3, 1))
    if done.returncode != 0:
        wrong.append(f"without the attribute: {complaint(done)}")
    return wrong + audit(log, known=set(ids_of(events(1, 3) + events(2, 2) + events(3, 1))))


PLACES = {
    "a full tmpfs": full_disk, "ulimit -f": largest_file, "a read-only folder": read_only_folder,
    "somebody else's log": somebody_elses_log, "a read-only file system": read_only_file_system,
    "FIFO, folder, device, nowhere": no_file, "chattr +a": append_only,
}


def run(trial):
    wrong, skipped = [], []
    for name, check in PLACES.items():
        try:
            wrong += [f"{name}: {what}" for what in check(trial)]
        except Skipped as reason:
            skipped.append(f"{name} ({reason})")
    if len(skipped) == len(PLACES):
        raise Skipped("; ".join(skipped))
    words = "exit 5, file and reason named, the log as it was"
    if skipped:
        words += "; skipped: " + ", ".join(skipped)
    count = len(PLACES) - len(skipped)
    return Result(count, count, words, wrong)


ROWS = [Row("full disks and unwritable paths", run, {
    "no-truncate": "not as it was after the last acknowledged batch",
    "deaf": "it never was full"}, needs_disk=True)]
