"""Plans, weeks, workouts, templates, the feed and suggestions, by the rules alone."""

import datetime

from facts import (
    WEEKDAYS, counted, counted_once, day, first_mentions, is_long_enough, monday, newest_first, numbers, of, planned,
    targets, weight, weight_for)
from training import Sessions, done_of

PREDEFINED = [
    ("full-body-beginner", "Full Body Beginner",
     "Five exercises for all of the body, three times a week",
     [("squat", 3, 8), ("bench-press", 3, 8), ("bent-over-row", 3, 8), ("overhead-press", 2, 10),
      ("crunch", 2, 15)]),
    ("upper-body-strength", "Upper Body Strength", "Heavy sets of pressing and pulling",
     [("bench-press", 5, 5), ("bent-over-row", 5, 5), ("overhead-press", 3, 6), ("pull-up", 3, 6),
      ("dip", 3, 8)]),
]


class Week:
    """The plan of one user: a kind and exercises for each weekday."""

    def __init__(self, events):
        self.types, self.lists = dict.fromkeys(WEEKDAYS), {name: [] for name in WEEKDAYS}
        self.changed = None
        for event in events:
            rule = getattr(self, event["type"], None)
            if rule and rule(event["data"]) is not False:
                self.changed = monday(day(event["at"]))
        # The positions and the names of changes are those of the events; only what is shown is merged.
        self.shown = {name: counted(there, events) for name, there in self.lists.items()}

    def take(self, data):
        """Takes out the first exercise of the name, or the one at the position if it has the name."""
        there = self.lists[data["day"]]
        for place, it in enumerate(there, 1):
            if it["exercise"] == data["exercise"] and data.get("position", place) == place:
                return there.pop(place - 1)
        return None

    def WorkoutTypeChosen(self, data):
        self.types[data["day"]] = data["type"]

    def WorkoutTypeCleared(self, data):
        self.types[data["day"]] = None

    def ExerciseAdded(self, data):
        self.lists[data["day"]].append(data)

    def ExerciseRemoved(self, data):
        return self.take(data) is not None

    def ExerciseMoved(self, data):
        moved = self.take(data)
        if moved is None:
            return False
        there = self.lists[data["toDay"]]
        place = data.get("toPosition", len(there) + 1)
        there.insert(min(max(1, place), len(there) + 1) - 1, moved)

    def DayCleared(self, data):
        self.lists[data["day"]] = []

    def PlanSaved(self, data):
        self.types[data["day"]] = data.get("type", self.types[data["day"]])
        self.lists[data["day"]] = self.lists[data["day"]] + data.get("exercises", [])


def plan(events, user, now):
    week, known = Week(of(events, user)), numbers(events)
    return {
        "user": user, "weekStart": str(week.changed) if week.changed else None,
        "days": [
            {"day": name, "type": week.types[name],
             "exercises": [planned(it, known) for it in week.shown[name]]}
            for name in WEEKDAYS
        ],
    }


def feed(events, user, now):
    """The posts of everybody; who shared them is nowhere in it."""
    posts, known = {}, numbers(events)
    for event in events:
        kind, data, author = event["type"], event["data"], event.get("user")
        if kind == "PlanShared":
            posts.setdefault(
                data.get("post", event["id"]), {**data, "at": event["at"], "author": author, "likers": set()})
            continue
        if kind == "PostPublished":
            posts.setdefault(
                data.get("post", event["id"]),
                {**data, "day": None, "at": event["at"], "author": author, "likers": set()})
            continue
        it = posts.get(data.get("post"))
        if it is None:
            continue
        if kind == "PostLiked" and author:
            it["likers"].add(author)
        elif kind == "PostUnliked":
            it["likers"].discard(author)
        elif it["author"] != author:
            continue
        elif kind == "PostEdited":
            it.update({key: data[key] for key in ["title", "description"] if key in data})
            it.update({key: None for key in data.get("cleared", [])})
        elif kind == "PostDeleted":
            del posts[data["post"]]
    return newest_first([
        {"post": name, "at": it["at"], "title": it["title"], "description": it.get("description"),
         "day": it["day"], "type": it.get("type"),
         "exercises": [
             {key: value for key, value in planned(one, known).items() if key != "metres"}
             | {"day": one.get("day"), "metres": one.get("metres")} for one in it.get("exercises", [])],
         "likes": len(it["likers"]), "week": it.get("week")}
        for name, it in posts.items()
    ], "at")


