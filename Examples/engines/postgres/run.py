#!/usr/bin/env python3
"""A log in a PostgreSQL table, and back by COPY; schema.sql has the table and a view that agrees with `replog pbs`.

Needs: apt-get install postgresql

`fill` stages lines and inserts those that are new, each thousand of them in one transaction: all or nothing. The table
keeps the position that each event has in the log, since an identity column burns numbers when a transaction fails.
"""
import glob
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import engines

os.environ["PATH"] += "".join(f":{folder}" for folder in sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True))
# As text, each value of a column is a line: these two characters never occur in a line of a log.
CSV = r"(format csv, delimiter e'\x02', quote e'\x01')"
# jsonb has no character U+0000, so it becomes U+FFFD there.
INSERT = rb"""insert into events
select (j->>'seq')::bigint, (j->>'id')::uuid, j->>'at', j->>'user', j->>'type', coalesce(j->'data', '{}'), line
from (select line, replace(line, '\u0000', '\ufffd')::jsonb as j from stage offset 0) as parsed
on conflict (id) do nothing;
truncate stage; commit;
"""
# PostgreSQL refuses to run as root; its package makes the user.
USER = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}


def versions():
    for program in ["initdb", "postgres", "psql"]:
        engines.need(program, "apt-get install postgresql")
    return [engines.output("postgres", "--version")]


def psql(folder, port, *words, **options):
    command = ["psql", "-h", folder, "-p", str(port), "-U", "postgres", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]
    return subprocess.run([*command, *words], check=True, **options)


def answer(folder, port, query):
    return psql(folder, port, "-c", query, stdout=subprocess.PIPE).stdout.decode().strip()


def start(folder, port):
    if not os.path.exists(f"{folder}/PG_VERSION"):
        if USER:
            subprocess.run(["chown", "postgres:postgres", folder], check=True)
        os.chmod(folder, 0o700)
        subprocess.run(["initdb", "-D", folder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"], check=True, stdout=subprocess.DEVNULL, cwd="/", **USER)
    words = ["postgres", "-D", folder, "-p", str(port), "-k", folder, "-c", "listen_addresses="]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", start_new_session=True, **USER)


def wait(folder, port):
    end = time.monotonic() + 60
    while subprocess.run(["psql", "-h", folder, "-p", str(port), "-U", "postgres", "-X", "-c", "select 1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        assert time.monotonic() < end, "PostgreSQL did not start"
        time.sleep(0.05)
    if answer(folder, port, "select to_regclass('events')") == "":
        psql(folder, port, "-1", "-f", str(HERE / "schema.sql"), stdout=subprocess.DEVNULL)


def fill(folder, port, log):
    last = int(answer(folder, port, "select coalesce(max(pos), 0) from events"))
    command = ["psql", "-h", folder, "-p", str(port), "-U", "postgres", "-X", "-q", "-v", "ON_ERROR_STOP=1"]
    server = subprocess.Popen(command, stdin=subprocess.PIPE)
    server.stdin.write(b"create temp table stage (line text);\n")
    for lines in engines.chunks(log, last + 1):
        server.stdin.write(f"begin; copy stage from stdin {CSV};\n".encode())
        server.stdin.write(b"".join(line + b"\n" for _, line in lines) + b"\\.\n")
        server.stdin.write(INSERT)
        server.stdin.flush()
    server.stdin.close()
    assert server.wait() == 0, "PostgreSQL refused a line"


def fetch(folder, port, since):
    query = f"copy (select line from events where pos >= {since} order by pos) to stdout {CSV}"
    reader = subprocess.Popen(["psql", "-h", folder, "-p", str(port), "-U", "postgres", "-X", "-q", "-c", query], stdout=subprocess.PIPE)
    while lines := b"".join(line for _, line in zip(range(engines.CHUNK), reader.stdout)):
        yield lines
    assert reader.wait() == 0, "the table could not be read"


def check(folder, port, log):
    """Compares the views `pbs` and `numbers` with replog, on this log and on the year of a club with all corrections."""
    for areas in [False, True]:
        if areas:
            psql(folder, port, "-c", "truncate events")
            log = f"{os.path.dirname(folder)}/year.jsonl"
            with open(log, "wb") as file:
                subprocess.run([engines.REPLOG, "sample", "--areas", "all", "--users", "8", "--quiet"], check=True, stdout=file)
            fill(folder, port, log)
        psql(folder, port, "-c", "analyze events")
        began = time.monotonic()
        rows = answer(folder, port, "select row_to_json(pbs) from pbs").split("\n")
        seconds = time.monotonic() - began
        wanted = json.loads(engines.output(engines.REPLOG, "pbs", "--all-users", "--json", "--log", log))
        assert [json.loads(row) for row in rows] == wanted, "the view differs from replog pbs"
        numbers = answer(folder, port, "select number || ' ' || exercise from numbers order by number").split("\n")
        named = json.loads(engines.output(engines.REPLOG, "ids", "--json", "--log", log))
        assert numbers == [f"{each['number']} {each['exercise']}" for each in named], "the view differs from replog ids"
        kinds = answer(folder, port, "select string_agg(type || ' ' || n, ', ' order by type) from (select type, count(*) as n from events where type in ('SetRevised', 'SetRemoved', 'SetRestored', 'SessionDiscarded', 'SessionRestored') group by type) as t")
        pounds = answer(folder, port, "select count(*) from events where data->>'unit' = 'lb'")
        print(f"view pbs: {len(rows)} of {len(wanted)} rows match replog pbs, in {seconds:.2f} s ({kinds}, {pounds} in pounds)")


if __name__ == "__main__":
    engines.main(sys.modules[__name__])
