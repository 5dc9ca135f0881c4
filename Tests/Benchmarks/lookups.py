"""The rows of what is found by a key: a user's view, an id to append, an id to show."""

import collections
import contextlib
import dataclasses
import functools
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import sys
import uuid

import peers as programs
from logs import USERS
from measure import Command, Failure, run
from row import Row

ROOT = pathlib.Path(__file__).resolve().parents[2]
SMALL_LOG = 1_000
SET = {"session": "evening", "exercise": "bench-press-barbell", "reps": 5, "weight": 100}


def views():
    """The names of the views in the one table of them, in its order."""
    folder = ROOT / "Sources" / "Projections" / "Areas"
    sources = "\n".join(path.read_text() for path in sorted(folder.rglob("*.swift")))
    table = re.search(r"ofAreas: .*? = \[\n(.*?)\n  \]\n", (folder / "Views.swift").read_text(), re.S)
    return [re.search(rf'struct {name}\b.*?static let name = "([^"]+)"', sources, re.S).group(1)
            for name in re.findall(r"(\w+)\.self", table.group(1))]


VIEWS = views()
# Those that are the same for all users.
OF_ALL = ["ids", "feed", "outbox", "exercises"]
# Those of areas that a sample has no events of.
OF_YEAR = ["bodyweight", "measurements", "exercises", "workouts", "program", "timetable", "bookings", "videos",
           "pushups trend", "meals", "suggestions"]


class Lookups:
    """Makes the rows for logs of one size; `rows` has the logs, the peers and the command."""

    def __init__(self, rows):
        self.rows, self.logs = rows, rows.logs
        self.chance = random.Random()
        self.makers = {
            **{row_name("view", view): lambda view=view: self.view(view) for view in VIEWS},
            **{row_name("year", view): lambda view=view: self.year_view(view) for view in OF_YEAR},
            "append-id": self.append_id, "about-id": self.about_id,
        }

    def view(self, view):
        return self.row("view", view, self.logs.sample(self.rows.events))

    def year_view(self, view):
        """A view that shows nothing on a sample, on a log of all areas of as many users."""
        return self.row("year", view, self.logs.year(self.rows.events, USERS))

    def row(self, family, view, log):
        user = [] if view in OF_ALL else ["--user", typical_user(log)]
        ours = self.rows.reading(f"replog {view}", log, *view.split(), *user, "--json")
        return self.against_key(row_name(family, view), log, ours)

    def against_key(self, name, log, ours):
        """A view through a checkpoint, against its own JSON stored in a table under a key."""
        self.rows.peer("sqlite3")
        self.rows.keep(log)
        shown = self.output(ours)
        whole = self.output(dataclasses.replace(ours, argv=[*ours.argv, "--no-checkpoint"]))
        expect(whole, shown, f"{ours.label} with a checkpoint")
        return Row(name, ours, self.selection(name, shown), goal=1.2, repeats=10)

    def selection(self, key, shown):
        """The shell of SQLite that prints the same bytes as a view: one row of many, by its key."""
        lines = self.logs.sample(self.rows.events)
        database = self.logs.made(f"keyed-{self.rows.events}.db", lambda path: run(Command(
            "store", [sys.executable, programs.STORE, "keyed", path, lines])))
        with contextlib.closing(sqlite3.connect(database)) as store, store:
            store.execute("INSERT OR REPLACE INTO events (id, line) VALUES (?, ?)",
                          (key, shown[:-1].decode()))
        query = f"SELECT line FROM events WHERE id = '{key}';"
        command = Command("sqlite3, one row", ["sqlite3", "-batch", database, query])
        expect(shown, self.output(command), "the row that sqlite3 selects")
        return command

    def append_id(self):
        """A line with an id that the log has to be asked for, with a checkpoint next to the log."""
        def appending(events):
            log, line = self.logs.path(f"ids-{events}.jsonl"), self.logs.path(f"ids-{events}.line")
            shutil.copyfile(self.logs.sample(events), log)
            self.rows.keep(log)
            command = Command(
                f"append an id, {events:,} events", [self.rows.replog, "append", "--log", log],
                stdin=line, before=lambda: self.write_new(line))
            self.check_ids(command, log, events)
            return command

        return Row("append-id", appending(self.rows.events), appending(SMALL_LOG), goal=1.5,
                   repeats=4)

    def write_new(self, path):
        """Writes a line with an id that no log has; by chance alone, so it sorts anywhere."""
        fresh = uuid.UUID(int=self.chance.getrandbits(128), version=4)
        event = {"id": str(fresh), "at": "2026-03-02T18:04:11.250+01:00", "user": "ann",
                 "type": "SetLogged", "data": SET}
        with open(path, "w", encoding="utf-8") as file:
            json.dump(event, file)
            file.write("\n")

    def check_ids(self, command, log, events):
        """Fails unless a new id is appended and an old one is found again."""
        answer = json.loads(self.output(command))
        expect(events + 1, answer["seq"], "the seq of an appended line")
        old = json.loads(middle_line(log))
        known = self.logs.path("known.line")
        with open(known, "w", encoding="utf-8") as file:
            json.dump({name: old[name] for name in ("id", "at", "user", "type", "data")}, file)
            file.write("\n")
        answer = json.loads(self.output(Command("append", command.argv, stdin=known)))
        expect((True, old["seq"]), (answer.get("duplicate"), answer["seq"]),
               "the answer to an id that is in the log")

    def about_id(self):
        """The event of an id that one line alone names, in the middle of the log."""
        def showing(events):
            log = self.logs.sample(events)
            self.rows.keep(log)
            line = json.loads(middle_line(log))
            command = self.rows.reading(
                f"log --about, {events:,} events", log, "log", "--about", line["id"], "--json")
            line.pop("sum", None)
            expect(line, json.loads(self.output(command)), "the event that --about finds")
            return command

        return Row("about-id", showing(self.rows.events), showing(SMALL_LOG), goal=1.5, repeats=2)

    def output(self, command):
        return output_of(command, self.logs)


def output_of(command, logs, path=None):
    """Runs a command once and returns what it prints, which is in `path` afterwards."""
    path = path or logs.path("found.txt")
    run(dataclasses.replace(command, stdout=path))
    with open(path, "rb") as file:
        return file.read()


def row_name(family, view):
    return f"{family}-{view.replace(' ', '-')}"


def expect(expected, found, what):
    if found != expected:
        raise Failure(f"{what}:\n  expected {str(expected)[:400]}\n  found    {str(found)[:400]}")


@functools.cache
def typical_user(log):
    """The user with the median number of events."""
    with open(log, "rb") as file:
        found = (re.search(rb'"user":"([^"\\]+)"', line) for line in file)
        counts = collections.Counter(match[1] for match in found if match)
    return sorted(counts, key=lambda user: (counts[user], user))[len(counts) // 2].decode()


@functools.cache
def middle_line(log):
    """The first line from the middle on that logs a set whose id no other line names."""
    with open(log, "rb") as file:
        file.seek(os.path.getsize(log) // 2)
        file.readline()
        candidates = [line for _, line in zip(range(1_000), file) if b'"SetLogged"' in line]
        ids = {json.loads(line)["id"].encode(): line for line in candidates[:20]}
        file.seek(0)
        text = re.compile(b"|".join(map(re.escape, ids)))
        named = collections.Counter(found for line in file for found in text.findall(line))
    return next(line for id, line in ids.items() if named[id] == 1)
