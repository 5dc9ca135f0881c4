"""Runs the SQL of 'replog export duckdb' and compares its views with those of replog.

usage: tables.py EXPORT.sql PBS.json HISTORY.json VOLUME.json LINES

The JSON is that of all users; LINES is how many the log has. Prints how much agrees; ends with 1 where
something does not.
"""

import json
import sys

import duckdb

database = duckdb.connect()
with open(sys.argv[1], encoding="utf-8") as file:
    database.execute(file.read())


def rows(sql):
    return sorted(map(rounded, database.execute(sql).fetchall()), key=repr)


def rounded(row):
    return tuple(round(cell, 4) if isinstance(cell, float) else cell for cell in row)


def views(path, *fields):
    with open(path, encoding="utf-8") as file:
        found = [tuple(float(v) if f.endswith("Kg") and v is not None else v
                       for f, v in ((f, row[f]) for f in fields)) for row in json.load(file)]
    return sorted(map(rounded, found), key=repr)


def compare(name, mine, theirs):
    if mine != theirs:
        first = next(((a, b) for a, b in zip(mine, theirs) if a != b), None)
        sys.exit(f"{name}: {len(mine)} rows in DuckDB, {len(theirs)} in replog; {first}")
    print(f"{name}: {len(mine)}")


compare("events", rows("select count(*) from events"), [(int(sys.argv[5]),)])
pbs = views(sys.argv[2], "user", "exercise", "weightKg", "reps", "score", "at", "session", "seq")
compare("pbs", rows(
    'select "user", exercise, weight_kg, reps, score, at_text, session, seq from pbs'),
    sorted([row[:4] + (float(row[4]),) + row[5:] for row in pbs], key=repr))
with open(sys.argv[3], encoding="utf-8") as file:
    history = sorted([rounded((it["user"], it["session"], it["title"], len(it["sets"]),
                               float(it["volumeKg"]))) for it in json.load(file)], key=repr)
compare("history", rows('select "user", session, title, sets, volume_kg::double from history'), history)
with open(sys.argv[4], encoding="utf-8") as file:
    volume = sorted([rounded((it["user"], it["period"], it["sessions"], it["sets"], it["reps"],
                              float(it["volumeKg"]), float(it["seconds"]), float(it["metres"])))
                     for it in json.load(file)], key=repr)
compare("volume", rows('select "user", week::varchar, sessions, sets, reps::bigint, volume_kg, seconds,'
                       ' metres from volume'), volume)
