"""Folds the changes in a page of 'replog replay -o' and compares the views with those of the command.

usage: replay_page.py PAGE.html USER [EVENTS]

At every EVENTS-th event (97 unless given) and at the last one, each view without a clock must be that of
'replog VIEW --as-of SEQ --json'. Backwards, each state must be the one that was there before. Prints the number of
comparisons; ends with 1 and the first difference otherwise.
"""

import copy
import json
import re
import subprocess
import sys

# Their rows depend on the time of the command.
CLOCKED = {"plan week", "plan done", "timetable", "bookings", "attendance", "pushups", "program", "suggestions"}
# The command shows a part of them unless an option asks for more.
PARTIAL = {"meals", "videos", "exercises", "bodyweight", "session"}


def content(page):
    text = open(page, encoding="utf-8").read()
    data = re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)
    return json.loads(data.group(1))


def plain(part):
    """A part without the order of lists, whose elements are members named by a step in the page."""
    if isinstance(part, dict) and part and all(step.startswith("[") for step in part):
        part = list(part.values())
    if isinstance(part, list):
        return sorted((plain(inner) for inner in part), key=lambda inner: json.dumps(inner, sort_keys=True))
    if isinstance(part, dict):
        return {key: plain(inner) for key, inner in part.items()} or []
    return part


def apply(states, routes, change):
    """Applies a change and returns the one that takes it back."""
    view, path, *after = change
    *steps, last = routes[path]
    part = states[view]
    for step in steps:
        part = part[step]
    before = [part[last]] if last in part else []
    if after:
        part[last] = copy.deepcopy(after[0])
    else:
        del part[last]
    return [view, path, *copy.deepcopy(before)]


def main(page, user, distance=97):
    data = content(page)
    routes = [[""]]
    for parent, step in data["paths"]:
        routes.append([*routes[parent], step])
    states = [{"": copy.deepcopy(view["state"])} for view in data["views"]]
    compared, kept, back = 0, [], []
    for number, (event, *changes) in enumerate(data["events"], 1):
        kept.append(copy.deepcopy(states) if number % distance == 1 else None)
        back.append([apply(states, routes, change) for change in changes])
        if number % distance and number < len(data["events"]):
            continue
        for view, state in zip(data["views"], states):
            name = view["name"]
            if name in CLOCKED | PARTIAL:
                continue
            command = ["replog", *name.split(), "--json", "--user", user, "--as-of", str(event["seq"])]
            told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
            if plain(state[""]) != plain(told):
                sys.exit(f"{name} at {event['seq']}: the page has {json.dumps(plain(state['']))[:2000]}, "
                         f"the command {json.dumps(plain(told))[:2000]}")
            compared += 1
    for changes, before in zip(reversed(back), reversed(kept)):
        for change in reversed(changes):
            apply(states, routes, change)
        if before is not None and states != before:
            sys.exit("backwards the views are not those that were there before")
    print(f"{compared} views are the same")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
