"""The rows of an app's own views, each of one user through a checkpoint, judged as those of replog."""

import json
import os
import shutil

from lookups import Lookups, typical_user
from measure import Command, run

# A month of nights of some users, at the end of the log.
NIGHTS, SLEEPERS = 30, 50


class OwnViews:
    """Makes the rows for a log of one size; `rows` has the logs, the command and the program `app`."""

    def __init__(self, rows):
        self.rows, self.logs = rows, rows.logs
        self.makers = {"own-nights": lambda: self.row("nights"), "own-days": lambda: self.row("days")}

    def row(self, view):
        log = self.logs.made(f"nights-{self.rows.events}.jsonl", self.add_nights)
        user = typical_user(self.logs.sample(self.rows.events))
        ours = Command(f"an app's {view}", [self.rows.library("app"), view, log, user])
        return Lookups(self.rows).against_key(f"own-{view}", log, ours)

    def add_nights(self, path):
        """Writes the sample with events of the app's own behind it, which replog does not decode."""
        source = self.logs.sample(self.rows.events)
        shutil.copyfile(source, path)
        users = {typical_user(source), *self.logs.users(source)[:SLEEPERS]}
        lines = self.logs.path("nights.lines")
        with open(lines, "w", encoding="utf-8") as file:
            for night in range(1, NIGHTS + 1):
                for user in sorted(users):
                    event = {"at": f"2199-03-{night:02}T07:00:00.000Z", "user": user,
                             "type": "AcmeNightSlept", "data": {"hours": 6 + (night * len(user)) % 5 / 2}}
                    file.write(json.dumps(event) + "\n")
        run(Command("nights", [self.rows.replog, "append", "--now", f"2199-03-{NIGHTS:02}T07:00:00.000Z", "--log", path],
                    stdin=lines))
        os.remove(lines)
