"""Logs in relevant states, each with a command. The rows that kill a process, or make a call fail, at every
call share these situations."""

import hashlib
import json
import os
import shutil
from dataclasses import dataclass, field

from trial import Promises, Skipped, acknowledged, audit, complaint, event, events, ids_of, read, \
    sides, write

LAST = event(3, 1)
NOBODY = 65534


@dataclass
class Situation:
    """A log before a command runs, the command, and the requirements after every outcome."""

    name: str
    before: bytes
    """The bytes of the log; empty, with `is_new`, if there is no log."""
    words: list
    """The command, without --log."""
    stdin: bytes = b""
    sound: int = 0
    """The number of acknowledged bytes of the log, which no append may change."""
    is_new: bool = False
    beside: dict = field(default_factory=dict)
    """The files next to the log before the command: their endings and bytes."""
    owner: int = None
    """The owner of the log; None for the user who runs this."""
    seen: dict = field(default_factory=dict)
    """The errors in each checked state, by `state_of`."""

    harmless = {
        "LOCK_UN": "a lock that is not given back is gone with the process",
        "close(": "what is not closed is closed with the process",
        "fadvise64(": "advice: what was synced is read from the cache instead",
        ".checkpoint": "a cache that cannot be read, or taken away, is as if it were not there",
    }
    """Calls that may fail without an error, by words in a line of strace, with the reasons."""
    instead = {}
    """The text in the error instead of the reason, for calls whose failure shows only in a later step."""

    def make(self, trial):
        log = os.path.join(trial.fresh(), "events.jsonl")
        if not self.is_new:
            write(log, self.before)
        for ending, content in self.beside.items():
            write(log + ending, content)
            if ending == ".repairing":
                os.chmod(log + ending, 0o1600)
        if self.owner is not None:
            os.chown(log, self.owner, self.owner)
        return log

    def changed_beside(self, log):
        """Returns the endings of the files next to the log that are new, missing or changed."""
        now = {path[len(log):]: read(path) for path in sides(log)}
        return {ending for ending in {*now, *self.beside}
                if now.get(ending) != self.beside.get(ending)}

    def known(self):
        return set(ids_of(self.before[:self.sound].splitlines() + self.stdin.splitlines()))

    def promised(self):
        """Returns the acknowledgements of the events in the sound part."""
        return {e["id"]: e["seq"] for e in map(json.loads, self.before[:self.sound].splitlines())}

    def after_an_end(self, trial, log, output):
        """Returns the errors in the output and the files of a process that ended in any way, and removes the files.

        Many ends leave the same bytes, and the result depends only on these bytes. With the CI counts, the same
        bytes are therefore checked only once."""
        state = state_of(log, output)
        if trial.is_full or state not in self.seen:
            self.seen[state] = self.look(trial, log, output)
        shutil.rmtree(os.path.dirname(log))
        return self.seen[state]

    def look(self, trial, log, output):
        """Checks the log, and runs the command again. If the second run wrote nothing, it appends another event. Then
        it checks that the retry succeeded and that the acknowledged events are still there. Returns the errors."""
        promises = Promises()
        promises.seqs.update(self.promised())
        promises.take(output)
        wrong = self.left_behind(trial, log, promises)
        left = read(log)
        again = trial.replog(*self.words, "--log", log, stdin=self.stdin)
        if again.returncode != 0:
            return [*wrong, f"the next append: {complaint(again)}"]
        promises.take(again.stdout)
        # A retry whose events are all in the log writes nothing, not even a missing newline.
        if trial.is_full or read(log) == left:
            promises.take(trial.append(log, [LAST]).stdout)
        wrong += promises.wrong + audit(log, promises.seqs, self.known() | set(ids_of([LAST])))
        if trial.verified(log) != 0:
            wrong.append("not sound after the next append")
        torn = self.before[self.sound:]
        if torn and torn not in [read(path) for path in sides(log)]:
            wrong.append("the torn bytes were not set aside as they were")
        return wrong

    def after_a_failure(self, run):
        """Returns more errors in the output and the files after a failed call; `Injected.wrong` has already checked the
        exit status."""
        acks = {name for name, _ in acknowledged(run.done.stdout)}
        if run.done.returncode != 0 and acks >= set(ids_of(self.stdin.splitlines())):
            return ["all was acknowledged, and yet it failed"]
        # Otherwise every attempt would leave another copy of the torn bytes.
        copies = {ending for ending in self.changed_beside(run.log) if ending.startswith(".torn-")}
        if copies and read(run.log) == self.before and not run.call.startswith("unlink"):
            return [f"the log is as it was, and left beside: {copies}"]
        return []

    def left_behind(self, trial, log, promises):
        """Returns the errors of the log as a process left it, before a retry, which could hide them."""
        lost = [name for name in promises.seqs if name.encode() not in read(log)]
        wrong = [f"{name} was acknowledged and is not there: lost" for name in lost]
        if not os.path.exists(log):
            return wrong if self.is_new else ["the log is gone"]
        if not read(log).startswith(self.before[:self.sound]):
            wrong.append("the sound part of the log was changed")
        if trial.verified(log) not in (0, 1):
            wrong.append("damaged as it was left")
        return wrong


