#!/usr/bin/env python3
"""The personal bests of millions of events by Apache Spark, which runs replog on each part of the log.

Needs: apt-get install openjdk-17-jre-headless; pip install pyspark

Spark divides the log by user, sorts each part by position and pipes it through `replog pbs` with the SQL of
`TRANSFORM … USING`, which fails if replog fails. (`rdd.pipe` hides failures by default, and passes no environment.) A
first pass takes the first mention of each exercise from each part, so that all parts show the same numbers.

The settings are variables of the environment: REPLOG (the command), EVENTS, USERS, PARTS, and LOG (a log to take
instead of a new sample).
"""
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import engines

try:
    import pyspark
    from pyspark.sql import SparkSession
except ImportError:
    sys.exit(engines.missing("the package pyspark of Python", "pip install pyspark"))

EVENTS = int(os.environ.get("EVENTS", 4000000))
USERS = int(os.environ.get("USERS", 20000))
PARTS = int(os.environ.get("PARTS", 8))


class Clock:
    """The seconds since the last look."""

    def __init__(self):
        self.last = time.monotonic()

    def print(self, name, events=None):
        now = time.monotonic()
        rate = f", {events / (now - self.last):.0f} events/s" if events else ""
        print(f"{name}: {now - self.last:.1f} s{rate}", flush=True)
        self.last = now


def rows(lines):
    """The rows of a view in JSON, which has one row a line."""
    return [json.loads(line.rstrip(",")) for line in lines if line not in ("[", "]", "[]")]


def transform(spark, command):
    """Pipes each part of the log, sorted by position, through a command; returns the lines of its output."""
    words = shlex.join([engines.REPLOG, *command, "--json", "--quiet", "--log", "-"])
    # "user" would be the function that returns the user of Spark.
    parts = "select line, seq from log distribute by lifter sort by seq"
    return [row.out for row in spark.sql(f"select transform(line) using '{words}' as (out string) from ({parts})").collect()]


def merged(mentions):
    """The exercise numbers: the lowest position and place of each exercise, ranked."""
    first = {}
    for row in mentions:
        key = (row["seq"], row["place"])
        first[row["exercise"]] = min(key, first.get(row["exercise"], key))
    ranked = sorted(first, key=first.get)
    return [{"exercise": exercise, "number": number} for number, exercise in enumerate(ranked, 1)]


def table(spark, log):
    """Reads a log as the table `log`: each line with its user and position."""
    spark.read.text(log).createOrReplaceTempView("lines")
    spark.sql("""
        select value as line, get_json_object(value, '$.user') as lifter,
               cast(substring_index(substring(value, 8), ',', 1) as bigint) as seq
        from lines""").createOrReplaceTempView("log")


def compare(spark, log, folder, clock):
    clock.last = time.monotonic()
    whole = engines.output(engines.REPLOG, "pbs", "--all-users", "--json", "--quiet", "--log", log).split("\n")
    clock.print("one replay by replog", EVENTS)
    table(spark, log)
    numbers = folder / "numbers.json"
    numbers.write_text(json.dumps(merged(rows(transform(spark, ["ids"])))))
    clock.print("exercise numbers by Spark", EVENTS)
    found = transform(spark, ["pbs", "--all-users", "--numbers", str(numbers)])
    clock.print("pbs by Spark", EVENTS)
    whole, found = rows(whole), rows(found)
    found.sort(key=lambda row: row["user"].encode())  # stable: each part has the rows of a user in order
    assert found == whole, "the rows differ from one replay"
    print(f"{len(found)} of {len(whole)} rows match the single replay, including exercise numbers")


def damage(spark, log, folder):
    """Checks that a job fails if one line of a part is damaged."""
    damaged = folder / "damaged.jsonl"
    with open(log, "rb") as lines, open(damaged, "wb") as out:
        is_damaged = False
        for _, line in zip(range(50000), lines):
            if not is_damaged and out.tell() > 5000000 and b'"type":"SetLogged"' in line:
                line, is_damaged = line.replace(b'"reps":', b'"rups":'), True
            out.write(line)
    table(spark, str(damaged))
    try:
        transform(spark, ["pbs", "--all-users"])
    except Exception as error:
        reason = next(line for line in str(error).split("\n") if "exited with status 3" in line)
        print("a damaged part fails the job:", reason[reason.index("Subprocess"):][:160])
    else:
        sys.exit("the job did not fail with a damaged part")


def main():
    engines.need(engines.REPLOG, "make install, or REPLOG=path")
    engines.need("java", "apt-get install openjdk-17-jre-headless")
    java = subprocess.run(["java", "-version"], stderr=subprocess.PIPE, check=True).stderr.decode().split("\n")[0]
    print(f"Spark {pyspark.__version__}, {java}\n{engines.output(engines.REPLOG, 'version')}")
    with tempfile.TemporaryDirectory(prefix="replog-engine-") as name:
        folder, clock = pathlib.Path(name), Clock()
        log = os.environ.get("LOG")
        if not log:
            log = str(folder / "log.jsonl")
            with open(log, "wb") as file:
                subprocess.run([engines.REPLOG, "sample", "--events", str(EVENTS), "--users", str(USERS), "--quiet"], check=True, stdout=file)
        print(f"log: {EVENTS} events, {os.path.getsize(log)} bytes, {PARTS} parts by user")
        clock.last = time.monotonic()
        spark = (SparkSession.builder.master("local[2]").appName("replog").config("spark.ui.enabled", "false")
                 .config("spark.sql.shuffle.partitions", PARTS).config("spark.sql.adaptive.enabled", "false")
                 .config("spark.driver.memory", "3g").config("spark.local.dir", name).getOrCreate())
        spark.sparkContext.setLogLevel("OFF")
        clock.print("startup of Spark")
        try:
            compare(spark, log, folder, clock)
            damage(spark, log, folder)
        finally:
            spark.stop()
    print("ok")


main()
