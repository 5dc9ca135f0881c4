"""Tests `replog serve` with the official Python client of the Model Context Protocol, in both of its revisions.

    pip install mcp            # 2.3 or newer
    python3 Tests/Serve/client.py .build/release/replog [EVENTS OF A LONG LOG]

It lists, calls, reads, gets a refusal, hears of a change that another process makes, cancels, and sends requests
without reading an answer. It prints a line for each revision, and ends with 77 if the client is not installed.
"""

import fcntl
import json
import os
import shlex
import subprocess
import sys
import tempfile
import threading
import time

try:
    import anyio
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters
    from mcp.shared.exceptions import MCPError
except ImportError:
    print("skipped: the client 'mcp' is not installed")
    sys.exit(77)

REPLOG = os.path.abspath(sys.argv[1])
# The events of a log that takes seconds to read, for the progress of a call; 0 leaves this out.
LONG = int(sys.argv[2]) if len(sys.argv) > 2 else 0
REQUESTS = 10_000


def replog(folder, *words, **options):
    """Runs a command in a folder and returns its output."""
    done = subprocess.run([REPLOG, *words], cwd=folder, check=True, capture_output=True, text=True, **options)
    return done.stdout


def seeded(folder):
    """Makes a log with a user, a plan, a session and a post."""
    for line in [
        "sign-in ann@example.com", "plan add monday squat 3x5x100kg --new", "plan share monday --title Legs",
        "session start", "set log squat 5x100kg",
        "classes add Spin --start 'tomorrow 18:00' --minutes 45 --capacity 5",
    ]:
        replog(folder, *shlex.split(line), "--log", "events.jsonl")


def server(folder, log="events.jsonl"):
    # The client passes on only some variables; the server needs the clock of the commands that wrote the log.
    return StdioServerParameters(command=REPLOG, args=["serve", "--log", log], cwd=folder, env=dict(os.environ))


def expect(found, wanted, what):
    if found != wanted:
        raise AssertionError(f"{what}: expected {wanted!r}, found {found!r}")


async def heard(changes, address):
    """Waits until a change of a resource is heard of."""
    with anyio.fail_after(20):
        while address not in changes:
            await anyio.sleep(0.02)


async def look_around(client):
    tools = (await client.list_tools()).tools
    names = [tool.name for tool in tools]
    for name in ["set_log", "session_start", "plan", "plan_add", "post_like", "undo", "explain", "bisect"]:
        if name not in names:
            raise AssertionError(f"no tool {name} among {names}")
    expect(all(tool.input_schema["additionalProperties"] is False for tool in tools), True, "closed schemas")
    resources = (await client.list_resources()).resources
    expect("replog://pbs" in [str(resource.uri) for resource in resources], True, "resources")
    templates = (await client.list_resource_templates()).resource_templates
    expect(any(template.uri_template.startswith("replog://pbs{?exercise") for template in templates), True, "templates")
    for resource in resources:
        read = await client.read_resource(str(resource.uri))
        json.loads(read.contents[0].text)
    prompts = (await client.list_prompts()).prompts
    expect([prompt.name for prompt in prompts], ["session", "meals"], "prompts")
    for prompt in prompts[:1]:
        filled = await client.get_prompt(prompt.name)
        expect(filled.messages[0].role, "user", "prompt")


