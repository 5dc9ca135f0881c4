import Events
import Projections

struct DemoCommand: Command {
  let name = "demo"
  let summary = "run through a first week, and show each command, its output and its events"
  let example = "replog demo --log first-week.jsonl"
  let accepts = GlobalOptions.Accepted.dryRun
  let isAboutNamedLog = false

  func run(_ shell: inout Shell) throws {
    let seed = shell.options.seed ?? 1
    guard let path = shell.options.log?.text, !shell.options.dryRun else {
      // A unique name for any seed, since two demonstrations may run at once.
      let id = DraftDefaults(now: shell.system.now()).newID()
      let path = "\(shell.system.temporaryFolder)/replog-demo-\(id).jsonl"
      defer { shell.system.remove(path) }
      try play(path, seed, &shell)
      return try shell.print(
        "\nThe log was temporary. To keep a log that you can explore, run 'replog demo --log first-week.jsonl'."
      )
    }
    guard path != "-", try !shell.system.exists(path) else {
      throw UsageError(
        message: "the log of the demonstration must be a new file, got '\(path)'",
        help: "name a file that does not exist yet")
    }
    try play(path, seed, &shell)
    try shell.print("\nExplore the log: replog log --log \(inert(path))")
  }

  private func play(_ path: String, _ seed: UInt64, _ shell: inout Shell) throws {
    try shell.print(
      "Every command appends events to the log (+) or shows a view of it. Nothing else is stored.")
    for scene in DemoScene.firstWeek {
      try shell.print("\n# \(scene.title)")
      guard var now = Timestamp(scene.now) else { continue }
      for line in scene.lines {
        try step(line, "\(now)", path, seed, &shell)
        now = now.adding(seconds: 150)
      }
    }
  }

  /// Runs one command line as if it were typed, and shows the lines that it appended.
  private func step(
    _ words: [String], _ now: String, _ path: String, _ seed: UInt64, _ shell: inout Shell
  ) throws {
    let before = try shell.system.exists(path) ? try Log(path: path).tail() : nil
    var inner = Shell(system: shell.system, output: .collected([]))
    let settings = ["--log", path, "--now", now, "--seed", "\(seed)", "--quiet"]
    let status = Replog.run(words + settings, &inner)
    try shell.print("$ replog " + words.map(quoted).joined(separator: " "))
    if case .collected(let bytes) = inner.output {
      // The temporary log has an irrelevant name, different each time.
      let shown = String(decoding: bytes, as: UTF8.self).replacingAll(path, with: "events.jsonl")
      try shell.print(shown, terminator: "")
    }
    if status != .done { try shell.print("(exit status \(status.rawValue))") }
    let log = try Log(path: path)
    let added = (before?.end ?? 0)..<(try log.tail().end)
    for line in log.bytes.array(in: added).split(separator: UInt8(ascii: "\n")) {
      try shell.print("+ " + String(decoding: line, as: UTF8.self))
    }
  }
}

/// Returns `word` as it is typed in a shell.
private func quoted(_ word: String) -> String {
  word.contains(where: { $0 == " " || $0 == "'" }) ? "\"\(word)\"" : word
}

/// A part of the demonstration: a list of commands.
private struct DemoScene {
  let title: String
  let now: String
  let lines: [[String]]

  static let firstWeek = [
    DemoScene(
      title: "Sunday evening: Ann signs in and plans her week",
      now: "2026-03-01T19:30:00.000+01:00",
      lines: [
        [
          "sign-in", "--provider", "google", "--subject", "1093", "--email", "ann@example.com",
          "--given-name", "Ann", "--family-name", "Lee",
        ],
        ["user"],
        ["plan", "type", "monday", "Chest"],
        ["plan", "add", "monday", "bench-press", "--sets", "3", "--reps", "8", "--weight", "60kg"],
        ["plan", "add", "monday", "dips", "--sets", "3", "--reps", "10"],
        ["plan"],
      ]),
    DemoScene(
      title: "Monday: a workout, with a typo that she corrects",
      now: "2026-03-02T18:04:00.000+01:00",
      lines: [
        ["session", "start", "--title", "Evening"],
        ["set", "log", "bench-press", "8x40kg", "--kind", "warmup"],
        ["set", "log", "bench-press", "8x60kg", "--rpe", "7"],
        ["set", "log", "bench-press", "8x600kg"],
        ["set", "revise", "last", "8x60kg"],
        ["set", "log", "dips", "12"],
        ["session", "end"],
        ["history"],
      ]),
    DemoScene(
      title: "Tuesday: Ann shares Monday's plan; her sign-in session is renewed automatically",
      now: "2026-03-03T08:00:00.000+01:00",
      lines: [
        ["plan", "share", "monday", "--title", "Push day", "--description", "Short and heavy"],
        ["feed"],
      ]),
    DemoScene(
      title: "Wednesday: Ben likes and copies it, without learning who shared it",
      now: "2026-03-04T07:15:00.000-05:00",
      lines: [
        ["sign-in", "--provider", "apple", "--subject", "0042", "--email", "ben@example.com"],
        ["post", "like", "last"],
        ["feed"],
        ["plan", "save", "last", "--to", "thursday"],
        ["plan"],
        ["post", "delete", "last"],
      ]),
    DemoScene(
      title: "Thursday: Ben trains in pounds",
      now: "2026-03-05T17:40:00.000-05:00",
      lines: [
        ["session", "start"],
        ["set", "log", "bench-press", "5x185lb"],
        ["set", "log", "bench-press", "5x195"],
        ["session", "end"],
        ["pbs"],
      ]),
    DemoScene(
      title: "Sunday: views of all users, and the plan as of an earlier event",
      now: "2026-03-08T20:00:00.000+01:00",
      lines: [
        ["pbs", "--all-users", "--json"],
        ["plan", "--user", "ann", "--as-of", "2"],
        ["ids"],
        ["sign-out"],
        ["user"],
        ["verify"],
      ]),
  ]
}
