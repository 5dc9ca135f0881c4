"""Sixteen processes that append to one log at once."""

import random
import threading

from trial import UNLOCKED, Promises, Result, Row, audit, complaint, event_id, events

PROCESSES = 16
EVENTS = 1_000


class Writer(threading.Thread):
    """Appends its events through several processes, each with a different batch size."""

    def __init__(self, trial, log, number, count):
        super().__init__()
        self.trial, self.log, self.number, self.count = trial, log, number, count
        self.chance = random.Random(number)
        self.promises = Promises()
        self.wrong = []

    def run(self):
        try:
            first = 1
            while first <= self.count:
                count = min(self.chance.choice([50, 100, 250]), self.count - first + 1)
                size = self.chance.randint(1, 50)
                done = self.trial.append(
                    self.log, events(self.number, count, first), "--batch", str(size))
                self.promises.take(done.stdout)
                if done.returncode != 0:
                    self.wrong.append(complaint(done))
                first += count
        except Exception as error:  # An error in a thread is lost unless it is stored.
            self.wrong.append(f"writer {self.number}: {error!r}")


def run(trial):
    count = trial.count(EVENTS, EVENTS, 100)
    log = trial.fresh() + "/events.jsonl"
    writers = [Writer(trial, log, n + 1, count) for n in range(PROCESSES)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    promised, wrong = {}, []
    for writer in writers:
        wrong += writer.wrong + writer.promises.wrong
        promised.update(writer.promises.seqs)
    known = {event_id(w.number, n + 1) for w in writers for n in range(count)}
    wrong += audit(log, promised, known)
    if trial.sound.replog("verify", "--log", log).returncode != 0:
        wrong.append("the log is not sound")
    goal = PROCESSES * count
    return Result(len(promised), goal, "contiguous, 0 lost, 0 doubled", wrong)


ROWS = [Row("16 processes append at once", run, {"no-lock": UNLOCKED})]