def state_of(log, output):
    """Returns everything that the later steps depend on: the log, the files next to it, and the output."""
    folder = os.path.dirname(log)
    state = hashlib.sha256(output.replace(folder.encode(), b""))
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        status, content = os.lstat(path), read(path)
        content = repr(content).encode() if isinstance(content, dict) else content
        state.update(f"\n{name} {status.st_mode} {status.st_uid} {len(content)}\n".encode() + content)
    return state.digest()


def log_of(trial, count, options=()):
    """Returns the bytes of a log of `count` events that the command itself appended."""
    log = os.path.join(trial.fresh(), "events.jsonl")
    done = trial.sound.append(log, events(1, count), *options)
    if done.returncode != 0:
        raise RuntimeError(complaint(done))
    return read(log)


def appends(trial):
    """Returns the situations in which the command appends to each kind of log."""
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
    """A log with a changed line, which `repair` removes."""

    harmless = {
        **Situation.harmless,
        "unlink": "what is not there need not be taken away; where it is, its name is taken",
        "fchmod": "the mark of an unfinished file does no harm in the repaired log",
    }
    instead = {"unlink": "file exists"}

    def look(self, trial, log, output):
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
        if trial.verified(log) == 3:
            wrong.append("still damaged")
        if self.owner is not None and os.stat(log).st_uid != self.owner:
            wrong.append("the log is no longer its owner's")
        if os.path.exists(log + ".repairing"):
            wrong.append("what a repair began is still there after the next")
        if os.path.exists(log + ".checkpoint") \
                and views(trial, log) != views(trial, log, "--no-checkpoint"):
            wrong.append("a checkpoint of the log as it was is believed")
        return wrong + self.without_original(log)

    def without_original(self, log):
        return [] if self.before in [read(p) for p in sides(log)] else ["the original is gone"]

    def after_a_failure(self, run):
        said, content = run.done.stderr.decode(), read(run.log)
        # The remains of an earlier repair may already have been removed.
        changed = {ending for ending in self.changed_beside(run.log)
                   if ending != ".repairing" or os.path.exists(run.log + ending)}
        is_left = changed and not run.call.startswith("unlink")
        if run.done.returncode == 0:
            return [] if content == self.repaired else ["done, and not repaired"]
        if content == self.before:
            wrong = [f"the log is as it was, and left beside: {changed}"] if is_left else []
            says = "has replaced the original" in said
            return wrong + (["says that it replaced the original"] if says else [])
        # After the rename, the command only opens and syncs the folder.
        named = "has replaced the original" in said and "may not survive a power failure" in said
        wrong = [] if named or not run.can_speak else [f"repaired, and says: {said[:120]}"]
        if run.call not in ("openat", "fsync"):
            wrong.append("failed behind the change of the name")
        return wrong


