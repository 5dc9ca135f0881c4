"""Holds the list of what an app sees, Sources/Events/Events.docc/PublicAPI.md, against the sources.

Every public type of the two libraries is named there, but for what it names as a whole: the payloads of
events and what is in them, decisions, and views. And what it names is there.

    public.py
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Sources/Events/Events.docc/PublicAPI.md"
TYPE = re.compile(r"^public (?:indirect )?(?:final )?(?:struct|enum|protocol|class|actor) (\w+)([^{]*)\{", re.M)
NAME = re.compile(r"`([A-Z]\w*)(?:[.(][^`]*)?`")


def types():
    """Each public type that is in no other, and whether the page names it as one of many."""
    found = {}
    for path in sorted(ROOT.glob("Sources/Events/**/*.swift")) + sorted(ROOT.glob("Sources/Projections/**/*.swift")):
        place = path.relative_to(ROOT / "Sources").as_posix()
        if ".docc/" in place or place.startswith("Projections/Testing/"):
            continue
        for name, rest in TYPE.findall(path.read_text(encoding="utf-8")):
            is_decision = place.endswith("Decisions.swift") or re.search(r":.*\b(Decision|ExerciseRequest)\b", rest, re.S)
            is_content = re.search(r"\b(EventArea|EventPayload|NestedPayload|Vocabulary)\b", rest)
            found[name] = bool(is_content or is_decision or name.endswith("View"))
    return found


def main():
    page = PAGE.read_text(encoding="utf-8")
    named, there = set(NAME.findall(page)), types()
    faults = [f"{name} is public and not named" for name, is_one_of_many in sorted(there.items())
              if not is_one_of_many and name not in named]
    faults += [f"{name} is named and nowhere declared" for name in sorted(named - there.keys())
               if name not in ("Events", "Projections")]
    for fault in faults:
        print(f"{PAGE.relative_to(ROOT)}: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
