"""Accounts, profiles, the catalogue and programs, by the rules alone."""

import datetime
import re
import unicodedata

from facts import POUND, day, moment, numbers, of, weight

LIFTS = ["squat", "bench", "deadlift", "press"]
WILKS = {
    False: ([-216.0475144, 16.2606339, -0.002388645, -0.00113732, 7.01863e-06, -1.291e-08], 40, 201.9),
    True: ([594.31747775582, -27.23842536447, 0.82112226871, -0.00930733913, 0.00004731582,
            -0.00000009054], 26.51, 154.53),
}
DOTS = {
    False: ([-307.75076, 24.0900756, -0.1918759221, 0.0007391293, -0.0000010930], 40, 210),
    True: ([-57.96288, 13.6175032, -0.1126655495, 0.0005158568, -0.0000010706], 40, 150),
}


def folded(email):
    """Returns a text in composed form, the same for each case of its ASCII letters."""
    return re.sub("[A-Z]", lambda letter: letter[0].lower(), unicodedata.normalize("NFC", email))


class Accounts:
    """`owners` has the user of each proven address, `claims` the unproven address that each user registered with."""

    def __init__(self, events):
        self.all, self.owners, self.proven, self.claims, self.mails = {}, {}, {}, {}, {}
        for event in events:
            rule = getattr(self, event["type"], None)
            if rule and (event.get("user") or event["type"] in ("PasswordResetRequested", "MailSent")):
                rule(event, event["data"], event.get("user"))

    def describe(self, user, data):
        old = self.all.get(user, {"signIn": None})
        names = {key: data.get(key, old.get(key)) for key in ["givenName", "familyName", "picture"]}
        self.all[user] = {**names, "email": data["email"], "signIn": old["signIn"]}

    def prove(self, user, email):
        """The first proof of an address decides, and nobody waits for another."""
        if folded(email) not in self.owners:
            self.owners[folded(email)] = user
            self.claims = {
                it: claim for it, claim in self.claims.items() if folded(claim) != folded(email)}
            self.mails = {id: it for id, it in self.mails.items()
                          if it["kind"] != "verification" or folded(it["to"]) != folded(email)}
        self.proven.setdefault((user, folded(email)), email)

    def drop_mails(self, user, kind):
        self.mails = {
            id: it for id, it in self.mails.items() if (it["user"], it["kind"]) != (user, kind)}

    def AccountRegistered(self, event, data, user):
        self.describe(user, data)
        self.claims.pop(user, None)
        if folded(data["email"]) not in self.owners:
            self.claims[user] = data["email"]
            self.mails[event["id"]] = {
                "mail": event["id"], "kind": "verification", "to": data["email"], "user": user,
                "at": event["at"]}

    def EmailVerified(self, event, data, user):
        if user in self.all:
            self.prove(user, data["email"])

    def EmailRemoved(self, event, data, user):
        key = folded(data["email"])
        self.proven.pop((user, key), None)
        if self.owners.get(key) == user:
            del self.owners[key]
        others = [email for (it, _), email in self.proven.items() if it == user]
        if user in self.all and folded(self.all[user]["email"]) == key and others:
            self.all[user]["email"] = others[-1]
        self.mails = {id: it for id, it in self.mails.items()
                      if (it["user"], it["kind"], folded(it["to"])) != (user, "password-reset", key)}

    def UserSignedIn(self, event, data, user):
        self.describe(user, data)
        self.prove(user, data["email"])
        end = data.get("expiresAt")
        if end is None:
            end = moment(event["at"]) + datetime.timedelta(days=1)
            end = end.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self.all[user]["signIn"] = {
            "provider": data["provider"], "session": data.get("session", event["id"]),
            "signedInAt": event["at"], "expiresAt": end}

    def SessionRenewed(self, event, data, user):
        signed_in = self.all.get(user, {}).get("signIn")
        if signed_in and signed_in["session"] == data["session"]:
            signed_in["expiresAt"] = data["expiresAt"]

    def UserSignedOut(self, event, data, user):
        account = self.all.get(user)
        if account and account["signIn"]:
            if data.get("session") in (None, account["signIn"]["session"]):
                account["signIn"] = None

    def PasswordResetRequested(self, event, data, user):
        key = folded(data["email"])
        claims = [it for it, email in self.claims.items() if folded(email) == key]
        owner = self.owners.get(key, claims[-1] if claims else None)
        if owner:
            self.mails[event["id"]] = {
                "mail": event["id"], "kind": "password-reset",
                "to": self.proven.get((owner, key)) or self.claims[owner], "user": owner, "at": event["at"]}

    def PasswordReset(self, event, data, user):
        self.drop_mails(user, "password-reset")
        if user in self.all:
            self.all[user]["signIn"] = None

    def MailSent(self, event, data, user):
        self.mails.pop(data["mail"], None)


def user(events, user, now):
    account = Accounts(events).all.get(user)
    if not account or not account["signIn"]:
        return None
    return {
        "user": user, "email": account["email"], "givenName": account["givenName"],
        "familyName": account["familyName"], "picture": account["picture"], **account["signIn"]}


def outbox(events, user, now):
    return list(Accounts(events).mails.values())


