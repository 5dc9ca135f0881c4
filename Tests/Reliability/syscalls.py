"""SIGKILL at every system call, and errors from the kernel's side of every call: both by strace.

For each call by name and each N, the process is ended as it makes the N-th call of that name, until
it makes so few that it survives. The errors are an end-to-end check of what the tests inside the
process do more of: the call is not executed and the command is told it failed.
"""

import errno
import os
import re
import subprocess

from situations import appends, checkpoints, repairs
from trial import PATIENCE, REPLOG, SYSTEM_FAILED, Result, Row, Skipped, acknowledged, complaint, \
    everywhere, ids_of, require

ERRORS = ["EIO", "ENOSPC", "EINTR", "EDQUOT", "EFBIG", "EROFS"]
CALLS = ["openat", "flock", "fstat", "newfstatat", "pread64", "mmap", "write", "fsync", "ftruncate"]
# What is done again when it was interrupted; anything else is told to whoever asked.
RETRIED = {"flock", "write", "pread64", "read"}


def strace(trial, situation, log, trace, *options):
    """Runs the situation's command under strace, which writes to the file `trace`."""
    planted = [word for k, v in trial.planted.items() for word in ("-E", f"{k}={v}")]
    kept = {**trial.environment()}
    kept.pop("LD_PRELOAD", None)
    return subprocess.run(
        ["strace", "-f", "-qq", "-y", "-o", trace, *planted, *options,
         REPLOG, *situation.words, "--log", log],
        input=situation.stdin, capture_output=True, timeout=PATIENCE, env=kept)


def check_strace(trial):
    require("strace")
    done = subprocess.run(["strace", "-qq", "-o", os.devnull, "-e", "inject=getpid:error=EIO",
                           "true"], capture_output=True, text=True)
    if done.returncode != 0:
        raise Skipped(f"strace cannot trace here: {done.stderr.strip()[:80]}")


def calls_of(trial, situation):
    """The names of all calls that the command makes."""
    trace = os.path.join(trial.fresh(), "trace")
    done = strace(trial, situation, situation.make(trial), trace)
    if done.returncode != 0 and not trial.planted:
        raise RuntimeError(f"{situation.name}: {complaint(done)}")
    with open(trace, errors="replace") as file:
        found = re.findall(r"^\d+ +(\w+)\(", file.read(), re.MULTILINE)
    # The first execve is strace's own.
    return sorted(set(found) - {"execve", "exit_group", "exit"}) + ["exit_group"]


def kill_everywhere(trial, situation):
    """Answers how often the command was killed, and what was wrong after that."""
    kills, wrong = 0, []
    for call in calls_of(trial, situation):
        was_killed, count = True, 0
        while was_killed and len(wrong) < 10:
            count += 1
            log = situation.make(trial)
            done = strace(trial, situation, log, os.devnull, "-e", f"trace={call}",
                          "-e", f"inject={call}:signal=SIGKILL:when={count}")
            # strace ends the way its child did.
            was_killed = done.returncode in (-9, 137)
            kills += was_killed
            wrong += [f"{situation.name}, {call} {count}: {what}"
                      for what in situation.after_an_end(trial, log, done.stdout)]
    return kills, wrong


def killed(make):
    def run(trial):
        check_strace(trial)
        situations = make(trial)[:1 if trial.is_twin else None]
        kills, wrong = everywhere(kill_everywhere, trial, situations)
        if kills < 20 * len(situations):
            wrong.append("hardly any call was hit")
        return Result(kills, kills, f"0 lost, 0 wrong in {len(situations)} situations", wrong)
    return run


# MARK: - Errors


