"""Two devices and their remote, run through the command.

In each schedule, Ann's phone and Ben's laptop record events offline and sync with the log of a club, through a file
or a pipe. Commands are killed at random moments, two syncs of one device run at once, and the club records its own
events. Then both devices sync undisturbed. Every acknowledged event must be in the club's log once, or among the
refused events of the device. The logs must be equal byte for byte, and must still be the same files.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import time

from trial import REPLOG, Result, Row, acknowledged, complaint, read

SCHEDULES = 1_000
STEPS = 14
START = 1_772_471_051_250
DEVICES = {"phone": "ann", "laptop": "ben"}
# A sync exits with 1 after a conflict or a refusal, and with 5 if a log is in use.
STATUSES = {0, 1, 5}


class Schedule:
    """One schedule in its own copy of the initial folder."""

    def __init__(self, trial, start, folder, seed):
        self.trial, self.folder = trial, folder
        self.chance = random.Random(seed)
        shutil.copytree(start, folder)
        self.count = seed * 1_000
        self.promised = {name: set() for name in DEVICES}
        self.refusable = set()
        self.wrong = []
        self.nodes = {name: self.node(name) for name in ("club", *DEVICES)}
        self.before = {name: b"" for name in ("club", *DEVICES)}
        self.kills = 0

    def log(self, name):
        return os.path.join(self.folder, name + ".jsonl")

    def node(self, name):
        return os.stat(self.log(name)).st_ino

    def line(self, user, kind, data):
        self.count += 1
        name = f"0199f3a2-0000-7000-8000-{self.count:012x}"
        event = {"id": name, "at": "2026-03-03T08:00:00.000Z", "user": user, "type": kind, "data": data}
        return name, json.dumps(event).encode() + b"\n"

    # MARK: - Steps

    def record(self, name, user, promised):
        """Appends one to four events in one batch, and may kill the process. A device may also delete a post."""
        sent = [self.line(user, "BodyWeightRecorded", {"weight": 80}) for _ in range(self.chance.randint(1, 4))]
        if promised is not None and self.chance.random() < 0.2:
            sent.append(self.line(user, "PostDeleted", {"post": self.posts[user]}))
            self.refusable.update(each for each, _ in sent)
        words = ["append", "--log", self.log(name), "--batch", str(len(sent))]
        output = self.run([words], b"".join(line for _, line in sent))[0]
        if promised is not None:
            promised.update(each for each, _ in acknowledged(output))

    def sync(self, name):
        words = ["sync", "--log", self.log(name)]
        if self.chance.random() < 0.3:
            serve = f"{REPLOG} sync --serve --as {DEVICES[name]} --log {self.log('club')}"
            words += ["--via", serve]
        else:
            words += [self.log("club")]
        at_once = 2 if self.chance.random() < 0.3 else 1
        self.run([words] * at_once)

    def run(self, commands, stdin=b""):
        """Runs commands in parallel, and may kill one. Returns their outputs."""
        running = [subprocess.Popen(
            [REPLOG, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=self.trial.environment(), start_new_session=True) for words in commands]
        killed = None
        if self.chance.random() < 0.4:
            killed = self.chance.choice(running)
        try:
            running[0].stdin.write(stdin)
            running[0].stdin.close()
        except BrokenPipeError:
            pass  # The process ended by itself, and its status explains why.
        if killed:
            time.sleep(self.chance.uniform(0, self.chance.choice([0.004, 0.02, 0.06])))
            # This also kills the server that the process started.
            os.killpg(killed.pid, signal.SIGKILL)
            self.kills += 1
        outputs = []
        for process in running:
            output, said = process.stdout.read(), process.stderr.read()
            status = process.wait()
            outputs.append(output)
            if process is not killed and status not in STATUSES:
                done = subprocess.CompletedProcess(process.args, status, output, said)
                self.wrong.append(f"{' '.join(process.args[1:3])}: {complaint(done)}")
        return outputs

    def look(self):
        """Checks the logs, and records every change that no step may make."""
        club = read(self.log("club"))
        for name in self.before:
            content = read(self.log(name))
            if not content.startswith(self.before[name]):
                self.wrong.append(f"the log of the {name} lost its beginning")
            if self.node(name) != self.nodes[name]:
                self.wrong.append(f"the log of the {name} is another file")
            whole = content[:content.rfind(b"\n") + 1]
            if name != "club" and not club.startswith(whole):
                self.wrong.append(f"the log of the {name} is not a prefix of the club's")
            self.before[name] = whole

    # MARK: - The end of a schedule

    def play(self):
        self.posts = json.loads(read(os.path.join(self.folder, "posts.json")))
        for _ in range(STEPS):
            name = self.chance.choice(list(DEVICES))
            step = self.chance.random()
            if step < 0.1:
                self.record("club", self.chance.choice(list(DEVICES.values())), None)
            elif step < 0.55:
                self.record(name, DEVICES[name], self.promised[name])
            else:
                self.sync(name)
            self.look()
            if self.wrong:
                return
        self.settle()

    def settle(self):
        """Syncs undisturbed, and audits everything."""
        for _ in range(2):
            for name in DEVICES:
                done = self.trial.sound.replog("sync", self.log("club"), "--log", self.log(name))
                if done.returncode not in (0, 1):
                    self.wrong.append(f"the last sync of the {name}: {complaint(done)}")
        self.look()
        club = read(self.log("club"))
        ids = [json.loads(line)["id"] for line in club.splitlines()]
        if len(set(ids)) != len(ids):
            self.wrong.append("the club has an event twice: doubled")
        for name in DEVICES:
            if read(self.log(name)) != club:
                self.wrong.append(f"the {name} does not have the club's log")
            self.audit(name, set(ids))
        if self.trial.sound.replog("verify", "--log", self.log("club")).returncode != 0:
            self.wrong.append("the club's log is not sound")

    def audit(self, name, taken):
        refused = json.loads(self.shown(name, "refused", "--json"))
        lost = [event["id"] for unit in refused for event in unit["events"]]
        waiting = json.loads(self.shown(name, "pending", "--json"))["pending"]
        if waiting:
            self.wrong.append(f"{len(waiting)} events of the {name} still wait")
        for each in sorted(self.promised[name]):
            places = (each in taken) + lost.count(each)
            if places != 1:
                self.wrong.append(f"{each} of the {name} is in {places} places: {'doubled' if places else 'lost'}")
            if (each in lost) != (each in self.refusable):
                self.wrong.append(f"{each} of the {name} is judged wrongly")
        # The checkpoint is older than all syncs.
        views = [self.shown(name, "profile", "--json", "--user", DEVICES[name], *more)
                 for more in ([], ["--no-checkpoint"])]
        if views[0] != views[1]:
            self.wrong.append(f"the checkpoint of the {name} gives another view")

    def shown(self, name, *words):
        done = self.trial.sound.replog(*words, "--log", self.log(name))
        if done.returncode != 0:
            self.wrong.append(f"{' '.join(words)} of the {name}: {complaint(done)}")
        return done.stdout or b"null"


def begun(trial):
    """Returns the initial folder of every schedule: a log with two accounts and two posts, and two copies."""
    folder = trial.fresh()
    club = os.path.join(folder, "club.jsonl")

    def replog(*words, log=club):
        done = trial.sound.replog(*words, "--log", log, REPLOG_NOW="2026-03-02T18:00:00+01:00")
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{words}: {complaint(done)}")
        return done.stdout

    posts = {}
    for user in DEVICES.values():
        replog("sign-in", f"{user}@example.com")
        replog("plan", "add", "monday", "squat", "--new", "--user", user)
        posts[user] = json.loads(replog(
            "plan", "share", "monday", "--title", "Push", "--user", user, "--json"))["id"]
    for name in DEVICES:
        log = os.path.join(folder, name + ".jsonl")
        replog("sync", club, log=log)
        replog("checkpoint", log=log)
    # Each user tries to delete the other user's post.
    ann, ben = DEVICES.values()
    with open(os.path.join(folder, "posts.json"), "w", encoding="utf-8") as file:
        json.dump({ann: posts[ben], ben: posts[ann]}, file)
    return folder


def run(trial):
    start = begun(trial)
    # A missing lock shows only if two syncs run at the same moment; 40 schedules sometimes had no such moment.
    count = trial.count(SCHEDULES, 200, 300)
    done, kills, promised, wrong = 0, 0, 0, []
    for seed in range(count):
        folder = os.path.join(trial.folder, f"schedule-{seed}")
        schedule = Schedule(trial, start, folder, seed)
        schedule.play()
        wrong += [f"{what} (schedule {seed})" for what in schedule.wrong]
        kills += schedule.kills
        promised += sum(map(len, schedule.promised.values()))
        done += 1
        shutil.rmtree(folder)
        if len(wrong) > (0 if trial.is_twin else 10):
            break
    return Result(done, count, f"{kills} kills, {promised} events promised, 0 lost, 0 doubled", wrong)


ROWS = [Row("sync schedules through the command", run,
            # Without a lock, two syncs of one device write over each other.
            {"no-lock": r"status [34]: |lost|doubled|not a prefix"})]
