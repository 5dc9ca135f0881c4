import TestSupport
import Testing

@testable import CLI

/// `replog` alone.
@Suite struct TodayTests {
  /// Returns what a terminal shows, without bold and without the line that leads to help.
  private func today(_ workdir: Workdir, _ time: String, _ settings: String = "") throws -> String {
    let found = try workdir.runOnTerminal("REPLOG_NOW=\(time) NO_COLOR=1 \(settings) replog")
    #expect(found.status == 0, "\(found)")
    let text = found.output.replacing("\r\n", with: "\n")
    let end = "\n'replog help' lists the everyday commands.\n"
    #expect(text.hasSuffix(end), "\(text)")
    return String(text.dropLast(end.count))
  }

  @Test func `a terminal shows the day, from the user to the next step`() throws {
    let workdir = try Workdir()
    #expect(try workdir.run("replog demo --log events.jsonl").status == 0)
    let monday = "2026-03-09T18:00:00+01:00"
    #expect(
      try today(workdir, monday) == """
        nobody is signed in, monday 2026-03-09

        next:
          replog sign-in EMAIL

        """)
    let sign = "replog sign-in ann@example.com --now \(monday)"
    #expect(try workdir.run(sign).status == 0)
    #expect(
      try today(workdir, monday) == """
        Ann Lee (ann), monday 2026-03-09

        planned: Chest
          exercise     planned          done
          bench-press  3 × 8 × 60 kg  0 of 3
          dips         3 × 10         0 of 3

        logged: nothing yet

        next:
          replog session start
          replog set log bench-press 8x60kg

        """)
    let train =
      "export REPLOG_NOW=\(monday); replog session start --title Evening"
      + " && for set in 1 2 3; do replog set log bench-press 8x60kg; done"
    #expect(try workdir.run(train).status == 0)
    let open = try today(workdir, monday)
    #expect(open.contains("bench-press  3 × 8 × 60 kg  3 of 3"))
    #expect(open.contains("logged\n  Evening, 2026-03-09 18:00, open, 3 sets, 1,440 kg\n"))
    // What it says to type is what works.
    #expect(open.hasSuffix("next:\n  replog set log dips 10\n  replog session end\n"))
    let steps =
      "export REPLOG_NOW=\(monday)"
      + "; for set in 1 2 3; do replog set log dips 10; done; replog session end"
    #expect(try workdir.run(steps).status == 0)
    #expect(try today(workdir, monday).hasSuffix("next:\n  replog history\n  replog pbs\n"))
    // The next day the sign-in is over, and nothing is planned.
    let later = try today(workdir, "2026-03-11T18:00:00+01:00")
    #expect(later.contains("planned: nothing\n\nlogged: nothing yet\n"))
    #expect(later.hasSuffix("next:\n  replog sign-in ann@example.com\n"))
  }

  @Test func `a day shows the next sets of the program`() throws {
    let workdir = try Workdir()
    let begin =
      "replog sign-in ann@example.com > ids"
      + "; replog program start --scheme linear squat=3x5x100kg > ids"
    #expect(try workdir.run(begin).status == 0)
    let day = try today(workdir, "2026-03-02T18:10:00+01:00")
    #expect(
      day.contains(
        """
        planned: nothing

        program: linear progression
          exercise  next
          squat     3 × 5 × 100 kg

        logged: nothing yet
        """), "\(day)")
  }

  @Test func `the suggested next set of a timed exercise has its load`() throws {
    let workdir = try Workdir()
    let monday = "2026-03-09T18:00:00+01:00"
    let plan =
      "export REPLOG_NOW=\(monday); replog sign-in ann@example.com"
      + " && replog plan add monday plank 3x60sx20kg --new"
    #expect(try workdir.run(plan).status == 0)
    let steps = "next:\n  replog session start\n  replog set log plank 60sx20kg\n"
    #expect(try today(workdir, monday).hasSuffix(steps))
  }

  @Test
  func `without a sign-in, the page shows the only user's day, or that of the user in the options`()
    throws
  {
    let workdir = try Workdir()
    let export = """
      Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes
      2026-03-09 08:00:00,Morning,Squat,1,60,8,0,0,,

      """
    try put(Array(export.utf8), at: workdir.url.appendingPathComponent("strong.csv").path)
    let take = "replog import strong.csv --user me --time-zone UTC --now 2026-03-09T09:00:00Z"
    #expect(try workdir.run(take).status == 0)
    let evening = "2026-03-09T18:00:00+01:00"
    let expected = """
      me, not signed in, monday 2026-03-09

      planned: nothing

      logged
        Morning, 2026-03-09 08:00, 1 set, 480 kg

      next:
        replog sign-in EMAIL --user me
        replog history --user me
        replog pbs --user me

      """
    #expect(try today(workdir, evening) == expected)
    #expect(try workdir.run("cp events.jsonl other.jsonl").status == 0)
    let named = "REPLOG_LOG=none.jsonl REPLOG_NOW=\(evening) NO_COLOR=1 replog"
    let other = try workdir.runOnTerminal("\(named) --log=other.jsonl --user me").output
    let steps = expected.replacing("--user me", with: "--user me --log other.jsonl")
    #expect(other.replacing("\r\n", with: "\n").hasPrefix(steps))
    let sign = "replog sign-in ann@example.com --user ann --now \(evening)"
    #expect(try workdir.run(sign).status == 0)
    #expect(try today(workdir, evening).hasPrefix("ann, monday 2026-03-09\n"))
    let mine = try workdir.runOnTerminal("REPLOG_NOW=\(evening) NO_COLOR=1 replog --user me").output
    #expect(mine.replacing("\r\n", with: "\n").hasPrefix(expected))
    // A name that is spelled like an option, and lines that are of no day.
    let odd = try workdir.runOnTerminal("NO_COLOR=1 replog --user -x").output
    #expect(odd.contains("replog history --user='-x'\r\n"))
    for line in ["replog --json", "replog --log -", "replog --user ann --json", "replog --user"] {
      #expect(try workdir.runOnTerminal(line).status == 2, "\(line)")
    }
    #expect(try workdir.run("replog --user me").status == 2)
  }

  @Test func `a terminal that calls itself dumb gets no codes`() throws {
    let workdir = try Workdir()
    #expect(try workdir.run("replog demo --log events.jsonl").status == 0)
    let words = "replog history --user ann"
    #expect(try workdir.runOnTerminal("TERM=xterm \(words)").output.contains("\u{1B}[1m"))
    #expect(try !workdir.runOnTerminal("TERM=dumb \(words)").output.contains("\u{1B}"))
  }

  @Test
  func `yesterday's session is shown while it is open, and a sign-in until it expires`()
    throws
  {
    let workdir = try Workdir()
    let (start, end) = ("2026-03-09T23:30:00+01:00", "2026-03-10T00:30:00+01:00")
    let line =
      "replog demo --log events.jsonl && replog sign-in ann@example.com --now \(start)"
      + " && replog session start --title Night --now \(start)"
    #expect(try workdir.run(line).status == 0)
    let open = try today(workdir, end)
    #expect(open.contains("logged\n  Night, 2026-03-09 23:30, open, 0 sets\n"), "\(open)")
    #expect(open.hasSuffix("\n  replog session end\n"))
    #expect(try workdir.run("replog session end --now \(start)").status == 0)
    #expect(try today(workdir, end).contains("logged: nothing yet\n"))
    let signIn = "next:\n  replog sign-in ann@example.com\n"
    #expect(!(try today(workdir, "2026-03-10T23:29:59+01:00").hasSuffix(signIn)))
    #expect(try today(workdir, "2026-03-10T23:30:00+01:00").hasSuffix(signIn))
  }

  @Test func `without a log the first steps are shown, without a terminal the everyday commands`()
    throws
  {
    let workdir = try Workdir()
    let overview = Replog.commands.everydayPage
    let steps = Replog.commands.firstSteps
    let alone = try workdir.runOnTerminal("replog").output.replacing("\r\n", with: "\n")
    #expect(alone == steps && steps.count { $0 == "\n" } == 12)
    #expect(try workdir.run("replog").output == steps)
    #expect(try workdir.run("replog demo --log events.jsonl").status == 0)
    #expect(try workdir.run("replog").output == overview)
    #expect(
      try workdir.runOnTerminal("replog | cat").output.replacing("\r\n", with: "\n") == overview)
  }

  @Test func `a damaged log is an error, as for any view`() throws {
    let workdir = try Workdir()
    #expect(try workdir.run("echo nonsense > events.jsonl").status == 0)
    let found = try workdir.runOnTerminal("replog")
    #expect(found.status == 3 && found.output.contains("error: "))
  }

  @Test func `text in a log cannot control the terminal`() throws {
    let workdir = try Workdir()
    try put(InertTests.log(raw: true), at: workdir.url.appendingPathComponent("events.jsonl").path)
    let found = try workdir.runOnTerminal("NO_COLOR=1 REPLOG_NOW=2026-03-02T20:00:00+01:00 replog")
    #expect(found.status == 0)
    #expect(InertTests.obeyed(found.output.replacing("\r\n", with: "\n")) == [], "\(found)")
  }
}
