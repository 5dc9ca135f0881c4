#!/usr/bin/env python3
"""A log in a topic of the Kafka protocol, and back: each line is a message at the offset of its position.

Needs: pip install confluent-kafka

The broker is the mock of librdkafka: it speaks the protocol and keeps all messages in memory. So a broker that was
killed is empty, and `fill` fills it again. One partition keeps the order of the log; with the user as the key, several
partitions keep the order of each user.
"""
import pathlib
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import engines

try:
    from confluent_kafka import Consumer, KafkaException, Producer, TopicPartition, libversion, version
except ImportError:
    sys.exit(engines.missing("the package confluent_kafka of Python", "pip install confluent-kafka"))


def versions():
    return [f"librdkafka {libversion()[0]}, its mock broker", f"confluent-kafka {version()}"]


def broker(folder):
    """Runs a mock broker, and writes its address to a file."""
    mock = Producer({"bootstrap.servers": "mock", "test.mock.num.brokers": 1})
    one = next(iter(mock.list_topics(timeout=30).brokers.values()))
    pathlib.Path(folder, "address").write_text(f"{one.host}:{one.port}")
    time.sleep(86400)


def address(folder):
    return pathlib.Path(folder, "address").read_text()


def start(folder, port):
    pathlib.Path(folder, "address").unlink(missing_ok=True)
    words = [sys.executable, "-B", __file__, "broker", folder]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def wait(folder, port):
    end = time.monotonic() + 30
    while not pathlib.Path(folder, "address").exists() or ":" not in address(folder):
        assert time.monotonic() < end, "the broker gave no address"
        time.sleep(0.02)


def consumer(folder):
    return Consumer({"bootstrap.servers": address(folder), "group.id": "replog", "enable.auto.commit": False})


def ends(reader):
    """The first and the next offset of the partition."""
    return reader.get_watermark_offsets(TopicPartition("log", 0), timeout=10)


def fill(folder, port, log):
    # The producer numbers its messages, so the broker keeps their order and drops those that it has.
    producer = Producer({"bootstrap.servers": address(folder), "enable.idempotence": True, "compression.type": "zstd", "message.timeout.ms": 3000})
    failed = []

    def delivered(error, message):
        if error:
            failed.append(error)

    producer.list_topics("log", timeout=10)
    first, last = ends(consumer(folder))
    assert first == 0, "the broker dropped messages"
    for lines in engines.chunks(log, last + 1):
        for _, line in lines:
            producer.produce("log", line, partition=0, on_delivery=delivered)
        assert producer.flush(10) == 0 and not failed, "the broker is gone"


def fetch(folder, port, since):
    reader = consumer(folder)
    _, last = ends(reader)
    reader.assign([TopicPartition("log", 0, since - 1)])
    while since <= last:
        messages = reader.consume(engines.CHUNK, timeout=3)
        assert messages, "the broker is gone"
        for message in messages:
            if message.error():
                raise KafkaException(message.error())
            assert message.offset() == since - 1, "the broker skipped a message"
            since += 1
        yield b"".join(message.value() + b"\n" for message in messages)


if __name__ == "__main__":
    if sys.argv[1:2] == ["broker"]:
        broker(sys.argv[2])
    engines.main(sys.modules[__name__])
