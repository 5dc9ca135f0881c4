import Foundation
import TestSupport
import Testing

/// Commands that write a new file, ended from outside.
@Suite struct EndedOutputTests {
  /// Starts a command again and again, until the signal came before its end.
  private static let script = """
    import os, signal, subprocess, sys
    ends = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
    # Whoever starts this may have them ignored or blocked.
    for number in ends: signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ends)
    sent, out = getattr(signal, "SIG" + sys.argv[1]), sys.argv[2]
    for _ in range(20):
        command = subprocess.Popen(["replog"] + sys.argv[3:], stdout=subprocess.DEVNULL)
        # A sleep would miss a file that is there for a moment.
        while not os.path.exists(out + ".unfinished") and command.poll() is None: pass
        command.send_signal(sent)
        if command.wait() == -sent and not os.path.exists(out): sys.exit(0)
        for name in out, out + ".unfinished":
            if os.path.exists(name): os.remove(name)
    sys.exit(1)
    """

  /// Returns a folder with a log and the script.
  private func prepared() throws -> Workdir {
    let workdir = try Workdir()
    try Self.script.write(
      to: workdir.url.appendingPathComponent("end.py"), atomically: true, encoding: .utf8)
    let sampled = try workdir.run("replog sample --events 4000 --users 3 > events.jsonl")
    #expect(sampled.status == 0)
    return workdir
  }