class Injected:
    """One run in which a call failed."""

    def __init__(self, trial, situation, call, error, when):
        self.trial, self.situation = trial, situation
        self.call, self.error = call, error
        self.log = situation.make(trial)
        trace = os.path.join(trial.fresh(), "trace")
        self.done = strace(trial, situation, self.log, trace, "-e", f"trace={call}",
                           "-e", f"inject={call}:error={error}:when={when}")
        with open(trace, errors="replace") as file:
            lines = [line for line in file if line.rstrip().endswith("(INJECTED)")]
        self.was_hit = bool(lines)
        folder = os.path.dirname(self.log)
        # The loader's calls and those on streams are none of the log's.
        self.hits = [line for line in lines if folder in line]
        self.is_pure = len(self.hits) == len(lines)

    def wrong(self):
        """What is wrong with the answer and with what is left."""
        wrong = []
        acks = acknowledged(self.done.stdout)
        known = set(ids_of(self.situation.stdin.splitlines()))
        if self.done.returncode == 0:
            if self.must_fail():
                wrong.append("acknowledged although a call failed")
        elif self.done.returncode != SYSTEM_FAILED:
            wrong.append(complaint(self.done))
        else:
            wrong += self.wrong_words()
            if {name for name, _ in acks} >= known:
                wrong.append("all was acknowledged, and yet it failed")
        return wrong + self.situation.after_an_end(self.trial, self.log, self.done.stdout)

    def must_fail(self):
        # A lock that is not given back is gone with the process; a checkpoint that cannot be read or
        # written is as if it were not there; a name of which nobody can say that it is a link is taken
        # for none.
        harmless = ("LOCK_UN", ".checkpoint", "AT_SYMLINK_NOFOLLOW")
        if all(any(word in line for word in harmless) for line in self.hits):
            return False
        return self.error != "EINTR" or self.call not in RETRIED

    def wrong_words(self):
        said = self.done.stderr.decode()
        reason = os.strerror(getattr(errno, self.error))
        reason = reason[:1].lower() + reason[1:]
        wrong = [] if reason in said else [f"does not say '{reason}': {said.splitlines()[:1]}"]
        folder = os.path.dirname(self.log)
        return wrong if folder in said else [*wrong, f"names no file: {said.splitlines()[:1]}"]


def errors(trial):
    check_strace(trial)
    situations = appends(trial)
    if not trial.is_full:
        names = ["one event"] if trial.is_twin else ["one event", "a new log", "a torn line"]
        situations = [s for s in situations if s.name in names]
    runs, wrong = everywhere(fail_everywhere, trial, situations)
    if runs < 50 * len(situations) and not trial.is_twin:
        wrong.append("hardly any call was hit")
    return Result(runs, runs, "each exit 5, no false acknowledgement, log valid after", wrong)


def fail_everywhere(trial, situation):
    """Answers how often a call was failed, and what was wrong after that."""
    runs, wrong = 0, []
    # A planted fault makes calls of its own, which are none of the command's.
    for call in ["write", "fsync"] if trial.is_twin else CALLS:
        for error in ERRORS if trial.is_full else ERRORS[:3]:
            for persistent in (False, True):
                # What is retried while it is interrupted is retried for as long.
                if persistent and error == "EINTR" and call in RETRIED:
                    continue
                if len(wrong) < 10:
                    count, found = inject(trial, situation, call, error, "+" * persistent)
                    runs, wrong = runs + count, wrong + found
    return runs, wrong


def inject(trial, situation, call, error, more):
    """Fails every call of one name in turn, with all behind it where `more` is `+`."""
    runs, wrong = 0, []
    for count in range(1, 100):
        run = Injected(trial, situation, call, error, f"{count}{more}")
        if not run.was_hit:
            break
        if run.hits and (run.is_pure or not more):
            runs += 1
            wrong += [f"{situation.name}, {call} {count}{more} {error}: {what}"
                      for what in run.wrong()]
    return runs, wrong


ROWS = [
    Row("SIGKILL at every syscall of append and recovery", killed(appends), ["ack-first"]),
    Row("SIGKILL at every syscall of repair", killed(repairs), ["ack-first"]),
    Row("SIGKILL at every syscall of checkpoint", killed(checkpoints)),
    Row("errors from the kernel at every call", errors, ["deaf"]),
]
