"""Builds the fuzz targets next to this file and runs each on its corpus.

A target is a file `NameTarget.swift` with a function `fuzz(_ input: [UInt8])`; its corpus is the
folder corpus/name, to which what is made of the repository's own samples is added. libFuzzer changes
inputs so that new code is reached; anything that traps, reads out of bounds or breaks a demand of
the target is a find, and its input is kept in .build/fuzz.

    fuzz.py [--full] [--targets line,import] [--runs N] [--keep] [--planted] [--build]
"""

import argparse
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOLDER = os.path.join(ROOT, ".build", "fuzz")
SOURCES = os.path.join(ROOT, "Sources", "Events")
PROJECTIONS = os.path.join(ROOT, "Sources", "Projections")
SAMPLE = os.path.join(ROOT, "Sources", "CLI", "Sample")
SAMPLES = os.path.join(ROOT, "Examples", "samples.jsonl")
EXPORTS = os.path.join(ROOT, "Tests", "CLITests", "Independent")
# -assert-config Debug: the bounds of Bytes are checked, and demands say what they demand.
COMPILE = ["swiftc", "-O", "-parse-as-library", "-assert-config", "Debug", "-package-name", "replog"]
# Counts are run without the address sanitizer, which takes half of their speed. With full counts those
# of CI are run once more with it: it finds what no check of bounds does, memory used when it is gone.
ADDRESS, PLAIN = "-sanitize=fuzzer,address", "-sanitize=fuzzer"
# Files of a target need not outlive it.
MEMORY = "/dev/shm"
FULL, SMALL = 5_000_000, 200_000
LONGEST = {"line": 1024, "recovery": 4096, "import": 2048, "checkpoint": 2048}
KEPT_FILES, KEPT_BYTES = 40, 60_000

# Faults that a target must find: file, old text, new text, and target.
PLANTED = [
    ("JSON/Scanner.swift", "second.contains(bytes[offset + 1])", "true", "line"),
    ("JSON/Scanner.swift", "guard depth < Scanner.deepest else", "guard depth < 999 else", "line"),
    ("Log/Reading/Tail.swift", "torn = end < bytes.count ? end..<bytes.count : nil", "torn = nil",
     "recovery"),
    ("Import/CSVReader.swift", "guard fields.count < CSVReader.mostFields else",
     "guard fields.count < 9_999 else", "import"),
    ("Log/Checkpoint/Checkpoint.swift", "guard XXH64.hash(bytes, seed: name) == entry.checksum else",
     "guard bytes.count == entry.range.count else", "checkpoint"),
    ("Log/Checkpoint/IndexTable.swift", "guard begin <= end, end <= size - directorySize else",
     "guard begin <= end else", "checkpoint"),
]


class Failure(Exception):
    """What is needed to fuzz is not there, or does not compile."""


def run(words, **more):
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", **more)
    if done.returncode != 0 and "libclang_rt" in done.stdout + done.stderr:
        raise Failure("no libFuzzer in this toolchain")
    if done.returncode != 0:
        said = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line]
        raise Failure(f"{os.path.basename(words[0])}: {(said or ['failed'])[0][:200]}")


def digest(paths):
    sum = hashlib.sha256(" ".join(COMPILE).encode())
    for path in sorted(paths):
        with open(path, "rb") as file:
            sum.update(file.read())
    return sum.hexdigest()[:16]


def built(folder, name, sources, make):
    """Makes what is called `name` in `folder` unless it was made of the same sources."""
    stamp = os.path.join(folder, name + ".stamp")
    now = digest(sources)
    if os.path.exists(stamp) and open(stamp).read() == now:
        return
    make()
    with open(stamp, "w") as file:
        file.write(now)


def build_module(folder, sanitize, name, sources, needed=()):
    """Builds a library for fuzzing. Returns its object file."""
    built(folder, name, [*sources, *needed], lambda: run([
        *COMPILE, sanitize, "-wmo", "-enable-testing", "-module-name", name, "-emit-module",
        "-I", folder, "-emit-module-path", os.path.join(folder, name + ".swiftmodule"),
        "-emit-object", "-o", os.path.join(folder, name + ".o"), *sources]))
    return os.path.join(folder, name + ".o")


def sources_in(folder):
    return sorted(glob.glob(os.path.join(folder, "**", "*.swift"), recursive=True))


def build_library(folder, events, sanitize):
    """Builds Events for fuzzing. Returns its object file and its sources."""
    if not shutil.which("swiftc"):
        raise Failure("no swiftc on this machine")
    os.makedirs(folder, exist_ok=True)
    sources = sources_in(events)
    return build_module(folder, sanitize, "Events", sources), sources