def all_workouts(events):
    found = {}
    for event in events:
        kind, data = event["type"], event["data"]
        if kind == "WorkoutCreated":
            name = data.get("workout", event["id"])
            if name not in found:
                found[name] = {"name": data["name"], "description": data.get("description"),
                               "minutes": data.get("minutes"), "author": event.get("user"),
                               "exercises": {}}
                for it in data.get("exercises", []):
                    found[name]["exercises"][it["exercise"]] = it
            continue
        it = found.get(data.get("workout"))
        if it is None or it["author"] != event.get("user"):
            continue
        if kind == "WorkoutRevised":
            it.update({key: data[key] for key in ["name", "description", "minutes"] if key in data})
            it.update({key: None for key in data.get("cleared", [])})
        elif kind == "WorkoutExerciseAdded":
            it["exercises"][data["exercise"]] = data
        elif kind == "WorkoutExerciseRemoved":
            it["exercises"].pop(data["exercise"], None)
        elif kind == "WorkoutDeleted":
            del found[data["workout"]]
    return found


def workouts(events, user, now):
    saved, known = set(), numbers(events)
    for event in of(events, user):
        if event["type"] == "WorkoutSaved":
            saved.add(event["data"]["workout"])
        elif event["type"] == "WorkoutUnsaved":
            saved.discard(event["data"]["workout"])
    return [
        {"workout": name, "name": it["name"], "description": it["description"],
         "minutes": it["minutes"], "own": it["author"] == user, "saved": name in saved,
         "exercises": [planned(one, known)
                       for one in counted_once(it["exercises"].values(), of(events, user))]}
        for name, it in all_workouts(events).items() if it["author"] == user or name in saved
    ]


def templates(events, user, now):
    own, known = {}, numbers(events)
    brought = [name for name, _, _, _ in PREDEFINED]
    for event in of(events, user):
        data = event["data"]
        if event["type"] == "TemplateDefined":
            name = data.get("template", event["id"])
            if name not in brought:
                own[name] = data
        elif event["type"] == "TemplateDeleted":
            own.pop(data["template"], None)
    rows = [
        (name, title, words, True,
         [{"exercise": one, "sets": sets, "reps": reps} for one, sets, reps in exercises])
        for name, title, words, exercises in PREDEFINED
    ]
    rows += [
        (name, it["name"], it.get("description"), False, it.get("exercises", [])) for name, it in own.items()
    ]
    return [
        {"template": name, "name": title, "description": words, "predefined": is_brought,
         "exercises": [planned(one, known) for one in counted(exercises, of(events, user))]}
        for name, title, words, is_brought, exercises in rows
    ]


class DatedWeek:
    """The latest week with any data: assigned, done, or planned."""

    def __init__(self, events, user):
        own = of(events, user)
        self.plan, self.sessions = Week(own), Sessions(own).newest_first()
        self.assigned, self.workouts, self.own = {}, all_workouts(events), own
        for event in own:
            data = event["data"]
            if event["type"] in ("WorkoutAssigned", "WorkoutUnassigned"):
                first = monday(datetime.date.fromisoformat(data["week"]))
                date = first + datetime.timedelta(days=WEEKDAYS.index(data["day"]))
                self.assigned.pop(date, None)
                if event["type"] == "WorkoutAssigned":
                    self.assigned[date] = data["workout"]
        known = [monday(date) for date in self.assigned]
        known += [monday(day(it["startedAt"])) for it in self.sessions]
        known += [self.plan.changed] if self.plan.changed else []
        self.start = max(known, default=None)

    def days(self):
        return [self.start + datetime.timedelta(days=place) for place in range(7)] if self.start else []

    def exercises(self, date):
        workout = self.workouts.get(self.assigned.get(date))
        if workout:
            return counted_once(workout["exercises"].values(), self.own)
        return self.plan.shown[WEEKDAYS[date.weekday()]]

    def sets(self, date):
        return [set for it in reversed(self.sessions) if day(it["startedAt"]) == date
                for set in it["sets"]]


