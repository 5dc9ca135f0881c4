"""SIGKILL at every system call, and errors from the kernel at every call; strace injects both.

For each name of a call and each N, strace kills the process at its N-th call of that name, until the process makes
fewer calls and survives. For the errors, strace does not execute the call and returns an error. These runs check
end to end what the in-process tests check with more cases.
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
# Calls that may contain the name of the log in their arguments although they are not about the log.
FOREIGN = re.compile(r" (execve\(|write\([12]<)")
# Calls that replog retries after an interruption; any other error is returned to the caller.
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
    """Returns the options that make strace trace and stop only calls of one name. Signals cannot be injected with
    these options."""
    return ["--seccomp-bpf", "-e", f"trace={call}"]


def calls_of(trial, situation):
    """Returns the names of all calls that the command makes."""
    trace = os.path.join(trial.fresh(), "trace")
    done = strace(trial, situation, situation.make(trial), trace)
    if done.returncode != 0 and not trial.planted:
        raise RuntimeError(f"{situation.name}: {complaint(done)}")
    with open(trace, errors="replace") as file:
        found = re.findall(r"^\d+ +(\w+)\(", file.read(), re.MULTILINE)
    # The first execve is strace's own.
    return sorted(set(found) - {"execve", "exit_group", "exit"}) + ["exit_group"]


def kill_everywhere(trial, place):
    """Kills the command at each call of a name. Returns the number of kills, and the errors."""
    situation, call = place
    kills, wrong = 0, []
    was_killed, count = True, 0
    # Every name comes from a trace, so it has a first call.
    while was_killed and len(wrong) < 10:
        count += 1
        log = situation.make(trial)
        done = strace(trial, situation, log, os.devnull, "-e", f"trace={call}",
                      "-e", f"inject={call}:signal=SIGKILL:when={count}")
        # strace ends in the same way as its child.
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
    """Its number among the calls of its name, from 1, including calls on other files."""
    is_for_cache: bool
    """Whether the call may serve only to check that a checkpoint belongs to the log."""


class Injected:
    """One run in which a call fails; if `more` is `+`, all later calls of the same name fail too."""

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
        # A message that cannot be written cannot be checked.
        self.can_speak = not any("write(2<" in line for line in others)
        self.is_pure = all(FOREIGN.search(line) for line in others)

    def wrong(self):
        """Returns the errors in the output and in the remaining files."""
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
    """Returns which lines of a trace are about the log or the files next to it. Calls of the loader, calls on
    streams, and the first execve, which is strace's own, are not."""
    folder = os.path.dirname(log)
    named = [folder in line and not FOREIGN.search(line) for line in lines]
    first = named.index(True) if True in named else len(lines)
    # A mapping over a part of the log's mapping names no file, and follows the mapping that does.
    return [is_named or place > first and "MAP_FIXED|MAP_ANONYMOUS" in line
            for place, (line, is_named) in enumerate(zip(lines, named))]


def own_calls(trial, situation):
    """Returns every call that a situation's command makes on the log and the files next to it."""
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
        # The command checks an open checkpoint, and then maps the log. Calls on the log between these two may
        # serve either of them. If there is no checkpoint, all calls serve the log.
        if name == "openat" and '.checkpoint/manifest"' in line:
            is_for_cache = " = -1 " not in line
        elif name == "mmap" and log in line:
            is_for_cache = False
        if is_own:
            found.append(Call(situation, name, counts[name], is_for_cache))
    return found


def failed(make, names):
    """Returns the row that makes every call fail in the situations from `make`. CI uses only the situations in
    `names`, and only the first one to test the row itself with a fault."""
    def run(trial):
        check_strace(trial)
        situations = make(trial)
        if not trial.is_full:
            situations = [s for s in situations if s.name in names[:1 if trial.is_twin else None]]
        calls = [call for situation in situations for call in own_calls(trial, situation)]
        if len(calls) < 15 * max(1, len(situations)):
            raise RuntimeError("hardly any call is seen")
        if trial.is_twin:
            # A planted fault makes its own calls, which are not calls of the command.
            calls = [call for call in calls if call.name in ("write", "fsync")]
        runs, wrong = everywhere(fail_call, trial, calls)
        seen = sorted({call.name for call in calls})
        return Result(runs, runs, f"{len(calls)} calls in {len(situations)} situations: "
                      + ", ".join(seen), wrong)
    return run


def fail_call(trial, call):
    """Makes one call fail in every way, alone and with all later calls of its name. Returns the number of runs,
    and the errors."""
    runs, wrong = 0, []
    for error in ERRORS if trial.is_full else ERRORS[:3]:
        for more in ("", "+"):
            # A call that is retried after each interruption would be retried forever.
            if more and error == "EINTR" and call.name in RETRIED:
                continue
            run = Injected(trial, call, error, more)
            # Memory that the command allocates for itself does not concern the log.
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