def build(folder, events, target, sanitize):
    """Builds a target, and what it needs first. Returns the program."""
    library, sources = build_library(folder, events, sanitize)
    own = [os.path.join(HERE, name) for name in
           ("Entry.swift", "StrictJSON.swift", target.capitalize() + "Target.swift")]
    libraries = [library]
    with open(own[-1], encoding="utf-8") as file:
        text = file.read()
        if "SampleLog" in text:
            own += sources_in(SAMPLE)
        if "import Projections" in text:
            # What tests of an app need is a module of its own.
            more = [path for path in sources_in(PROJECTIONS)
                    if not path.startswith(os.path.join(PROJECTIONS, "Testing", ""))]
            libraries.append(build_module(folder, sanitize, "Projections", more, sources))
            sources = [*sources, *more]
    program = os.path.join(folder, target)
    built(folder, target, [*sources, *own], lambda: run([
        *COMPILE, sanitize, "-I", folder, "-module-name", "Target", *own, *libraries,
        "-o", program]))
    return program


# MARK: - Corpus


def seeds(target):
    """Inputs made of the repository's own samples, so that they grow with it."""
    with open(SAMPLES, "rb") as file:
        lines = file.read().splitlines(keepends=True)
    if target == "line":
        return [line.rstrip(b"\n") for line in lines]
    if target == "recovery":
        return [b"\0" + image for image in images(lines)]
    if target == "import":
        files = [(1, "strong.csv"), (2, "hevy.csv"), (0, "strong.csv"), (0, "hevy.csv")]
        # More fields in a row than chance would write.
        return [b"\0" + b"," * 1500] + [
            bytes([kind]) + open(os.path.join(EXPORTS, name), "rb").read()
            for kind, name in files]
    if target == "checkpoint":
        # Changes of the true one, which the target makes itself: at places all over it.
        return [bytes([choice]) + b"".join(
            bytes([place >> 8, place & 255, value]) for place in range(start, 6000, 400))
            for choice in (0x01, 0x05, 0x09, 0x13, 0x27, 0x37, 0x4B, 0x7B)
            for start, value in ((0, 0), (97, 255), (211, 50))]
    return []


def images(lines):
    """Logs as they are, and as a crash or an editor leaves them. Sums are mended by the target."""
    log = b"".join(lines[:4])
    yield from (log, log[:-1], log[:-60], log + b"\0" * 40, b"".join(lines[:2] + lines[3:5]))
    marked = lines[1].replace(b',"data"', b',"batch":3,"data"', 1)
    for count in (2, 3, 4):
        yield lines[0] + marked + b"".join(lines[2:count])
    for place in range(0, len(lines), 6):
        yield b"".join(lines[place:place + 3])


def words_of(target, folder):
    """A dictionary: every text between quotes of the samples."""
    found = set()
    for seed in seeds("line" if target == "checkpoint" else target):
        found.update(re.findall(rb'"[\w.:+-]{2,24}"', seed) + re.findall(rb'[A-Z][a-z]+ ?[A-Za-z]*',
                                                                         seed))
    path = os.path.join(folder, target + ".dict")
    with open(path, "w") as file:
        for word in sorted(found)[:400]:
            text = word.decode("ascii").replace("\\", "\\\\").replace('"', '\\"')
            file.write(f'"{text}"\n')
    return path


def corpus(target, folder):
    """The folders of inputs in `folder`: one that grows, and those that are read."""
    grown, made = (os.path.join(folder, kind, target) for kind in ("grown", "made"))
    for folder in (grown, made):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder, exist_ok=True)
    for number, seed in enumerate(seeds(target)):
        with open(os.path.join(made, str(number)), "wb") as file:
            file.write(seed)
    kept = os.path.join(HERE, "corpus", target)
    return grown, [made] + ([kept] if os.path.isdir(kept) else [])