def plan_week(events, user, now):
    week, known = DatedWeek(events, user), numbers(events)
    return {
        "weekStart": str(week.start) if week.start else None,
        "days": [
            {"date": str(date), "day": WEEKDAYS[date.weekday()], "workout": week.assigned.get(date),
             "name": week.workouts.get(week.assigned.get(date), {}).get("name"),
             "type": week.plan.types[WEEKDAYS[date.weekday()]],
             "exercises": [planned(it, known) for it in week.exercises(date)]}
            for date in week.days()
        ],
    }


def plan_weeks(events, user, now):
    week, rows = DatedWeek(events, user), {}
    for date in sorted(week.assigned):
        name = week.assigned[date]
        rows.setdefault(monday(date), []).append({
            "date": str(date), "day": WEEKDAYS[date.weekday()], "workout": name,
            "name": week.workouts.get(name, {}).get("name")})
    return [{"weekStart": str(start), "days": rows[start]} for start in sorted(rows, reverse=True)]


def plan_done(events, user, now):
    week, known = DatedWeek(events, user), numbers(events)
    days, total, reached = [], 0, 0
    for date in week.days():
        plans = week.exercises(date)
        progress, others = done_of(plans, week.sets(date))
        rows = [(it, True, sets) for it, sets in zip(plans, progress)]
        for name in dict.fromkeys(set["exercise"] for set in others):
            rows.append(({"exercise": name}, False, [it for it in others if it["exercise"] == name]))
        exercises = []
        for it, is_planned, sets in rows:
            goal = max(1, it.get("sets") or 1)
            met = [
                set for set in sets if set["reps"] >= it.get("reps", 0)
                and is_long_enough(it, set)
                and (weight(it) is None or weight_for(set, it) >= weight(it))]
            if is_planned:
                total, reached = total + goal, reached + min(goal, len(sets))
            exercises.append({
                "exercise": it["exercise"], "number": known.get(it["exercise"]), "planned": is_planned,
                "sets": it.get("sets"), "reps": it.get("reps"), "weightKg": weight(it),
                "done": len(sets), "met": len(met), "complete": is_planned and len(sets) >= goal,
                **targets(it),
                "metMost": sum(set["reps"] >= it["maxReps"] for set in met)
                if it.get("maxReps") is not None else None,
                "metres": it.get("metres"),
            })
        days.append({"date": str(date), "day": WEEKDAYS[date.weekday()], "exercises": exercises})
    return {"weekStart": str(week.start) if week.start else None, "planned": total, "done": reached,
            "days": days}


def ids(events, user, now):
    return [{"exercise": name, "number": number, "seq": seq, "place": place}
            for number, (name, (seq, place)) in enumerate(first_mentions(events).items(), 1)]


def suggestions(events, user, now):
    about = {"MealsSuggested": "meals", "WorkoutSuggested": "workout"}
    return [
        {"at": event["at"], "about": about[event["type"]], "text": event["data"]["text"],
         "source": event["data"].get("source"), "seq": event["seq"]}
        for event in reversed(of(events, user)) if event["type"] in about
    ]


VIEWS = {
    "plan": plan, "plan week": plan_week, "plan done": plan_done, "plan weeks": plan_weeks, "feed": feed,
    "ids": ids, "workouts": workouts, "templates": templates, "suggestions": suggestions,
}
