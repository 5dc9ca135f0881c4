"""Plants faults between the command and the C library, and demands that rows fail.

A row that stays green with the lock taken away proves nothing about the lock. Nor does one that fails
whatever is done, or for another reason: so each must be green first with nothing planted, at the same
counts, and what it then sees first must be what the fault does.
"""

import contextlib
import io
import re

from trial import Result, Row, Skipped, compiled


def quietly(row, fault):
    """What a row sees with a fault; what a failing row prints is of no concern."""
    with contextlib.redirect_stderr(io.StringIO()):
        return row.result(False, fault)


def missed(result, pattern):
    """Why a result does not show that the fault was seen; None if it does."""
    if result.has_crashed:
        return f"does not fail but crashes: {result.wrong[0]}"
    if result.verdict() == "ok":
        return "stays green"
    if not result.wrong:
        return f"has only {result.done} of {result.goal}"
    if not re.search(pattern, result.wrong[0]):
        return f"fails for another reason than '{pattern}': {result.wrong[0][:200]}"
    return None


def row(rows):
    """The row that runs each of `rows` with each of its faults."""
    def run(trial):
        compiled("fault")
        seen, wrong, skipped = [], [], []
        for each in (row for row in rows if row.twins):
            try:
                sound = quietly(each, "none")
                if sound.verdict() != "ok":
                    wrong.append(f"'{each.name}' fails with nothing planted: {sound.wrong[:1]}")
                    continue
                for fault, pattern in each.twins.items():
                    result = quietly(each, fault)
                    why = missed(result, pattern)
                    if why:
                        wrong.append(f"'{each.name}' with the fault '{fault}' {why}")
                    else:
                        seen.append(f"{fault}: {result.wrong[0]}")
            except Skipped as reason:
                skipped.append(f"{each.name} ({reason})")
        for what in seen:
            print(f"  planted {what}"[:160])
        words = "each makes its row fail, by what it does; with none of them the same rows are ok"
        if skipped and not seen and not wrong:
            raise Skipped("; ".join(skipped))
        if skipped:
            words += "; skipped: " + ", ".join(skipped)
        goal = sum(len(row.twins) for row in rows if row.twins)
        return Result(len(seen), goal if not skipped else len(seen), words, wrong)
    return Row("planted faults around the command", run)