def keep(program, target):
    """Takes the smallest inputs that reach what was reached into the repository's corpus."""
    grown = os.path.join(FOLDER, "grown", target)
    kept = os.path.join(HERE, "corpus", target)
    merged = os.path.join(FOLDER, "merged", target)
    shutil.rmtree(merged, ignore_errors=True)
    os.makedirs(merged)
    os.makedirs(kept, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        run([program, "-merge=1", "-detect_leaks=0", merged, kept, grown], env=environment(),
            cwd=place)
    files = sorted((os.path.join(merged, name) for name in os.listdir(merged)),
                   key=os.path.getsize)
    # Spread over all sizes: the smallest alone are those that are refused first.
    step = max(1, len(files) // KEPT_FILES)
    size = 0
    for path in files[::step]:
        size += os.path.getsize(path)
        if size < KEPT_BYTES:
            shutil.copy(path, kept)


# MARK: - Running


def environment():
    # What was freed is kept apart for some 4 MB of allocations, not for 256. And memory is kept for the next
    # input, where pages that come and go took up to half of the time.
    return {**os.environ, "SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "quarantine_size_mb=4",
            "GLIBC_TUNABLES": f"glibc.malloc.mmap_threshold={1 << 30}:glibc.malloc.trim_threshold={4 << 30}"}


def fuzz(program, target, runs, seed=1):
    """Runs one target. Returns (inputs tried, the find or None)."""
    folder = os.path.dirname(program)
    grown, read = corpus(target, folder)
    find = os.path.join(folder, f"find-{target}-")
    with tempfile.TemporaryDirectory(dir=MEMORY if os.path.isdir(MEMORY) else None) as place:
        done = start(program, target, runs, seed, find, place, [grown, *read])
    tried = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    if done.returncode == 0:
        return int(tried[1]) if tried else 0, None
    why = re.search(r"Fatal error: .*|ERROR: .*|SUMMARY: .*", done.stderr)
    where = re.search(r"Test unit written to (\S+)", done.stderr)
    return int(tried[1]) if tried else 0, (
        f"{why[0][:160] if why else done.stderr[-200:]}; {where[1] if where else 'no input kept'}")


def start(program, target, runs, seed, find, place, folders):
    """Runs a program in the folder `place`, for what a target keeps in files."""
    dictionary = words_of(target, os.path.dirname(program))
    return subprocess.run(
        [program, f"-runs={runs}", f"-seed={seed}", f"-max_len={LONGEST.get(target, 2048)}",
         "-detect_leaks=0", "-timeout=30", "-rss_limit_mb=4096", "-print_final_stats=1",
         f"-dict={dictionary}", f"-artifact_prefix={find}", *folders],
        capture_output=True, text=True, errors="replace", env=environment(), cwd=place)


def say(row, done, goal, verdict, words):
    print(f"reliability: {row} | {done}/{goal} | {verdict} | {words}", flush=True)


def look(target, runs, keeps, sanitize):
    """Runs one target and says what was seen. Returns whether nothing was found."""
    row = f"fuzz {target}" + (", address sanitizer" if sanitize == ADDRESS else "")
    try:
        program = build(place_of(sanitize), SOURCES, target, sanitize)
    except Failure as failure:
        is_missing = str(failure).startswith("no ")
        say(row, 0, runs, "skipped" if is_missing else "FAILED", str(failure))
        return is_missing
    tried, find = fuzz(program, target, runs)
    if find:
        say(row, tried, runs, "FAILED", find)
        return False
    if keeps:
        keep(program, target)
    say(row, tried, runs, "ok" if tried >= runs else "FAILED", "no trap")
    return tried >= runs


def can_be_built(target):
    """Builds one target for `look`, which then finds it built. Returns whether nothing is wrong with it."""
    try:
        build(place_of(PLAIN), SOURCES, target, PLAIN)
    except Failure as failure:
        print(f"fuzz {target}: {failure}", flush=True)
        return str(failure).startswith("no ")
    return True


def place_of(sanitize):
    return FOLDER if sanitize == PLAIN else os.path.join(FOLDER, "address")


def planted(place):
    """Plants one fault in a copy of the library. Returns why it was not found; None if it was."""
    name, old, new, target = PLANTED[place]
    folder = os.path.join(FOLDER, f"planted-{place}")
    events = os.path.join(folder, "Events")
    shutil.rmtree(events, ignore_errors=True)
    shutil.copytree(SOURCES, events)
    path = os.path.join(events, name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(old) < 1:
        return f"'{old}' is not in {name} any more"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))
    _, find = fuzz(build(folder, events, target, ADDRESS), target, SMALL)
    print(f"  {name}, {target}: {find}")
    return None if find else f"'{new}' in {name} was not found by {target}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--full", action="store_true",
                        help=f"{FULL:,} inputs, and {SMALL:,} with the address sanitizer; "
                             f"else {SMALL:,} without")
    parser.add_argument("--targets", metavar="NAME,…", help="only these")
    parser.add_argument("--runs", type=int, metavar="N", help="so many inputs")
    parser.add_argument("--keep", action="store_true", help="add what was reached to the corpus")
    parser.add_argument("--build", action="store_true", help="build the targets, and run none")
    parser.add_argument("--planted", action="store_true",
                        help="plant faults in the library; each must be found")
    chosen = parser.parse_args()
    os.makedirs(FOLDER, exist_ok=True)
    if chosen.planted:
        missed = [why for why in map(planted, range(len(PLANTED))) if why]
        say("planted faults under the fuzzer", len(PLANTED) - len(missed), len(PLANTED),
            "FAILED" if missed else "ok", "; ".join(missed) or "each is found")
        return 1 if missed else 0
    targets = sorted(os.path.basename(path)[:-len("Target.swift")].lower()
                     for path in glob.glob(os.path.join(HERE, "*Target.swift")))
    if chosen.targets:
        targets = [name for name in targets if name in chosen.targets.split(",")]
    if chosen.build:
        return 0 if all(map(can_be_built, targets)) else 1
    found = fuzz_all(targets, chosen.runs or (FULL if chosen.full else SMALL), chosen.keep, PLAIN)
    if chosen.full:
        found += fuzz_all(targets, chosen.runs or SMALL, False, ADDRESS)
    return 0 if all(found) else 1


def fuzz_all(targets, runs, keeps, sanitize):
    """Runs the targets, as many at once as there are processors."""
    try:
        # Alone, since all targets share it.
        build_library(place_of(sanitize), SOURCES, sanitize)
    except Failure:
        pass  # Each target says so for itself.
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(lambda name: look(name, runs, keeps, sanitize), targets))


if __name__ == "__main__":
    sys.exit(main())
