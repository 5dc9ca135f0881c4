"""Programs by the rules alone: 5/3/1, and linear and double progressions."""

import math

from facts import POUND, merged, moment, numbers, of, weight, weight_for
from training import Sessions

# 5/3/1: percentages of the training max and repetitions; the last set of the first three weeks is done for
# as many as possible.
MAIN = [
    [(65, 5), (75, 5), (85, 5)], [(70, 3), (80, 3), (90, 3)], [(75, 5), (85, 3), (95, 1)],
    [(40, 5), (50, 5), (60, 5)],
]
WARM_UP = [(40, 5), (50, 5), (60, 3)]


def nearest(load, step):
    """The nearest step; from the middle the higher one."""
    return round(math.floor(load / step + 0.5 + 1e-9) * step, 6)


# The keys of the latest session of a progression, and those that only a progression has a value for.
LAST = ["lastSession", "lastAt", "lastWeightKg", "lastReps", "lastResult"]
PROGRESSION = ["sets", "reps", "maxReps", "nextWeightKg", "failed", "failures", "deload", *LAST]


class Program:
    def __init__(self, event):
        data = event["data"]
        self.name, self.at, self.seq = data.get("program", event["id"]), event["at"], event["seq"]
        self.entered, self.adjusted = {}, []
        self.scheme, self.step = data["scheme"], data.get("step")
        self.cycle, self.done, self.lifts = min(max(1, data.get("cycle", 1)), 1000), {}, {}
        for lift in data.get("lifts", []):
            self.entered.setdefault(lift["exercise"], lift)
            self.lifts.setdefault(lift["exercise"], {
                "max": lift["weight"], "unit": lift.get("unit", "kg"), "increment": lift["increment"]})

    def kilograms(self, name, load):
        return weight({"weight": load, "unit": self.lifts[name]["unit"]})

    def sets(self, name, rows, amrap=False):
        lift = self.lifts[name]
        step = self.step or (5 if lift["unit"] == "lb" else 2.5)
        found = []
        for place, (percent, reps) in enumerate(rows):
            load = nearest(lift["max"] * percent / 100, step)
            found.append({
                "percent": percent, "weight": load, "weightKg": self.kilograms(name, load),
                "reps": reps, "amrap": amrap and place == 2})
        return found

    def week(self, name, week):
        return self.sets(name, MAIN[week - 1], amrap=week < 4) if 1 <= week <= 4 else []

    def rise(self, times):
        self.cycle += times
        for lift in self.lifts.values():
            lift["max"] = round(lift["max"] + times * lift["increment"], 6)

    def apply(self, kind, data, seq):
        name = data.get("exercise")
        if kind == "CycleCompleted" and data["cycle"] == self.cycle:
            self.rise(1)
        elif kind == "CycleReopened" and data["cycle"] == self.cycle - 1 > 0:
            self.rise(-1)
        elif name not in self.lifts:
            return
        elif kind == "ProgramSetCompleted":
            rows = self.week(name, data["week"])
            usual = {"weight": rows[-1]["weight"] if rows else self.lifts[name]["max"],
                     "unit": self.lifts[name]["unit"]}
            load = data if "weight" in data else usual
            self.done[name, data["cycle"], data["week"]] = {
                "reps": data["reps"], "weight": load["weight"], "unit": load.get("unit", "kg")}
        elif kind == "ProgramSetCleared":
            self.done.pop((name, data["cycle"], data["week"]), None)
        elif kind == "TrainingMaxAdjusted":
            unit = self.lifts[name]["unit"]
            same = data.get("unit", "kg") == unit
            kilograms = weight(data)
            self.lifts[name]["max"] = (
                data["weight"] if same
                else round(kilograms / POUND if unit == "lb" else kilograms, 6))
            self.adjusted.append((seq, name, self.lifts[name]["max"]))

    def of_cycle(self, name, week):
        return self.done.get((name, self.cycle, week))


def estimate(set):
    """w x r x 0.0333 + w; the load itself for one repetition."""
    if set["reps"] <= 0 or set["weight"] <= 0:
        return None
    value = set["weight"] * (1 if set["reps"] == 1 else set["reps"] * 0.0333 + 1)
    return weight({"weight": value, "unit": set["unit"]})


