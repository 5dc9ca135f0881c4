"""Stores the lines of a file: what `replog append` and the views of one user are held against.

usage: store.py sqlite DATABASE LINES     a transaction for a thousand lines, WAL, synchronous=FULL
       store.py fsync FILE LINES          a write and an fsync for a thousand, and nothing else
       store.py keyed DATABASE LINES      all lines, with an index on their ids
"""

import itertools
import json
import os
import sqlite3
import sys

BATCH = 1_000
TABLE = "CREATE TABLE log (seq INTEGER PRIMARY KEY, line TEXT NOT NULL)"
KEYED = "CREATE TABLE events (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, line TEXT NOT NULL)"


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


def into_keyed(database, path):
    """Fills a table to look up lines in; how long that takes is not measured."""
    store = sqlite3.connect(database)
    store.execute(KEYED)
    with open(path, "rb") as lines:
        store.executemany(
            "INSERT INTO events (seq, id, line) VALUES (?, ?, ?)",
            ((event["seq"], event["id"], line[:-1].decode())
             for line in lines for event in [json.loads(line)]))
    store.commit()
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
    {"sqlite": into_sqlite, "fsync": into_file, "keyed": into_keyed}[kind](target, lines)
