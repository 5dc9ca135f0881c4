import Projections
import TestSupport
import Testing

@testable import CLI

/// Tables on terminals of several widths.
@Suite struct TableWidthTests {
  /// A folder with a session; no test changes it.
  private static let session = Result { try workdir() }

  /// A folder with a day's plan as well, and a post of it.
  private static let plan = Result {
    let workdir = try TableWidthTests.workdir()
    let lines = """
      replog plan type monday "Chest, shoulders and triceps"
      replog plan add monday incline-dumbbell-bench-press --sets 3 --reps 8 --weight 102.5kg
      replog plan share monday --title "A day for chest and shoulders" --description "Short, heavy, with long rests"
      """
    for line in lines.split(separator: "\n") { #expect(try workdir.run(String(line)).status == 0) }
    return workdir
  }

  /// A folder with a program and push-ups as well.
  private static let program = Result {
    let workdir = try TableWidthTests.workdir()
    let lines = """
      replog plan add monday incline-dumbbell-bench-press 3x8x102.5kg
      replog program start bench-press=100kg pull-up=40kg
      replog pushups log 30
      """
    for line in lines.split(separator: "\n") { #expect(try workdir.run(String(line)).status == 0) }
    return workdir
  }

  /// A folder with an exercise that has a long name as well.
  private static let exercise = Result {
    let workdir = try TableWidthTests.workdir()
    let name = "Incline dumbbell bench press with a pause at the chest and a slow way up"
    #expect(try workdir.run("replog exercises add \"\(name)\"").status == 0)
    return workdir
  }

  private static func workdir() throws -> Workdir {
    let workdir = try Workdir()
    let lines = """
      replog sign-in --provider google --subject 1093 --email ann@example.com
      replog session start --title "Evening, after a long day of work"
      replog set log bench-press 5x100kg && replog set log pull-up 12 && replog session end
      """
    for line in lines.split(separator: "\n") { #expect(try workdir.run(String(line)).status == 0) }
    return workdir
  }

  /// Returns the lines of a view on a terminal with each of these numbers of columns, as it is shown.
  private func lines(_ view: String, _ columns: [Int], in workdir: Workdir) throws -> [[String]] {
    // One terminal for all: to make it takes longer than to show the view.
    let line = columns.map { "stty cols \($0); replog \(view) --no-color || exit; echo ----" }
    let shown = try workdir.runOnTerminal(line.joined(separator: "; "))
    #expect(shown.status == 0, "\(shown.errors)")
    let parts = shown.output.split(whereSeparator: \.isNewline).map(String.init)
      .split(separator: "----", omittingEmptySubsequences: false).map(Array.init)
    try #require(parts.count == columns.count + 1, "\(shown.output)")
    return parts.dropLast()
  }

  @Test(arguments: ["history", "pbs", "session", "volume", "records", "plan", "history pull-up"])
  func `a table fits the terminal`(_ view: String) throws {
    let workdir = try Self.session.get()
    let widths = [300, 100, 80, 72, 64, 60]
    let all = try lines(view, widths, in: workdir)
    let whole = all[0]
    for (columns, shown) in zip(widths, all).dropFirst() {
      #expect(shown.allSatisfy { displayWidth($0) <= columns }, "\(columns): \(shown)")
      // The line above a session's table is no table, so it is wrapped.
      let rows = view == "session" ? whole.count - 1 : whole.count
      #expect(view != "session" || shown.dropLast(rows).joined(separator: " ") == whole[0])
      #expect(view == "session" || shown.count == rows)
    }
    #expect(try lines(view + " --wide", [40], in: workdir)[0].count == whole.count)
  }

  @Test(arguments: ["program", "pushups", "blame plan --all"])
  func `wide tables fit a terminal of 80 columns`(_ view: String) throws {
    let all = try lines(view, [300, 80], in: Self.program.get())
    #expect(all[0].contains { displayWidth($0) > 80 })
    #expect(all[1].allSatisfy { displayWidth($0) <= 80 }, "\(all[1])")
  }

  @Test(arguments: [
    "plates 482.5lb", "report --dry-run", "explain @1", "scrub -o new.jsonl --dry-run",
    "forget ann -o new.jsonl --dry-run", "minimize pbs \"[0] exists\" -o new.jsonl --dry-run",
    "report-bug pbs \"[0] exists\" -o a-new-folder --dry-run",
    "exercises show incline-dumbbell-bench-press-with-a-pause-at-the-chest-and-a-slow-way-up",
  ])
  func `lines of text are wrapped to a terminal of 80 columns`(_ command: String) throws {
    let all = try lines(command, [300, 80], in: Self.exercise.get()).map { lines in
      // A line of the log is shown as it is.
      lines.filter { !$0.hasPrefix("{") }
    }
    #expect(all[0].contains { displayWidth($0) > 80 })
    #expect(all[1].allSatisfy { displayWidth($0) <= 80 }, "\(all[1])")
    // The changes that 'explain' shows are truncated.
    guard !command.hasPrefix("explain") else { return }
    let words = all.map { $0.joined(separator: " ").split(separator: " ") }
    #expect(words[0] == words[1])
  }

  @Test func `columns are left out in the order of the help page`() throws {
    let workdir = try Self.session.get()
    let titles = try lines("history", [300, 84, 74, 58, 44], in: workdir).map { lines in
      try #require(lines.first).split(separator: " ").map(String.init)
    }
    #expect(titles[0] == ["user", "started", "ended", "title", "sets", "volume", "session"])
    #expect(titles[1] == titles[0])
    // The id of the session is what can be typed, so it goes last.
    #expect(titles[2] == ["started", "ended", "title", "sets", "volume", "session"])
    #expect(titles[3] == ["started", "title", "sets", "volume", "session"])
    #expect(titles[4] == ["started", "title", "session"])
    let page = try workdir.run("replog help history").output
    let joined = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      joined.contains(
        "omitted in this order: user (if there is only one), ended, sets, volume, session."
      ))
  }

  @Test(arguments: ["history", "history bench-press", "plan", "plan monday", "feed"])
  func `a table of training fits half a terminal`(_ view: String) throws {
    let widths = [60, 50, 45, 40]
    for (columns, shown) in zip(widths, try lines(view, widths, in: Self.plan.get())) {
      #expect(shown.allSatisfy { displayWidth($0) <= columns }, "\(columns): \(shown)")
      if view.hasPrefix("history") { #expect(shown.contains { $0.hasSuffix("019caf81") }) }
    }
  }

  @Test func `a wide table has whole ids, and in a pipe it is as wide as it needs`() throws {
    let workdir = try Self.session.get()
    let wide = try lines("history --wide", [40], in: workdir)[0]
    #expect(wide.last?.contains("Evening, after a long day of work") ?? false)
    #expect(wide.last?.hasSuffix("019caf81-e3f2-7285-b4f8-85eaa0f8d564") ?? false)
    let piped = try workdir.run("replog history | cat").output
    #expect(piped.contains("Evening, after a long day of work"))
    #expect(piped.contains("  019caf81\n"))
  }

  @Test func `lines of words are wrapped, except those with a command to copy`() {
    let command = "to see all of them: replog log --log events.jsonl"
    let text = "one two three four\n\(command)\n"
    #expect(wrapped(lines: text, width: 10) == "one two\n  three\n  four\n\(command)\n")
    #expect(wrapped(lines: text, width: nil) == text)
  }
}
