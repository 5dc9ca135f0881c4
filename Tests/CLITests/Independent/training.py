"""Sessions, their sets, and what follows from them, by the rules alone."""

import datetime
import pathlib
import re

from facts import counted, day, monday, moment, newest_first, numbers, of, planned, targets, weight
from people import measurements

DETAILS = ["weight", "rpe", "note", "seconds", "metres", "rir", "superset"]
HOUR = datetime.timedelta(hours=1)


class Sessions:
    """The sessions of one user, discarded ones kept in their places to be restored."""

    def __init__(self, events):
        self.begun, self.discarded, self.removed = [], {}, {}
        for event in events:
            rule = getattr(self, event["type"], None)
            if rule:
                rule(event, event["data"])
        for session in self.begun:
            session["sets"] = counted(session["sets"], events)
            session["planned"] = counted(session["planned"], events)

    def standing(self):
        return [session for session in self.begun if session["stands"]]

    def named(self, name):
        return next((it for it in self.standing() if it["session"] == name), None)

    def holding(self, id):
        """The session that has a set, and the set; Nones where none stands."""
        for session in self.standing():
            for set in session["sets"]:
                if set["id"] == id:
                    return session, set
        return None, None

    def begin(self, name, event, data):
        session = {
            "session": name, "title": data.get("title"), "note": data.get("note"),
            "startedAt": event["at"], "endedAt": None, "sets": [], "stands": True,
            "template": data.get("template"), "planned": data.get("planned", []),
        }
        self.begun.append(session)
        return session

    def SessionStarted(self, event, data):
        name = data.get("session", event["id"])
        if not self.named(name):
            self.begin(name, event, data)

    def SetLogged(self, event, data):
        session = self.named(data["session"]) or self.begin(data["session"], event, {})
        session["sets"].append({
            "id": event["id"], "seq": event["seq"], "at": event["at"], "doneAt": event["at"],
            "exercise": data["exercise"],
            "reps": data["reps"], "weight": data.get("weight"), "unit": data.get("unit", "kg"),
            "kind": data.get("kind", "normal"), "completed": data.get("completed", True),
            "perSide": data.get("perSide", False), **{key: data.get(key) for key in DETAILS if key != "weight"},
        })

    def SetRevised(self, event, data):
        _, set = self.holding(data["set"])
        if not set:
            return
        if data.get("completed") and not set["completed"]:
            set["doneAt"] = data.get("doneAt", event["at"])
        for key in ["reps", "kind", "completed", "perSide"] + DETAILS[1:]:
            set[key] = data.get(key, set[key])
        if "weight" in data:
            set["weight"], set["unit"] = data["weight"], data.get("unit", "kg")
        for key in data.get("cleared", []):
            set[key] = False if key == "perSide" else None

    def SetRemoved(self, event, data):
        session, set = self.holding(data["set"])
        if set:
            session["sets"].remove(set)
            self.removed[data["set"]] = session, set

    def SetMoved(self, event, data):
        session, set = self.holding(data["set"])
        if set:
            session["sets"].remove(set)
            self.put(session, set, data["position"])

    def SetRestored(self, event, data):
        session, set = self.removed.get(data["set"], (None, None))
        if session and session["stands"]:
            del self.removed[data["set"]]
            self.put(session, set, data["position"])

    def put(self, session, set, position):
        """Puts a set at a position, counted from 1 without it; beyond the end means the end."""
        place = min(max(1, position), len(session["sets"]) + 1)
        session["sets"].insert(place - 1, set)

    def SessionEnded(self, event, data):
        session = self.named(data["session"])
        if session:
            session["endedAt"] = event["at"]

    def SessionReopened(self, event, data):
        session = self.named(data["session"])
        if session:
            session["endedAt"] = None

    def SessionRevised(self, event, data):
        session = self.named(data["session"])
        if session:
            session.update({
                key: data[key] or None for key in ["title", "note", "startedAt", "endedAt"]
                if key in data})

    def SessionDiscarded(self, event, data):
        session = self.named(data["session"])
        if session:
            session["stands"] = False
            self.discarded.setdefault(data["session"], []).append(session)

    def SessionRestored(self, event, data):
        """The latest discarded session stands again; the sets of one that has its name now follow its own."""
        if self.discarded.get(data["session"]):
            later, session = self.named(data["session"]), self.discarded[data["session"]].pop()
            session["stands"] = True
            if later:
                session["sets"] += later["sets"]
                session["endedAt"] = session["endedAt"] or later["endedAt"]
                later["stands"] = False
                for id, (place, set) in self.removed.items():
                    if place is later:
                        self.removed[id] = session, set

    def newest_first(self):
        return newest_first(self.standing(), "startedAt")

    def sets(self):
        """The sets in the order they were logged, each with its session."""
        found = [(set, session) for session in self.standing() for set in session["sets"]]
        return sorted(found, key=lambda it: it[0]["seq"])