  @Test(arguments: ["INT", "TERM", "HUP", "KILL"], ["scrub", "forget ann", "export cloudevents"])
  func `an interrupted command leaves no partial file`(_ signal: String, _ command: String) throws {
    let workdir = try prepared()
    let ended = try workdir.run("python3 end.py \(signal) out \(command) -o out")
    #expect(ended.status == 0, "\(ended)")
    // Only what no program can clean up after is left to the next run.
    #expect(try workdir.run("ls").output.contains("out") == (signal == "KILL"))
    #expect(
      try workdir.run("replog \(command) -o out && ls").output.hasSuffix("events.jsonl\nout\n"))
  }

  @Test(arguments: ["INT", "TERM", "HUP", "KILL"])
  func `an interrupted update leaves a scenario that can be run and updated`(
    _ signal: String
  ) throws {
    let workdir = try prepared()
    let made = try workdir.run("mkdir -p expected && echo 0 > expected/status")
    #expect(made.status == 0)
    let update = "golden update --view history --all-users ."
    let out = "expected/history.all-users.json"
    let ended = try workdir.run("python3 end.py \(signal) \(out) \(update)")
    #expect(ended.status == 0, "\(ended)")
    let left = signal == "KILL" ? "history.all-users.json.unfinished\n" : ""
    #expect(try workdir.run("ls expected").output == left + "status\n")
    #expect(try workdir.run("replog golden run .").output == "1 scenario, 1 file: as expected\n")
    #expect(try workdir.run("replog \(update)").status == 0)
    #expect(try workdir.run("ls expected").output == "history.all-users.json\nstatus\n")
  }

  @Test(arguments: ["INT", "TERM", "HUP"], ["run", "update"])
  func `an interrupted scenario of commands leaves no folder`(
    _ signal: String, _ verb: String
  ) throws {
    let workdir = try withGoldenScript()
    let ended = try workdir.run(
      """
      mkdir -p temporary scenarios/a/expected scenarios/b/expected; echo 1 > scenarios/a/expected/status
      for i in $(seq 2000); do echo 'replog bodyweight add 80kg --user ann'; done > lines
      { echo 'replog sign-in ann@example.com'; cat lines; } > scenarios/a/commands.txt
      cp scenarios/a/commands.txt scenarios/b; touch scenarios/b/expected/pbs.json
      # One that is written before.
      mkdir -p scenarios/0/expected; touch scenarios/0/events.jsonl scenarios/0/expected/ids.json
      TMPDIR=$PWD/temporary python3 end.py \(signal) \(verb) 0
      """)
    #expect(ended.status == 5, "\(ended)")
    #expect(ended.output.hasSuffix("\n+[]\n"))
    #expect(
      ended.errors == """
        scenarios/a/commands.txt: error: interrupted before the last line
        help: run the scenario again

        """)
    #expect(try workdir.run("ls temporary; cat scenarios/[ab]/expected/*").output == "1\n")
    let written = try workdir.run("cat scenarios/0/expected/ids.json").output
    #expect(written == (verb == "update" ? "[]\n" : ""))
  }

  /// Returns a folder with the script for scenarios that are ended.
  private func withGoldenScript() throws -> Workdir {
    let workdir = try Workdir()
    try Self.goldenScript.write(
      to: workdir.url.appendingPathComponent("end.py"), atomically: true, encoding: .utf8)
    return workdir
  }

  /// Runs scenarios, and sends a signal once a folder for the log of the first is there.
  private static let goldenScript = """
    import os, signal, subprocess, sys, time
    ends = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
    for number in ends: signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ends)
    golden = subprocess.Popen(["replog", "golden", sys.argv[2], "scenarios"])
    while not os.listdir("temporary") and golden.poll() is None: pass
    time.sleep(float(sys.argv[3]))
    golden.send_signal(getattr(signal, "SIG" + sys.argv[1]))
    sys.exit(golden.wait())
    """

  @Test func `a command that is stopped with its scenario does not count as failed`() throws {
    let workdir = try withGoldenScript()
    // A search ends with an error of its own.
    let ended = try workdir.run(
      """
      mkdir -p temporary scenarios/expected; echo 1 > scenarios/expected/status
      replog sample --events 2000 --users 2 --quiet > scenarios/year.jsonl
      { echo 'replog append < year.jsonl'
        for i in $(seq 500); do echo 'replog minimize history "[0] exists" --user ann -o -'; done
      } > scenarios/commands.txt
      TMPDIR=$PWD/temporary python3 end.py INT run 0.5; echo $?; ls temporary
      """)
    #expect(ended.output == "5\n", "\(ended)")
    #expect(ended.errors.contains("commands.txt: error: interrupted before"), "\(ended.errors)")
  }

  @Test(arguments: ["", "exec 9<> scenarios/in"], ["append < in", "pbs --log in"])
  func `a scenario that waits for a pipe is stopped like any other`(
    _ held: String, _ line: String
  ) throws {
    let workdir = try withGoldenScript()
    // Nobody opens it for writing, or nobody writes.
    let ended = try workdir.run(
      """
      mkdir -p temporary scenarios/expected; echo 0 > scenarios/expected/status
      mkfifo scenarios/in; echo 'replog \(line)' > scenarios/commands.txt; \(held)
      TMPDIR=$PWD/temporary python3 end.py TERM run 0.5; echo $?; ls temporary
      """)
    #expect(ended.output == "5\n", "\(ended)")
    #expect(ended.errors.contains("commands.txt: error: interrupted before"), "\(ended.errors)")
  }

  @Test
  func `an update does not wait for another update of the same files, and continues with the rest`()
    throws
  {
    let workdir = try Workdir()
    let script = """
      import fcntl, os, subprocess, sys
      # As another process that writes it has it.
      file = open("a/expected/ids.json.unfinished", "w")
      os.chmod(file.name, 0o1600)
      fcntl.flock(file, fcntl.LOCK_EX)
      sys.exit(subprocess.call(["replog", "golden", "update"] + sys.argv[1:]))
      """
    try script.write(
      to: workdir.url.appendingPathComponent("hold.py"), atomically: true, encoding: .utf8)
    let updated = try workdir.run(
      """
      mkdir -p a/expected b/expected; touch a/events.jsonl b/events.jsonl
      touch a/expected/history.all-users.json a/expected/ids.json b/expected/ids.json
      python3 hold.py a b
      """)
    #expect(updated.status == 1, "\(updated)")
    // What was written of a scenario before it failed is seen.
    #expect(updated.output.contains("+++ a/expected/history.all-users.json"))
    #expect(updated.output.hasSuffix("1 scenario, 2 files: 2 written; 1 scenario not updated\n"))
    #expect(
      updated.errors == """
        a/expected/ids.json: error: another process is writing this file
        help: wait until it ends, then try again

        """)
    let left = try workdir.run("ls a/expected; cat a/expected/ids.json b/expected/ids.json")
    #expect(left.output == "history.all-users.json\nids.json\nids.json.unfinished\n[]\n")
    let alone = try workdir.run(
      "echo > a/expected/history.all-users.json; python3 hold.py a --json | cut -d, -f1-3")
    let rows = [
      #"{"scenario":"a","file":"history.all-users.json","written":true"#,
      #"{"scenario":"a","file":null,"written":null"#,
    ]
    #expect(alone.output == (["["] + rows + ["]"]).joined(separator: "\n") + "\n")
    #expect(
      alone.errors == """
        {"error":{"code":"invalid-input","message":"another process is writing this file","at":"a/expected/ids.json","help":"wait until it ends, then try again"}}

        """)
  }
}
