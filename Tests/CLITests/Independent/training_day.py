"""Makes random logs of push-ups and meals, folds them by itself, and compares with replog's views.

usage: training_day.py COUNT [FIRST-SEED]

Shares nothing with replog but the rules:

- A session of push-ups is of its `day`, else of the date written in `at`. What was removed is gone,
  until it is restored with its day and its count.
- Today, the last seven days, the days after the one three months before, the month: all up to today.
- A streak is of days with at least one push-up, and lasts through the day after its last one.
- A medal is awarded at the first event with which the log has so many days in a row, or so many sessions
  with push-ups in one day, and is never taken back.
- A level is reached at 100, 250, 500, 1,000, 2,500, 5,000, 10,000, 25,000 and 50,000 push-ups.
- The menu in force is that of the latest day up to today, else the first. Cutting goes by protein for 100
  kcal, bulking by kcal + 10 x protein; ties by protein, by calories, by name, by place.
- An arm is up from 160 degrees and down up to 90, after three of five frames or 100 ms; a push-up goes from up
  to down to up in 300 ms or more; after more than two seconds without a frame that counts all is unknown again.

Prints how much was compared; ends with 1 and the first difference where replog says otherwise.
"""

import calendar
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile
import uuid

DAYS = [1, 7, 30, 60, 90, 150, 200, 300, 365]
SESSIONS = [1, 2, 5, 8, 10, 15, 20, 50]
LEVELS = [100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000]
DAY = datetime.timedelta(days=1)


def random_events(random):
    """Returns random events of ann and bob; some without sense."""
    start = datetime.datetime(2026, random.randint(1, 5), random.randint(1, 28), 12)
    events, ids = [], []
    # Some logs are of a long streak, some of busy days, most of a few weeks.
    kind = random.randint(0, 3)
    for place in range(random.randint(40, 400 if kind == 0 else 120)):
        user = "bob" if random.random() < 0.2 and kind else "ann"
        days = place if kind == 0 else random.randint(0, 3 if kind == 1 else 45)
        at = start + datetime.timedelta(days=days, minutes=random.randint(-900, 900))
        offset = random.choice(["Z", "+01:00", "-08:00", "+14:00"])
        event = {"id": str(uuid.UUID(int=random.getrandbits(128), version=4)),
                 "at": at.isoformat(timespec="milliseconds") + offset, "user": user}
        choice = random.random()
        if choice < 0.75 or kind == 0 and choice < 0.97:
            data = {"count": random.choice([0, 1, 5, 10, 30, 30, 300])}
            if kind == 0 or random.random() < 0.2:
                data["day"] = (at.date()).isoformat()
            event |= {"type": "PushUpsLogged", "data": data}
            ids.append(event["id"])
        elif choice < 0.85 and ids:
            kind_of_change = random.choice(["PushUpsRemoved", "PushUpsRemoved", "PushUpsRestored"])
            event |= {"type": kind_of_change, "data": {"pushUps": random.choice(ids)}}
        elif choice < 0.95:
            items = [random_dish(random) for _ in range(random.randint(0, 14))]
            data = {"items": items}
            if random.random() < 0.5:
                data["day"] = at.date().isoformat()
            event |= {"type": "MenuImported", "data": data}
        else:
            goal = random.choice(["cutting", "bulking", None])
            event |= {"type": "MealGoalChosen", "data": {"goal": goal} if goal else {}}
        events.append(event)
    return events


def random_dish(random):
    dish = {"name": random.choice(["Soup", "Rice", "Tofu", "Äpfel", "soup"])}
    for key, values in [("calories", [0, 100, 200, 333.5]), ("protein", [0, 10, 20, 7.25]),
                        ("carbohydrates", [5]), ("fat", [1, 2]), ("place", ["North", "South"])]:
        if random.random() < 0.8:
            dish[key] = random.choice(values)
    return dish


def day_of(event):
    return datetime.date.fromisoformat(event["data"].get("day", event["at"][:10]))


def standing(events):
    """Returns the sessions of push-ups that were not removed, by the id of their event."""
    sessions, removed = {}, {}
    for event in events:
        if event["type"] == "PushUpsLogged":
            sessions[event["id"]] = (day_of(event), event["data"]["count"])
        elif event["type"] == "PushUpsRemoved" and event["data"]["pushUps"] in sessions:
            removed[event["data"]["pushUps"]] = sessions.pop(event["data"]["pushUps"])
        elif event["type"] == "PushUpsRestored" and event["data"]["pushUps"] in removed:
            sessions[event["data"]["pushUps"]] = removed.pop(event["data"]["pushUps"])
    return list(sessions.values())