def score(set):
    """Repetitions x load in kilograms; nothing for the body alone, and for assistance."""
    return set["reps"] * max(weight(set) or 0, 0)


def lifted(set):
    """The score of both sides, if the load is that of one."""
    return score(set) * (2 if set["perSide"] else 1)


def rests(session):
    """The rest after each set of a session in seconds, by the id of its place; the last set has none.

    It is the time to the next set that is done. None is known between sets of one moment, and a pause of more than
    an hour is no rest.
    """
    found, done = {}, [
        place for place, _ in sorted(enumerate(session["sets"]), key=lambda it: (moment(it[1]["doneAt"]), it[0]))
        if session["sets"][place]["completed"]]
    for place, after in zip(done, done[1:]):
        time = moment(session["sets"][after]["doneAt"]) - moment(session["sets"][place]["doneAt"])
        if datetime.timedelta() < time <= HOUR:
            found[place] = time / datetime.timedelta(milliseconds=1) / 1000
    return found


def shown(session):
    rows = []
    for set in session["sets"]:
        has_weight = set["weight"] is not None
        rows.append({
            "id": set["id"], "exercise": set["exercise"], "reps": set["reps"],
            "weightKg": weight(set), "kind": set["kind"], "completed": set["completed"],
            "note": set["note"], "seq": set["seq"], "weight": set["weight"],
            "unit": set["unit"] if has_weight else None, "rpe": set["rpe"],
            "seconds": set["seconds"], "metres": set["metres"],
            "rir": set["rir"], "superset": set["superset"], "perSide": set["perSide"],
        })
    return {
        "session": session["session"], "title": session["title"],
        "startedAt": session["startedAt"], "endedAt": session["endedAt"],
        "volumeKg": sum(map(lifted, session["sets"])), "sets": rows,
    }


def history(events, user, now):
    return [shown(session) for session in Sessions(of(events, user)).newest_first()]


def session(events, user, now):
    """The session that began last of those that are open, else the latest."""
    sessions = Sessions(of(events, user))
    still = [it for it in sessions.standing() if it["endedAt"] is None]
    latest = still[-1:] or sessions.newest_first()[:1]
    if not latest:
        return None
    it = latest[0]
    progress, _ = done_of(it["planned"], it["sets"])
    rows = shown(it)
    rested = rests(it)
    for place, row in enumerate(rows["sets"]):
        row["restSeconds"] = rested.get(place)
    return {
        **rows, "template": it["template"],
        "planned": [
            {"exercise": plan["exercise"], "sets": plan.get("sets"), "reps": plan.get("reps"),
             "weightKg": weight(plan), "done": len(sets), **targets(plan),
             "metres": plan.get("metres")}
            for plan, sets in zip(it["planned"], progress)
        ],
    }


def done_of(plans, sets):
    """The sets done of each planned exercise, and those of no planned exercise.

    Warm-ups and sets that are not done count for none. Of an exercise that is planned twice the first gets
    as many as it plans, and the last the rest.
    """
    progress, others = [[] for _ in plans], []
    for set in sets:
        if not set["completed"] or set["kind"] == "warmup":
            continue
        places = [place for place, it in enumerate(plans) if it["exercise"] == set["exercise"]]
        if not places:
            others.append(set)
            continue
        room = [place for place in places
                if len(progress[place]) < max(1, plans[place].get("sets") or 1)]
        progress[room[0] if room else places[-1]].append(set)
    return progress, others


