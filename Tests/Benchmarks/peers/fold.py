"""Personal bests of all users with Python's json or orjson, as canonical text.

usage: fold.py json|orjson LOG
       fold.py canonical PBS.json     the same text made of `replog pbs --all-users --json`

Every set is kept by its id until the end, so that a correction is a plain look-up.
"""

import sys

POUND = 0.45359237


def loader(name):
    """The function that parses one line."""
    if name == "json":
        import json

        return json.loads
    import orjson

    return orjson.loads


def kilograms(data):
    """The load in kilograms; None where the event names none."""
    weight = data.get("weight")
    if weight is None:
        return None
    return weight * POUND if data.get("unit") == "lb" else float(weight)


class Fold:
    """The sets that count, in the order they were logged."""

    def __init__(self):
        self.sets = {}
        self.of_session = {}

    def apply(self, line):
        user, kind = line.get("user"), line["type"]
        if user is None:
            return
        data = line["data"]
        if kind == "SetLogged":
            self.log(user, line, data)
        elif kind == "SetRevised":
            self.revise(user, data)
        elif kind == "SetRemoved":
            self.sets.pop((user, data["set"]), None)
        elif kind == "SessionDiscarded":
            for key in self.of_session.pop((user, data["session"]), []):
                self.sets.pop(key, None)

    def log(self, user, line, data):
        key = user, line["id"]
        self.sets[key] = [
            data["exercise"], data["reps"], kilograms(data) or 0.0,
            data.get("seconds") or 0, data.get("metres") or 0, line["seq"]
        ]
        self.of_session.setdefault((user, data["session"]), []).append(key)

    def revise(self, user, data):
        found = self.sets.get((user, data["set"]))
        if found is None:
            return
        if data.get("reps") is not None:
            found[1] = data["reps"]
        if (load := kilograms(data)) is not None:
            found[2] = load

    def bests(self):
        """(user, exercise, score, reps, seq) of the first of the best sets of each exercise."""
        bests = {}
        for (user, _), (exercise, reps, load, seconds, metres, seq) in self.sets.items():
            # A tuple is compared member by member: where the product is 0 the others decide.
            score = reps * load if load > 0 else 0.0
            rank = (score,) if score else (0.0, min(load, 0.0), reps, seconds, metres)
            best = bests.get((user, exercise))
            if best is None or rank > best[0]:
                bests[user, exercise] = rank, reps, seq
        return [(*key, rank[0], reps, seq) for key, (rank, reps, seq) in bests.items()]


def text(rows):
    """A line each, sorted by bytes; scores with the digits that tell every double apart."""
    lines = [
        f"{user}\t{exercise}\t{score:.17g}\t{reps}\t{seq}\n".encode()
        for user, exercise, score, reps, seq in rows
    ]
    return b"".join(sorted(lines))


def canonical(path):
    """The rows of replog's own view."""
    import json

    with open(path, "rb") as file:
        view = json.load(file)
    return [(b["user"], b["exercise"], float(b["score"]), b["reps"], b["seq"]) for b in view]


def folded(parser, path):
    """The rows of a log, a line at a time."""
    parse, fold = loader(parser), Fold()
    with open(path, "rb") as file:
        for line in file:
            fold.apply(parse(line))
    return fold.bests()


if __name__ == "__main__":
    how, path = sys.argv[1:]
    sys.stdout.buffer.write(text(canonical(path) if how == "canonical" else folded(how, path)))
