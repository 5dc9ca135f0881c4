"""Reads an exported training history by itself and compares what it finds with replog's views.

usage: agree.py strong|hevy FILE.csv HISTORY.json PBS.json IDS.json

Shares nothing with replog but the rules: volume and score are reps x weight in kilograms, where nothing
but the body was lifted 0; of two scores of 0 the one with less assistance is better, then the one with
more repetitions, more seconds, more metres; the first to be as good keeps it; the first exercise met is
number 1. Prints the totals; ends with 1 and the first differences when the views say otherwise.
"""

import csv
import datetime
import json
import re
import sys

REST = {"Rest Timer", "Ruhezeit"}


def slug(name):
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def amount(text):
    return float(text) if text else 0.0


# Both apps write the assistance of a machine as a weight.
def strong(row):
    if row["Set Order"] in REST:
        return None
    start = datetime.datetime.fromisoformat(row["Date"])
    weight = float(row["Weight"]) if row["Weight"] else 0.0
    if row["Exercise Name"].lower().endswith("(assisted)"):
        weight = -abs(weight)
    return (start, row["Workout Name"], row["Exercise Name"], weight, float(row["Reps"]),
            amount(row["Seconds"]), amount(row["Distance"]))


def hevy(row):
    start = datetime.datetime.strptime(row["start_time"], "%d %b %Y, %H:%M")
    weight = float(row["weight_kg"]) if row["weight_kg"] else 0.0
    if row["exercise_title"].lower().endswith("(assisted)"):
        weight = -abs(weight)
    return (start, row["title"], row["exercise_title"], weight, float(row["reps"] or 0),
            amount(row["duration_seconds"]), amount(row["distance_km"]))


def read(source, path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        sets = [s for s in map(strong if source == "strong" else hevy, csv.DictReader(file)) if s]
    # Sessions by their start; within one, and among those that start together, the file's order.
    return sorted(sets, key=lambda s: s[0])


def main(source, path, *views):
    history, bests, numbers = (json.load(open(view, encoding="utf-8")) for view in views)
    volumes, records, order, sets = {}, {}, [], {}
    for start, title, name, weight, reps, seconds, kilometres in read(source, path):
        key = (start.isoformat(timespec="milliseconds") + "Z", title)
        score = reps * max(weight, 0.0)
        volumes[key] = volumes.get(key, 0.0) + score
        exercise = slug(name)
        if exercise not in order:
            order.append(exercise)
        rank = [score] if score else [0.0, min(weight, 0.0), reps, seconds, kilometres]
        if exercise not in records or rank > records[exercise][0]:
            records[exercise] = rank, reps, weight
        sets.setdefault(key, []).append(
            (exercise, reps, weight, seconds, round(kilometres * 1000, 3)))
    differences = []

    def compare(what, expected, found):
        if expected != found:
            differences.append(f"{what}: expected {expected}, found {found}")

    compare("sessions", len(volumes), len(history))
    for session in history:
        key = (session["startedAt"], session["title"])
        compare(f"volume of {key}", volumes.get(key), session["volumeKg"])
        compare(f"sets of {key}", sets.get(key), [
            (s["exercise"], s["reps"], s["weight"] or 0.0, s["seconds"] or 0.0, s["metres"] or 0.0)
            for s in session["sets"]])
    compare("sum of volumes", sum(volumes.values()), sum(s["volumeKg"] for s in history))
    compare("bests", {name: (rank[0], reps, weight) for name, (rank, reps, weight) in records.items()},
            {best["exercise"]: (best["score"], best["reps"], best["weightKg"] or 0.0) for best in bests})
    compare("bests by exercise", sorted(records), [best["exercise"] for best in bests])
    compare("numbers", list(enumerate(order, 1)), [(n["number"], n["exercise"]) for n in numbers])
    found = sum(len(session["sets"]) for session in history)
    print(f"{len(volumes)} sessions, {found} sets, {len(order)} exercises, {sum(volumes.values()):.1f} kg")
    print("\n".join(differences[:10]), end="\n" if differences else "")
    return 1 if differences else 0


sys.exit(main(*sys.argv[1:]))
