"""The parts of events that all folds read, by the rules alone."""

import datetime
import json
import pathlib

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


def weight_for(data, target):
    """The load in kilograms; that of a target in another unit that a table with two decimals shows as this load."""
    unit, other = data.get("unit", "kg"), target.get("unit", "kg")
    if data.get("weight") is None or unit == other:
        return weight(data) or 0
    shown = target["weight"] / POUND if unit == "lb" else weight(target)
    return weight(target) if abs(data["weight"] - shown) <= 0.005 else weight(data)


def newest_first(rows, key):
    """By the time, the latest first; of two of one moment the later in the log."""
    return [row for _, row in sorted(enumerate(rows), key=lambda it: (moment(it[1][key]), it[0]),
                                     reverse=True)]


def merged(events):
    """The name of the exercise for which one counts, by the merges of one user.

    A merge into an exercise that is merged itself has no effect.
    """
    targets = {}
    for event in events:
        if event["type"] == "ExerciseMerged":
            targets[event["data"]["exercise"]] = event["data"]["into"]
        elif event["type"] == "ExerciseUnmerged":
            targets.pop(event["data"]["exercise"], None)
    return lambda name: targets[name] if name in targets and targets[name] not in targets else name


def counted(items, events):
    """Items with an exercise, by the names of those for which they count."""
    called = merged(events)
    return [{**item, "exercise": called(item["exercise"])} for item in items]


def counted_once(items, events):
    """The exercises of a workout by those names, each once: in its first place, with its last details."""
    return list({item["exercise"]: item for item in counted(items, events)}.values())


def planned(data, numbers):
    """A planned exercise as views show it."""
    return {"exercise": data["exercise"], "number": numbers.get(data["exercise"]),
            "sets": data.get("sets"), "reps": data.get("reps"), "weightKg": weight(data), **targets(data),
            "metres": data.get("metres")}


def targets(data):
    """The targets that few planned exercises have."""
    return {name: data.get(name) for name in ["seconds", "maxReps", "superset", "restSeconds"]}


def is_long_enough(item, done):
    """Whether a set has the planned distance, in the planned time if there is one, or else the planned duration."""
    if item.get("metres") is None:
        return (done["seconds"] or 0) >= item.get("seconds", 0)
    in_time = item.get("seconds") is None or (
        done["seconds"] is not None and done["seconds"] <= item["seconds"])
    return (done["metres"] or 0) >= item["metres"] and in_time


def naming():
    """The fields that name exercises, by type of event: (list or None, field), from the recorded schema."""
    path = pathlib.Path(__file__).resolve().parents[3] / "Examples/schema.json"
    fields = {}
    for kind, schema in json.loads(path.read_text(encoding="utf-8"))["$defs"].items():
        for name, field in schema.get("properties", {}).items():
            if field.get("x-exercise"):
                fields.setdefault(kind, []).append((None, name))
            for inner, part in field.get("items", {}).get("properties", {}).items():
                if part.get("x-exercise"):
                    fields.setdefault(kind, []).append((name, inner))
    # An alias gives an exercise another name, and no number.
    fields.pop("ExerciseAliased", None)
    return fields


NAMING = naming()


def first_mentions(events):
    """The exercises in the order in which they are met, each with the position of the event and the place in it."""
    found = {}
    for event in events:
        data, place = event["data"], 0
        for outer, field in NAMING.get(event["type"], []):
            for item in [data] if outer is None else data.get(outer, []):
                place += 1
                found.setdefault(item[field], (event["seq"], place))
    return found


def numbers(events):
    """The first exercise that is met is number 1, the next new one 2."""
    return {name: number for number, name in enumerate(first_mentions(events), 1)}
