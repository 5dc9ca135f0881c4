#!/usr/bin/env python3
"""A log in a NATS JetStream stream, and back: each line is a message at the position of its event.

Needs: apt-get install nats-server; pip install nats-py

Each message names the position that it expects before itself, so the server refuses a retry however late it comes;
the ids of messages (Nats-Msg-Id) detect a retry only within the `duplicate_window`. `drain` is an ordered consumer that
begins after the copy. A pull consumer that was killed between fetch and append gets messages again, in another order.
"""
import asyncio
import os
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import engines

try:
    import nats
    from nats.js.api import ConsumerConfig, DeliverPolicy
except ImportError:
    sys.exit(engines.missing("the package nats of Python", "pip install nats-py"))


def versions():
    engines.need("nats-server", "apt-get install nats-server")
    import importlib.metadata
    return [engines.output("nats-server", "--version"), f"nats-py {importlib.metadata.version('nats-py')}"]


def start(folder, port):
    words = ["nats-server", "-js", "-sd", folder, "-a", "127.0.0.1", "-p", str(port)]
    return subprocess.Popen(words, stderr=subprocess.DEVNULL, start_new_session=True)


async def lost():
    os._exit(1)  # an answer that is lost with the connection would be awaited for long


async def stream(port, lost=None):
    """Connects, and returns the connection with the stream and the position of its last message."""
    server = await nats.connect(f"nats://127.0.0.1:{port}", allow_reconnect=False, closed_cb=lost)
    js = server.jetstream(timeout=30)
    info = await js.add_stream(name="log", subjects=["log"])
    return server, js, info.state.last_seq


def wait(folder, port):
    async def answer():
        server, _, _ = await stream(port)
        await server.close()

    engines.wait_for_port(port)
    asyncio.run(answer())


def fill(folder, port, log):
    async def publish():
        _, js, last = await stream(port, lost)
        for lines in engines.chunks(log, last + 1):
            await asyncio.gather(*[
                js.publish("log", line, headers={"Nats-Expected-Last-Sequence": str(seq - 1)})
                for seq, line in lines])

    asyncio.run(publish())


def fetch(folder, port, since):
    with asyncio.Runner() as runner:
        _, js, last = runner.run(stream(port, lost))
        if since > last:
            return
        config = ConsumerConfig(deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=since)
        messages = runner.run(js.subscribe("log", ordered_consumer=True, config=config))

        async def next_lines():
            return [(await messages.next_msg(timeout=30)).data for _ in range(min(engines.CHUNK, last + 1 - since))]

        while since <= last:
            lines = runner.run(next_lines())
            since += len(lines)
            yield b"".join(line + b"\n" for line in lines)


if __name__ == "__main__":
    engines.main(sys.modules[__name__])
