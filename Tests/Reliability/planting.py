"""Plants faults between the command and the C library, and checks that rows fail.

A row that passes without the lock proves nothing about the lock. Neither does a row that always fails, or that fails
for another reason. Each row must therefore first pass without a fault, at the same counts. With a fault, its first
error must be caused by that fault.
"""

import contextlib
import io
import re

from trial import Result, Row, Skipped, compiled


def quietly(row, fault):
    """Returns the result of a row with a fault, without the output of the failing row."""
    with contextlib.redirect_stderr(io.StringIO()):
        return row.result(False, fault)


def missed(result, pattern):
    """Returns the reason why a result does not show the fault; None if it does."""
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
    """Returns the row that runs each of `rows` with each of its faults."""
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
