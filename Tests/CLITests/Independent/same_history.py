"""Compares two outputs of 'replog history --json', except for the values that each import creates.

usage: same_history.py ONE.json OTHER.json

These are ids and positions, and values that the format of Strong cannot represent: fractions of a second in an end,
whether a set was done, and sessions without sets. Prints the totals. If the histories differ, prints the first
difference and exits with 1.
"""

import datetime
import json
import math
import sys


def sessions(path):
    with open(path, encoding="utf-8") as file:
        return [session(it) for it in json.load(file) if it["sets"]]


def session(it):
    start = datetime.datetime.fromisoformat(it["startedAt"])
    end = it["endedAt"] and datetime.datetime.fromisoformat(it["endedAt"])
    seconds = math.floor((end - start).total_seconds() + 0.5) if end else 0
    made_anew = {"id", "seq", "completed"}
    sets = [{k: v for k, v in one.items() if k not in made_anew} for one in it["sets"]]
    return {"title": it["title"], "startedAt": it["startedAt"], "seconds": max(0, seconds), "sets": sets}


one, other = (sessions(path) for path in sys.argv[1:3])
for mine, theirs in zip(one, other):
    if mine != theirs:
        sys.exit(f"{mine}\n{theirs}")
if len(one) != len(other):
    sys.exit(f"{len(one)} sessions, and {len(other)}")
print(f"{len(one)} sessions, {sum(len(it['sets']) for it in one)} sets")
