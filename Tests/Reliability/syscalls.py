"""SIGKILL at every system call, and errors from the kernel's side of every call: both by strace.

For each call by name and each N, the process is ended as it makes the N-th call of that name, until
it makes so few that it survives. The errors are an end-to-end check of what the tests inside the
process do more of: the call is not executed and the command is told it failed.
"""

import errno
import os
import re
import subprocess
from dataclasses import dataclass

from situations import appends, checkpoints, repairs
from trial import PATIENCE, REPLOG, SYSTEM_FAILED, Result, Row, Skipped, complaint, everywhere, \
    require

ERRORS = ["EIO", "ENOSPC", "EINTR", "EDQUOT", "EFBIG", "EROFS"]
CALL = re.compile(r"\d+ +(\w+)\(")
# Calls that may well have the name of the log among their words.
FOREIGN = re.compile(r" (execve\(|write\([12]<)")
# Calls that are made again when they were interrupted; any other error is returned to the caller.
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
    done = subprocess.run(["strace", "-f", "-qq", "-o", os.devnull, *only("getpid"),
                           "-e", "inject=getpid:error=EIO", "true"], capture_output=True, text=True)
    if done.returncode != 0:
        raise Skipped(f"strace cannot trace here: {done.stderr.strip()[:80]}")


def only(call):
    """The words that make strace look at calls of one name, and stop the command at no other. A signal
    does not come that way."""
    return ["--seccomp-bpf", "-e", f"trace={call}"]


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


def kill_everywhere(trial, place):
    """Ends the command at each call of a name. Returns how often, and what was wrong after that."""
    situation, call = place
    kills, wrong = 0, []
    was_killed, count = True, 0
    # Every name comes from a trace, so there is a first call of it.
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
    if not trial.planted and not kills:
        wrong.append(f"{situation.name}, {call}: was not hit")
    if not trial.planted and not was_killed and done.returncode != 0:
        wrong.append(f"{situation.name}, {call}, not ended: {complaint(done)}")
    return kills, wrong


def killed(make):
    def run(trial):
        check_strace(trial)
        situations = make(trial)[:1 if trial.is_twin else None]
        places = [(s, call) for s in situations for call in calls_of(trial, s)]
        kills, wrong = everywhere(kill_everywhere, trial, places)
        if kills < 20 * len(situations):
            wrong.append("hardly any call was hit")
        return Result(kills, kills, f"0 lost, 0 wrong in {len(situations)} situations", wrong)
    return run


# MARK: - Errors


@dataclass
class Call:
    """A call that a situation's command makes on the log or on the files next to it."""

    situation: object
    name: str
    number: int
    """Which one of its name, from 1, those on other files counted too."""
    is_for_cache: bool
    """Whether it may be made only to learn whether a checkpoint is one of the log."""


class Injected:
    """One run in which a call failed, alone or with all of its name after it, where `more` is `+`."""

    def __init__(self, trial, call, error, more):
        self.trial, self.situation = trial, call.situation
        self.target, self.call, self.error = call, call.name, error
        self.log = self.situation.make(trial)
        trace = os.path.join(trial.fresh(), "trace")
        self.done = strace(
            trial, self.situation, self.log, trace, *only(self.call),
            "-e", f"inject={self.call}:error={error}:when={call.number}{more}")
        lines = traced(trace)
        injected = [(line, is_own) for line, is_own in zip(lines, are_own(lines, self.log))
                    if line.rstrip().endswith("(INJECTED)")]
        self.hits = [line for line, is_own in injected if is_own]
        others = [line for line, is_own in injected if not is_own]
        # Where the message cannot be written, it cannot be read.
        self.can_speak = not any("write(2<" in line for line in others)
        self.is_pure = all(FOREIGN.search(line) for line in others)

    def wrong(self):
        """What is wrong with the answer and with what is left."""
        wrong = []
        if self.done.returncode == 0:
            if self.must_fail():
                wrong.append("acknowledged or done although a call failed")
        elif self.done.returncode != SYSTEM_FAILED:
            wrong.append(complaint(self.done))
        elif self.can_speak:
            wrong += self.wrong_words()
        wrong += self.situation.after_a_failure(self)
        return wrong + self.situation.after_an_end(self.trial, self.log, self.done.stdout)

    def must_fail(self):
        harmless = self.situation.harmless
        hits = self.hits[1:] if self.target.is_for_cache else self.hits
        if all(any(word in line for word in harmless) for line in hits):
            return False
        return self.error != "EINTR" or self.call not in RETRIED

    def wrong_words(self):
        said = self.done.stderr.decode()
        reason = self.situation.instead.get(self.call.removesuffix("at")) \
            or os.strerror(getattr(errno, self.error))
        reason = reason[:1].lower() + reason[1:]
        wrong = [] if reason in said else [f"does not say '{reason}': {said.splitlines()[:1]}"]
        folder = os.path.dirname(self.log)
        return wrong if folder in said else [*wrong, f"names no file: {said.splitlines()[:1]}"]


