"""Plants faults between the command and the C library, and demands that rows fail.

A row that stays green with the lock taken away proves nothing about the lock.
"""

import contextlib
import io

from trial import Result, Row, Skipped, compiled


def row(rows):
    """The row that runs each of `rows` with each of its faults."""
    def run(trial):
        compiled("fault")
        seen, missed, skipped = [], [], []
        for each in rows:
            for fault in each.twins:
                try:
                    with contextlib.redirect_stderr(io.StringIO()):
                        result = each.result(False, fault)
                except Skipped as reason:
                    skipped.append(f"{each.name} ({reason})")
                    continue
                if result.verdict() == "FAILED":
                    seen.append(f"{fault}: {result.wrong[0] if result.wrong else 'too few'}")
                else:
                    missed.append(f"'{each.name}' stays green with the fault '{fault}'")
        for what in seen:
            print(f"  planted {what}"[:160])
        words = "each makes its row fail"
        if skipped:
            words += "; skipped: " + ", ".join(skipped)
        return Result(len(seen), len(seen) + len(missed), words, missed)
    return Row("planted faults around the command", run)
