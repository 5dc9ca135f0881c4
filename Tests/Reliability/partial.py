"""A partial write, followed by SIGKILL, by an error, or by a short return.

SIGKILL alone tears no line, because the kernel finishes a write that it began. A library between the command and
the C library therefore writes the first bytes and then kills the process, once for every byte of a record. The
remains are those that a power cut leaves.
"""

from situations import Situation, appends, log_of
from trial import SYSTEM_FAILED, Result, Row, acknowledged, compiled, complaint, \
    event, everywhere, read


def cut(trial, situation, place, then, at=1):
    """Runs the command and cuts its `at`-th write. Returns the process and the log."""
    log = situation.make(trial)
    planted = {**trial.planted, "LD_PRELOAD": compiled("fault"), "REL_CUT": str(place),
               "REL_AT": str(at), "REL_THEN": then}
    done = trial.replog(*situation.words, "--log", log, stdin=situation.stdin, **planted)
    return done, log


def length(trial, situation):
    """Returns the number of bytes that the command appends after the sound part."""
    log = situation.make(trial)
    trial.sound.replog(*situation.words, "--log", log, stdin=situation.stdin)
    return len(read(log)) - situation.sound


def kill_at_every_byte(trial):
    situations = chosen(trial)
    if trial.is_twin:
        situations = situations[:1]
    places = [(s, place, count) for s in situations for count in [bytes_cut(trial, s)]
              for place in range(0, count, trial.count(1, 1, 7))]
    runs, wrong = everywhere(kill_in_record, trial, places)
    return Result(runs, len(places), "0 lost; what was torn is set aside as it was", wrong)


def bytes_cut(trial, situation):
    """Returns the number of bytes of the write that is cut."""
    appended = length(trial, situation)
    if situation.sound and not situation.before[:situation.sound].endswith(b"\n"):
        # The missing newline is a separate write before that of the record.
        appended -= 1
    return situation.bytes or appended


def kill_in_record(trial, where):
    """Kills the process after some bytes of a record. Returns the number of kills, and the errors."""
    situation, place, count = where
    done, log = cut(trial, situation, place, "kill", at=situation.write)
    wrong = [] if done.returncode == -9 else [complaint(done)]
    is_whole = not situation.bytes and place == count - 1
    wrong += check_torn(trial, situation, log, is_whole)
    wrong += situation.after_an_end(trial, log, done.stdout)
    return 1, [f"{situation.name}, byte {place}: {what}" for what in wrong]


def chosen(trial):
    """Returns the situations in which a record is appended, or in which the torn end is copied."""
    found = {s.name: s for s in appends(trial)}
    names = {"one event": 1, "a batch": 1, "a new log": 1, "no last newline": 2, "a torn line": 2}
    for name, number in names.items():
        found[name].write, found[name].bytes = number, 0
    return [found[name] for name in names] + [copy_of_torn(trial)]


def copy_of_torn(trial):
    """Returns a recovery in which the copy of the torn bytes is cut."""
    log = log_of(trial, 20)
    torn = log_of(trial, 21)[len(log):-40]
    situation = Situation("the copy of a torn line", log + torn, ["append"], event(2, 1), len(log))
    situation.write, situation.bytes = 1, len(torn)
    return situation


def check_torn(trial, situation, log, is_whole):
    """Returns the errors in the shown events. A cut record is not an event, and no event of a cut batch is shown. A
    record or batch that lacks only its last newline is complete, because an editor may have removed the newline."""
    shown = trial.sound.replog("log", "--json", "--log", log)
    sound = len(situation.before[:situation.sound].splitlines())
    counts = {sound} | ({sound + situation.stdin.count(b"\n")} if is_whole else set())
    count = shown.stdout.count(b"\n")
    if shown.returncode != 0 or count not in counts:
        return [f"{count} events shown, expected {sound}; status {shown.returncode}"]
    return []


def errors_at_every_byte(trial):
    """Tests a short write that is completed, and a write after which there is no room."""
    situations = [s for s in appends(trial) if s.name in ("one event", "a batch", "a new log")]
    if trial.is_twin:
        situations = situations[:1]
    places = [(s, place) for s in situations
              for place in range(0, length(trial, s), trial.count(1, 5))]
    runs, wrong = everywhere(fail_in_record, trial, places)
    return Result(runs, runs, "completed, or cut back and exit 5", wrong)


def fail_in_record(trial, where):
    """Cuts a record after some bytes. Returns the number of cuts, and the errors."""
    situation, place = where
    # A write that returns 0 bytes without an error does not occur.
    ways = ("short", "ENOSPC", "EIO") if place > 0 else ("ENOSPC", "EIO")
    wrong = []
    for then in ways:
        done, log = cut(trial, situation, place, then)
        found = check_error(situation, done, log, then)
        found += situation.after_an_end(trial, log, done.stdout)
        wrong += [f"{situation.name}, {then} behind byte {place}: {what}" for what in found]
    return len(ways), wrong


def check_error(situation, done, log, then):
    if then == "short":
        return [] if done.returncode == 0 else [complaint(done)]
    wrong = [] if done.returncode == SYSTEM_FAILED else [complaint(done)]
    if acknowledged(done.stdout):
        wrong.append("acknowledged all the same")
    if read(log) != situation.before[:situation.sound]:
        wrong.append("not cut back to where it was")
    return wrong


ROWS = [
    Row("partial write then SIGKILL at every byte", kill_at_every_byte,
        {"no-truncate": "is no JSON"}),
    Row("short and failing writes at every byte", errors_at_every_byte,
        {"no-truncate": "not cut back to where it was"}),
]
