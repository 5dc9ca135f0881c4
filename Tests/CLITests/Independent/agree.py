"""Reads an exported training history by itself and compares what it finds with replog's views.

usage: agree.py strong|hevy FILE.csv HISTORY.json PBS.json IDS.json

Shares nothing with replog but the rules: volume and score are reps x weight in kilograms, the first to
reach a score keeps it, the first exercise met is number 1. Prints the totals; ends with 1 and the
first differences when the views say otherwise.
"""

import csv
import datetime
import json
import re
import sys

REST = {"Rest Timer", "Ruhezeit"}


def slug(name):
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def strong(row):
    if row["Set Order"] in REST:
        return None
    start = datetime.datetime.fromisoformat(row["Date"])
    weight = float(row["Weight"]) if row["Weight"] else 0.0
    return start, row["Workout Name"], row["Exercise Name"], weight, float(row["Reps"])


def hevy(row):
    start = datetime.datetime.strptime(row["start_time"], "%d %b %Y, %H:%M")
    weight = float(row["weight_kg"]) if row["weight_kg"] else 0.0
    return start, row["title"], row["exercise_title"], weight, float(row["reps"] or 0)


def read(source, path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        sets = [s for s in map(strong if source == "strong" else hevy, csv.DictReader(file)) if s]
    # Sessions by their start; within one, and among those that start together, the file's order.
    return sorted(sets, key=lambda s: s[0])


def main(source, path, *views):
    history, bests, numbers = (json.load(open(view, encoding="utf-8")) for view in views)
    volumes, records, order = {}, {}, []
    for start, title, name, weight, reps in read(source, path):
        key = (start.isoformat(timespec="milliseconds") + "Z", title)
        volumes[key] = volumes.get(key, 0.0) + reps * weight
        exercise = slug(name)
        if exercise not in order:
            order.append(exercise)
        if exercise not in records or reps * weight > records[exercise]:
            records[exercise] = reps * weight
    differences = []

    def compare(what, expected, found):
        if expected != found:
            differences.append(f"{what}: expected {expected}, found {found}")

    compare("sessions", len(volumes), len(history))
    for session in history:
        key = (session["startedAt"], session["title"])
        compare(f"volume of {key}", volumes.get(key), session["volumeKg"])
    compare("sum of volumes", sum(volumes.values()), sum(s["volumeKg"] for s in history))
    compare("bests", records, {best["exercise"]: best["score"] for best in bests})
    compare("bests by exercise", sorted(records), [best["exercise"] for best in bests])
    compare("numbers", list(enumerate(order, 1)), [(n["number"], n["exercise"]) for n in numbers])
    sets = sum(len(session["sets"]) for session in history)
    print(f"{len(volumes)} sessions, {sets} sets, {len(order)} exercises, {sum(volumes.values()):.1f} kg")
    print("\n".join(differences[:10]), end="\n" if differences else "")
    return 1 if differences else 0


sys.exit(main(*sys.argv[1:]))