def pbs(events, user, now):
    """The best of each exercise; the first to be as good keeps it."""
    best = {}
    for set, session in Sessions(of(events, user)).sets():
        rank = (score(set),)
        if score(set) == 0:
            # Where nothing is lifted beyond the body: less help, then reps, then seconds, then metres.
            rank = (0, min(weight(set) or 0, 0), set["reps"], set["seconds"] or 0, set["metres"] or 0)
        if set["exercise"] not in best or rank > best[set["exercise"]][0]:
            best[set["exercise"]] = (rank, set, session)
    known = numbers(events)
    return [
        {"exercise": name, "number": known.get(name), "weightKg": weight(set), "reps": set["reps"],
         "score": score(set), "at": set["at"], "session": session["session"], "seq": set["seq"]}
        for name, (_, set, session) in sorted(best.items())
    ]


def epley(kilograms, reps):
    if kilograms <= 0 or reps <= 0:
        return None
    return kilograms if reps == 1 else kilograms * (1 + reps / 30)


def body_of_day(events):
    """The weight of the body on a day: that of the last measurement up to it; None before the first."""
    series = [(day(it["at"]), weight(it["data"])) for it in measurements(events)]

    def on(date):
        known = [kilograms for measured, kilograms in series if measured <= date]
        return known[-1] if known and known[-1] > 0 else None
    return on


def records(events, user, now):
    sets, known = Sessions(of(events, user)).sets(), numbers(events)
    body = body_of_day(of(events, user))
    rows = []
    for name in sorted({set["exercise"] for set, _ in sets}):
        own = [(set, session) for set, session in sets if set["exercise"] == name]

        def mark(value, set, session):
            return {"value": value, "weightKg": weight(set), "reps": set["reps"], "at": set["at"],
                    "session": session["session"], "seq": set["seq"]}

        def largest(value, among=own):
            """The first set of the log with the largest value; none without one above 0."""
            values = [value(set) or 0 for set, _ in among]
            if not values or max(values) <= 0:
                return None
            return mark(max(values), *among[values.index(max(values))])

        multiples = []
        for set, session in own:
            kilograms = body(day(session["startedAt"])) if set["reps"] > 0 else None
            multiples.append((weight(set) or 0) / kilograms if kilograms else 0)
        relative = None
        if max(multiples) > 0:
            relative = mark(max(multiples), *own[multiples.index(max(multiples))])
        volumes, sums = {}, []
        for set, session in own:
            volumes[id(session)] = volumes.get(id(session), 0) + lifted(set)
            sums.append(volumes[id(session)])
        volume = None
        if max(sums) > 0:
            volume = mark(max(sums), *own[sums.index(max(sums))])
        times = [moment(set["at"]) for set, _ in own]
        latest = len(times) - 1 - times[::-1].index(max(times))
        loads = sorted({weight(set) or 0 for set, _ in own if set["reps"] > 0})
        most = [
            largest(lambda set: set["reps"], [it for it in own if (weight(it[0]) or 0) == load])
            for load in loads
        ]
        rows.append({
            "exercise": name, "number": known.get(name),
            "heaviest": largest(lambda set: weight(set) if set["reps"] > 0 else 0),
            "e1rm": largest(lambda set: epley(weight(set) or 0, set["reps"])),
            "product": largest(score), "reps": largest(lambda set: set["reps"]),
            "sessionVolume": volume, "longest": largest(lambda set: set["seconds"]),
            "farthest": largest(lambda set: set["metres"]),
            "first": mark(None, *own[times.index(min(times))]), "last": mark(None, *own[latest]),
            "repsAt": [{key: it[key] for key in ["weightKg", "reps", "at", "seq"]} for it in most],
            "relative": relative,
        })
    return rows


def weeks(events, user):
    """The sessions of each week by its Monday, the latest week first."""
    found = {}
    for session in Sessions(of(events, user)).newest_first():
        found.setdefault(monday(day(session["startedAt"])), []).append(session)
    return sorted(found.items(), reverse=True)


