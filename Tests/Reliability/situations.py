"""Logs in the states that matter, and what is done to each: shared by the rows that end or fail a
process at every call it makes."""

import json
import os
from dataclasses import dataclass

from trial import Promises, Skipped, audit, complaint, event, events, ids_of, read, sides, write

LAST = event(3, 1)


@dataclass
class Situation:
    """A log as it is before a command runs, the command, and what must be true whatever happens."""

    name: str
    before: bytes
    """The bytes of the log; none and `is_new` where there is no log."""
    words: list
    """The command, without --log."""
    stdin: bytes = b""
    sound: int = 0
    """How many bytes of the log no append may touch: what was acknowledged."""
    is_new: bool = False

    def make(self, trial):
        log = os.path.join(trial.fresh(), "events.jsonl")
        if not self.is_new:
            write(log, self.before)
        return log

    def known(self):
        return set(ids_of(self.before[:self.sound].splitlines() + self.stdin.splitlines()))

    def promised(self):
        """The events of the sound part: they were acknowledged once."""
        return {e["id"]: e["seq"] for e in map(json.loads, self.before[:self.sound].splitlines())}

    def after_an_end(self, trial, log, output):
        """What is wrong once the process has ended, however it did; then runs the command again,
        appends one event more and looks once more: what was acknowledged stays, and a retry
        succeeds."""
        promises = Promises()
        promises.seqs.update(self.promised())
        promises.take(output)
        wrong = self.left_behind(trial, log, promises)
        again = trial.replog(*self.words, "--log", log, stdin=self.stdin)
        if again.returncode != 0:
            return [*wrong, f"the next append: {complaint(again)}"]
        promises.take(again.stdout)
        # A retry that finds all there already writes nothing, not even the newline that is lacking.
        more = trial.append(log, [LAST])
        promises.take(more.stdout)
        wrong += promises.wrong + audit(log, promises.seqs, self.known() | set(ids_of([LAST])))
        if trial.sound.replog("verify", "--log", log).returncode != 0:
            wrong.append("not sound after the next append")
        torn = self.before[self.sound:]
        if torn and torn not in [read(path) for path in sides(log)]:
            wrong.append("the torn bytes were not set aside as they were")
        return wrong

    def left_behind(self, trial, log, promises):
        """What is wrong with the log as a process left it: before a retry can make good for it."""
        lost = [name for name in promises.seqs if name.encode() not in read(log)]
        wrong = [f"{name} was acknowledged and is not there: lost" for name in lost]
        if not os.path.exists(log):
            return wrong if self.is_new else ["the log is gone"]
        if not read(log).startswith(self.before[:self.sound]):
            wrong.append("the sound part of the log was changed")
        if trial.sound.replog("verify", "--log", log).returncode not in (0, 1):
            wrong.append("damaged as it was left")
        return wrong


def log_of(trial, count, options=()):
    """The bytes of a log of `count` events that the command itself appended."""
    log = os.path.join(trial.fresh(), "events.jsonl")
    done = trial.sound.append(log, events(1, count), *options)
    if done.returncode != 0:
        raise RuntimeError(complaint(done))
    return read(log)


def appends(trial):
    """Appending to every kind of log."""
    log = log_of(trial, 20, ["--batch", "1"])
    longer = log_of(trial, 23, ["--batch", "1"])
    marked = log_of(trial, 4, ["--atomic"])
    cut = marked[:marked.rindex(b"\n", 0, len(marked) - 1) + 1]
    one, five = event(2, 1), b"".join(events(2, 5))
    last = longer[:longer.index(b"\n", len(log))]
    return [
        Situation("one event", log, ["append"], one, len(log)),
        Situation("a batch", log, ["append", "--atomic"], five, len(log)),
        Situation("several batches", log, ["append", "--batch", "2"], five, len(log)),
        Situation("a new log", b"", ["append"], one, 0, is_new=True),
        Situation("a new log, a batch", b"", ["append", "--atomic"], five, 0, is_new=True),
        Situation("an empty log", b"", ["append"], one, 0),
        Situation("a torn line", log + longer[len(log):len(log) + 90], ["append"], one, len(log)),
        Situation("NULs", log + b"\0" * 600, ["append", "--atomic"], five, len(log)),
        Situation("a batch cut short", cut, ["append"], one, 0),
        Situation("no last newline", last, ["append"], one, len(last)),
    ]


class Repair(Situation):
    """A log with a line that was changed, which `repair` takes out."""

    def after_an_end(self, trial, log, output):
        wrong = []
        if not os.path.exists(log):
            wrong.append("the log is gone")
        elif read(log) not in (self.before, self.repaired):
            wrong.append("the log is neither the old one nor the repaired one")
        if not os.path.exists(log) or read(log) != self.before:
            wrong += self.without_original(log)
        again = trial.replog(*self.words, "--log", log)
        if again.returncode != 0:
            wrong.append(f"repairing again: {complaint(again)}")
        if read(log) != self.repaired:
            wrong.append("repaired again, the log is not what it should be")
        if trial.sound.replog("verify", "--log", log).returncode == 3:
            wrong.append("still damaged")
        return wrong + self.without_original(log)

    def without_original(self, log):
        return [] if self.before in [read(p) for p in sides(log)] else ["the original is gone"]


def repairs(trial):
    if trial.replog("help", "repair").returncode != 0:
        raise Skipped("this build has no command 'repair'")
    log = log_of(trial, 20, ["--batch", "1"])
    lines = log.splitlines(keepends=True)
    found = []
    for name, place in (("in the middle", 9), ("at the end", 19)):
        changed = list(lines)
        changed[place] = changed[place].replace(b"felt light", b"felt heavy")
        before = b"".join(changed)
        situation = Repair(f"repair {name}", before, ["repair", "--yes"])
        path = situation.make(trial)
        done = trial.replog(*situation.words, "--log", path)
        situation.repaired = read(path)
        kept = [line for at, line in enumerate(lines) if at != place]
        if done.returncode != 0 or any(line not in situation.repaired for line in kept):
            raise RuntimeError(f"repair itself: {complaint(done)}")
        found.append(situation)
    return found


class Checkpoint(Situation):
    """A log whose views are to be the same with and without its checkpoint."""

    def after_an_end(self, trial, log, output):
        wrong = [] if read(log) == self.before else ["the log was changed"]
        for view in ("pbs", "history", "ids"):
            shown = [trial.replog(view, "--json", "--user", "ann", "--log", log, *options).stdout
                     for options in ([], ["--no-checkpoint"])]
            if shown[0] != shown[1] or not shown[0]:
                wrong.append(f"'{view}' differs with what is left of the checkpoint")
        again = trial.replog(*self.words, "--log", log)
        if again.returncode != 0:
            wrong.append(f"the next checkpoint: {complaint(again)}")
        return wrong


def checkpoints(trial):
    if trial.replog("help", "checkpoint").returncode != 0:
        raise Skipped("this build has no command 'checkpoint'")
    log = log_of(trial, 20)
    return [Checkpoint("checkpoint", log, ["checkpoint"])]