def three_months_before(today):
    year, month = (today.year, today.month - 3) if today.month > 3 else (today.year - 1, today.month + 9)
    return datetime.date(year, month, min(today.day, calendar.monthrange(year, month)[1]))


def push_ups(events, today):
    sessions = standing(events)
    active = {day for day, count in sessions if count > 0}

    def streak(day):
        length = 0
        while day in active:
            day, length = day - DAY, length + 1
        return length

    def total(first):
        return sum(count for day, count in sessions if first <= day <= today)

    lifetime = sum(count for _, count in sessions)
    return {
        "today": total(today), "sevenDays": total(today - 6 * DAY),
        "threeMonths": total(three_months_before(today) + DAY), "month": total(today.replace(day=1)),
        "lifetime": lifetime, "streak": streak(today) or streak(today - DAY),
        "longestStreak": max(map(streak, active), default=0),
        "best": max((count for _, count in sessions), default=None),
        "level": 1 + sum(lifetime >= level for level in LEVELS)}


def trend(events):
    sessions = standing(events)
    rows = []
    for day in sorted({day for day, _ in sessions}, reverse=True):
        own = [count for other, count in sessions if other == day]
        week = sum(count for other, count in sessions if day - 6 * DAY <= other <= day)
        rows.append({"day": day.isoformat(), "sessions": len(own), "count": sum(own), "best": max(own),
                     "sevenDayAverage": week / 7})
    return rows


def medals(events):
    """Returns the event that first had what each medal takes, all days looked at after each event."""
    awarded = {}
    for place, event in enumerate(events):
        if event["type"] not in ("PushUpsLogged", "PushUpsRestored"):
            continue
        days = sorted(day for day, count in standing(events[:place + 1]) if count > 0)
        longest = length = 0
        last = None
        for day in sorted(set(days)):
            length = length + 1 if last and day - last == DAY else 1
            longest, last = max(longest, length), day
        most = max((days.count(day) for day in set(days)), default=0)
        for name, limits, reached in [("days", DAYS, longest), ("sessions", SESSIONS, most)]:
            for limit in limits:
                if reached >= limit:
                    awarded.setdefault(f"{name}-{limit}", event["id"])
    return awarded


def meals(events, today):
    menus, goal = {}, None
    for event in events:
        if event["type"] == "MenuImported":
            menus[day_of(event)] = event["data"]["items"]
        elif event["type"] == "MealGoalChosen":
            goal = event["data"].get("goal")
    days = sorted(day for day, items in menus.items() if items)
    if not days:
        return []
    before = [day for day in days if day <= today]
    dishes = []
    for dish in menus[before[-1] if before else days[0]]:
        if dish not in dishes:
            dishes.append(dish)

    def score(dish):
        if "calories" not in dish or "protein" not in dish:
            return None
        if goal == "bulking":
            return dish["calories"] + 10 * dish["protein"]
        return dish["protein"] / max(dish["calories"], 1) * 100

    def key(dish):
        points, texts = score(dish), (dish["name"].encode(), dish.get("place", "").encode())
        if points is None:
            return (True, 0, 0, 0, *texts)
        calories = dish["calories"]
        return (False, -points, -dish["protein"], -calories if goal == "bulking" else calories, *texts)

    return [(key(dish), score(dish), dish) for dish in sorted(dishes, key=key)[:10]]


def random_frames(random):
    """Returns frames of an elbow that goes up and down, with jitter, gaps and frames that show nothing."""
    frames, time, angle, goal = [], 0, 170.0, 60.0
    for _ in range(random.randint(50, 500)):
        time += random.choice([33, 33, 33, 33, 50, 100, 15] + [2100] * (random.random() < 0.02))
        angle += (goal - angle) * random.uniform(0.05, 0.5)
        if abs(angle - goal) < 6:
            goal = random.choice([60, 88, 100, 150, 165, 175])
        frame = {"t": time}
        if random.random() < 0.1:
            frame["v"] = random.choice([0, 0.3, 0.31, 0.59, 0.6, 1, 1.1])
        else:
            for side, confidence in [("L", 0.9), ("R", 0.8)]:
                if side == "L" or random.random() < 0.7:
                    frame["elbow" + side] = round(angle + random.uniform(-5, 5), 1)
                    frame["conf" + side] = round(confidence - random.choice([0, 0, 0.2, 0.45]), 2)
        frames.append(frame)
    return frames


