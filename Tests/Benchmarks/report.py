"""The results, as a table for people and as JSON."""

import json
import platform

SCALES = {"wall": ("ms", 1e3), "anonymous": ("MB", 1 / 1e6),
          "inside": ("ms", 1e3), "size": ("MB", 1 / 1e6)}
HEADS = ["row", "what", "min", "median", "max", "cpu", "peak MB", "ratio", "goal", "reached"]


def entry(row, ours, theirs, is_judged):
    """A row of the table, with everything that was measured, in seconds and bytes."""
    ratio = quotient(judged(row, ours), judged(row, theirs))
    cpu_ratio = quotient(ours.median("cpu"), theirs.median("cpu")) if row.cpu_goal else 0
    has_goal = row.goal or row.most_seconds
    return {
        "row": row.name, "measure": row.what, "ratio": round(ratio, 3), "goal": row.goal,
        "cpu_ratio": round(cpu_ratio, 3), "cpu_goal": row.cpu_goal,
        "seconds": row.most_seconds or None,
        "reached": is_reached(row, ours, ratio) if is_judged and has_goal else None,
        "cpu_reached": cpu_ratio <= row.cpu_goal if is_judged and row.cpu_goal else None,
        "ours": side(ours), "theirs": side(theirs),
    }


def quotient(high, low):
    return high / low if low else float("inf")


def is_reached(row, ours, ratio):
    return judged(row, ours) <= row.most_seconds if row.most_seconds else ratio <= row.goal


def judged(row, runs):
    """The figure of all runs that counts."""
    return max(runs.values(row.what)) if row.judged == "max" else runs.median(row.what)


def side(runs):
    return {"label": runs.label, "wall": runs.values("wall"), "cpu": runs.values("cpu"),
            "peak": runs.values("peak"), "anonymous": runs.values("anonymous"),
            "inside": runs.values("inside"), "size": runs.values("size")}


def cells(row, ours, theirs, result):
    """The two lines of a row: ours with the verdict, and the other side with that on CPU time."""
    goal = (f"≤ {row.most_seconds * 1e3:,.0f} ms" if row.most_seconds
            else f"≤ {row.goal:g}" if row.goal else "–")
    end = [rounded(result["ratio"]), goal, verdict(result["reached"])]
    cpu = [f"CPU {rounded(result['cpu_ratio'])}", f"≤ {row.cpu_goal:g}",
           verdict(result["cpu_reached"])] if row.cpu_goal else ["", "", ""]
    return [[row.name, *figures(ours, row.what), *end], ["", *figures(theirs, row.what), *cpu]]


def rounded(ratio):
    return f"{ratio:.{2 if ratio >= 0.1 else 3}f}"


def verdict(reached):
    return {True: "yes", False: "NO", None: "–"}[reached]


def figures(runs, what):
    unit, scale = SCALES[what]
    low, middle, high = (f"{value * scale:,.1f} {unit}" for value in runs.summary(what))
    if what == "size":
        return [runs.label, low, middle, high, "", ""]
    return [runs.label, low, middle, high, f"{runs.median('cpu') * 1e3:,.1f} ms",
            f"{runs.median('peak') / 1e6:,.0f}"]


def table(heads, rows):
    """Columns as wide as they need to be; the first two to the left."""
    widths = [max(len(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
    lines = []
    for row in [heads, ["-" * width for width in widths], *rows]:
        padded = [cell.ljust(width) if i < 2 else cell.rjust(width)
                  for i, (cell, width) in enumerate(zip(row, widths))]
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)


def peers(found, samples):
    """Every peer with its version; and where it folded, what one run took."""
    ours = samples["replog"].wall
    rows = [["replog", "", f"{ours * 1e3:,.0f} ms", f"{samples['replog'].cpu * 1e3:,.0f} ms", ""]]
    for peer in found.values():
        sample = samples.get(peer.name)
        took = [f"{sample.wall * 1e3:,.0f} ms", f"{sample.cpu * 1e3:,.0f} ms",
                f"{ours / sample.wall:.2f}"] if sample else ["", "", ""]
        rows.append([peer.name, peer.version, *took])
    return table(["fold", "version", "one run", "cpu", "replog / it"], rows)


def machine():
    return {"system": platform.platform(), "processor": processor(), "python":
            platform.python_version()}


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            return next(l.split(":")[1].strip() for l in file if l.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


def save(path, results):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"machine": machine(), **results}, file, indent=1)
        file.write("\n")
