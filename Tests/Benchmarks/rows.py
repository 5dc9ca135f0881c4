"""The rows of the table: what is measured against what, and the goal."""

import os
import shutil
import sys
from dataclasses import dataclass

import peers as programs
from measure import Command, run

VIEWS = ["user", "plan", "feed", "history", "pbs", "ids"]
SMALL_LOG = 1_000
BATCHED = 100_000
FEW_USERS = 20
# JSONDecoder takes seconds for these.
DECODED = 200_000
LEAST_EVENTS_A_SECOND = 1_000_000
LINE = ('{"at":"2026-03-02T18:04:11.250+01:00","user":"ann","type":"SetLogged","data":'
        '{"session":"evening","exercise":"bench-press-barbell","reps":5,"weight":100}}')


@dataclass
class Row:
    """`ours` may take `goal` times what `theirs` takes."""

    name: str
    ours: Command
    theirs: Command
    goal: float
    what: str = "wall"
    """Which figure of a sample counts."""
    repeats: int = 1
    """Multiplies the pairs, for processes of a few milliseconds."""
    most_seconds: float = 0
    """What `ours` may take, in place of `goal`; 0 where that is what counts."""


class Absent(Exception):
    """A row cannot be measured, because a peer is missing."""


class Rows:
    """Makes rows for logs of one size.

    `library` builds the program in Library/ when the first row asks for it, and says where it is.
    """

    def __init__(self, logs, peers, replog, events, library=None):
        self.logs, self.peers, self.replog, self.events = logs, peers, replog, events
        self.library = library
        self.makers = {
            "pbs": self.pbs, "views": self.views, "views-one-core": self.views_one_core,
            "decode": self.decode, "verify": self.verify, "slow": self.slow,
            **{f"view-{view}": lambda view=view: self.view(view) for view in VIEWS},
            "set-log": self.set_log, "append": self.append, "append-kept": self.append_kept,
            "batches": self.batches,
            "batches-fsync": self.batches_fsync, "start": self.start, "memory": self.memory,
        }

    def names(self):
        return list(self.makers)

    def make(self, name):
        return self.makers[name]()

    def reading(self, label, log, *command):
        return Command(label, [self.replog, *command, "--log", log])

    def all_bests(self, label, log):
        return self.reading(label, log, "pbs", "--all-users", "--json", "--no-checkpoint")

    def keep(self, log):
        """Writes the checkpoint that an append would have left beside a log."""
        run(Command("checkpoint", [self.replog, "checkpoint", "--log", log]))

    def peer(self, name):
        peer = self.peers[name]
        if peer.version.startswith("missing"):
            raise Absent(f"{name} is {peer.version}")
        return peer

    def pbs(self):
        log = self.logs.sample(self.events)
        return Row("pbs", self.all_bests("replog pbs --all-users", log),
                   self.peer("simdjson").command(log), goal=0.5)

    def views(self):
        log = self.logs.sample(self.events)
        return Row("views", Command("six views, one replay", [self.library(), "views", log]),
                   self.peer("simdjson").command(log), goal=1)

    def views_one_core(self):
        """On one core for both, which changes little for simdjson: it has one thread."""
        if not shutil.which("taskset"):
            raise Absent("no taskset on this machine")
        log, one = self.logs.sample(self.events), ["taskset", "-c", "0"]
        views = Command("six views, one core", [*one, self.library(), "views", log])
        fold = Command("simdjson", [*one, *self.peer("simdjson").argv, log])
        return Row("views-one-core", views, fold, goal=1,
                   most_seconds=self.events / LEAST_EVENTS_A_SECOND)

    def decode(self):
        """Of few events, and only once every one is known to be decoded to the same value."""
        log, program = self.logs.sample(min(self.events, DECODED)), self.library()
        run(Command("compare", [program, "compare", log]))
        return Row("decode", Command("library decode", [program, "decode", log]),
                   Command("JSONDecoder", [program, "decode-foundation", log]), goal=1 / 25)

    def verify(self):
        log = self.logs.sample(self.events)
        return Row("verify", self.reading("replog verify", log, "verify"),
                   self.peer("simdjson").command(log), goal=1.5)

    def slow(self):
        return Row("slow", self.all_bests("replog pbs, shuffled", self.logs.shuffled(self.events)),
                   self.all_bests("replog pbs, canonical", self.logs.sample(self.events)), goal=3)

    def view(self, view):
        """With a checkpoint beside the log, as an append leaves one."""
        log = self.logs.sample(self.events)
        self.keep(log)
        user = [] if view == "ids" else ["--user", self.logs.first_user(log)]
        if view == "feed":
            user = []
        return Row(f"view-{view}", self.reading(f"replog {view}", log, view, *user, "--json"),
                   self.version("replog", self.replog), goal=5, repeats=4)

    def set_log(self):
        def logging(events):
            path = self.logs.training(events)
            self.keep(path)
            return Command(
                f"set log, {events:,} events",
                [self.replog, "set", "log", "bench-press-barbell", "5x100kg", "--log", path,
                 "--now", "2199-03-02T18:05:00.000+01:00"])

        return Row("set-log", logging(self.events), logging(SMALL_LOG), goal=1.5, repeats=4)

    def append(self):
        return self.one_line("append", "sqlite3 INSERT")

    def append_kept(self):
        """Against SQLite spared the work of closing, the last of whom moves its log into the table."""
        return self.one_line("append-kept", "sqlite3, log kept",
                             "-cmd", ".dbconfig no_ckpt_on_close on")

    def one_line(self, name, label, *options):
        """One line without an id, which needs no look-up, as SQLite's table has no index on ids."""
        log, line = self.logs.path("append.jsonl"), self.logs.path("line.jsonl")
        shutil.copyfile(self.logs.sample(SMALL_LOG), log)
        with open(line, "w", encoding="utf-8") as file:
            file.write(LINE + "\n")
        self.peer("sqlite3")
        return Row(
            name, Command("replog append", [self.replog, "append", "--log", log], stdin=line),
            Command(label, ["sqlite3", "-batch", *options, self.database(), insertion()]),
            goal=1.5, repeats=4)

    def database(self):
        """A fresh database that holds as many lines as the log appended to."""
        path = self.logs.path("append.db")
        remove_database(path)
        lines = self.logs.sample(SMALL_LOG)
        run(Command("store", [sys.executable, programs.STORE, "sqlite", path, lines]))
        return path

    def appended(self):
        """The lines that are appended in batches, and a replog command that does it."""
        lines = self.logs.sample(min(BATCHED, max(self.events, SMALL_LOG)))
        target = self.logs.path("batches.jsonl")
        return lines, Command(
            "replog append", [self.replog, "append", "--log", target], stdin=lines,
            before=lambda: remove(target))

    def storing(self, label, kind, lines):
        target = self.logs.path(f"batches.{kind}")
        return Command(label, [sys.executable, programs.STORE, kind, target, lines],
                       before=lambda: remove_database(target))

    def batches(self):
        lines, ours = self.appended()
        return Row("batches", ours, self.storing("sqlite, in batches", "sqlite", lines), goal=1)

    def batches_fsync(self):
        lines, ours = self.appended()
        return Row("batches-fsync", ours, self.storing("write + fsync", "fsync", lines), goal=2)

    def start(self):
        self.peer("sqlite3")
        return Row("start", self.version("replog", self.replog), self.version("sqlite3", "sqlite3"),
                   goal=1.5, repeats=10)

    def version(self, label, program):
        return Command(f"{label} --version", [program, "--version"])

    def memory(self):
        """Of few users, who have met every exercise early on, so that the view itself does not grow."""
        def bests(events):
            log = self.logs.sample(events, FEW_USERS)
            return self.all_bests(f"pbs, {events:,} events", log)

        return Row("memory", bests(4 * self.events), bests(self.events), goal=1.2, what="anonymous")


def insertion():
    """The insertion of one line by SQLite's shell, durable before the shell ends."""
    return f"PRAGMA synchronous=FULL; INSERT INTO log (line) VALUES ('{LINE}');"


def remove(path):
    if os.path.exists(path):
        os.remove(path)


def remove_database(path):
    for end in ("", "-wal", "-shm"):
        remove(path + end)
