"""A copy of the package that builds fast: Events, its tests, and the support code of these tests.

Runs with a sanitizer or with planted faults build the tests again in this copy. The projections, the command and
their tests would double the build time without testing more.
"""

import os
import pathlib
import re
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The parts of the manifest that the copy leaves out, as regular expressions.
LEFT_OUT = [
    r'    \.library\(name: "Projections".*\n',
    r'    \.library\(name: "ReplogTesting".*\n',
    r'    \.executable\(name: "replog".*\n',
    r'    \.target\(\n      name: "Projections".*\n',
    r'    \.target\(\n      name: "ReplogTesting".*\n.*\n',
    r'    \.executableTarget\(name: "CLI".*\n',
    r'    \.testTarget\(\n      name: "ProjectionsTests"(?:.*\n)*?.*\]\),\n',
    r'    \.testTarget\(\n      name: "CLITests"(?:.*\n)*?.*\]\),\n',
    r'(?<=dependencies: \["Events"), "Projections"(?=\], path: "Tests/Support")',
]
# The tests of the log, and the tests that share readers with them. Threads, crashes and planted faults concern these
# tests.
LOG = ("Areas", "Coding", "Event", "JSON", "Log", "Reliability", "System", "Values")
# Without debug information, a build takes a fifth less time, and reports still contain names. There are as many pieces
# as processors, because each piece expands the macros of all tests: see the Makefile.
BUILD = ["-Xswiftc", "-gnone", "-Xswiftc", "-driver-batch-count", "-Xswiftc", str(os.cpu_count())]


def copy(folder, tests=None):
    """Creates the copy in `folder`, or updates it.

    `tests` are the folders of Tests/EventsTests to take; None for all.
    """
    kept = ["Sources/Events", "Tests/Support", "Tests/EventsTests", "Examples"]
    for name in ("Sources", "Tests", "Examples"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name in kept:
        # The copy keeps the modification times, so that the build of the last run can be used again.
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(".build"))
    # The only file in Tests/Support that needs the projections.
    (folder / "Tests/Support/Given.swift").unlink()
    for place in (folder / "Tests/EventsTests").iterdir():
        if tests and place.name not in tests:
            shutil.rmtree(place)
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    for part in LEFT_OUT:
        manifest, count = re.subn(part, "", manifest)
        if count != 1:
            raise SystemExit(f"lean.py: {part} is {count} times in Package.swift, not once")
    (folder / "Package.swift").write_text(manifest, encoding="utf-8")
