"""The rows of the debugging tools, each against the replay or the check that it is made of."""

import functools
import json
import os

from lookups import expect, middle_line, output_of, typical_user
from measure import Command
from row import Row

# Those of one lifter alone: every event changes the view that is walked over.
OWN_EVENTS = 100_000
# Events of one session, one weekday or one feed.
HOSTILE_EVENTS = 8_000
KEY = "a key for benchmarks"
# No set is as heavy and no post as popular, so that a search goes to the end of the log.
NEVER = "100000"
# The kind of log and the command by the row. Twice the events shall take twice the time.
GROWING = {
    "grow-blame": ("session", "blame", "history", "--all", "--json"),
    "grow-replay": ("session", "replay", "--json"),
    "grow-volume": ("session", "blame", "volume", "--all", "--json"),
    "grow-metrics": ("session", "blame", "metrics", "--all", "--json"),
    "grow-plan-done": ("session", "blame", "plan done", "--all", "--json"),
    "grow-plan": ("plan", "plan", "history", "--json"),
    "grow-bisect": ("feed", "bisect", "feed", f"[0].likes > {NEVER}"),
}


class Tools:
    """Makes the rows for logs of one size; `rows` has the logs and the command."""

    def __init__(self, rows):
        self.rows, self.logs = rows, rows.logs
        self.makers = {
            "log-grep": self.log_grep, "log-about": self.log_about, "explain": self.explain,
            "bisect": self.bisect, "bisect-feed": self.bisect_feed, "replay": self.replay,
            "replay-all": self.replay_all, "diff": self.diff,
            "blame-plan": lambda: self.blame("plan"), "blame-history": lambda: self.blame("history"),
            "blame-all": self.blame_all, "blame-all-memory": self.blame_all_memory,
            **{name: functools.partial(self.growing, name, *work) for name, work in GROWING.items()},
            "scrub": self.scrub, "scrub-memory": self.scrub_memory,
            "minimize-memory": self.minimize_memory, "blame-memory": self.blame_memory,
        }

    def reading(self, log, *command):
        """A command that reads all of a log, and no checkpoint."""
        return self.rows.reading(f"replog {command[0]}", log, *command, "--no-checkpoint")

    def output(self, command):
        return output_of(command, self.logs)

    # Those that look for something in the whole log, against the check of the whole log.

    def searching(self, name, goal, ours):
        log = self.logs.sample(self.rows.events)
        return Row(name, ours, self.rows.reading("replog verify", log, "verify"), goal=goal)

    def log_grep(self):
        """The events with a word that a few have: the title of a post."""
        log = self.logs.sample(self.rows.events)
        post = json.loads(self.output(self.reading(log, "feed", "--json")))[0]
        ours = self.reading(log, "log", "--grep", post["title"], "--json")
        found = [json.loads(line) for line in self.output(ours).splitlines()]
        shared = [event for event in found if event["type"] == "PlanShared"]
        expect(True, post["title"] in {event["data"]["title"] for event in shared}, "a title is found")
        return self.searching("log-grep", 2, ours)

    def log_about(self):
        log = self.logs.sample(self.rows.events)
        line = json.loads(middle_line(log))
        ours = self.reading(log, "log", "--about", line["id"], "--json")
        line.pop("sum", None)
        expect(line, json.loads(self.output(ours)), "the event that --about finds")
        return self.searching("log-about", 1.5, ours)

    def explain(self):
        log = self.logs.sample(self.rows.events)
        line = json.loads(middle_line(log))
        ours = self.reading(log, "explain", line["id"], "--json")
        expect(line["seq"], json.loads(self.output(ours))["event"]["seq"],
               "the event that is explained")
        return self.searching("explain", 1.5, ours)

    def bisect_feed(self):
        """For likes that no newest post ever had: which post is the newest changes all the time."""
        log = self.logs.sample(self.rows.events)
        ours = self.reading(log, "bisect", "feed", f"[0].likes > {NEVER}")
        return self.searching("bisect-feed", 4, ours)

    def bisect(self):
        """A condition that never holds, on an exercise that the user has, against the view."""
        log = self.logs.sample(self.rows.events)
        view = ["pbs", "--user", self.logs.first_user(log), "--json"]
        return Row("bisect", self.reading(log, "bisect", "pbs", self.heavier(log, view), *view[1:]),
                   self.reading(log, *view), goal=1.5)

    def heavier(self, log, view):
        """The condition that the best of an exercise that a view has is heavier than any set."""
        exercise = json.loads(self.output(self.reading(log, *view)))[0]["exercise"]
        return f"[exercise={exercise}].weightKg > {NEVER}"

    # Those that follow a view through the log.

    def replay(self):
        """What each event of one user changed in every view, against the events alone."""
        log = self.logs.sample(self.rows.events)
        user = ["--user", self.logs.first_user(log), "--json"]
        return Row("replay", self.rows.reading("replog replay", log, "replay", *user),
                   self.rows.reading("replog log", log, "log", *user), goal=5)

    def replay_all(self):
        """What each event changed in every view of one lifter, against a copy of what it prints."""
        log, shown = self.own_log(), self.logs.path("replay.jsonl")
        ours = self.rows.reading("replog replay", log, "replay", "--json")
        output_of(ours, self.logs, shown)
        return Row("replay-all", ours, Command("cat of its JSON", ["cat", shown]), goal=143)

    def own_log(self):
        return self.logs.sample(min(self.rows.events, OWN_EVENTS), users=1)

    def diff(self):
        """Where a view of one user differs between the middle and the end of a log, against the view."""
        log = self.logs.sample(self.rows.events)
        user, end = self.logs.first_user(log), self.rows.events
        differing = self.rows.reading("replog diff", log, "diff", f"{end // 2}", f"{end}", "--view", "history",
                                      "--user", user, "--json")
        # 1 is that of states that differ; on a short log the user may have done nothing since.
        differing.statuses = (0, 1)
        return Row("diff", differing, self.reading(log, "history", "--user", user, "--json"), goal=2.2)

    def blame(self, view):
        """The writer of every value of a view, against the view."""
        log = self.own_log()
        shown = [view, "--user", self.logs.first_user(log), "--json"]
        return Row(f"blame-{view}", self.reading(log, "blame", *shown),
                   self.reading(log, *shown), goal=4)

    def blaming_all(self):
        log = self.own_log()
        view = ["history", "--user", self.logs.first_user(log)]
        return (self.reading(log, "blame", *view, "--all", "--json"),
                self.rows.reading("replog replay", log, "replay", "--view", *view, "--json"),
                self.reading(log, *view, "--json"))

    def blame_all(self):
        """All changes of the history of the same lifter, against the replay that prints them too."""
        ours, replay, _ = self.blaming_all()
        return Row("blame-all", ours, replay, goal=1.3)

    def blame_all_memory(self):
        ours, _, view = self.blaming_all()
        return self.memory("blame-all-memory", ours, view)

    def growing(self, name, kind, *command):
        """A tool on a log of one long thing, against the same tool on half of its events."""
        half, whole = (
            self.rows.reading(f"replog {command[0]}", self.logs.hostile(kind, events), *command,
                              "--user", "ann")
            for events in (HOSTILE_EVENTS // 2, HOSTILE_EVENTS))
        return Row(name, whole, half, goal=2.6)

    def scrub(self):
        """A log without its persons, written and proved."""
        return self.searching("scrub", 6, self.scrubbing())

    def scrubbing(self):
        log, out = self.logs.sample(self.rows.events), self.logs.path("scrubbed.jsonl")
        return Command(
            "replog scrub", [self.rows.replog, "scrub", "--key", KEY, "-o", out, "--log", log],
            before=lambda: os.path.exists(out) and os.remove(out))

    # Their memory, against that of a view of the same log.

    def memory(self, name, ours, view):
        return Row(name, ours, view, goal=1.3, what="anonymous")

    def scrub_memory(self):
        log = self.logs.sample(self.rows.events)
        return self.memory("scrub-memory", self.scrubbing(), self.rows.all_bests("replog pbs", log))

    def minimize_memory(self):
        """Of one lifter's log, in a search for the few events that make the best of an exercise."""
        log, out = self.own_log(), self.logs.path("minimized.jsonl")
        view = ["pbs", "--user", typical_user(log), "--json"]
        best = json.loads(self.output(self.reading(log, *view)))[0]
        condition = f"[exercise={best['exercise']}].weightKg >= {best['weightKg']}"
        ours = self.rows.reading("replog minimize", log, "minimize", "pbs", condition, "--user",
                                 view[2], "-o", out, "--force", "--quiet")
        return self.memory("minimize-memory", ours, self.reading(log, *view))

    def blame_memory(self):
        row = self.blame("history")
        return self.memory("blame-memory", row.ours, row.theirs)
