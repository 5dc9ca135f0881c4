"""What every row shares: the command under test, events to append, and the audit of a log.

A row is a function that takes a Trial and returns a Result. It never trusts what the command says of
itself alone: logs are read here, with Python's own JSON, and compared with what was acknowledged.
"""

import copy
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
MEMORY = "/dev/shm"
FOLDER = os.path.join(ROOT, ".build", "reliability")
REPLOG = os.environ.get("REPLOG_UNDER_TEST") or os.path.join(
    ROOT, ".build", "preloadable", "release", "replog")
DAMAGED, SYSTEM_FAILED = 3, 5
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
# What comes of several who append at once: lines out of their order, or of each other.
UNLOCKED = r"^status 3: |^damaged: |doubled|lost|acknowledged as"
# A process that hangs is a failure, and says so.
PATIENCE = 60


class Skipped(Exception):
    """This machine cannot do the row, and why."""


@dataclass
class Result:
    """What a row saw."""

    done: int
    goal: int
    words: str
    wrong: list = field(default_factory=list)
    """Everything that must not be, a sentence each."""
    has_crashed: bool = False
    """Whether the row itself failed, and its result is unknown."""

    def verdict(self):
        return "ok" if not self.wrong and self.done >= self.goal else "FAILED"


@dataclass
class Row:
    """One row of the table: how to run it, and how it must be seen to fail."""

    name: str
    run: object
    twins: dict = field(default_factory=dict)
    """Faults of faults/fault.c with each of which the row must fail, and a pattern of what must be
    the first thing wrong then."""
    needs_disk: bool = False
    """Whether it is about what reaches a disk; else CI runs it in memory, where there is room."""

    def result(self, is_full, planted=None):
        """Runs the row, with a fault in the command's way if one is planted; `none` plants nothing
        and does all else as with one."""
        with Trial(is_full, planted, self.needs_disk) as trial:
            try:
                return self.run(trial)
            except Skipped:
                raise
            except Exception as error:
                traceback.print_exc()
                return Result(0, 1, "", [f"{type(error).__name__}: {error}"], has_crashed=True)


def line_of(name, done, goal, verdict, words):
    """The fixed form in which every script and every test says what it saw."""
    return f"reliability: {name} | {done}/{goal} | {verdict} | {words}"


def in_memory():
    """A folder of which nothing reaches a disk; None where there is none or no room, of which rows
    take some MB."""
    if not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < 48 << 20:
        return None
    return MEMORY


class Trial:
    """A folder to work in, how much to do, and the fault that is planted, if any."""

    def __init__(self, is_full, planted=None, needs_disk=False):
        self.is_full = is_full
        self.is_twin = planted is not None
        os.makedirs(FOLDER, exist_ok=True)
        # A row about processes waits for the device and learns nothing by it.
        place = FOLDER if needs_disk or is_full else in_memory() or FOLDER
        self.folder = tempfile.mkdtemp(prefix="replog-trial-", dir=place)
        self.verdicts = {}
        self.planted = {"LD_PRELOAD": compiled("fault"), "REL_FAULT": planted} if planted else {}
        self.folders = itertools.count(1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def count(self, full, small, twin=None):
        """How many to do: of everything, in CI, and of a row that should soon fail."""
        if self.is_twin:
            return twin or small
        return full if self.is_full else small

    def fresh(self):
        """A new empty folder."""
        path = os.path.join(self.folder, str(next(self.folders)))
        os.mkdir(path)
        return path

    def environment(self, **more):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("REPLOG_", "REL_"))}
        return {**kept, **self.planted, **more}

    @property
    def sound(self):
        """The same with no fault planted: what makes logs and looks at them is not on trial."""
        other = copy.copy(self)
        other.planted = {}
        return other

    def replog(self, *words, stdin=b"", **more):
        """Runs the command to its end, with `more` in its environment."""
        return subprocess.run(
            [REPLOG, *words], input=stdin, capture_output=True, timeout=PATIENCE,
            env=self.environment(**more))

    def verified(self, log):
        """The status of `verify`. It looks at the file, and at the permissions of its folder, which
        are alike here: with the counts of CI it is not asked twice of the same bytes."""
        content = (read(log), os.stat(log).st_mode)
        status = None if self.is_full else self.verdicts.get(content)
        if status is None:
            status = self.verdicts[content] = self.sound.replog("verify", "--log", log).returncode
        return status

    def append(self, log, lines, *options, **more):
        return self.replog("append", "--log", log, *options, stdin=b"".join(lines), **more)


