"""The code that all rows share: the command under test, events to append, and the audit of a log.

A row is a function that takes a Trial and returns a Result. It does not rely on the output of the command alone. It
reads logs with Python's JSON parser, and compares them with the acknowledged events.
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
# The errors that simultaneous appends without a lock cause: lines in the wrong order, or mixed lines.
UNLOCKED = r"^status 3: |^damaged: |doubled|lost|acknowledged as"
# A process that runs longer than this number of seconds counts as a failure.
PATIENCE = 60


class Skipped(Exception):
    """The reason why this machine cannot run the row."""


@dataclass
class Result:
    """The result of a row."""

    done: int
    goal: int
    words: str
    wrong: list = field(default_factory=list)
    """The errors, one sentence each."""
    has_crashed: bool = False
    """Whether the row itself crashed, so that its result is unknown."""

    def verdict(self):
        return "ok" if not self.wrong and self.done >= self.goal else "FAILED"


@dataclass
class Row:
    """One row of the table: its function, and the faults with which it must fail."""

    name: str
    run: object
    twins: dict = field(default_factory=dict)
    """The faults of faults/fault.c that must make the row fail, each with a pattern for the first error."""
    needs_disk: bool = False
    """Whether it tests what reaches a disk; otherwise CI runs it in memory if there is room."""

    def result(self, is_full, planted=None):
        """Runs the row, with the planted fault if there is one. `none` plants no fault, but everything else is
        the same as with a fault."""
        with Trial(is_full, planted, self.needs_disk) as trial:
            try:
                return self.run(trial)
            except Skipped:
                raise
            except Exception as error:
                traceback.print_exc()
                return Result(0, 1, "", [f"{type(error).__name__}: {error}"], has_crashed=True)


def line_of(name, done, goal, verdict, words):
    """Returns a result in the line format of all scripts and tests."""
    return f"reliability: {name} | {done}/{goal} | {verdict} | {words}"


def in_memory():
    """Returns a folder in memory; None if there is none, or not enough room. Rows need several MB."""
    if not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < 48 << 20:
        return None
    return MEMORY


class Trial:
    """A folder to work in, the counts, and the planted fault, if any."""

    def __init__(self, is_full, planted=None, needs_disk=False):
        self.is_full = is_full
        self.is_twin = planted is not None
        os.makedirs(FOLDER, exist_ok=True)
        # A row about processes does not need a disk, which would only slow it down.
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
        """Returns the count of a full run, of CI, or of a row that should soon fail."""
        if self.is_twin:
            return twin or small
        return full if self.is_full else small

    def fresh(self):
        """Returns a new empty folder."""
        path = os.path.join(self.folder, str(next(self.folders)))
        os.mkdir(path)
        return path

    def environment(self, **more):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("REPLOG_", "REL_"))}
        return {**kept, **self.planted, **more}

    @property
    def sound(self):
        """The same trial without a planted fault, for steps that only create or read logs."""
        other = copy.copy(self)
        other.planted = {}
        return other

    def replog(self, *words, stdin=b"", **more):
        """Runs the command until it ends, with `more` in its environment."""
        return subprocess.run(
            [REPLOG, *words], input=stdin, capture_output=True, timeout=PATIENCE,
            env=self.environment(**more))

    def verified(self, log):
        """Returns the exit status of `verify`, which checks the file and the permissions of its folder. All folders
        here have the same permissions, so with the CI counts `verify` runs only once for the same bytes."""
        content = (read(log), os.stat(log).st_mode)
        status = None if self.is_full else self.verdicts.get(content)
        if status is None:
            status = self.verdicts[content] = self.sound.replog("verify", "--log", log).returncode
        return status

    def append(self, log, lines, *options, **more):
        return self.replog("append", "--log", log, *options, stdin=b"".join(lines), **more)


def compiled(name):
    """Returns the program or library in faults/NAME.c, and builds it only once."""
    source = os.path.join(HERE, "faults", name + ".c")
    target = os.path.join(FOLDER, name + (".so" if name == "fault" else ""))
    if os.path.exists(target) and os.path.getmtime(target) >= os.path.getmtime(source):
        return target
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise Skipped("no C compiler on this machine")
    os.makedirs(FOLDER, exist_ok=True)
    kind = ["-shared", "-fPIC"] if name == "fault" else []
    # Several threads may compile it at the same time; the last one replaces the file with an equal one.
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
    """Checks several places in parallel, and stops after ten errors. Returns the sum of the counts, and the errors in
    the order of the places."""
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
    """Returns a line with its own id, as a producer sends it that may have to retry."""
    # It refers to nothing that an earlier event must create; otherwise verify would report a finding.
    data = {"day": DAYS[number % 7], "type": f"{note} {number}"}
    return (json.dumps({"id": event_id(producer, number), "at": "2026-03-02T18:04:11.250+01:00",
                        "user": "ann", "type": "WorkoutTypeChosen", "data": data}) + "\n").encode()


def events(producer, count, first=1):
    return [event(producer, number) for number in range(first, first + count)]


def ids_of(lines):
    return [json.loads(line)["id"] for line in lines]


# MARK: - Acknowledgements and the log


def acknowledged(output):
    """Returns the (id, seq) of every whole line of acknowledgements."""
    whole = output[:output.rfind(b"\n") + 1]
    return [(ack["id"], ack["seq"]) for ack in map(json.loads, whole.splitlines())]


class Promises:
    """The acknowledged events of any writer."""

    def __init__(self):
        self.seqs = {}
        self.wrong = []

    def take(self, output):
        """Adds the acknowledgements in the standard output of a process. Returns the ids."""
        acks = acknowledged(output)
        for name, seq in acks:
            if self.seqs.setdefault(name, seq) != seq:
                self.wrong.append(f"{name} acknowledged as {self.seqs[name]} and as {seq}")
        return [name for name, _ in acks]


def read(path):
    """Returns the bytes of a file, empty if there is none; for a folder, its files by name."""
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
    """Returns the errors in a log whose end is sound.

    `promised` maps each acknowledged id to its seq; `known` contains the ids of all sent events.
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
    """Returns the files next to a log that begin with its name, such as torn ends and copies."""
    folder, name = os.path.split(log)
    return sorted(os.path.join(folder, other) for other in os.listdir(folder)
                  if other.startswith(name + "."))


def complaint(done):
    """Returns the exit status and the first line of standard error."""
    said = done.stderr.decode(errors="replace").splitlines()
    return f"status {done.returncode}: {said[0] if said else 'nothing was said'}"


# MARK: - Rows


def run_row(row, is_full):
    """Runs a row. Returns its line, followed by the errors."""
    try:
        result = row.result(is_full)
    except Skipped as reason:
        return line_of(row.name, 0, 0, "skipped", reason)
    words = result.words if result.verdict() == "ok" else f"{len(result.wrong)} wrong, below"
    told = [line_of(row.name, result.done, result.goal, result.verdict(), words)]
    return "\n".join(told + [f"  {what}" for what in result.wrong[:10]])