async def call_all(client):
    """Calls each tool; the client checks the results by their schemas."""
    calls = [
        ("set_log", {"exercise": "squat", "reps_x_weight": "5x105kg", "rpe": 8}),
        ("plan_add", {"day": "monday", "exercise": "squat", "sets_x_reps_x_weight": "3x5x100kg"}),
        ("plan_edit", {"day": "monday", "exercise": "squat", "reps": 6}), ("plan", {}),
        ("plan_remove", {"day": "monday", "exercise": "squat", "position": 2}),
        ("plan_share", {"day": "monday", "title": "Legs again", "dry_run": True}),
        ("feed", {}), ("post_like", {"post": "last"}), ("post_like", {"post": "last"}), ("timetable", {}),
        ("bodyweight_add", {"weight": "82kg"}), ("records", {"exercise": "squat"}), ("history", {"last": 1}),
        ("explain", {"ref": ["last"]}), ("bisect", {"view": "pbs", "condition": "[exercise=squat].weightKg > 100"}),
        ("bisect", {"view": "pbs", "condition": "[exercise=squat].weightKg > 100", "all_flips": True}),
        ("bisect", {"view": "pbs", "condition": "[exercise=squat].weightKg > 900"}),
        ("measurements_add", {"kind": "waist", "value": "80cm"}), ("post_add", {"title": "Hello"}),
        ("plan_add", {"day": "friday", "exercise": "plank", "sets": 3.0, "new": True}),
        ("plan_swap", {"day": "friday", "exercise": "plank", "with": "squat"}),
        ("set_log", {"exercise": "plank", "reps_x_weight": "60s", "new": True}),
        ("set_log", {"exercise": "dip", "reps_x_weight": "3x12xbw", "new": True, "dry_run": True}),
        ("bookings_add", {"class": "last"}),
        ("session_end", {}), ("session_start", {"title": "Evening"}), ("undo", {}),
    ]
    expect({name for name, _ in calls}, {tool.name for tool in (await client.list_tools()).tools}, "the tools called")
    for name, arguments in calls:
        result = await client.call_tool(name, arguments)
        if result.is_error:
            raise AssertionError(f"{name}: {result.content[0].text}")
        expect(json.loads(result.content[0].text), result.structured_content, f"the text of {name}")


async def get_refusals(client):
    refused = await client.call_tool("set_log", {"exercise": "squat", "reps_x_weight": "5x100kg"})
    expect(refused.is_error, True, "a set without a session")
    error = json.loads(refused.content[0].text)["error"]
    expect(error["code"], "no-session", "its code")
    expect("session_start" in error["help"] and "replog" not in error["help"], True, f"its help: {error['help']}")
    ill = await client.call_tool("set_log", {"exercise": "squat", "reps_x_weight": 5})
    expect(ill.is_error, True, "a number for a text")
    for call in [client.call_tool("nothing", {}), client.read_resource("replog://nothing")]:
        try:
            await call
        except MCPError as error:
            expect(error.error.code in [-32602, -32002], True, "the code of an unknown name")
        else:
            raise AssertionError("an unknown name was found")


async def cancel(folder, mode):
    """Cancels a call that waits for the lock of the log, and then gets an answer to another request."""
    path = os.path.join(folder, "events.jsonl")
    with open(path) as log:
        before = log.read()
    async with Client(server(folder), mode=mode) as client:
        await client.list_tools()
        with open(path) as log:
            fcntl.flock(log, fcntl.LOCK_EX)
            with anyio.move_on_after(0.7) as scope:
                await client.call_tool("bodyweight_add", {"weight": "90kg"})
            expect(scope.cancelled_caught, True, "the call waits for the lock")
            with anyio.fail_after(5):
                await client.read_resource("replog://pbs")
        with open(path) as log:
            expect(log.read(), before, "the log after a cancelled call")
        added = await client.call_tool("bodyweight_add", {"weight": "80kg"})
        expect(added.is_error, False, "a call after it")


async def report_progress(folder, mode):
    """Sees the progress of a call that reads a long log, and cancels it."""
    steps, scope = [], anyio.CancelScope()

    async def told(done, total, message):
        steps.append(done)
        scope.cancel()

    async with Client(server(folder, "long.jsonl"), mode=mode) as client:
        await client.list_tools()
        with scope:
            await client.call_tool(
                "bisect", {"view": "history", "condition": "[0].volumeKg > 9000000"}, progress_callback=told)
        expect(scope.cancelled_caught, True, "the call reports progress, and is cancelled then; give more events")
        expect(steps == sorted(steps) and len(steps) > 0, True, f"progress {steps}")
        with anyio.fail_after(5):
            await client.list_prompts()


