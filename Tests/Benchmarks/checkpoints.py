"""The rows of what checkpoints cost: their bytes, the bytes written into them, the wait for it."""

import glob
import itertools
import json
import os
import shutil
import statistics

from measure import Command, Failure, Runs, Sample, run
from row import Absent, Counted

# Lines of a command of 'checkpoint-writes', and of the log that all of them make.
GROWN_BY, GROWN_TO = 250, 100_000
# The part of a log's events that 'checkpoint-wait' appends, and in how many commands.
WAITED_FOR, WAITS = 1 / 4, 250
# After everything that a sample has.
AT = "2199-03-02T18:04:11.250+01:00"


class Checkpoints:
    """Makes the rows for logs of one size; `rows` has the logs and the command."""

    def __init__(self, rows):
        self.rows, self.logs = rows, rows.logs
        self.makers = {
            "checkpoint-size": lambda: Counted("checkpoint-size", self.sizes, goal=0.2),
            "checkpoint-writes": self.checkpoint_writes,
            "checkpoint-wait": lambda: Counted(
                "checkpoint-wait", self.waits, goal=0, what="wall", most_seconds=0.050,
                judged="max"),
        }

    def sizes(self):
        """The bytes of a fresh checkpoint, and those of its log."""
        log = self.logs.sample(self.rows.events)
        return (self.fresh("a new checkpoint", log), one_size("the log", os.path.getsize(log)))

    def checkpoint_writes(self):
        if not os.path.exists("/proc/self/io"):
            raise Absent("bytes that a process writes are counted on Linux alone")
        return Counted("checkpoint-writes", self.writes, goal=3)

    def writes(self):
        """All bytes written into the checkpoints of a log that grows, and those of the last one.

        Counted are the bytes that a process hands to write calls, those of processes that it waits
        for included, less the lines of the log and the answers.
        """
        log = self.logs.path("grown.jsonl")
        remove(log)
        lines = self.logs.sample(min(self.rows.events, GROWN_TO))
        written, size = 0, 0
        for number, part in enumerate(self.parts(lines, GROWN_BY)):
            sample = self.append(log, part)
            written += sample.written - (os.path.getsize(log) - size)
            size = os.path.getsize(log)
            if number == 0:
                # Lines from elsewhere alone make no checkpoint, they keep up the one that is there.
                written += self.counted([self.rows.replog, "checkpoint", "--log", log]).written
        remove_checkpoint(log)
        return one_size("written in all", written), self.fresh("a new checkpoint", log)

    def waits(self):
        """The time that each command of a sequence takes longer than such a command at the median.

        The same commands with '--no-checkpoint', on a log of their own, show the noise. The lines
        have no ids, which the two would look up differently. A command waits for the same work each
        time that the sequence is run, so the shorter time of two runs counts: a device that is slow
        once is no checkpoint.
        """
        one, other = (self.sequence() for _ in range(2))
        kept, none = ([min(pair, key=lambda sample: sample.wall) for pair in zip(*runs)]
                      for runs in zip(one, other))
        usual = min(statistics.median(sample.wall for sample in runs) for runs in (kept, none))
        for sample in (*kept, *none):
            sample.wall -= usual
        return Runs("longer than usual", kept), Runs("no checkpoint, noise", none)

    def sequence(self):
        """Appends to two copies of a log in turn, one with a checkpoint; the samples of both."""
        source = self.logs.sample(self.rows.events)
        log, other = (self.logs.path(f"wait-{name}.jsonl") for name in ("kept", "none"))
        for path in (log, other):
            remove(path)
            shutil.copyfile(source, path)
        self.rows.keep(log)
        count = max(1, int(self.rows.events * WAITED_FOR / WAITS))
        users, part = self.users(), self.logs.path("part.jsonl")
        kept, none = [], []
        for _ in range(WAITS):
            with open(part, "w", encoding="utf-8") as file:
                file.writelines(itertools.islice(users, count))
            kept.append(run(self.appending(log, part)))
            none.append(run(self.appending(other, part, "--no-checkpoint")))
        return kept, none

    def users(self):
        """Lines without end, a set of each user of the sample in turn."""
        data = {"session": "bench", "exercise": "bench-press-barbell", "reps": 5, "weight": 100}
        return itertools.cycle([
            json.dumps({"at": AT, "user": user, "type": "SetLogged", "data": data}) + "\n"
            for user in self.logs.users(self.logs.sample(self.rows.events))])

    def parts(self, log, count):
        """The path of a file that holds so many lines of a log, and then the next."""
        path = self.logs.path("part.jsonl")
        with open(log, "rb") as lines:
            while part := list(itertools.islice(lines, count)):
                with open(path, "wb") as file:
                    file.writelines(part)
                yield path

    def appending(self, log, lines, *options):
        return Command("append", [self.rows.replog, "append", *options, "--now", AT, "--log", log], stdin=lines)

    def append(self, log, lines):
        return self.counted(self.appending(log, lines).argv, lines)

    def counted(self, argv, stdin=os.devnull):
        """Runs a command and returns its sample, without the bytes of its answer."""
        answer = self.logs.path("answer.txt")
        sample = run(Command("counted", argv, stdin=stdin, stdout=answer, counts_writes=True))
        sample.written -= os.path.getsize(answer)
        return sample

    def fresh(self, label, log):
        remove_checkpoint(log)
        self.rows.keep(log)
        return one_size(label, checkpoint_size(log))


def one_size(label, size):
    return Runs(label, [Sample(0, 0, 0, size=size)])


def checkpoint_size(log):
    """The bytes of the checkpoint of a log, whether that is a file, a folder or several files."""
    total = 0
    for path in glob.glob(glob.escape(log) + ".checkpoint*"):
        files = [path] if os.path.isfile(path) else [
            os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
        total += sum(os.path.getsize(file) for file in files)
    if not total:
        raise Failure(f"{log} has no checkpoint")
    return total


def remove_checkpoint(log):
    for path in glob.glob(glob.escape(log) + ".checkpoint*"):
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)


def remove(log):
    """Removes a log with its checkpoint."""
    remove_checkpoint(log)
    if os.path.exists(log):
        os.remove(log)
