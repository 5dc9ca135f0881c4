import Foundation
import TestSupport
import Testing

/// Commands that write a new file, ended from outside.
@Suite struct EndedOutputTests {
  /// Starts a command again and again, until the signal came before its end.
  private static let script = """
    import os, signal, subprocess, sys, time
    ends = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
    # Whoever starts this may have them ignored or blocked.
    for number in ends: signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ends)
    sent = getattr(signal, "SIG" + sys.argv[1])
    for _ in range(20):
        command = subprocess.Popen(["replog"] + sys.argv[2:], stdout=subprocess.DEVNULL)
        while not os.path.exists("out.unfinished") and command.poll() is None: time.sleep(0.0005)
        command.send_signal(sent)
        if command.wait() == -sent: sys.exit(0)
        if os.path.exists("out"): os.remove("out")
    sys.exit(1)
    """

  @Test(arguments: ["INT", "TERM", "HUP", "KILL"], ["scrub", "export cloudevents"])
  func `a command that is ended leaves no part of its file`(
    _ signal: String, _ command: String
  ) throws {
    let workdir = try Workdir()
    try Self.script.write(
      to: workdir.url.appendingPathComponent("end.py"), atomically: true, encoding: .utf8)
    let sampled = try workdir.run("replog sample --events 4000 --users 3 > events.jsonl")
    #expect(sampled.status == 0)
    let ended = try workdir.run("python3 end.py \(signal) \(command) -o out")
    #expect(ended.status == 0, "\(ended)")
    // Only what no program can clean up after is left to the next run.
    #expect(try workdir.run("ls").output.contains("out") == (signal == "KILL"))
    #expect(
      try workdir.run("replog \(command) -o out && ls").output.hasSuffix("events.jsonl\nout\n"))
  }
}