class Lift:
    """An exercise of a linear or a double progression: its working weight, and what it takes to lift more."""

    def __init__(self, data, scheme, step):
        self.unit, self.weight = data.get("unit", "kg"), data["weight"]
        self.increment = data["increment"]
        self.sets, self.reps = max(1, data.get("sets", 1)), max(1, data.get("reps", 1))
        self.most = max(self.reps, data.get("maxReps", 1)) if scheme == "double" else self.reps
        self.allowed = max(1, data.get("failures", 3))
        self.deload = min(max(0, data.get("deload", 10)), 100)
        usual = 5 if self.unit == "lb" else 2.5
        self.step = min(usual, self.increment) if step is None else step
        self.step = self.step if self.step > 0 else usual
        self.aim, self.failed, self.last = self.reps, 0, {}

    def kilograms(self, load):
        return weight({"weight": load, "unit": self.unit})

    def risen(self):
        load = nearest(self.weight + self.increment, self.step)
        return load if load > self.weight else round(self.weight + self.increment, 6)

    def lowered(self):
        steps = math.floor(self.weight * (100 - self.deload) / 100 / self.step + 1e-9)
        load = round(steps * self.step, 6)
        return load if load > 0 else self.weight

    def restart(self, load):
        self.weight, self.aim, self.failed = load, self.reps, 0

    def train(self, session, sets):
        """A session with all sets makes the load rise, one that fails too often in a row makes it fall."""
        target = {"weight": self.weight, "unit": self.unit}
        reps = [set["reps"] for set in sets if weight_for(set, target) >= weight(target)]
        if not reps:
            return
        best = sorted(reps, reverse=True)[:self.sets]
        worst = best[-1] if len(best) == self.sets else 0
        result = "made" if worst >= self.most else "progress" if worst >= self.reps else "failed"
        self.last = {
            "lastSession": session["session"], "lastAt": session["startedAt"],
            "lastWeightKg": self.kilograms(self.weight), "lastReps": [str(each) for each in reps],
            "lastResult": result}
        if result == "made":
            self.restart(self.risen())
        elif result == "progress":
            self.failed, self.aim = 0, worst + 1
        else:
            self.failed += 1
            if self.failed >= self.allowed:
                self.restart(self.lowered())


def progression(it, events, user):
    """A linear or a double progression: what follows from the finished sessions since its start."""
    known, called, lifts = numbers(events), merged(of(events, user)), []
    sessions = Sessions(of(events, user)).standing()
    for name, data in it.entered.items():
        lift = Lift(data, it.scheme, it.step)
        steps = [(seq, None, load) for seq, other, load in it.adjusted if other == name]
        for session in sessions:
            sets = [
                set for set in session["sets"]
                if set["exercise"] == called(name) and set["kind"] in ("normal", "failure")
                and set["completed"]
                and set["seq"] > it.seq and moment(set["at"]) >= moment(it.at)]
            if sets and session["endedAt"] is not None:
                steps.append((max(set["seq"] for set in sets), session, sets))
        for _, session, value in sorted(steps, key=lambda step: step[0]):
            if session:
                lift.train(session, value)
            elif value != lift.weight:
                lift.restart(value)
        lifts.append({
            "exercise": called(name), "number": known.get(called(name)),
            "trainingMaxKg": lift.kilograms(lift.weight), "trainingMax": lift.weight, "unit": lift.unit,
            "increment": lift.increment, "e1rmKg": None, "stalled": lift.failed > 0, "sets": lift.sets,
            "reps": lift.aim, "maxReps": lift.most if lift.most > lift.reps else None,
            "nextWeightKg": lift.kilograms(lift.risen()), "failed": lift.failed,
            "failures": lift.allowed, "deload": lift.deload, **dict.fromkeys(LAST), **lift.last})
    return {
        "program": it.name, "scheme": it.scheme, "startedAt": it.at, "cycle": None, "week": None,
        "lifts": lifts, "weeks": []}


def program(events, user, now):
    it, earlier = None, {}
    for event in of(events, user):
        kind, data = event["type"], event["data"]
        if kind == "ProgramStarted":
            if it:
                earlier[it.name] = it
            it = Program(event)
            if data.get("continues"):
                it = earlier.get(it.name, it)
        elif it and data.get("program") == it.name:
            if kind == "ProgramEnded":
                earlier[it.name], it = it, None
            else:
                it.apply(kind, data, event["seq"])
    if it is None:
        return None
    if it.scheme != "531":
        return progression(it, events, user)
    known, called = numbers(events), merged(of(events, user))
    open_weeks = [week for week in range(1, 5) if any(not it.of_cycle(name, week) for name in it.lifts)]
    lifts, weeks = [], []
    for name, lift in it.lifts.items():
        done = {key[1:]: set for key, set in it.done.items() if key[0] == name and key[2] < 4}
        latest = done[max(done)] if done else None
        stalled = any(
            it.of_cycle(name, week) and it.of_cycle(name, week)["reps"] < MAIN[week - 1][2][1]
            for week in (1, 2, 3))
        lifts.append({
            "exercise": called(name), "number": known.get(called(name)),
            "trainingMaxKg": it.kilograms(name, lift["max"]), "trainingMax": lift["max"],
            "unit": lift["unit"], "increment": lift["increment"],
            "e1rmKg": estimate(latest) if latest else None, "stalled": stalled,
            **dict.fromkeys(PROGRESSION)})
    for week in range(1, 5):
        rows = []
        for name in it.lifts:
            set = it.of_cycle(name, week)
            rows.append({
                "exercise": called(name), "done": set is not None, "reps": set["reps"] if set else None,
                "weightKg": weight(set) if set else None, "warmUp": it.sets(name, WARM_UP),
                "sets": it.week(name, week)})
        weeks.append({"week": week, "lifts": rows})
    return {
        "program": it.name, "scheme": it.scheme, "startedAt": it.at, "cycle": it.cycle,
        "week": open_weeks[0] if open_weeks else 4, "lifts": lifts, "weeks": weeks}


VIEWS = {"program": program}