def measurements(events, logged="BodyWeightRecorded", removal="BodyWeightRemoved", restoring="BodyWeightRestored"):
    """The body's weight over time: by day, then by time, then by the order in which it was entered."""
    found, removed = {}, {}
    for event in events:
        if event["type"] == logged:
            found.setdefault(event["id"], event)
        elif event["type"] == removal:
            name = event["data"]["measurement"]
            if name in found:
                removed[name] = found.pop(name)
        elif event["type"] == restoring:
            name = event["data"]["measurement"]
            if name in removed and name not in found:
                found[name] = removed.pop(name)
    return sorted(found.values(), key=lambda it: (day(it["at"]), moment(it["at"]), it["seq"]))


def body_measurements(events, user, now):
    """Lengths in centimetres and fat in percent, each with its change since the one before it of its kind."""
    rows, before = [], {}
    types = ["MeasurementLogged", "MeasurementRemoved", "MeasurementRestored"]
    for event in measurements(of(events, user), *types):
        data = event["data"]
        kind, unit, is_fat = data["kind"], data.get("unit", "cm"), data["kind"] == "bodyFat"
        amount = round(data["value"] * 2.54, 6) if unit == "in" and not is_fat else data["value"]
        rows.append({
            "measurement": event["id"], "at": event["at"], "kind": kind, "cm": None if is_fat else amount,
            "percent": amount if is_fat else None,
            "change": round(amount - before[kind], 6) if kind in before else None,
            "value": data["value"], "unit": None if is_fat else unit})
        before[kind] = amount
    return rows[::-1]


def bodyweight(events, user, now):
    rows, before = [], None
    for event in measurements(of(events, user)):
        kilograms = weight(event["data"])
        rows.append({
            "measurement": event["id"], "at": event["at"], "weightKg": kilograms,
            "changeKg": None if before is None else kilograms - before,
            "weight": event["data"]["weight"], "unit": event["data"].get("unit", "kg")})
        before = kilograms
    return rows[::-1]


def points(table, sex, body, total):
    """500 over a polynomial of the body's weight, held within its range; all but women take the men's."""
    coefficients, low, high = table[sex == "female"]
    if total <= 0 or body <= 0:
        return 0
    held = min(max(body, low), high)
    return total * 500 / sum(c * held ** power for power, c in enumerate(coefficients))


def profile(events, user, now):
    facts, maxes, settings, goal = {}, {}, {}, None
    for event in of(events, user):
        kind, data = event["type"], event["data"]
        if kind == "ProfileRevised":
            facts.update({key: it for key, it in data.items() if key != "cleared"})
            facts.update({key: None for key in data.get("cleared", [])})
        elif kind == "MaxRecorded":
            maxes[data["lift"]] = weight(data)
        elif kind == "MaxCleared":
            maxes.pop(data["lift"], None)
        elif kind == "SettingChanged":
            settings[data["key"]] = data["value"]
        elif kind == "MealGoalChosen":
            goal = data.get("goal")
    body = measurements(of(events, user))[-1:]
    known = [maxes[lift] for lift in LIFTS[:3] if lift in maxes]
    total = sum(known) if len(known) == 3 else None
    sex = facts.get("sex")
    has_points = total is not None and sex is not None and body

    def scored(table):
        return points(table, sex, weight(body[0]["data"]), total) if has_points else None

    return {
        "user": user, "name": facts.get("name"), "sex": sex, "bornOn": facts.get("bornOn"),
        "heightCm": facts.get("heightCm"), "weightKg": weight(body[0]["data"]) if body else None,
        "weighedAt": body[0]["at"] if body else None, "unit": facts.get("unit"), "goal": goal,
        "maxes": [{"lift": lift, "weightKg": maxes.get(lift)} for lift in LIFTS],
        "totalKg": total, "totalLb": None if total is None else total / POUND,
        "settings": [{"key": key, "value": settings[key]} for key in sorted(settings) if settings[key]],
        "wilks": scored(WILKS), "dots": scored(DOTS),
    }


def slug(name):
    """The id that is derived from a name."""
    kept = re.sub(r"[^\w]|_", " ", name)
    return "-".join(kept.split()).lower() or name


def exercises(events, user, now):
    known, entries, aliases = numbers(events), {}, {}
    for event in events:
        kind, data = event["type"], event["data"]
        if kind == "ExerciseCatalogued":
            entries[data["exercise"]] = data
        elif kind == "ExerciseUncatalogued":
            entries.pop(data["exercise"], None)
        elif kind == "ExerciseAliased":
            aliases[slug(data["alias"])] = data
        elif kind == "ExerciseUnaliased":
            aliases.pop(slug(data["alias"]), None)

    def title(name):
        alias = aliases.get(name)
        return alias["alias"] if alias and alias["exercise"] == name else name

    rows = [(name, entries.get(name, {"name": title(name)})) for name in known]
    return [
        {"exercise": name, "number": known[name], "name": entry["name"],
         "bodyPart": entry.get("bodyPart"), "equipment": entry.get("equipment"),
         "target": (entry.get("primaryMuscles") or [None])[0],
         "secondaryMuscles": entry.get("secondaryMuscles", []),
         "instructions": entry.get("instructions", []),
         "gifPath": f"/api/gifs/{known[name]}/"}
        for name, entry in rows
    ]


VIEWS = {
    "user": user, "outbox": outbox, "profile": profile, "bodyweight": bodyweight,
    "measurements": body_measurements, "exercises": exercises,
}
