"""The logs that are measured, made by `replog sample` once, and kept."""

import hashlib
import itertools
import json
import os
import random
import shutil
import subprocess
import uuid

from measure import Command, run

USERS, SEED = 500, 7
# The events of the log that is corrected late.
CORRECTED = 2_000
# A line as an app sends it, without an id.
LINE = ('{"at":"2026-03-02T18:04:11.250+01:00","user":"ann","type":"SetLogged","data":'
        '{"session":"evening","exercise":"bench-press-barbell","reps":5,"weight":100}}')
# The time at which the lifter of 'set-log' trains: after everything that a sample has.
NOW = "2199-03-02T18:04:11.250+01:00"


class Logs:
    """A folder of logs by size and kind."""

    def __init__(self, folder, replog):
        """Keeps logs apart that another build's `sample` wrote differently."""
        short = subprocess.run([replog, "sample", "--events", "2000"], check=True,
                               capture_output=True).stdout
        self.folder = os.path.join(folder, f"logs-{hashlib.sha256(short).hexdigest()[:8]}")
        self.replog = replog
        os.makedirs(self.folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def sample(self, events, users=USERS):
        """A canonical log with sums."""
        return self.made(f"sample-{events}-{users}.jsonl", lambda path: run(Command(
            "sample", [self.replog, "sample", "--events", str(events), "--users", str(users),
                       "--seed", str(SEED)], stdout=path)))

    def year(self, events, users=None):
        """A canonical log of all areas, kept apart from one that another build writes differently.

        Without `users` there are as many as the command chooses.
        """
        def sample(count):
            return [self.replog, "sample", "--areas", "all", "--events", str(count),
                    *(["--users", str(users)] if users else []), "--seed", str(SEED)]

        short = subprocess.run(sample(2000), check=True, capture_output=True).stdout
        return self.made(
            f"year-{hashlib.sha256(short).hexdigest()[:8]}-{events}.jsonl",
            lambda path: run(Command("sample", sample(events), stdout=path)))

    def hostile(self, kind, events):
        """A log in which each event changes a part of one long thing: see `hostile`."""
        def make(path):
            drafts = "".join(json.dumps(draft) + "\n" for draft in hostile(kind, events))
            subprocess.run([self.replog, "append", "--log", path, "--no-checkpoint"], check=True,
                           input=drafts.encode(), stdout=subprocess.DEVNULL)

        return self.made(f"hostile-{kind}-{events}.jsonl", make)

    def has_sample(self, events):
        return os.path.exists(self.path(f"sample-{events}-{USERS}.jsonl"))

    def shuffled(self, events):
        """The same events with fields in any order, white space and escapes.

        Without `sum`, which such a line cannot keep: replog is spared some 3 % of its work.
        """
        source = self.sample(events)
        return self.made(f"shuffled-{events}.jsonl", lambda path: shuffle(source, path))

    def corrected(self):
        """A short log that ends with corrections of sessions that other sessions followed."""
        source = self.sample(CORRECTED)
        return self.made(f"corrected-{CORRECTED}.jsonl", lambda path: correct(source, path))

    def first_user(self, log):
        """The user of the first line that has one."""
        with open(log, "rb") as file:
            return next(user for user in (json.loads(line).get("user") for line in file) if user)

    def users(self, log):
        """The users of the first lines, sorted."""
        with open(log, "rb") as file:
            lines = itertools.islice(file, 20_000)
            return sorted({json.loads(line).get("user") for line in lines} - {None})

    def training(self, events):
        """A fresh copy of a sample, after which a user signed in and began a session."""
        path = self.path(f"training-{events}.jsonl")
        shutil.copyfile(self.sample(events), path)
        sign_in = ["sign-in", "--provider", "google", "--subject", "bench",
                   "--email", "bench@example.com"]
        for command in (sign_in, ["session", "start"]):
            self.act(path, *command)
        return path

    def act(self, path, *command):
        subprocess.run(
            [self.replog, *command, "--log", path, "--now", NOW], check=True,
            stdout=subprocess.DEVNULL)

    def made(self, name, make):
        """The path of a file, made under another name first, so that what is there is whole."""
        path = self.path(name)
        if not os.path.exists(path):
            make(path + ".part")
            # As replog makes them: 'verify' remarks on a log that others can read.
            os.chmod(path + ".part", 0o600)
            os.rename(path + ".part", path)
        return path


class LinkedLogs(Logs):
    """The logs of another build: the same files in a folder with checkpoints of its own."""

    def __init__(self, logs, replog, name):
        self.logs, self.replog = logs, replog
        self.folder = f"{logs.folder}-{name}"
        os.makedirs(self.folder, exist_ok=True)

    def made(self, name, make):
        path = self.path(name)
        if not os.path.exists(path):
            os.link(self.logs.made(name, make), path)
        return path


def hostile(kind, events):
    """The events of ann in one session, on one weekday or among many posts, one a second."""
    def event(number, type, **data):
        return {"id": str(uuid.UUID(int=number + 1)), "user": "ann", "type": type, "data": data,
                "at": f"2026-01-{1 + number // 86_400:02}T{number // 3_600 % 24:02}:"
                      f"{number // 60 % 60:02}:{number % 60:02}Z"}

    exercise = [{"exercise": "squat", "sets": 5, "reps": 5}]
    for number in range(events):
        half = number - events // 2
        if kind == "session":
            yield event(number, "SetLogged", session="long", exercise=f"exercise-{number % 10}",
                        reps=1 + number % 12, weight=50 + number % 50)
        elif kind == "plan":
            yield event(number, "ExerciseAdded", day="monday", exercise=f"exercise-{number}", sets=3)
        elif half < 0:
            yield event(number, "PlanShared", post=f"post-{number}", day="monday", title="x",
                        exercises=exercise)
        else:
            yield event(number, "PostLiked", post=f"post-{half}")


def correct(source, target):
    """Copies a log, and appends bests of two users that are revised, removed or discarded too late."""
    chance = random.Random(SEED)
    with open(source, encoding="utf-8") as lines:
        events = [json.loads(line) for line in lines]
    seq = itertools.count(events[-1]["seq"] + 1)
    shutil.copyfile(source, target)
    with open(target, "a", encoding="utf-8") as out:

        def write(user, type, **data):
            id = str(uuid.UUID(int=chance.getrandbits(128), version=4))
            out.write(json.dumps({"seq": next(seq), "id": id, "at": events[-1]["at"], "user": user,
                                  "type": type, "data": data}) + "\n")
            return id

        def log(user, session, weight):
            return write(user, "SetLogged", session=session, exercise="squat", reps=10, weight=weight)

        for user in sorted({event["user"] for event in events if "user" in event})[:2]:
            revised, removed = (log(user, session, weight=2000) for session in ("first", "second"))
            log(user, "third", weight=1990)
            log(user, "fourth", weight=1980)
            write(user, "SetRevised", set=revised, reps=1)
            write(user, "SetRemoved", set=removed)
            write(user, "SessionDiscarded", session="third")


def shuffle(source, target):
    """Writes the lines of `source` the way another producer might."""
    chance = random.Random(SEED)
    with open(source, "rb") as lines, open(target, "w", encoding="utf-8") as out:
        for line in lines:
            event = json.loads(line)
            event.pop("sum", None)
            out.write(written(event, chance) + "\n")


def written(value, chance):
    """`value` as JSON with members shuffled, blanks between them and some escapes."""
    if not isinstance(value, dict):
        return escaped(value, chance) if isinstance(value, str) else json.dumps(value)
    members = list(value.items())
    chance.shuffle(members)
    return "{ " + ", ".join(
        f"{json.dumps(name)}: {written(inner, chance)}" for name, inner in members) + " }"


def escaped(text, chance):
    """`text` with one character written as an escape, in one string of four."""
    if not text or chance.random() >= 0.25:
        return json.dumps(text)
    place = chance.randrange(len(text))
    middle = f"\\u{ord(text[place]):04x}" if ord(text[place]) < 0x10000 else text[place]
    return json.dumps(text[:place])[:-1] + middle + json.dumps(text[place + 1:])[1:]