async def hear(folder, mode):
    """Hears of a set that another process logs."""
    address, changes = "replog://pbs?exercise=squat", []

    async def take(message):
        if getattr(message, "method", "") == "notifications/resources/updated":
            changes.append(str(message.params.uri))
        root = getattr(message, "root", message)
        if getattr(root, "method", "") == "notifications/resources/updated" and not changes:
            changes.append(str(root.params.uri))

    async with Client(server(folder), mode=mode, message_handler=take) as client:
        def log():
            replog(folder, *"set log squat 5x110kg --log events.jsonl".split())

        if mode == "legacy":
            await client.subscribe_resource(address)
            await anyio.to_thread.run_sync(log)
            await heard(changes, address)
        else:
            async with client.listen(resource_subscriptions=[address]) as subscription:
                expect(subscription.honored.resource_subscriptions, [address], "the honored subscription")
                await anyio.to_thread.run_sync(log)
                with anyio.fail_after(20):
                    expect((await subscription.__anext__()).uri, address, "the change")


async def revision(folder, mode):
    async with Client(server(folder), mode=mode) as client:
        version = client.protocol_version
        expect(client.server_info.name, "replog", "the name of the server")
        await look_around(client)
        await call_all(client)
        await client.call_tool("session_end", {})
        await get_refusals(client)
        await client.call_tool("session_start", {})
    await hear(folder, mode)
    return version


def flood(folder):
    """Sends requests without reading an answer; returns the largest memory, and the longest append meanwhile."""
    process = subprocess.Popen(
        [REPLOG, "serve", "--log", "events.jsonl"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
    }

    def send():
        try:
            for number in range(REQUESTS):
                method = ["tools/list", "resources/read", "tools/call"][number % 3]
                params = {"_meta": meta, "uri": "replog://history", "name": "set_log"}
                params["arguments"] = {"exercise": "squat", "reps_x_weight": "1x60kg"}
                line = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
                process.stdin.write(json.dumps(line).encode() + b"\n")
            process.stdin.close()
        except BrokenPipeError:
            pass

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    largest, slowest, end = 0, 0.0, time.monotonic() + 6
    while time.monotonic() < end:
        with open(f"/proc/{process.pid}/status") as status:
            sizes = [line.split() for line in status]
        largest = max(largest, *(int(words[1]) for words in sizes if words[0] == "VmHWM:"))
        began = time.monotonic()
        replog(folder, *"set log squat 1x60kg --log events.jsonl".split())
        slowest = max(slowest, time.monotonic() - began)
    expect(sender.is_alive(), True, "the server stops taking requests")
    process.terminate()
    expect(process.wait(20), 0, "the status after SIGTERM")
    return largest, slowest


def main():
    with tempfile.TemporaryDirectory() as folder:
        if LONG > 0:
            with open(os.path.join(folder, "long.jsonl"), "w") as file:
                os.fchmod(file.fileno(), 0o600)
                subprocess.run([REPLOG, "sample", "--events", str(LONG), "--seed", "3"], check=True, stdout=file)
        for mode in ["auto", "legacy"]:
            inner = os.path.join(folder, mode)
            os.mkdir(inner)
            seeded(inner)
            version = anyio.run(revision, inner, mode)
            anyio.run(cancel, inner, mode)
            if LONG > 0:
                anyio.run(report_progress, folder, mode)
            print(f"{version}: lists, calls, reads, gets refusals, hears of a change, cancels")
        largest, slowest = flood(inner)
        print(f"flood: {REQUESTS} requests, no answer read: {largest >> 10} MB, an append took {slowest:.2f} s",
              file=sys.stderr)
        expect(largest < 64 << 10, True, f"at most 64 MB, got {largest >> 10}")
        print("flood: within 64 MB, and appends go on")


main()
