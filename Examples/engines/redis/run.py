#!/usr/bin/env python3
"""A log in a Redis stream, and back: each line is an entry with the id `seq-0`.

Needs: apt-get install redis-server; pip install redis

The stream is the cursor of `fill`, because the ids of its entries have to rise: Redis refuses an entry that it has.
The copy is the cursor of `drain`. A consumer group would redeliver entries after a kill, and in another order.
"""
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import engines

try:
    import redis
except ImportError:
    sys.exit(engines.missing("the package redis of Python", "pip install redis"))


def versions():
    engines.need("redis-server", "apt-get install redis-server")
    return [engines.output("redis-server", "--version").split(" sha")[0], f"redis-py {redis.__version__}"]


def start(folder, port):
    # Each answer waits for the disk, as an acknowledgement of replog does.
    words = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--dir", folder, "--save", "", "--appendonly", "yes", "--appendfsync", "always"]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, start_new_session=True)


def wait(folder, port):
    engines.wait_for_port(port)
    while True:
        try:
            return redis.Redis(port=port).ping()
        except redis.exceptions.BusyLoadingError:
            pass


def fill(folder, port, log):
    server = redis.Redis(port=port)
    last = server.xrevrange("log", count=1)
    since = int(last[0][0].split(b"-")[0]) + 1 if last else 1
    for lines in engines.chunks(log, since):
        with server.pipeline(transaction=False) as pipe:
            for seq, line in lines:
                pipe.xadd("log", {"line": line}, id=f"{seq}-0")
            pipe.execute()


def fetch(folder, port, since):
    server = redis.Redis(port=port)
    while entries := server.xrange("log", min=f"{since}-0", count=engines.CHUNK):
        yield b"".join(fields[b"line"] + b"\n" for _, fields in entries)
        since = int(entries[-1][0].split(b"-")[0]) + 1


if __name__ == "__main__":
    engines.main(sys.modules[__name__])
