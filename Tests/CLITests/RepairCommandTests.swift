import Foundation
import TestSupport
import Testing

/// `replog repair` on a terminal, where it asks.
@Suite struct RepairCommandTests {
  /// Runs a line with a terminal for all three streams and types `answer`.
  private static let terminal = """
    import os, pty, sys
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp("sh", ["sh", "-c", sys.argv[1]])
    shown = b""
    while not shown.endswith(b"[y/N] "):
        shown += os.read(terminal, 1024)
    os.write(terminal, sys.argv[2].encode() + b"\\n")
    while True:
        try:
            piece = os.read(terminal, 1024)
        except OSError:
            piece = b""
        if not piece:
            break
        shown += piece
    print(shown.decode())
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    """

  @Test(arguments: [("y", 0), ("YES", 0), ("n", 1), ("", 1), ("why", 1)])
  func `on a terminal it shows, asks, and takes anything but a yes for a no`(
    _ answer: String, _ status: Int32
  ) throws {
    let workdir = try Workdir()
    let damaged = try workdir.run(
      "(replog sample --events 3 --seed 3; echo x) > events.jsonl; cat events.jsonl"
    ).output
    let script = workdir.url.appendingPathComponent("terminal.py")
    try Self.terminal.write(to: script, atomically: true, encoding: .utf8)
    let asked = try workdir.run("python3 terminal.py 'replog repair' '\(answer)'")
    #expect(asked.status == status)
    #expect(asked.output.contains("events.jsonl:4:1: remove 1 byte: expected '{', found 'x'"))
    #expect(asked.output.contains("do it, keeping a copy? [y/N] "))
    let isDone = asked.output.contains("the log as it was is in 'events.jsonl.before-repair'")
    #expect(isDone == (status == 0))
    let after = try workdir.run("cat events.jsonl").output
    #expect(after == (isDone ? String(damaged.dropLast(2)) : damaged))
  }
}
