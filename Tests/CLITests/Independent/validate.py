"""Checks events and views against a JSON Schema with the package jsonschema, and makes events that it refuses.

usage: validate.py lines SCHEMA.json LOG.jsonl …       every line is valid
       validate.py views SCHEMA.json NAME VIEW.json …  the JSON of each view is valid; prints its rows
       validate.py mutate SCHEMA.json LOG.jsonl …      prints a line for each way in which the schema refuses
                                                       an event of each type: the way, a tab, the event

Mutations are made from the schema alone, each of one field of one event, and only those that the
validator refuses are printed.
"""

import copy
import json
import sys

import jsonschema

Validator = jsonschema.Draft202012Validator
mode, path, *rest = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    SCHEMA = json.load(file)
Validator.check_schema(SCHEMA)


def validator(name, cache={}):
    """The schema of lines, with the branch of one type: the others say nothing about its lines."""
    if name not in cache:
        schema = dict(SCHEMA)
        schema["allOf"] = [b for b in SCHEMA["allOf"] if b["if"]["properties"]["type"]["const"] == name]
        cache[name] = Validator(schema, format_checker=Validator.FORMAT_CHECKER)
    return cache[name]


def lines(paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)


def wrong(value):
    """Values of all other types than that of the one."""
    kinds = [True, 1.5, "text", ["text"], {"a": 1}]
    return [kind for kind in kinds if type(kind) is not type(value)
            and not (isinstance(kind, float) and isinstance(value, int))]


def mutations(schema, value, set_value, delete, required):
    """Yields a name and a way back for every change of one value; the change is in place meanwhile."""
    if required:
        yield "missing", delete
    if schema.get("type") == "integer" or isinstance(schema.get("type"), list) and "integer" in schema["type"]:
        yield "fraction", lambda: set_value(1.5)
    for other in wrong(value):
        yield "wrong type", lambda other=other: set_value(other)
    yield "null", lambda: set_value(None)
    for bound, by in ("minimum", -1), ("maximum", 1):
        if bound in schema:
            number = schema[bound]
            yield "out of range", lambda: set_value(number + by if by > 0 or number != 1 else 0)
    if "maxLength" in schema:
        yield "too long", lambda: set_value("x" * (schema["maxLength"] + 1))
    if schema.get("minLength"):
        yield "empty", lambda: set_value("")
    if "enum" in schema:
        yield "strange word", lambda: set_value("nothing-like-it")
    if "format" in schema:
        yield "wrong form", lambda: set_value("2026-13-45")


def walk(schema, owner):
    """Yields the mutations of all fields of an object, at every depth."""
    bounds = dict(schema.get("else", {}).get("properties", {}))
    if owner.get("unit") == "lb":
        bounds = dict(schema.get("then", {}).get("properties", {}))
    for name, field in schema.get("properties", {}).items():
        if name not in owner:
            continue
        field = {**field, **bounds.get(name, {})}
        value = owner[name]
        for what, change in mutations(field, value, lambda new, n=name: owner.__setitem__(n, new),
                                      lambda n=name: owner.pop(n), name in schema.get("required", [])):
            yield f"{name}: {what}", change
        items = field.get("items")
        if isinstance(value, list) and value and items:
            if isinstance(value[0], dict):
                yield from ((f"{name}.{what}", change) for what, change in walk(items, value[0]))
            else:
                for other in wrong(value[0]):
                    yield f"{name}: wrong element", lambda other=other, v=value: v.__setitem__(0, other)


def mutate(paths):
    seen, tries = set(), {}
    for event in lines(paths):
        name = event["type"]
        data = SCHEMA["$defs"].get(name)
        if data is None or event.get("v", 1) != 1:
            continue
        for schema, part in ((data, "data"), (SCHEMA, None)):
            # Names first: each change is made in a copy of its own.
            ways = [what for what, _ in walk(schema, event[part] if part else event)]
            for place, what in enumerate(ways):
                if part is None and what.split(":")[0] in ("data", "type"):
                    continue
                key = (name if part else "line", what, place if part is None else None)
                tries[key] = tries.get(key, 0) + 1
                if key in seen or tries[key] > 4:
                    continue
                other = copy.deepcopy(event)
                list_of = list(walk(schema, other[part] if part else other))
                list_of[place][1]()
                if validator(name).is_valid(other):
                    continue
                seen.add(key)
                print(f"{name}.{what}\t{json.dumps(other)}")


if mode == "lines":
    count = 0
    for event in lines(rest):
        count += 1
        for error in validator(event["type"]).iter_errors(event):
            sys.exit(f"{event['type']}: {error.message[:200]}, at {list(error.absolute_path)}")
    print(f"{count} lines")
elif mode == "views":
    for name, path in zip(rest[::2], rest[1::2], strict=True):
        with open(path, encoding="utf-8") as file:
            view = json.load(file)
        schema = SCHEMA["$defs"]["view." + name]
        for error in Validator(schema, format_checker=Validator.FORMAT_CHECKER).iter_errors(view):
            sys.exit(f"{name} in {path}: {error.message[:200]}, at {list(error.absolute_path)}")
        print(len(view) if isinstance(view, list) else 1)
else:
    mutate(rest)
