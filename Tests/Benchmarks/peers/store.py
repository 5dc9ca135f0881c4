"""Stores the lines of a file durably, a thousand at a time: what `replog append` is held against.

usage: store.py sqlite DATABASE LINES     one transaction a batch, WAL, synchronous=FULL
       store.py fsync FILE LINES          one write and one fsync a batch, and nothing else
"""

import itertools
import os
import sqlite3
import sys

BATCH = 1_000
TABLE = "CREATE TABLE log (seq INTEGER PRIMARY KEY, line TEXT NOT NULL)"


def batches(path):
    """The file's lines, as many at a time as are stored together."""
    with open(path, "rb") as file:
        while batch := list(itertools.islice(file, BATCH)):
            yield batch


def into_sqlite(database, path):
    """Inserts without an index on ids: less than an append does that finds duplicates."""
    store = sqlite3.connect(database, isolation_level=None)
    store.execute("PRAGMA journal_mode=WAL")
    store.execute("PRAGMA synchronous=FULL")
    store.execute(TABLE)
    for batch in batches(path):
        store.execute("BEGIN IMMEDIATE")
        store.executemany(
            "INSERT INTO log (line) VALUES (?)", ((line[:-1].decode(),) for line in batch))
        store.execute("COMMIT")
    store.close()


def into_file(target, path):
    """The least that any durable log must do."""
    file = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for batch in batches(path):
        os.write(file, b"".join(batch))
        os.fsync(file)
    os.close(file)


if __name__ == "__main__":
    kind, target, lines = sys.argv[1:]
    {"sqlite": into_sqlite, "fsync": into_file}[kind](target, lines)
