"""A copy of the package that builds fast: the libraries, and the tests of Events alone.

Whatever builds the tests once more, with a sanitizer or with faults planted, builds them there: the
command and its tests would take as long again and say nothing more.
"""

import pathlib
import re
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Targets and products that the copy does without, as the manifest has them.
LEFT_OUT = [
    r'    \.executable\(name: "replog".*\n',
    r'    \.executableTarget\(name: "CLI".*\n',
    r'    \.testTarget\(name: "ProjectionsTests".*\n',
    r'    \.testTarget\(\n      name: "CLITests"(?:.*\n)*?.*\]\),\n',
]


def copy(folder):
    """Makes the copy in `folder`, or brings the one there up to date."""
    for name in ("Sources", "Tests", "Examples"):
        # Kept times let the build of the last run be used again.
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(".build"))
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    for part in LEFT_OUT:
        manifest, count = re.subn(part, "", manifest)
        if count != 1:
            raise SystemExit(f"lean.py: {part} is {count} times in Package.swift, not once")
    (folder / "Package.swift").write_text(manifest, encoding="utf-8")
