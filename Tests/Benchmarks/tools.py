"""The rows of the debugging tools, each against the replay or the check that it is made of."""

import os

from measure import Command
from row import Row

# Those of one lifter alone: every event changes the view that is walked over.
OWN_EVENTS = 100_000
KEY = "a key for benchmarks"


class Tools:
    """Makes the rows for logs of one size; `rows` has the logs and the command."""

    def __init__(self, rows):
        self.rows, self.logs = rows, rows.logs
        self.makers = {
            "replay": self.replay, "diff": self.diff, "blame-plan": lambda: self.blame("plan"),
            "blame-history": lambda: self.blame("history"), "scrub": self.scrub,
        }

    def replay(self):
        """What each event of one user changed in every view, against the events alone."""
        log = self.logs.sample(self.rows.events)
        user = ["--user", self.logs.first_user(log), "--json"]
        return Row("replay", self.rows.reading("replog replay", log, "replay", *user),
                   self.rows.reading("replog log", log, "log", *user), goal=5)

    def diff(self):
        """Where a view of one user differs between the middle and the end of a log, against the view."""
        log = self.logs.sample(self.rows.events)
        user, end = self.logs.first_user(log), self.rows.events
        differing = self.rows.reading("replog diff", log, "diff", f"{end // 2}", f"{end}", "--view", "history",
                                      "--user", user, "--json")
        # 1 is that of states that differ; on a short log the user may have done nothing since.
        differing.statuses = (0, 1)
        return Row("diff", differing, self.rows.reading(
            "replog history", log, "history", "--user", user, "--json", "--no-checkpoint"), goal=2.2)

    def blame(self, view):
        """The writer of every value of a view, against the view."""
        log = self.logs.sample(min(self.rows.events, OWN_EVENTS), users=1)
        shown = [view, "--user", self.logs.first_user(log), "--json", "--no-checkpoint"]
        return Row(f"blame-{view}", self.rows.reading(f"replog blame {view}", log, "blame", *shown),
                   self.rows.reading(f"replog {view}", log, *shown), goal=4)

    def scrub(self):
        """A log without its persons, written and proved."""
        log, out = self.logs.sample(self.rows.events), self.logs.path("scrubbed.jsonl")
        scrubbing = Command(
            "replog scrub", [self.rows.replog, "scrub", "--key", KEY, "-o", out, "--log", log],
            before=lambda: os.path.exists(out) and os.remove(out))
        return Row("scrub", scrubbing, self.rows.reading("replog verify", log, "verify"), goal=6)