def compiled(name):
    """The program or library in faults/NAME.c, built once."""
    source = os.path.join(HERE, "faults", name + ".c")
    target = os.path.join(FOLDER, name + (".so" if name == "fault" else ""))
    if os.path.exists(target) and os.path.getmtime(target) >= os.path.getmtime(source):
        return target
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise Skipped("no C compiler on this machine")
    os.makedirs(FOLDER, exist_ok=True)
    kind = ["-shared", "-fPIC"] if name == "fault" else []
    # Threads may want it at the same time; the last one puts the same in its place.
    part = f"{target}.{os.getpid()}-{threading.get_ident()}"
    done = subprocess.run([compiler, "-O1", "-Wall", *kind, source, "-o", part, "-ldl"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise Skipped(f"cannot compile {name}.c: {(done.stderr.splitlines() or ['?'])[0]}")
    os.rename(part, target)
    return target


def require(*tools):
    for tool in tools:
        if not shutil.which(tool):
            raise Skipped(f"no {tool} on this machine")


def require_root():
    if os.geteuid() != 0:
        raise Skipped("needs root")


def everywhere(look, trial, places):
    """Looks at several places at once, until enough is wrong. Returns the sum of the counts, and all
    that was wrong, in the order of the places."""
    sums, wrong = 0, []

    def look_if_needed(place):
        return look(trial, place) if len(wrong) < 10 else (0, [])

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for count, found in pool.map(look_if_needed, places):
            sums, wrong = sums + count, wrong + found
    return sums, wrong


# MARK: - Events


def event_id(producer, number):
    return f"{producer:08x}-0000-7000-8000-{number:012x}"


def event(producer, number, note="felt light"):
    """A line as a producer that may have to retry sends it: with an id of its own."""
    # It speaks of nothing that an earlier event would have to have begun, which verify would remark.
    data = {"day": DAYS[number % 7], "type": f"{note} {number}"}
    return (json.dumps({"id": event_id(producer, number), "at": "2026-03-02T18:04:11.250+01:00",
                        "user": "ann", "type": "WorkoutTypeChosen", "data": data}) + "\n").encode()


def events(producer, count, first=1):
    return [event(producer, number) for number in range(first, first + count)]


def ids_of(lines):
    return [json.loads(line)["id"] for line in lines]


# MARK: - What was said and what is there


def acknowledged(output):
    """The (id, seq) of every whole line of acknowledgements."""
    whole = output[:output.rfind(b"\n") + 1]
    return [(ack["id"], ack["seq"]) for ack in map(json.loads, whole.splitlines())]


class Promises:
    """What was acknowledged, by any writer."""

    def __init__(self):
        self.seqs = {}
        self.wrong = []

    def take(self, output):
        """Takes up a process's standard output. Returns the ids."""
        acks = acknowledged(output)
        for name, seq in acks:
            if self.seqs.setdefault(name, seq) != seq:
                self.wrong.append(f"{name} acknowledged as {self.seqs[name]} and as {seq}")
        return [name for name, _ in acks]


def read(path):
    """The bytes of a file, none where there is none; of a folder its files by name."""
    if os.path.isdir(path):
        return {name: read(os.path.join(path, name)) for name in sorted(os.listdir(path))}
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


def write(path, content):
    """Writes a file, or a folder of files by name."""
    if isinstance(content, dict):
        os.mkdir(path, 0o700)
        for name, part in content.items():
            write(os.path.join(path, name), part)
        return
    with open(path, "wb") as file:
        file.write(content)
    os.chmod(path, 0o600)


def audit(log, promised=None, known=None):
    """Everything wrong with a log whose end is in order.

    `promised` maps ids to the seq they were acknowledged with; `known` are all that were ever sent.
    """
    wrong, seqs = [], {}
    content = read(log)
    if content and not content.endswith(b"\n"):
        wrong.append("the last line has no newline")
    for place, line in enumerate(content.splitlines(), 1):
        try:
            event = json.loads(line)
        except ValueError:
            wrong.append(f"line {place} is no JSON")
            continue
        name = event.get("id")
        if event.get("seq") != place:
            wrong.append(f"line {place} has seq {event.get('seq')}")
        if name in seqs:
            wrong.append(f"line {place} has the id of line {seqs[name]}: doubled")
        if known is not None and name not in known:
            wrong.append(f"line {place} was never sent")
        seqs[name] = place
    for name, seq in (promised or {}).items():
        if seqs.get(name) != seq:
            wrong.append(f"{name} was acknowledged as {seq} and is at {seqs.get(name)}: lost")
    return wrong[:20]


def sides(log):
    """The files next to a log under its name: what was set aside, copies."""
    folder, name = os.path.split(log)
    return sorted(os.path.join(folder, other) for other in os.listdir(folder)
                  if other.startswith(name + "."))


def complaint(done):
    """The first line of what a process said to standard error."""
    said = done.stderr.decode(errors="replace").splitlines()
    return f"status {done.returncode}: {said[0] if said else 'nothing was said'}"


# MARK: - Rows


def run_row(row, is_full):
    """Runs a row. Returns its line, with what was wrong below."""
    try:
        result = row.result(is_full)
    except Skipped as reason:
        return line_of(row.name, 0, 0, "skipped", reason)
    words = result.words if result.verdict() == "ok" else f"{len(result.wrong)} wrong, below"
    told = [line_of(row.name, result.done, result.goal, result.verdict(), words)]
    return "\n".join(told + [f"  {what}" for what in result.wrong[:10]])
