"""Folds logs into views by the rules alone, and compares them with what replog shows.

usage: fold.py LOG VIEW USER TIME     prints the JSON of a view
       fold.py --compare FOLDER TIME  compares FOLDER/N.jsonl with FOLDER/N.USER.VIEW.json

Shares nothing with replog but the rules. Everything is searched from the beginning each time: it need not be
quick. A view is a function of VIEWS from the events, the user and the time to the JSON that it has.
"""

import datetime
import json
import math
import pathlib
import sys

import people
import plans
import programs
import training
from facts import day, moment


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


# Classes: all users share the timetable. A booking holds a place or waits. Free places go to those who wait, in the
# order of the bookings, but never to a user with a place in another class at that time. What is about a class that
# nobody scheduled before does not count.

DETAILS = ["title", "startsAt", "minutes", "instructor", "place", "capacity"]


def end(it):
    return moment(it["startsAt"]) + datetime.timedelta(minutes=it["minutes"])


def is_busy(found, it, user):
    """Whether the user holds a place elsewhere while this class takes place; a cancelled class does not."""
    return not it["cancelled"] and any(
        user in other["holders"] and moment(other["startsAt"]) < end(it) and moment(it["startsAt"]) < end(other)
        for other in found.values() if other is not it and not other["cancelled"])


def fill(found, it):
    for user in it["queue"]:
        if it["capacity"] is not None and len(it["holders"]) >= it["capacity"]:
            break
        if user not in it["holders"] and not is_busy(found, it, user):
            it["holders"].add(user)


def free(found, user):
    """After a user may have become free: the classes that they booked, the earliest booking first."""
    mine = [it for it in found.values() if user in it["queue"] and user not in it["holders"]]
    for it in sorted(mine, key=lambda it: it["bookedAt"][user]):
        if user not in it["holders"]:
            fill(found, it)


def rearrange(found, it):
    before = [user for user in it["queue"] if user in it["holders"]]
    it["holders"] -= {user for user in before if is_busy(found, it, user)}
    if it["capacity"] is not None:
        it["holders"] = set([user for user in before if user in it["holders"]][:max(0, it["capacity"])])
    fill(found, it)
    for user in before:
        free(found, user)


def classes(events):
    found = {}
    for event in events:
        kind, data, user = event["type"], event["data"], event.get("user")
        if kind == "ClassScheduled":
            name = data.get("class", event["id"])
            if name not in found:
                found[name] = {"class": name, "by": user, "cancelled": False, "queue": [], "holders": set(),
                               "bookedAt": {}, "entries": {}}
                found[name].update({field: data.get(field) for field in DETAILS})
            continue
        it = found.get(data.get("class"))
        if it is None:
            continue
        if kind in ("ClassRescheduled", "ClassCancelled", "ClassReinstated") and it["by"] != user:
            continue
        if kind == "ClassRescheduled":
            it.update({field: data[field] for field in DETAILS if field in data})
            it.update({field: None for field in data.get("cleared", [])})
            rearrange(found, it)
        elif kind in ("ClassCancelled", "ClassReinstated"):
            it["cancelled"] = kind == "ClassCancelled"
            rearrange(found, it)
        elif user is None:
            continue
        elif kind == "ClassBooked":
            if user not in it["queue"]:
                it["queue"].append(user)
                it["bookedAt"][user] = event["seq"]
                fill(found, it)
        elif kind == "BookingCancelled":
            it["queue"] = [other for other in it["queue"] if other != user]
            if user in it["holders"]:
                it["holders"].remove(user)
                fill(found, it)
                free(found, user)
        elif kind == "AttendanceCleared":
            it["entries"].pop(user, None)
        elif kind in ("ClassAttended", "ClassMissed"):
            it["entries"][user] = (kind, data.get("minutes"))
    # sorted() keeps the order of those that begin together: that in which they were scheduled.
    by_start = sorted(found.values(), key=lambda it: moment(it["startsAt"]))
    for it in by_start:
        it["busy"] = {user for user in it["queue"] if is_busy(found, it, user)}
    return by_start


def is_over(it, now):
    return end(it) <= now


def standing(it, user, now):
    """The state of a user in a class, the position on its waiting list, and the minutes attended."""
    entry, minutes = it["entries"].get(user, (None, None))
    if entry == "ClassAttended":
        return "attended", None, it["minutes"] if minutes is None else minutes
    if user not in it["queue"]:
        return None, None, None
    if user not in it["holders"]:
        waiting = [other for other in it["queue"] if other not in it["holders"]]
        return "overlaps" if user in it["busy"] else "waiting", waiting.index(user) + 1, None
    if not it["cancelled"] and (entry == "ClassMissed" or is_over(it, now)):
        return "missed", None, None
    return "booked", None, None


def timetable(events, user, now):
    rows = []
    for it in classes(events):
        state, position, minutes = standing(it, user, now)
        booked = len(it["holders"])
        rows.append({
            "class": it["class"], "title": it["title"], "startsAt": it["startsAt"],
            "minutes": it["minutes"], "instructor": it["instructor"], "place": it["place"],
            "capacity": it["capacity"], "booked": booked, "waiting": len(it["queue"]) - booked,
            "cancelled": it["cancelled"], "state": state, "position": position,
            "attendedMinutes": minutes,
        })
    return rows


