"""A copy of the package that builds fast: Events, what its tests share, and the tests of Events.

Whatever builds the tests once more, with a sanitizer or with faults planted, builds them there: the
projections, the command and their tests would take as long again and say nothing more.
"""

import os
import pathlib
import re
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What of the manifest the copy does without, as it stands there.
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
# The tests of the log, and those that share readers with them: what threads, crashes and planted faults
# are about.
LOG = ("Areas", "Coding", "Event", "JSON", "Log", "Reliability", "System", "Values")
# Without debug information: a build takes a fifth less, and reports still have names. In as many pieces as there are
# processors, since each piece expands the macros of all tests: see the Makefile.
BUILD = ["-Xswiftc", "-gnone", "-Xswiftc", "-driver-batch-count", "-Xswiftc", str(os.cpu_count())]


def copy(folder, tests=None):
    """Makes the copy in `folder`, or brings the one there up to date.

    `tests` are the folders of Tests/EventsTests to take; None for all.
    """
    kept = ["Sources/Events", "Tests/Support", "Tests/EventsTests", "Examples"]
    for name in ("Sources", "Tests", "Examples"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name in kept:
        # Kept times let the build of the last run be used again.
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(".build"))
    # The one file there that is about projections.
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
