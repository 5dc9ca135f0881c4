#!/usr/bin/env python3
"""A log in another file, as a shared folder, a disk or ssh would carry it, and back: pipes of replog alone.

Both copies are logs, so each of them is the cursor of the process that writes it.
"""
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import engines


def versions():
    return []


def start(folder, port):
    return None  # a file needs no process


def wait(folder, port):
    pass


def spool(folder):
    return f"{folder}/spool.jsonl"


def fill(folder, port, log):
    since = engines.count(spool(folder)) + 1
    words = [engines.REPLOG, "log", "--json", "--quiet", "--log", log, "--seq", f"{since}-"]
    reader = subprocess.Popen(words, stdout=subprocess.PIPE)
    words = [engines.REPLOG, "append", "--replica", "--quiet", "--log", spool(folder)]
    subprocess.run(words, stdin=reader.stdout, stdout=subprocess.DEVNULL, check=True)
    assert reader.wait() == 0, "the log could not be read"


def fetch(folder, port, since):
    for lines in engines.chunks(spool(folder), since):
        yield b"".join(line + b"\n" for _, line in lines)


if __name__ == "__main__":
    engines.main(sys.modules[__name__])