def repairs(trial):
    if trial.replog("help", "repair").returncode != 0:
        raise Skipped("this build has no command 'repair'")
    log = log_of(trial, 20, ["--batch", "1"])
    lines = log.splitlines(keepends=True)
    # The remains of a repair, a copy from an earlier repair, and a checkpoint of the log before the change.
    left = {".repairing": log[:700], ".before-repair": b"older\n",
            ".checkpoint": checkpoint_of(trial, log)}
    kinds = [("repair in the middle", 9, {}), ("repair at the end", 19, {}),
             ("repair beside what was left", 9, {"beside": left})]
    if os.geteuid() == 0:
        kinds.append(("repair somebody else's log", 9, {"owner": NOBODY}))
    found = []
    for name, place, more in kinds:
        changed = list(lines)
        changed[place] = changed[place].replace(b"felt light", b"felt heavy")
        before = b"".join(changed)
        situation = Repair(name, before, ["repair", "--yes"], **more)
        path = situation.make(trial)
        done = trial.sound.replog(*situation.words, "--log", path)
        situation.repaired = read(path)
        kept = [line for at, line in enumerate(lines) if at != place]
        if done.returncode != 0 or any(line not in situation.repaired for line in kept):
            raise RuntimeError(f"repair itself: {complaint(done)}")
        found.append(situation)
    return found


class Checkpoint(Situation):
    """A log whose views must be the same with and without its checkpoint."""

    harmless = {
        **{key: why for key, why in Situation.harmless.items() if key != ".checkpoint"},
        '.part")': "a part that is not taken away is as if it were not there, and goes with the next",
    }
    instead = {"unlink": "file exists"}

    def look(self, trial, log, output):
        wrong = [] if read(log) == self.before else ["the log was changed"]
        wrong += [f"'{view}' differs with what is left of the checkpoint"
                  for view, shown in views(trial, log).items() if shown != self.views[view]]
        again = trial.replog(*self.words, "--log", log)
        if again.returncode != 0:
            wrong.append(f"the next checkpoint: {complaint(again)}")
        elif sides(log) != [log + ".checkpoint"]:
            wrong.append("the next checkpoint leaves something beside it")
        return wrong

    def after_a_failure(self, run):
        kept, old = (dict(files or {}) for files in (
            read(run.log + ".checkpoint"), self.beside.get(".checkpoint")))
        if run.done.returncode != 0:
            # The remains of a new checkpoint have no lock, and the next checkpoint removes them.
            old.pop("manifest.new", None)
            is_old = {name: kept.get(name) for name in ("manifest", *old)} \
                == {"manifest": None, **old}
            return [] if is_old else ["it failed, and the checkpoint is another"]
        wrong = [] if "manifest" in kept else ["done, and there is no checkpoint"]
        return wrong + (["done, and a new one is left in it"] if "manifest.new" in kept else [])


def views(trial, log, *options):
    """Returns each view of a log for Ann, who is in all of them; the last user who signed in may be missing."""
    return {view: trial.replog(view, "--json", "--user", "ann", "--log", log, *options).stdout
            for view in ("user", "plan", "feed", "history", "pbs", "ids")}


def checkpoint_of(trial, content):
    """Returns the files of the checkpoint of a log."""
    log = os.path.join(trial.fresh(), "events.jsonl")
    write(log, content)
    done = trial.sound.replog("checkpoint", "--log", log)
    if done.returncode != 0:
        raise RuntimeError(complaint(done))
    return read(log + ".checkpoint")


def checkpoints(trial):
    if trial.replog("help", "checkpoint").returncode != 0:
        raise Skipped("this build has no command 'checkpoint'")
    # A week of training; every view shows some of it.
    path = os.path.join(trial.fresh(), "events.jsonl")
    trial.sound.replog("demo", "--log", path, "--seed", "1", "--now", "2026-03-02T18:00:00Z")
    log = read(path)
    shown = views(trial.sound, path, "--no-checkpoint")
    if any(len(json.loads(view) or []) == 0 for view in shown.values()):
        raise RuntimeError("a view of the week is empty")
    old = {".checkpoint": checkpoint_of(trial, b"".join(log.splitlines(keepends=True)[:12]))}
    new = checkpoint_of(trial, log)
    half = {".checkpoint": {**old[".checkpoint"], "manifest.new": new["manifest"][:300],
                            "3.part": new["1.part"][:300]}}
    found = [Checkpoint("the first checkpoint", log, ["checkpoint"]),
             Checkpoint("a newer checkpoint", log, ["checkpoint"], beside=old),
             Checkpoint("a checkpoint beside half of one", log, ["checkpoint"], beside=half)]
    for situation in found:
        situation.views = shown
    return found
