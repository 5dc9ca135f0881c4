import TestSupport
import Testing

@testable import CLI

/// Tables on terminals of several widths.
@Suite struct TableWidthTests {
  private func workdir() throws -> Workdir {
    let workdir = try Workdir()
    let lines = """
      replog sign-in --provider google --subject 1093 --email ann@example.com
      replog session start --title "Evening, after a long day of work"
      replog set log bench-press 5x100kg && replog set log pull-up 12 && replog session end
      """
    for line in lines.split(separator: "\n") { #expect(try workdir.run(String(line)).status == 0) }
    return workdir
  }

  /// Returns the lines of a view on a terminal with a number of columns, as it is shown.
  private func lines(_ view: String, _ columns: Int, in workdir: Workdir) throws -> [String] {
    let shown = try workdir.runOnTerminal("stty cols \(columns); replog \(view) --no-color")
    #expect(shown.status == 0, "\(shown.errors)")
    return shown.output.split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test(arguments: ["history", "pbs", "session", "volume", "records", "plan", "history pull-up"])
  func `a table fits the terminal`(_ view: String) throws {
    let workdir = try workdir()
    let whole = try lines(view, 300, in: workdir)
    for columns in [100, 80, 72, 64, 60] {
      let shown = try lines(view, columns, in: workdir)
      // The line above a session's table is no table.
      let table = view == "session" ? Array(shown.dropFirst()) : shown
      #expect(table.allSatisfy { displayWidth($0) <= columns }, "\(columns): \(table)")
      #expect(shown.count == whole.count)
    }
    #expect(try lines(view + " --wide", 40, in: workdir).count == whole.count)
  }

  @Test func `columns are left out in the order of the help page`() throws {
    let workdir = try workdir()
    let titles = try [300, 84, 74, 58, 44].map { columns in
      try #require(try lines("history", columns, in: workdir).first)
        .split(separator: " ").map(String.init)
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
        "shows no user where it is one, then no ended, then no sets, then no volume, then no session."
      ))
  }

  @Test(arguments: ["history", "history bench-press", "plan", "plan monday", "feed"])
  func `a table of training fits half a terminal`(_ view: String) throws {
    let workdir = try workdir()
    let lines = """
      replog plan type monday "Chest, shoulders and triceps"
      replog plan add monday incline-dumbbell-bench-press --sets 3 --reps 8 --weight 102.5kg
      replog plan share monday --title "A day for chest and shoulders" --description "Short, heavy, with long rests"
      """
    for line in lines.split(separator: "\n") { #expect(try workdir.run(String(line)).status == 0) }
    for columns in [60, 50, 45, 40] {
      let shown = try self.lines(view, columns, in: workdir)
      #expect(shown.allSatisfy { displayWidth($0) <= columns }, "\(columns): \(shown)")
      if view.hasPrefix("history") { #expect(shown.contains { $0.hasSuffix("019caf81") }) }
    }
  }

  @Test func `a wide table has whole ids, and one that is piped is as wide as it needs`() throws {
    let workdir = try workdir()
    let wide = try lines("history --wide", 40, in: workdir)
    #expect(wide.last?.contains("Evening, after a long day of work") ?? false)
    #expect(wide.last?.hasSuffix("019caf81-e3f2-7285-b4f8-85eaa0f8d564") ?? false)
    let piped = try workdir.run("replog history | cat").output
    #expect(piped.contains("Evening, after a long day of work"))
    #expect(piped.contains("  019caf81\n"))
  }
}
