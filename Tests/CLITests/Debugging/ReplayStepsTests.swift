import Foundation
import TestSupport
import Testing

/// The commands of `replog replay --step`, typed at a terminal.
@Suite struct ReplayStepsTests {
  /// Returns a folder with a log of a plan and three sets.
  private func folder() throws -> Workdir {
    let workdir = try Workdir()
    let made = try workdir.run(
      "replog sign-in ann@example.com && replog plan type monday Legs"
        + " && replog plan add monday squat --new && replog session start"
        + " && replog set log squat 5x100kg && replog set log bench 5x60kg --new"
        + " && replog set log squat 5x110kg")
    #expect(made.status == 0, "\(made)")
    return workdir
  }

  private let prompt = "'?' lists the commands"

  /// Returns the lines that a terminal shows for some commands, without the bold of titles.
  private func steps(
    _ commands: String..., options: String = "--view pbs --view plan", in workdir: Workdir
  ) throws -> (lines: [String], status: Int32) {
    let typed = commands.map { " '\($0)'" }.joined()
    let terminal = Workdir.independent("terminal.py")
    let shown = try workdir.run(
      "python3 '\(terminal)' 'replog replay --step --wide --no-color \(options)'\(typed)")
    let text = shown.output.replacingOccurrences(of: "\r\n", with: "\n")
    return (text.components(separatedBy: "\n").dropLast(), shown.status)
  }

  /// Returns the lines of an event and its changes, as `replay` prints them without `--step`.
  private func event(_ seq: Int, in workdir: Workdir) throws -> [String] {
    let shown = try workdir.run("replog replay --view pbs --view plan --from \(seq) --to \(seq)")
    #expect(shown.status == 0)
    return shown.output.components(separatedBy: "\n").dropLast()
  }

  @Test func `next, previous and a position show the same event as replay`() throws {
    let workdir = try folder()
    let (lines, status) = try steps("", "n", "p", "5", "@2", "q", in: workdir)
    var expected = [prompt] + (try event(1, in: workdir))
    for (typed, seq) in [("(1) ", 2), ("(2) n", 3), ("(3) p", 2), ("(2) 5", 5), ("(5) @2", 2)] {
      expected += [typed] + (try event(seq, in: workdir))
    }
    #expect(lines == expected + ["(2) q"])
    #expect(status == 0)
  }

  @Test func `there is nothing before the first event, and nothing after the last`() throws {
    let workdir = try folder()
    let (lines, status) = try steps("p", "99", "7", "n", in: workdir)
    let expected =
      [prompt] + (try event(1, in: workdir))
      + ["(1) p", "this is the first event"]
      + ["(1) 99", "there is no event at or after 99; the last one is 7", "(1) 7"]
      + (try event(7, in: workdir)) + ["(7) n", "this is the last event", "(7) "]
    // The end of the input, which nothing shows, ends it as 'q' does.
    #expect(lines == expected && status == 0)
  }

  @Test func `a path leads to the next event that changes the value there`() throws {
    let workdir = try folder()
    let (lines, status) = try steps(
      "/[exercise=squat].weightKg", "/", "/", "1", "/plan", "/", "/plan days[day=monday].exercises",
      "1", "/pbs [-1]", "/pbs [exercise=\"squat\"]", "q", in: workdir)
    var expected = [prompt] + (try event(1, in: workdir))
    func found(_ prompt: Int, _ typed: String, _ seq: Int) throws {
      expected += ["(\(prompt)) \(typed)"] + (try event(seq, in: workdir))
    }
    try found(1, "/[exercise=squat].weightKg", 5)
    try found(5, "/", 7)
    expected += ["(7) /", "no later event changes '[exercise=squat].weightKg'"]
    try found(7, "1", 1)
    try found(1, "/plan", 2)
    try found(2, "/", 3)
    expected += [
      "(3) /plan days[day=monday].exercises",
      "no later event changes 'plan days[day=monday].exercises'",
    ]
    try found(3, "1", 1)
    try found(1, "/pbs [-1]", 5)
    try found(5, #"/pbs [exercise="squat"]"#, 7)
    #expect(lines == expected + ["(7) q"] && status == 0)
  }

  @Test func `text that is not a path of a view is searched for in the paths of changes`() throws {
    let workdir = try folder()
    let (lines, _) = try steps("/", "/bench", "/", "/pbs [x", "/pbs days", "q", in: workdir)
    let unknown = "no view here has the path 'bench'; searching for a path that contains this text"
    var expected = [prompt] + (try event(1, in: workdir))
    expected += ["(1) /", "enter a path after '/', for example /[exercise=squat].reps"]
    expected += ["(1) /bench", unknown] + (try event(6, in: workdir))
    expected += ["(6) /", unknown, "no later event changes a path that contains 'bench'"]
    expected += [
      "(6) /pbs [x",
      "'[x' is not a path: expected ']' or '=', found the end of the path at character 3; "
        + "searching for a path that contains this text",
      "no later event changes a path that contains 'pbs [x'",
      "(6) /pbs days", "'pbs' has no path 'days'; searching for a path that contains this text",
      "no later event changes a path that contains 'pbs days'",
    ]
    #expect(lines == expected + ["(6) q"])
  }

  @Test
  func `the line of an event can be shown, help lists the commands, and anything else is an error`()
    throws
  {
    let workdir = try folder()
    let (lines, _) = try steps("3", "v", "?", "why", "q", in: workdir)
    let shown = try #require(lines.first { $0.hasPrefix("{") })
    let line = try workdir.run("sed -n 3p events.jsonl").output
    let sum = try #require(line.range(of: #","sum":"#))
    #expect(shown == line[..<sum.lowerBound] + "}")
    for command in ["Enter, n", "p ", "45", "/PATH", "/VIEW PATH", "/TEXT", "/ ", "v ", "q "] {
      #expect(lines.contains { $0.hasPrefix(command) }, "\(command)")
    }
    #expect(
      lines.suffix(2) == ["a command must be n, p, a position, /PATH, v or q, got 'why'", "(3) q"])
  }

  @Test func `a range and the JSON are the same as in replay`() throws {
    let workdir = try folder()
    let (lines, _) = try steps(
      "p", "n", "n", "/[exercise=squat]", "q",
      options: "--view pbs --from 4 --to 5 --json", in: workdir)
    let shown = try workdir.run("replog replay --view pbs --from 4 --to 5 --json").output
      .components(separatedBy: "\n")
    #expect(
      lines == [
        prompt, shown[0], "(4) p", "this is the first event", "(4) n", shown[1], "(5) n",
        "this is the last event", "(5) /[exercise=squat]",
        "no later event changes '[exercise=squat]'", "(5) q",
      ])
  }

  @Test func `a search ends with the replay, and damage on the way is reported at the prompt`()
    throws
  {
    let workdir = try folder()
    _ = try workdir.run("echo nonsense >> events.jsonl && echo more >> events.jsonl")
    let range = "--view pbs --from 6 --user ann"
    let (lines, status) = try steps("/[9]", "q", options: "\(range) --to 7", in: workdir)
    #expect(lines.suffix(3) == ["(6) /[9]", "no later event changes '[9]'", "(6) q"])
    #expect(status == 0)
    let (damaged, end) = try steps("/[9]", "7", "q", options: range, in: workdir)
    let error = try #require(damaged.firstIndex(of: "(6) /[9]"))
    #expect(damaged[error + 1].hasSuffix(":8:1: error: expected '{', found 'n'"), "\(damaged)")
    #expect(damaged.last == "(7) q" && end == 3)
  }
}