def bookings(events, user, now):
    return [row for row in timetable(events, user, now) if row["state"] is not None]


def attendance(events, user, now):
    """The seven days that end with the day of `now`; a class counts for the day of its start."""
    days = [now.date() - datetime.timedelta(days=ago) for ago in range(6, -1, -1)]
    rows = [row for row in timetable(events, user, now) if day(row["startsAt"]) in days]
    attended = [row for row in rows if row["state"] == "attended"]
    spent = [
        sum(row["attendedMinutes"] for row in attended if day(row["startsAt"]) == date)
        for date in days
    ]
    total = sum(row["attendedMinutes"] for row in attended)
    return {
        "days": [
            {"date": str(date), "minutes": minutes,
             "fraction": minutes / max(spent) if max(spent) > 0 else 0}
            for date, minutes in zip(days, spent)
        ],
        "hours": total / 60, "attended": len(attended),
        "missed": sum(row["state"] == "missed" for row in rows),
        "averageMinutes": total / len(attended) if attended else None,
        "top": shares([row["title"] for row in attended]),
    }


def shares(titles):
    """Whole percentages that add up to 100: what rounding down leaves goes to the largest remainders."""
    counts = {title: titles.count(title) for title in titles}
    order = sorted(counts, key=lambda title: (-counts[title], title))
    percents = {title: 100 * counts[title] // len(titles) for title in order}
    left = 100 - sum(percents.values())
    # sorted() keeps the order of equal remainders.
    for title in sorted(order, key=lambda title: -(100 * counts[title] % len(titles)))[:left]:
        percents[title] += 1
    return [
        {"class": title, "count": counts[title], "percent": percents[title]} for title in order
    ]


# Videos: each user has a library of their own.

def videos(events, user, now):
    library = {}
    for event in events:
        if event.get("user") != user:
            continue
        kind, data = event["type"], event["data"]
        if kind == "VideoAdded":
            row = {"video": data.get("video", event["id"])}
            row.update({
                field: data.get(field)
                for field in ["category", "title", "url", "thumbnail", "poster"]
            })
            library.setdefault(row["video"], {**row, "favourite": False})
        elif data.get("video") in library:
            if kind == "VideoRemoved":
                del library[data["video"]]
            elif kind in ("VideoFavourited", "VideoUnfavourited"):
                library[data["video"]]["favourite"] = kind == "VideoFavourited"
    shelves = ["workout", "technique", "mobility"]
    order = shelves + [row["category"] for row in library.values()]
    return sorted(library.values(), key=lambda row: order.index(row["category"]))


# Push-ups: each session is a row, by its day, then its time, then its place in the log.

def push_up_sessions(events, user, now):
    found, removed = {}, {}
    for event in events:
        data = event["data"]
        if event.get("user") != user:
            continue
        if event["type"] == "PushUpsLogged":
            found[event["id"]] = {
                "id": event["id"], "day": data.get("day", event["at"][:10]), "count": data["count"],
                "seconds": data.get("seconds"), "note": data.get("note"), "at": event["at"],
                "seq": event["seq"]}
        elif event["type"] == "PushUpsRemoved" and data["pushUps"] in found:
            removed[data["pushUps"]] = found.pop(data["pushUps"])
        elif event["type"] == "PushUpsRestored" and data["pushUps"] in removed:
            found[data["pushUps"]] = removed.pop(data["pushUps"])
    return sorted(found.values(), reverse=True, key=lambda row: (row["day"], moment(row["at"]), row["seq"]))


VIEWS = {
    "timetable": timetable, "bookings": bookings, "attendance": attendance, "videos": videos,
    "pushups list": push_up_sessions,
    **training.VIEWS, **plans.VIEWS, **people.VIEWS, **programs.VIEWS,
}


def agree(one, other):
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(agree(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(agree, one, other))
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=1e-12)
    return one == other


def compare(folder, now):
    """Prints the number of views that were compared and were not empty; ends with 1 where any differs."""
    counts, differences, logs = dict.fromkeys(VIEWS, 0), [], {}
    for path in sorted(pathlib.Path(folder).glob("*.*.*.json")):
        number, user, view, _ = path.name.split(".")
        if number not in logs:
            logs[number] = read(path.with_name(f"{number}.jsonl"))
        if view not in VIEWS:
            sys.exit(f"no fold of '{view}': write one from the rules next to this file, and list it in its VIEWS")
        mine = VIEWS[view](logs[number], user, now)
        shown = json.loads(path.read_text(encoding="utf-8"))
        if not agree(mine, shown):
            differences.append(f"{path.name}:\n  by the rules {json.dumps(mine)}\n"
                               f"  replog shows {json.dumps(shown)}")
        counts[view] += bool(mine)
    for view, count in counts.items():
        print(view, count)
    if differences:
        sys.exit("\n".join([f"{len(differences)} differ", *differences[:3]]))


if __name__ == "__main__":
    if sys.argv[1] == "--compare":
        compare(sys.argv[2], moment(sys.argv[3]))
    else:
        log, view, user, time = sys.argv[1:]
        print(json.dumps(VIEWS[view](read(log), user, moment(time)), ensure_ascii=False))
