"""SIGKILL at random under several appenders.

Four producers send events with their own ids to `replog append`, and each kills its process at random moments. It
sends the unacknowledged events again to the next process. A kill removes nothing from the page cache. This row
therefore tests the lock, the retry by id and the handling of a torn end, but not the disk.
"""

import random
import subprocess
import threading
import time

from trial import DAMAGED, REPLOG, UNLOCKED, Promises, Result, Row, audit, event, event_id, sides

PRODUCERS = 4
KILLS_A_LOG = 200
PENDING = 60


class Producer(threading.Thread):
    """Sends events, kills the process and sends again, `kills` times."""

    def __init__(self, trial, log, number, kills, seed):
        super().__init__()
        self.trial, self.log, self.number, self.kills = trial, log, number, kills
        self.chance = random.Random(seed)
        self.sent = 0
        self.pending = []
        self.promises = Promises()
        self.wrong = []
        self.done = 0

    def run(self):
        try:
            while self.done < self.kills and len(self.wrong) < 10:
                self.cycle()
        except Exception as error:  # An error in a thread is lost unless it is stored.
            self.wrong.append(f"producer {self.number}: {error!r}")

    def cycle(self):
        while len(self.pending) < PENDING:
            self.sent += 1
            self.pending.append(self.sent)
        batch = self.chance.choice([1, 1, 2, 7, 25])
        process = subprocess.Popen(
            [REPLOG, "append", "--log", self.log, "--batch", str(batch)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.trial.environment())
        try:
            process.stdin.write(b"".join(event(self.number, n) for n in self.pending))
            process.stdin.close()
        except BrokenPipeError:
            pass  # The process ended by itself, and its status explains why.
        # Some kills come before the first batch, others in the middle of many batches.
        time.sleep(self.chance.uniform(0, self.chance.choice([0.005, 0.02, 0.1])))
        process.kill()
        # The whole output fits into the pipes, so no process waits for another.
        output, said = process.stdout.read(), process.stderr.read().decode(errors="replace")
        status = process.wait()
        process.stdout.close()
        process.stderr.close()
        taken = set(self.promises.take(output))
        self.pending = [n for n in self.pending if event_id(self.number, n) not in taken]
        if status == -9:
            self.done += 1
        elif status != 0:
            self.wrong.append(f"status {status}: {said.splitlines()[:1]}")
        verified = self.trial.sound.replog("verify", "--log", self.log)
        if verified.returncode == DAMAGED:
            self.wrong.append(f"damaged: {verified.stdout.decode().splitlines()[:2]}")


def one_log(trial, kills, seed):
    """Kills appenders of one log. Returns (kills, acknowledged, torn ends, errors)."""
    log = trial.fresh() + "/events.jsonl"
    producers = [Producer(trial, log, n + 1, -(-kills // PRODUCERS), seed * 10 + n)
                 for n in range(PRODUCERS)]
    for producer in producers:
        producer.start()
    for producer in producers:
        producer.join()
    wrong, promised, known = [], {}, set()
    for producer in producers:
        wrong += producer.wrong + producer.promises.wrong
        promised.update(producer.promises.seqs)
        known.update(event_id(producer.number, n + 1) for n in range(producer.sent))
    # If a lock outlived its process, this append would wait and fail.
    last = trial.append(log, [event(99, 1)])
    if last.returncode != 0:
        wrong.append(f"a last append: status {last.returncode}, {last.stderr[:200]!r}")
    wrong += audit(log, promised, known | {event_id(99, 1)})
    if trial.sound.replog("verify", "--log", log).returncode != 0:
        wrong.append("the log is not sound at the end")
    return sum(p.done for p in producers), len(promised), len(sides(log)), wrong


def run(trial):
    goal = trial.count(10_000, 200)
    done = acknowledged = torn = 0
    wrong = []
    while done < goal and not wrong:
        counts = one_log(trial, min(KILLS_A_LOG, goal - done), done + 1)
        done, acknowledged, torn = done + counts[0], acknowledged + counts[1], torn + counts[2]
        wrong += counts[3]
    if acknowledged < done:
        wrong.append(f"only {acknowledged} events were acknowledged by {done} processes")
    return Result(done, goal, f"0 of {acknowledged:,} acknowledged events lost, 0 doubled, "
                  f"0 stale locks; {torn} torn ends set aside", wrong)


ROWS = [Row("SIGKILL at random under 4 appenders", run, {"no-lock": UNLOCKED},
            needs_disk=True)]
