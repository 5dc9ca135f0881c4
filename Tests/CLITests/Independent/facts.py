"""The parts of events that all folds read, by the rules alone."""

import datetime

POUND = 0.45359237
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def day(text):
    """The local day of a time is the date that it is written with."""
    return datetime.date.fromisoformat(text[:10])


def monday(date):
    return date - datetime.timedelta(days=date.weekday())


def of(events, user):
    """The events of one user."""
    return [event for event in events if event.get("user") == user]


def weight(data):
    """The load in kilograms; None for none."""
    value = data.get("weight")
    return value * POUND if value is not None and data.get("unit") == "lb" else value


def newest_first(rows, key):
    """By the time, the latest first; of two of one moment the later in the log."""
    return [row for _, row in sorted(enumerate(rows), key=lambda it: (moment(it[1][key]), it[0]),
                                     reverse=True)]


def planned(data, numbers):
    """A planned exercise as views show it."""
    return {"exercise": data["exercise"], "number": numbers.get(data["exercise"]),
            "sets": data.get("sets"), "reps": data.get("reps"), "weightKg": weight(data)}


# The events whose data names an exercise of its own, and those that have a list of them.
NAMING = [
    "ExerciseCatalogued", "ExerciseAdded", "ExerciseRemoved", "ExerciseMoved", "SetLogged",
    "WorkoutExerciseAdded", "WorkoutExerciseRemoved", "ProgramSetCompleted", "ProgramSetCleared",
    "TrainingMaxAdjusted",
]
LISTING = {
    "PlanShared": "exercises", "PlanSaved": "exercises", "SessionStarted": "planned",
    "WorkoutCreated": "exercises", "TemplateDefined": "exercises", "ProgramStarted": "lifts",
}


def numbers(events):
    """The first exercise that is met is number 1, the next new one 2."""
    found = {}
    for event in events:
        names = [event["data"]["exercise"]] if event["type"] in NAMING else []
        if event["type"] in LISTING:
            names = [item["exercise"] for item in event["data"].get(LISTING[event["type"]], [])]
        for name in names:
            found.setdefault(name, len(found) + 1)
    return found
