"""The rows of the table: both sides of each, and the goal."""

import os
import shutil
import sys

import peers as programs
from checkpoints import Checkpoints
from floors import Floors
from following import Following
from logs import LINE
from lookups import Lookups, SMALL_LOG, expect
from measure import Command, run
from own import OwnViews
from row import Absent, Row
from tools import Tools

BATCHED = 100_000
FEW_USERS = 20
# JSONDecoder takes seconds for these.
DECODED = 200_000
LEAST_EVENTS_A_SECOND = 1_000_000
# They take a build of their own, of a minute and a half on two cores.
OF_LIBRARY = ["views", "views-one-core", "views-all", "decode", "own-nights", "own-days", "feed-memory"]
# Measured by their full names alone: logs of 2.7 GB, and waits that a busy machine may make endless.
ON_REQUEST = ["pbs-10m", "verify-10m", "follow"]
LARGE_BYTES_AN_EVENT = 300


class Rows:
    """Makes rows for logs of one size.

    `built` builds the programs in Library/ when the first row asks for one, and returns their folder.
    """

    def __init__(self, logs, peers, replog, events, built=None):
        self.logs, self.peers, self.replog, self.events = logs, peers, replog, events
        self.built = built
        # The logs whose checkpoints were written here, with the times of their last lines.
        self.kept = {}
        self.makers = {
            "pbs": self.pbs, **Floors(self).makers, "views": self.views,
            "views-one-core": self.views_one_core, "views-all": self.views_all,
            "decode": self.decode, "verify": self.verify, "slow": self.slow,
            **Lookups(self).makers, **OwnViews(self).makers, **Tools(self).makers,
            "feed-memory": self.feed_memory, "set-log": self.set_log,
            "append": self.append, "append-kept": self.append_kept, "batches": self.batches,
            "batches-fsync": self.batches_fsync, "start": self.start, "start-true": self.start_true,
            **Checkpoints(self).makers, **Following(self).makers, "memory": self.memory,
            "pbs-10m": self.pbs_large, "verify-10m": self.verify_large,
        }

    def names(self):
        return list(self.makers)

    def make(self, name):
        return self.makers[name]()

    def library(self, program="library"):
        return os.path.join(self.built(), program)

    def reading(self, label, log, *command):
        return Command(label, [self.replog, *command, "--log", log])

    def all_bests(self, label, log):
        return self.reading(label, log, "pbs", "--all-users", "--json", "--no-checkpoint")

    def keep(self, log):
        """Writes the checkpoint that an append would have left next to a log, unless it is there."""
        written = os.stat(log).st_mtime_ns
        if self.kept.get(log) != written or not os.path.exists(log + ".checkpoint"):
            run(Command("checkpoint", [self.replog, "checkpoint", "--log", log]))
            self.kept[log] = written

    def peer(self, name):
        peer = self.peers[name]
        if peer.version.startswith("missing"):
            raise Absent(f"{name} is {peer.version}")
        return peer

    def pbs(self):
        log = self.logs.sample(self.events)
        return Row("pbs", self.all_bests("replog pbs --all-users", log),
                   self.peer("simdjson").command(log), goal=0.38, cpu_goal=0.65)

    def views(self):
        log = self.logs.sample(self.events)
        return Row("views", Command("six views, one replay", [self.library(), "views", log]),
                   self.peer("simdjson").command(log), goal=0.7)

    def views_one_core(self):
        """On one core for both, which changes little for simdjson: it has one thread."""
        if not shutil.which("taskset"):
            raise Absent("no taskset on this machine")
        log, one = self.logs.sample(self.events), ["taskset", "-c", "0"]
        views = Command("six views, one core", [*one, self.library(), "views", log])
        fold = Command("simdjson", [*one, *self.peer("simdjson").argv, log])
        return Row("views-one-core", views, fold, goal=1,
                   most_seconds=self.events / LEAST_EVENTS_A_SECOND)

    def views_all(self):
        """Every view of a log of all areas against the six views of the same log."""
        log, program = self.logs.year(self.events), self.library()
        return Row("views-all", Command("every view, one replay", [program, "views-all", log]),
                   Command("six views, one replay", [program, "views", log]), goal=6)

    def decode(self):
        """Of few events, and only once every one is known to be decoded to the same value."""
        log, program = self.logs.sample(min(self.events, DECODED)), self.library()
        run(Command("compare", [program, "compare", log]))
        return Row("decode", Command("library decode", [program, "decode", log]),
                   Command("JSONDecoder", [program, "decode-foundation", log]), goal=0.025)

    def feed_memory(self):
        """The JSON of the feed, made of the log or of a feed in memory, timed in the process."""
        log, library = self.logs.sample(self.events), self.library()
        self.keep(log)
        shown = [self.logs.path(f"feed-{name}.json") for name in ("command", "library")]
        run(Command("feed", self.reading("", log, "feed", "--json").argv, stdout=shown[0]))
        run(Command("feed-json", [library, "feed-json", log], stdout=shown[1]))
        expect(*(open(path, "rb").read() for path in shown), "the library's JSON of the feed")

        def timed(label, work):
            return Command(label, [library, work, log], reports=self.logs.path(f"{work}.txt"))

        return Row("feed-memory", timed("feed, checkpoint", "feed"),
                   timed("feed, from memory", "feed-memory"), goal=2, what="inside")

    def pbs_large(self):
        return self.large("pbs-10m", lambda log: self.all_bests("replog pbs", log))

    def verify_large(self):
        return self.large("verify-10m", lambda log: self.reading("replog verify", log, "verify"))

    def large(self, name, command):
        """Ten times the log against the log."""
        events = 10 * self.events
        self.require_room(events)
        ours, theirs = command(self.logs.sample(events)), command(self.logs.sample(self.events))
        ours.label += f", {events:,} events"
        theirs.label += f", {self.events:,} events"
        return Row(name, ours, theirs, goal=10.2)

    def require_room(self, events):
        """Raises `Absent` where the disk has no room for a sample that is still to be made."""
        if self.logs.has_sample(events):
            return
        needed, free = events * LARGE_BYTES_AN_EVENT, shutil.disk_usage(self.logs.folder).free
        if free < 2 * needed:
            raise Absent(f"its log has {needed / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free")

    def verify(self):
        log = self.logs.sample(self.events)
        return Row("verify", self.reading("replog verify", log, "verify"),
                   self.peer("simdjson").command(log), goal=0.6)

    def slow(self):
        return Row("slow", self.all_bests("replog pbs, shuffled", self.logs.shuffled(self.events)),
                   self.all_bests("replog pbs, canonical", self.logs.sample(self.events)), goal=4)

    def set_log(self):
        def logging(events):
            path = self.logs.training(events)
            self.keep(path)
            return Command(
                f"set log, {events:,} events",
                [self.replog, "set", "log", "bench-press-barbell", "5x100kg", "--log", path,
                 "--now", "2199-03-02T18:05:00.000+01:00"])

        return Row("set-log", logging(self.events), logging(SMALL_LOG), goal=1.1, repeats=4)

    def append(self):
        return self.one_line("append", "sqlite3 INSERT", goal=1.5)

    def append_kept(self):
        """Against SQLite without its work at the end, which moves its log into the table."""
        return self.one_line("append-kept", "sqlite3, log kept",
                             "-cmd", ".dbconfig no_ckpt_on_close on", goal=0.9)

    def one_line(self, name, label, *options, goal):
        """One line without an id, which needs no look-up, as SQLite's table has no index on ids."""
        log, line = self.logs.path("append.jsonl"), self.logs.path("line.jsonl")
        shutil.copyfile(self.logs.sample(SMALL_LOG), log)
        with open(line, "w", encoding="utf-8") as file:
            file.write(LINE + "\n")
        self.peer("sqlite3")
        return Row(
            name, Command("replog append", [self.replog, "append", "--log", log], stdin=line),
            Command(label, ["sqlite3", "-batch", *options, self.database(), insertion()]),
            goal=goal, repeats=4)

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
        return Row("batches", ours, self.storing("sqlite, in batches", "sqlite", lines), goal=0.6)

    def batches_fsync(self):
        lines, ours = self.appended()
        return Row("batches-fsync", ours, self.storing("write + fsync", "fsync", lines), goal=1.3)

    def start(self):
        self.peer("sqlite3")
        return Row("start", self.version("replog", self.replog), self.version("sqlite3", "sqlite3"),
                   goal=0.5, repeats=10)

    def start_true(self):
        """Against the least that a process takes."""
        return Row("start-true", self.version("replog", self.replog), Command("/bin/true", ["/bin/true"]),
                   goal=1.15, repeats=10)

    def version(self, label, program):
        return Command(f"{label} --version", [program, "--version"])

    def memory(self):
        """Of few users, who soon use every exercise, so that the view itself does not grow."""
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
