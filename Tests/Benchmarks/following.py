"""The row of what is shown as it lands: the wait of a reader for a line that another process writes."""

import json
import shutil
import subprocess
import time
import uuid

from measure import Failure, Runs, Sample
from row import Counted

LINES = 200
SET = {"session": "evening", "exercise": "bench-press-barbell", "reps": 5, "weight": 100}


class Following:
    """Makes the row for a log of one size; `rows` has the logs and the command."""

    def __init__(self, rows):
        self.rows, self.logs = rows, rows.logs
        self.makers = {
            "follow": lambda: Counted("follow", self.waits, goal=0, what="wall", most_seconds=0.005),
        }

    def waits(self):
        """The seconds from the write of a line to its arrival, by 'log --follow' and by 'tail -f'."""
        log = self.logs.path("followed.jsonl")
        shutil.copyfile(self.logs.sample(self.rows.events), log)
        with open(log, "rb") as file:
            last = json.loads(file.read().splitlines()[-1])
        first = last["seq"] + 1
        ours = [self.rows.replog, "log", "--follow", "--json", "--seq", f"{first}-", "--log", log]
        return (self.followed("replog log --follow", ours, log, first),
                self.followed("tail -f", ["tail", "-n", "0", "-f", log], log, first + LINES + 1))

    def followed(self, label, argv, log, first):
        """Writes lines one by one, each when the one before has arrived."""
        runs = Runs(label)
        reader = subprocess.Popen(argv, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        try:
            with open(log, "ab", buffering=0) as file:
                # The first one shows that the reader has begun.
                for seq in range(first, first + LINES + 1):
                    time.sleep(0.5 if seq == first else 0.002)
                    line = self.line(seq)
                    file.write(line)
                    written = time.perf_counter()
                    if json.loads(reader.stdout.readline())["seq"] != seq:
                        raise Failure(f"{label} shows another line")
                    wait = time.perf_counter() - written
                    if seq > first:
                        runs.samples.append(Sample(wall=wait, cpu=0, peak=0))
        finally:
            reader.terminate()
            reader.wait()
        return runs

    def line(self, seq):
        """A line as another program writes it, without a sum."""
        return (json.dumps({
            "seq": seq, "id": str(uuid.uuid4()), "at": "2199-03-02T18:04:11.250+01:00", "user": "ann",
            "type": "SetLogged", "data": SET}) + "\n").encode()