def count(frames):
    """Counts the push-ups by looking back from each frame that counts."""
    shown = []
    for frame in frames:
        arms = [(frame.get("conf" + side, 1), side == "L", frame["elbow" + side]) for side in "LR"
                if "elbow" + side in frame and frame.get("conf" + side, 1) >= 0.5]
        if arms:
            angle = max(arms)[2]
            shown.append((frame["t"], "up" if angle >= 160 else "down" if angle <= 90 else "-"))
        elif 0 <= frame.get("v", -1) <= 1:
            value = frame["v"]
            shown.append((frame["t"], "up" if value <= 0.3 else "down" if value >= 0.6 else "-"))
    state, pushups, last_up, first, begin = "unknown", 0, None, 0, 0
    for place, (time, where) in enumerate(shown):
        if place and time - shown[place - 1][0] > 2000:
            state, first, begin = "unknown", place, place
        if place and (where != shown[place - 1][1]):
            first = place
        alike = [then for then, what in shown[max(begin, place - 4):place + 1] if what == where]
        certain = where != "-" and (len(alike) >= 3 or time - shown[first][0] >= 100)
        since = min(shown[first][0], alike[0])
        if certain and where == "up":
            if state == "down":
                pushups += since - last_up >= 300
            state = "up"
        elif certain and where == "down" and state == "up":
            state = "down"
        if state == "up" and where == "up":
            last_up = time
    return pushups


class Difference(Exception):
    pass


def expect(what, found, expected):
    if found != expected:
        raise Difference(f"{what}:\n  replog   {found}\n  expected {expected}")


def run(*words, text=None):
    result = subprocess.run(["replog", *words], input=text, capture_output=True, text=True)
    if result.returncode:
        raise Difference(f"{words} ended with {result.returncode}: {result.stderr}")
    return result.stdout


def compare(seed, folder):
    """Compares the views of a random log, and returns the number of values."""
    chance = random.Random(seed)
    events = random_events(chance)
    path = os.path.join(folder, f"{seed}.jsonl")
    run("append", "--future", "--log", path, "--quiet", text="".join(json.dumps(event) + "\n" for event in events))
    compared = 0
    for user in ["ann", "bob"]:
        own = [event for event in events if event["user"] == user]
        days = sorted({day_of(event) for event in own}) or [datetime.date(2026, 3, 2)]

        def view(*words, today=None):
            now = ["--now", f"{today}T12:00:00Z"] if today else []
            return json.loads(run(*words, "--json", "--log", path, "--user", user, *now))

        for today in {days[0], days[-1], days[-1] + DAY, chance.choice(days)}:
            where = f"seed {seed}, {user} on {today}"
            expected = push_ups(own, today)
            found = view("pushups", today=today)
            expect(f"pushups of {where}", list(found.items()), list(expected.items()))
            dishes = meals(own, today)
            rows = view("meals", today=today)
            expect(f"meals of {where}", [(row["name"], row["place"], row["score"]) for row in rows],
                   [(dish["name"], dish.get("place"), score) for _, score, dish in dishes])
            compared += len(expected) + 3 * len(dishes)
        rows = trend(own)
        expect(f"trend of seed {seed}, {user}", view("pushups", "trend"), rows)
        found = {row["medal"]: row["pushUps"] for row in view("medals") if row["pushUps"]}
        awards = medals(own)
        expect(f"medals of seed {seed}, {user}", found, awards)
        compared += 5 * len(rows) + len(awards)
    frames = random_frames(chance)
    line = run("pushups", "count", "--quiet", "--log", path, "--user", "ann",
               text="".join(json.dumps(frame) + "\n" for frame in frames))
    # No push-up is no event.
    counted = json.loads(line)["data"]["count"] if line else 0
    expect(f"push-ups of seed {seed}", counted, count(frames))
    return compared + 1


def main():
    logs = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + logs):
            try:
                compared += compare(seed, folder)
            except Difference as difference:
                print(difference)
                sys.exit(1)
    print(f"{logs} logs agree")
    if compared < 50 * logs:
        sys.exit(f"only {compared} values were compared")


main()