def traced(path):
    with open(path, errors="replace") as file:
        return file.readlines()


def are_own(lines, log):
    """Which lines of a trace are about the log or the files next to it. The loader's calls are not, nor
    those on streams, nor the first execve, which is strace's."""
    folder = os.path.dirname(log)
    named = [folder in line and not FOREIGN.search(line) for line in lines]
    first = named.index(True) if True in named else len(lines)
    # What is put over a part of the log's mapping names no file, and comes after the part that does.
    return [is_named or place > first and "MAP_FIXED|MAP_ANONYMOUS" in line
            for place, (line, is_named) in enumerate(zip(lines, named))]


def own_calls(trial, situation):
    """Every call that a situation's command makes on the log and the files next to it."""
    trace = os.path.join(trial.fresh(), "trace")
    log = situation.make(trial)
    done = strace(trial, situation, log, trace)
    if done.returncode != 0:
        raise RuntimeError(f"{situation.name}: {complaint(done)}")
    counts, found, is_for_cache = {}, [], False
    lines = [line for line in traced(trace) if CALL.match(line)]
    for line, is_own in zip(lines, are_own(lines, log)):
        name = CALL.match(line)[1]
        counts[name] = counts.get(name, 0) + 1
        # A checkpoint that was opened is looked at, and then the log is mapped. What is asked of the
        # log between is for the one or the other: where there is no checkpoint it all is for the log.
        if name == "openat" and '.checkpoint/manifest"' in line:
            is_for_cache = " = -1 " not in line
        elif name == "mmap" and log in line:
            is_for_cache = False
        if is_own:
            found.append(Call(situation, name, counts[name], is_for_cache))
    return found


def failed(make, names):
    """The row that fails every call of the situations that `make` makes; in CI of those in `names`,
    and of the first of them where the row itself is on trial."""
    def run(trial):
        check_strace(trial)
        situations = make(trial)
        if not trial.is_full:
            situations = [s for s in situations if s.name in names[:1 if trial.is_twin else None]]
        calls = [call for situation in situations for call in own_calls(trial, situation)]
        if len(calls) < 15 * max(1, len(situations)):
            raise RuntimeError("hardly any call is seen")
        if trial.is_twin:
            # A planted fault makes calls of its own, which are none of the command's.
            calls = [call for call in calls if call.name in ("write", "fsync")]
        runs, wrong = everywhere(fail_call, trial, calls)
        seen = sorted({call.name for call in calls})
        return Result(runs, runs, f"{len(calls)} calls in {len(situations)} situations: "
                      + ", ".join(seen), wrong)
    return run


def fail_call(trial, call):
    """Fails one call in every way, alone and with all of its name after it. Returns how often, and
    what was wrong after that."""
    runs, wrong = 0, []
    for error in ERRORS if trial.is_full else ERRORS[:3]:
        for more in ("", "+"):
            # What is retried while it is interrupted is retried for as long.
            if more and error == "EINTR" and call.name in RETRIED:
                continue
            run = Injected(trial, call, error, more)
            # Memory that the command wants for itself is none of the log's.
            if run.hits and not run.is_pure:
                continue
            runs += 1
            found = run.wrong() if run.hits else ["the call was not reached"]
            wrong += [f"{call.situation.name}, {call.name} {call.number}{more} {error}: {what}"
                      for what in found]
    return runs, wrong


APPENDED = ["one event", "a new log", "a torn line"]
REPAIRED = ["repair in the middle", "repair beside what was left", "repair somebody else's log"]
KEPT = ["the first checkpoint", "a newer checkpoint", "a checkpoint beside half of one"]

DEAF = {"deaf": "done although a call failed"}

ROWS = [
    Row("SIGKILL at every syscall of append and recovery", killed(appends),
        {"ack-first": "acknowledged and is not there: lost"}),
    Row("SIGKILL at every syscall of repair", killed(repairs),
        {"ack-first": "neither the old one nor the repaired one"}),
    Row("SIGKILL at every syscall of checkpoint", killed(checkpoints)),
    Row("errors from the kernel at every call of append", failed(appends, APPENDED), DEAF),
    Row("errors from the kernel at every call of repair", failed(repairs, REPAIRED), DEAF),
    Row("errors from the kernel at every call of checkpoint", failed(checkpoints, KEPT), DEAF),
]
