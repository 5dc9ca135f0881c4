import Foundation
import TestSupport
import Testing

/// Searches that are ended from outside.
@Suite struct SearchCommandsTests {
  /// A folder with a log of some hundred events.
  private func folder() throws -> Workdir {
    let workdir = try Workdir()
    #expect(
      try workdir.run("replog sample --events 300 --users 3 > events.jsonl").status == 0)
    return workdir
  }

  /// Runs a search, and sends it a signal once its program was run `runs` times.
  ///
  /// - Returns: the result, and the files that are left in the folder for temporary files.
  private func interrupt(
    _ search: String, with signal: String = "INT", after runs: Int, in workdir: Workdir
  ) throws -> (result: Workdir.Result, left: [String]) {
    let temporary = workdir.url.appendingPathComponent("temporary")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    // The program of the search counts its runs, and then waits for the signal to end it.
    let program =
      "echo >> runs; test $(wc -l < runs) -gt \(runs) && echo $$ > pid && touch ready && exec sleep 20; "
      + "grep -q UserSignedIn && exit 1; exit 0"
    let script = """
      import os, signal, subprocess, sys, time
      line = ["replog"] + sys.argv[2:]
      # A runner in the background has it ignored.
      signal.signal(signal.SIGINT, signal.SIG_DFL)
      search = subprocess.Popen(line)
      while not os.path.exists("ready") and search.poll() is None: time.sleep(0.01)
      time.sleep(0.05)
      search.send_signal(getattr(signal, "SIG" + sys.argv[1]))
      sys.exit(search.wait())
      """
    try script.write(
      to: workdir.url.appendingPathComponent("interrupt.py"), atomically: true, encoding: .utf8)
    let result = try workdir.run(
      "python3 interrupt.py \(signal) \(search) --run '\(program)'",
      environment: ["TMPDIR": temporary.path])
    return (result, try FileManager.default.contentsOfDirectory(atPath: temporary.path))
  }

  @Test(arguments: ["INT", "TERM"])
  func `an interrupted minimize leaves the smallest log so far, whole`(_ signal: String) throws {
    let workdir = try folder()
    let (result, left) = try interrupt("minimize -o out.jsonl", with: signal, after: 5, in: workdir)
    #expect(result.status == 5, "\(result)")
    #expect(result.errors.contains("'out.jsonl' is the smallest log so far"), "\(result.errors)")
    #expect(left.isEmpty)
    let count = try workdir.run("grep -c . out.jsonl").output
    #expect((Int(count.dropLast()) ?? 0) < 300)
    let verified = try workdir.run("replog verify --log out.jsonl")
    #expect(verified.status <= 1 && !verified.output.contains("damage"), "\(verified)")
    #expect(try workdir.run("grep -q UserSignedIn out.jsonl").status == 0)
    #expect(try workdir.run("ls out.jsonl.unfinished").status != 0)
  }

  /// Minimizes while another process writes a file, for some seconds.
  private static let held = """
    import fcntl, os, subprocess, sys, threading
    file = open(sys.argv[1] + ".unfinished", "w")
    os.chmod(file.name, 0o1600)
    fcntl.flock(file, fcntl.LOCK_EX)
    threading.Timer(float(sys.argv[2]), file.close).start()
    line = ["replog", "minimize", "history", "[0] exists", "--user", "ann"]
    search = subprocess.run(line + sys.argv[3:])
    print(search.returncode)
    """

  @Test func `minimize waits for another process that is writing its file`() throws {
    let workdir = try folder()
    try Self.held.write(
      to: workdir.url.appendingPathComponent("held.py"), atomically: true, encoding: .utf8)
    let result = try workdir.run("python3 held.py out.jsonl 2 -o out.jsonl --quiet")
    #expect(result.output.hasSuffix("0\n"), "\(result)")
    #expect(try workdir.run("ls *.jsonl*").output == "events.jsonl\nout.jsonl\n")
  }

  @Test func `if minimize cannot lock its file, the result is kept under another name`() throws {
    let workdir = try folder()
    try Self.held.write(
      to: workdir.url.appendingPathComponent("held.py"), atomically: true, encoding: .utf8)
    let result = try workdir.run(
      """
      mkdir -p new/expected
      python3 held.py new/expected/history.ann.json 16 --golden new --quiet
      """)
    #expect(result.output == "1\n", "\(result)")
    #expect(
      result.errors == """
        new/expected/history.ann.json: error: another process is writing this file
        help: the new log was written to 'new/events.jsonl.2' instead

        """)
    // A log without what is expected of it would be a scenario that asks nothing.
    #expect(try workdir.run("ls new").output == "events.jsonl.2\nexpected\n")
    let history = try workdir.run("replog history --user ann --json --log new/events.jsonl.2")
    #expect(history.status == 0 && history.output.hasPrefix("[\n{"), "\(history)")
  }

  @Test func `minimize writes nothing if it is stopped before the first verdict`() throws {
    let workdir = try folder()
    let (result, left) = try interrupt("minimize -o out.jsonl", after: 0, in: workdir)
    #expect(result.status == 5, "\(result)")
    #expect(left.isEmpty)
    #expect(try workdir.run("ls out.jsonl").status != 0)
  }

  @Test func `minimize leaves no partial log when it is killed`() throws {
    let workdir = try folder()
    let (result, left) = try interrupt("minimize -o out.jsonl", with: "KILL", after: 5, in: workdir)
    #expect(result.status != 0)
    #expect(try workdir.run("ls out.jsonl").status != 0)
    #expect(left.count == 1)
    // The program runs on, and has its log.
    let next = try workdir.run(
      """
      export TMPDIR=$PWD/temporary; replog bisect --quiet --run 'exit 0'
      cmp temporary/*/events.jsonl temporary/*/events.jsonl && kill $(cat pid)
      """)
    #expect(next.status == 0, "\(next)")
    // Once it has ended, the next search removes what is left.
    let last = try workdir.run(
      """
      export TMPDIR=$PWD/temporary
      for i in $(seq 100); do
        replog bisect --quiet --run 'exit 0' > said; test -z "$(ls temporary)" && break; sleep 0.05
      done
      ls temporary; cat said
      """)
    #expect(last.output == "the whole log is good (2 runs)\n", "\(last)")
  }

  @Test func `an interrupted bisect names the remaining range`() throws {
    let workdir = try folder()
    let (result, left) = try interrupt("bisect", after: 4, in: workdir)
    #expect(result.status == 5, "\(result)")
    #expect(result.errors.contains("interrupted after 4 runs"), "\(result.errors)")
    #expect(result.errors.contains("help: the first bad event is one of seq "), "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(left.isEmpty)
  }

  @Test func `the program of a search may write to its log`() throws {
    let workdir = try folder()
    let result = try workdir.run(
      "TMPDIR=$PWD/t; mkdir t; export TMPDIR; replog bisect --quiet --run "
        + "'test $(replog log --json | wc -l) -lt 7; s=$?; replog checkpoint; rm -f $REPLOG_LOG; exit $s'"
        + "; echo $?; ls t | wc -l")
    #expect(result.output.contains("\n1\n"), "\(result)")
    #expect(result.output.hasSuffix("\n0\n"), "\(result)")
  }

  @Test func `the terminal is left without a progress line`() throws {
    let workdir = try folder()
    let shown = try workdir.runOnTerminal(
      "replog minimize pbs \"[0] exists\" --user ann -o out.jsonl; stty -a > state")
    #expect(shown.output.contains("reduced to"), "\(shown)")
    #expect(try workdir.run("grep -q '[ ;]echo ' state").status == 0)
  }
}
