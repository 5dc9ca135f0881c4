"""Other programs that do the same work: found, built, and checked to agree. None is installed."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass

from measure import Command, Failure, run

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers")
FOLD, STORE = os.path.join(HERE, "fold.py"), os.path.join(HERE, "store.py")
# Where Debian's librust-*-dev packages put crates.
CRATES = "/usr/share/cargo/registry"


@dataclass
class Peer:
    """A program that folds personal bests; `argv` without the log, None when it is missing."""

    name: str
    version: str
    argv: list = None
    counts_passes: bool = False
    """Whether it prints, with `--passes` before the log, how many times it reads the log."""

    def command(self, log, output=os.devnull):
        return Command(self.name, [*self.argv, log], stdout=output)


def find(folder):
    """All peers by name, built in `folder` where they need to be."""
    os.makedirs(folder, exist_ok=True)
    found = [simdjson(folder), serde(folder), python_json(), orjson(), duckdb(), sqlite(), xxhsum()]
    return {peer.name: peer for peer in found}


def missing(name, why):
    return Peer(name, f"missing: {why}")


def output(*argv):
    """What a program prints; None when it cannot be run or fails."""
    try:
        done = subprocess.run(argv, capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def build_simdjson(program, *flags):
    """Compiles the C++ peer; whether that worked."""
    return output(
        os.environ.get("CXX", "g++"), "-std=c++20", "-O3", "-DNDEBUG", *flags,
        os.path.join(HERE, "simdjson_pbs.cpp"), "-o", program, "-lsimdjson") is not None


def simdjson(folder):
    """C++ and the system's simdjson, for this processor."""
    program = os.path.join(folder, "simdjson_pbs")
    if not build_simdjson(program, "-march=native"):
        return missing("simdjson", "no C++ compiler, or no simdjson to compile against")
    return Peer("simdjson", output(program, "--version"), [program], counts_passes=True)


def serde(folder):
    """Rust and serde_json, if crates are on this machine already."""
    cargo, source = shutil.which("cargo"), os.path.join(folder, "serde")
    if not cargo or not os.path.isdir(CRATES):
        return missing("serde_json", "no cargo, or no crates on this machine")
    shutil.copytree(os.path.join(HERE, "serde"), source, dirs_exist_ok=True)
    offline = ["--config", 'source.crates-io.replace-with="debian"',
               "--config", f'source.debian.directory="{CRATES}"']
    manifest = os.path.join(source, "Cargo.toml")
    if output(cargo, "build", "--release", "--offline", "--quiet", "--manifest-path", manifest,
              "--target-dir", os.path.join(source, "target"), *offline) is None:
        return missing("serde_json", "its crate is not on this machine")
    versions = [n for n in os.listdir(CRATES) if n.startswith("serde_json-")]
    return Peer("serde_json", versions[0].split("-")[1],
                [os.path.join(source, "target", "release", "serde_pbs")], counts_passes=True)


def python_json():
    return Peer("python json", sys.version.split()[0], [sys.executable, FOLD, "json"])


def orjson():
    version = output(sys.executable, "-c", "import orjson; print(orjson.__version__)")
    if version is None:
        return missing("orjson", "this Python has no orjson")
    return Peer("orjson", version, [sys.executable, FOLD, "orjson"])


def duckdb():
    version = output(sys.executable, "-c", "import duckdb; print(duckdb.__version__)")
    if version is None:
        return missing("duckdb", "this Python has no duckdb")
    return Peer("duckdb", version, [sys.executable, os.path.join(HERE, "duckdb_pbs.py")])


def sqlite():
    """The shell of SQLite, which stores and folds nothing."""
    version = output("sqlite3", "--version")
    if version is None:
        return missing("sqlite3", "no sqlite3 on this machine")
    return Peer("sqlite3", version.split()[0])


def xxhsum():
    """The hash of the log's sums over a whole file: the least that checking every byte takes."""
    # It prints its version on standard error.
    version = re.match(r"xxhsum (\S+)", output("sh", "-c", "xxhsum --version 2>&1") or "")
    if not version:
        return missing("xxhsum", "no xxhsum on this machine")
    return Peer("xxhsum", version[1])


def folding(peers):
    """Those that are there and fold."""
    return [peer for peer in peers.values() if peer.argv]


def check(peers, logs, replog, log, passes=1):
    """Folds `log` with every peer once; the samples by name.

    A difference is a failure, and so is a peer that reads the log more or less than `passes` times.
    """
    view, expected = logs.path("pbs.json"), logs.path("expected.txt")
    samples = {"replog": run(Command(
        "replog", [replog, "pbs", "--all-users", "--json", "--no-checkpoint", "--log", log], stdout=view))}
    run(Command("canonical", [sys.executable, FOLD, "canonical", view], stdout=expected))
    for peer in folding(peers):
        found = logs.path("found.txt")
        samples[peer.name] = run(peer.command(log, found))
        compare(peer.name, expected, found, log)
        check_passes(peer, log, passes)
    return samples


def check_passes(peer, log, passes):
    """Fails unless a peer reads a log as many times as expected: a slow yardstick flatters."""
    if not peer.counts_passes:
        return
    counted = output(*peer.argv, "--passes", log)
    if counted != str(passes):
        raise Failure(f"{log}: {peer.name} must read it {passes} times, and reads it {counted} times")


def compare(name, expected, found, log):
    """Byte for byte; the failure names the first line that differs."""
    with open(expected, "rb") as one, open(found, "rb") as other:
        ours, theirs = one.read(), other.read()
    if ours == theirs:
        return
    ours, theirs = ours.split(b"\n"), theirs.split(b"\n")
    place = next((i for i, pair in enumerate(zip(ours, theirs)) if pair[0] != pair[1]),
                 min(len(ours), len(theirs)))
    line = [lines[place].decode() if place < len(lines) else "(end)" for lines in (ours, theirs)]
    raise Failure(f"{log}: replog and {name} disagree in line {place + 1}:\n"
                  f"  replog: {line[0]}\n  {name}: {line[1]}")