def volume(events, user, now):
    rows = []
    for start, sessions in weeks(events, user):
        sets = [set for session in reversed(sessions) for set in session["sets"]]
        if sets:
            rows.append({
                "period": str(start), "exercise": None,
                "sessions": sum(bool(session["sets"]) for session in sessions), "sets": len(sets),
                "reps": sum(set["reps"] for set in sets), "volumeKg": sum(map(lifted, sets)),
                "seconds": sum(set["seconds"] or 0 for set in sets),
                "metres": sum(set["metres"] or 0 for set in sets),
            })
    return rows


# The muscles of common names, from the table of the page: the first row that begins at a word of the name applies.
PAGE = pathlib.Path(__file__).parents[3] / "Sources/Projections/Projections.docc/CommonMuscles.md"


def common_names():
    """The names on the page: the words, and the share of a set for each muscle."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            names, primary, secondary = (cell.strip() for cell in line.strip("|").split("|"))
            shares = {} if secondary == "–" else dict.fromkeys(secondary.split(", "), 0.5)
            for words in names.split(", "):
                yield words.strip("`"), {primary: 1, **shares}


COMMON = list(common_names())


def common(exercise):
    """The share of a set for each muscle of an exercise, by its name."""
    words = "-" + re.sub(r"[^a-z0-9]+", "-", exercise.lower()).strip("-")
    return next((shares for word, shares in COMMON if "-" + word in words), {"other": 1})


def muscles(events, user, now):
    """The sets and the volume of each muscle in each week."""
    described = {}
    for event in events:
        data = event["data"]
        if event["type"] == "ExerciseCatalogued":
            part = [data["bodyPart"]] if "bodyPart" in data else []
            shares = {name.lower(): 0.5 for name in data.get("secondaryMuscles", [])}
            primary = {name.lower(): 1 for name in data.get("primaryMuscles") or part}
            described[data["exercise"]] = {**shares, **primary} if primary else None
        elif event["type"] == "ExerciseUncatalogued":
            described.pop(data["exercise"], None)
    rows = []
    for start, sessions in weeks(events, user):
        week = {}
        for set in (it for session in reversed(sessions) for it in session["sets"]):
            if set["completed"] and set["kind"] != "warmup":
                for muscle, share in (described.get(set["exercise"]) or common(set["exercise"])).items():
                    sets, volume = week.get(muscle, (0, 0))
                    week[muscle] = sets + share, volume + share * lifted(set)
        rows += [
            {"key": f"{start}/{muscle}", "period": str(start), "muscle": muscle, "sets": sets,
             "volumeKg": volume}
            for muscle, (sets, volume) in sorted(week.items(), key=lambda it: (-it[1][0], it[0]))]
    return rows


def metrics(events, user, now):
    rows = []
    found = weeks(events, user)
    for start, sessions in found:
        sessions = sessions[::-1]
        finished = [
            (moment(it["endedAt"]) - moment(it["startedAt"]), it) for it in sessions if it["endedAt"]]
        finished = [(length, it) for length, it in finished if datetime.timedelta() <= length <= 24 * HOUR]
        minutes = sum(length.total_seconds() for length, _ in finished) / 60
        timed = [(length, it) for length, it in finished if length >= datetime.timedelta(minutes=1)]
        spent = sum(length.total_seconds() for length, _ in timed) / 60
        volume = sum(lifted(set) for _, it in timed for set in it["sets"])
        pauses = [rest for it in sessions for rest in rests(it).values()]
        streak, starts = 0, {start for start, _ in found}
        while start - datetime.timedelta(weeks=streak) in starts:
            streak += 1
        rows.append({
            "period": str(start), "date": str(start), "sessions": len(sessions),
            "sets": sum(len(it["sets"]) for it in sessions),
            "minutes": minutes if finished else None,
            "volumeKg": sum(lifted(set) for it in sessions for set in it["sets"]),
            "density": volume / spent if timed else None, "streak": streak,
            "restSeconds": sum(pauses) / len(pauses) if pauses else None,
        })
    return rows


VIEWS = {
    "history": history, "session": session, "pbs": pbs, "records": records, "volume": volume,
    "metrics": metrics, "muscles": muscles,
}
