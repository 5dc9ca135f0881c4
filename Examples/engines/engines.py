"""The steps that the scripts of all engines share.

An engine is a module with four functions. All of them can be called again after a kill.

    start(folder, port)         starts the engine, which keeps its data in the folder; returns the process, or None
    wait(folder, port)          returns once the engine answers
    fill(folder, port, log)     copies the lines of the log that the engine lacks
    fetch(folder, port, since)  yields the lines from a position on, as chunks of bytes

`fill` and `drain` run as processes of their own, which are killed with `replog` in them. The settings are variables of
the environment: REPLOG (the command), EVENTS (the length of the log), KILLS (the kills of each kind) and SEED.
"""
import multiprocessing
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

REPLOG = os.environ.get("REPLOG", "replog")
EVENTS = int(os.environ.get("EVENTS", 20000))
KILLS = int(os.environ.get("KILLS", 20))
CHUNK = 1000
VICTIMS = ["fill", "engine in fill", "drain", "drain after fetch", "engine in drain"]
FORK = multiprocessing.get_context("fork")


def need(program, install):
    """Ends the script with status 2 if a program is missing."""
    if not shutil.which(program):
        sys.exit(missing(program, install))


def missing(thing, install):
    print(f"{thing} is missing: {install}", file=sys.stderr)
    return 2


def output(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout.decode().strip()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for_port(port, seconds=30):
    """Returns once something listens on a port."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
    raise TimeoutError(f"nothing listens on port {port}")


def count(log):
    """The number of events of a log, which is the position where its copy goes on."""
    return int(output(REPLOG, "log", "--count", "--quiet", "--log", log)) if os.path.exists(log) else 0


def chunks(log, since):
    """Yields the lines of a log from a position on, with their batches and sums, as lists of (position, line)."""
    reader = subprocess.Popen([REPLOG, "log", "--json", "--quiet", "--log", log, "--seq", f"{since}-"], stdout=subprocess.PIPE)
    lines = []
    for seq, line in enumerate(reader.stdout, since):
        assert line.startswith(b'{"seq":%d,' % seq), f"the log has a gap before {seq}"
        lines.append((seq, line.rstrip(b"\n")))
        if len(lines) == CHUNK:
            yield lines
            lines = []
    if lines:
        yield lines
    assert reader.wait() == 0, "the log could not be read"


def drain(engine, folder, port, copy, say):
    """Goes on with a copy: the copy is the cursor, and `append --replica` refuses all but its next line."""
    append = subprocess.Popen([REPLOG, "append", "--replica", "--quiet", "--log", copy], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    for lines in engine.fetch(folder, port, count(copy) + 1):
        say.send("fetched")  # a kill may come here, between fetch and append
        append.stdin.write(lines)
        append.stdin.flush()
    append.stdin.close()
    assert append.wait() == 0, "the copy refused a line"


class Trial:
    """An engine in a folder of its own, and a copy of the log that is read back from it."""

    def __init__(self, engine, folder, log, chance):
        self.engine, self.folder, self.log, self.chance = engine, str(folder), str(log), chance
        self.copy, self.port = str(folder / "copy.jsonl"), free_port()
        self.seconds = {}
        data = folder / "data"
        data.mkdir()
        self.data = str(data)
        self.start()

    def start(self):
        self.process = self.engine.start(self.data, self.port)
        self.engine.wait(self.data, self.port)

    def stop(self):
        end(self.process)

    def step(self, name, is_quiet=False):
        """Starts `fill` or `drain` as a process of its own, and returns it with what it says."""
        hear, say = FORK.Pipe(duplex=False)
        step = FORK.Process(target=self.run, args=(name, say, is_quiet))
        step.start()
        say.close()
        return step, hear

    def run(self, name, say, is_quiet):
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if is_quiet:  # it fails with the engine
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        if name == "fill":
            self.engine.fill(self.data, self.port, self.log)
        else:
            drain(self.engine, self.data, self.port, self.copy, say)

    def finish(self, name):
        """Runs a step to its end, and notes its time."""
        began = time.monotonic()
        step, hear = self.step(name)
        step.join()
        self.seconds[name] = time.monotonic() - began
        assert step.exitcode == 0, f"{name} failed"

    def kill(self, name, victim, pause):
        """Starts a step and kills it, or the engine, after a pause; returns whether the step was still running."""
        step, hear = self.step(name, is_quiet=True)
        try:
            if victim.endswith("fetch"):
                for _ in range(self.chance.randint(1, 3)):
                    hear.recv()
            else:
                time.sleep(self.chance.uniform(0, pause))
        except EOFError:
            pass  # the step has ended
        is_running = step.is_alive()
        if victim.startswith("engine"):
            self.stop()
            step.join()
            self.start()
            if name == "drain":  # an engine without a disk has to be filled again
                self.finish("fill")
        else:
            end(step)
        return is_running


def end(process):
    """Kills a process that was started with a session of its own, and its children."""
    if process is None:
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        process.kill()  # it has ended, or has no session yet
    process.join() if isinstance(process, FORK.Process) else process.wait()


def same(one, other):
    subprocess.run(["cmp", one, other], check=True)


def trials(engine, folder):
    seed = int(os.environ.get("SEED", random.randrange(10**6)))
    chance, log = random.Random(seed), folder / "log.jsonl"
    with open(log, "wb") as file:
        subprocess.run([REPLOG, "sample", "--events", str(EVENTS), "--users", "50", "--quiet"], check=True, stdout=file)
    print(f"log: {EVENTS} events, {log.stat().st_size} bytes, seed {seed}")

    (folder / "quiet").mkdir()
    quiet = Trial(engine, folder / "quiet", log, chance)
    try:
        for name in ["fill", "drain"]:
            quiet.finish(name)
            print(f"{name}: {EVENTS / quiet.seconds[name]:.0f} events/s", flush=True)
        same(log, quiet.copy)
        if hasattr(engine, "check"):
            engine.check(quiet.data, quiet.port, str(log))
    finally:
        quiet.stop()

    # A file has no process to kill.
    done = dict.fromkeys([victim for victim in VICTIMS if quiet.process or not victim.startswith("engine")], 0)
    rounds = 0
    while min(done.values()) < KILLS:
        rounds += 1
        (folder / f"round{rounds}").mkdir()
        trial = Trial(engine, folder / f"round{rounds}", log, chance)
        try:
            for name in ["fill", "drain"]:
                victims = [victim for victim in done if name in victim]
                while any(done[victim] < KILLS for victim in victims):
                    victim = min(victims, key=done.get)
                    if not trial.kill(name, victim, 6 * quiet.seconds[name] / KILLS):
                        break
                    done[victim] += 1
                trial.finish(name)
            same(log, trial.copy)
        finally:
            trial.stop()
        shutil.rmtree(folder / f"round{rounds}")
    print("killed: " + ", ".join(f"{number} × {victim}" for victim, number in done.items()))
    print(f"{rounds} copies after kills, and one without, equal the log (cmp)")
    print("ok")


def main(engine):
    """Runs the script of an engine."""
    need(REPLOG, "make install, or REPLOG=path")
    for line in engine.versions():
        print(line)
    print(output(REPLOG, "version"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no engine is left running
    folder = pathlib.Path(tempfile.mkdtemp(prefix="replog-engine-"))
    folder.chmod(0o755)  # PostgreSQL runs as another user
    try:
        trials(engine, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
