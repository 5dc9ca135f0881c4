import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

/// No command changes another user's data.
@Suite struct OwnershipTests {
  private static let now = ["--now", "2026-03-02T19:00:00+01:00", "--quiet"]

  /// Ben's attempts to change Ann's data, in addition to the examples of the commands.
  ///
  /// Each noun is the id of one of Ann's entities, such as `POST`.
  static let attempts: [String: [String]] = [
    "sign-up": ["--email ann@example.com"],
    "verify-email": ["--email ann@example.com"],
    "sign-in": ["--provider google --subject ben --email ben@example.com"],
    "reset-password": ["ann@example.com"], "remove-email": ["ann@example.com"],
    "link": ["--provider google --subject ann"],
    "unlink": ["--provider google --subject ann"],
    "plan remove": ["monday squat --position 1"],
    "plan edit": ["monday squat --sets 1", "monday squat --reps 1"],
    "plan swap": ["monday squat deadlift --new"], "plan share": ["monday --title Mine"],
    "templates swap": ["TEMPLATE squat deadlift --new"],
    "plan save": ["POST --to monday", "last --to friday"], "plan assign": ["monday WORKOUT"],
    "plan set-week": ["monday=WORKOUT --week 2026-03-02"],
    "plan delete-week": ["--week 2026-03-02"], "post add": ["Mine --workout WORKOUT"],
    "post edit": ["POST --title Mine", "last --title Mine --description Mine"],
    "session edit": ["SESSION --title Mine", "last --title Mine"],
    "set log": ["squat 1x1kg --session SESSION"], "set revise": ["SET 1x1kg", "last 1x1kg"],
    "set complete": ["SET --not", "last"], "set move": ["SET --to 1", "last --to 1"],
    "profile set": ["--sex male --squat 200kg"],
    "exercises add": ["squat --name Kniebeuge"], "exercises alias": ["kniebeuge squat"],
    "exercises unalias": ["squats"], "exercises merge": ["squat dip"],
    "workouts edit": ["WORKOUT --name Mine"], "workouts add": ["WORKOUT dip"],
    "workouts remove": ["WORKOUT squat"], "workouts delete": ["WORKOUT", "last"],
    "templates delete": ["TEMPLATE", "last"],
    "program complete": ["squat 8"], "program next": ["--skip"], "program adjust": ["squat --back"],
    "classes move": ["CLASS --minutes 10", "last --minutes 10"], "videos add": ["mobility Mine"],
    "revert": ["POST --force", "SESSION --force", "SET --force", "@2", "@3 --batch", "last"],
  ]

  /// The operator's tools record what happened elsewhere and ask nobody's leave; three take a file or standard input,
  /// which belong to nobody; and those after them write other files than the log.
  private static let operators: Set<String> = [
    "append", "sync", "pending retry", "pending drop", "refused retry", "merge", "split", "import",
    "import strong", "import hevy", "exercises import",
    "repair", "checkpoint",
    "demo", "meals import", "meals suggested", "session suggested", "scrub", "forget", "minimize",
    "report-bug", "replay",
    "golden update", "report", "export csv", "export measurements", "export strong",
    "export markdown", "export ics",
    "export cloudevents", "export duckdb",
  ]

  static func run(_ line: String, on path: String) -> (status: CLI.ExitStatus, text: String) {
    run(line.split(separator: " ").map(String.init), on: path)
  }

  static func run(_ words: [String], on path: String) -> (status: CLI.ExitStatus, text: String) {
    SecretTests.run(words + ["--log", path] + now)
  }

  /// The noun in `attempts` of an entity that a shell completes, or a word that is Ann's; nil for none.
  private static func hers(_ value: LiveValue) -> String? {
    switch value {
    case .exercises: "squat"
    case .entity(.bodyMeasurement): "GIRTH"
    case .entity(.signIn), .entity(.mail), .entity(.program), .entity(.event), .users,
      .pendingEvents, .refusedEvents, .zones:
      nil
    case .entity(let kind): kind.rawValue.uppercased()
    }
  }

  /// The examples of a command with Ann's day, exercise and entities in them, and those with the latest of Ben's.
  static func examples(of command: any Command) -> [[String]] {
    let lines = command.example.split(separator: "\n").flatMap {
      ReplogTests.commandLines(String($0))
    }
    let own = lines.compactMap { line -> [String]? in
      guard let (found, rest) = try? Replog.commands.command(for: line), found.name == command.name
      else { return nil }
      return rest
    }
    let name = command.name.split(separator: " ").map(String.init)
    return own.flatMap { rest in
      let (hers, latest) = (filled(rest, command) { $0 }, filled(rest, command) { _ in "last" })
      return (hers == latest ? [hers] : [hers, latest]).map { name + $0 }
    }
  }

  /// Returns the words of a command line with Ann's in place of those that name an entity.
  private static func filled(
    _ words: [String], _ command: any Command, _ reference: (String) -> String
  ) -> [String] {
    let declared = Declarations.of(command).all
    var places = declared.filter(\.isByPlace)[...]
    var days = ["monday"][...]
    var argument: Declarations.Argument?
    return words.map { word in
      if word.hasPrefix("--") {
        argument = declared.first { $0.name == word && $0.kind != .flag }
        return word
      }
      let current = argument ?? places.first
      if argument == nil, places.first?.kind == .positional { places.removeFirst() }
      argument = nil
      guard let current else { return word }
      if current.choices.contains("monday"), let day = days.popFirst() { return day }
      guard case .live(let value) = current.completion, let hers = hers(value), !word.contains("=")
      else { return word }
      return current.type is Reference.Type ? reference(hers) : hers
    }
  }

  /// What is Ann's: her views without the exercise numbers, which the log gives, and her post without its likes,
  /// which are others'.
  static func belongings(_ path: String) throws -> [String] {
    let views = [
      "plan", "history", "pbs", "profile", "bodyweight", "measurements", "workouts", "templates",
      "program",
      "videos",
      "pushups", "plan week", "metrics",
    ].map {
      run("\($0) --user ann --json", on: path).text.replacing(/"number":(null|[0-9]+)/, with: "")
    }
    let feed = try #require(
      JSONSerialization.jsonObject(with: Data(run("feed --json", on: path).text.utf8))
        as? [[String: Any]])
    let post = try #require(feed.first { $0["title"] as? String == "Hers" })
    var mine = post
    mine["likes"] = nil
    let text = try JSONSerialization.data(withJSONObject: mine, options: .sortedKeys)
    return views + [String(decoding: text, as: UTF8.self)]
  }

  /// The id that `line` is acknowledged with.
  static func id(_ line: String, on path: String) throws -> String {
    let (status, text) = run(line + " --json", on: path)
    try #require(status == .done, "\(line): \(text)")
    let last = try #require(text.split(separator: "\n").last)
    let object = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
    return try #require(object?["id"] as? String)
  }

  /// Makes a workout, a template, a class, a video, push-ups and a measurement of Ann's; returns their ids.
  private static func things(_ ann: String, on path: String) throws -> [String: String] {
    _ = try id("profile set --sex female --squat 100kg \(ann)", on: path)
    _ = try id("program start squat=100kg \(ann)", on: path)
    let workout = try id("workouts create Push \(ann)", on: path)
    _ = try id("workouts add Push squat \(ann)", on: path)
    _ = try id("plan assign monday Push --week 2026-03-02 \(ann)", on: path)
    let fitnessClass = try id(
      "classes add Spin --start 2026-03-09T18:00 --minutes 45 \(ann)", on: path)
    _ = try id("bookings add \(fitnessClass) \(ann)", on: path)
    return [
      "WORKOUT": workout, "TEMPLATE": try id("templates add Legs squat \(ann)", on: path),
      "CLASS": fitnessClass, "VIDEO": try id("videos add mobility Hips \(ann)", on: path),
      "PUSH-UPS": try id("pushups log 30 \(ann)", on: path),
      "MEASUREMENT": try id("bodyweight add 60kg \(ann)", on: path),
      "GIRTH": try id("measurements add waist 70cm \(ann)", on: path),
    ]
  }

  /// A log in which Ann has one of everything and Ben is signed in, the ids of her things by the nouns of
  /// `attempts`, and what is hers; made once, for all attempts begin with a copy of it.
  private static let start = Result {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    _ = try id("sign-in --provider google --subject ann --email ann@example.com", on: path)
    let ann = "--user ann"
    _ = try id("plan type monday Legs \(ann)", on: path)
    _ = try id("plan add monday squat --sets 3 \(ann)", on: path)
    _ = try id("exercises add dip \(ann)", on: path)
    let session = try id("session start \(ann)", on: path)
    let set = try id("set log squat 5x100kg \(ann)", on: path)
    let post = try id("plan share monday --title Hers \(ann)", on: path)
    let things = try OwnershipTests.things(ann, on: path)
    _ = try id("sign-in --provider google --subject ben --email ben@example.com", on: path)
    let before = try belongings(path)
    #expect(before.allSatisfy { $0.count > 10 })
    return (
      log: try bytes(at: path),
      ids: things.merging(["POST": post, "SESSION": session, "SET": set]) { $1 }, before: before
    )
  }

  /// The commands that write for a user.
  private static let writing = ReplogTests.commands.filter {
    $0.command.accepts.contains(.dryRun) && !operators.contains($0.command.name)
  }

  @Test func `every attempt uses a command that writes`() {
    #expect(Set(Self.attempts.keys).isSubset(of: Self.writing.map { $0.command.name }))
    #expect(Self.writing.allSatisfy { !Self.examples(of: $0.command).isEmpty })
  }

  @Test(arguments: writing)
  func `a command by Ben does not change Ann's data`(_ tried: ReplogTests.CommandName) throws {
    let command = tried.command.name
    let attempts = Self.attempts[command, default: []].map { attempt in
      "\(command) \(attempt)".split(separator: " ").map(String.init)
    }
    for attempt in attempts + Self.examples(of: tried.command) {
      let folder = TemporaryFolder()
      let path = folder.file("log")
      let (log, ids, before) = try Self.start.get()
      try put(log, at: path)
      #expect(chmod(path, 0o600) == 0)
      let line = attempt.map { ids[$0] ?? $0 }
      let isIdentity = ["sign-up", "sign-in", "verify-email", "reset-password", "outbox sent"]
        .contains(command)
      let (status, text) = Self.run(line + (isIdentity ? [] : ["--user", "ben"]), on: path)
      // What was asked was understood, be it done or refused.
      #expect([CLI.ExitStatus.done, .refused, .misuse].contains(status), "\(line): \(text)")
      #expect(try Self.belongings(path) == before, "\(line): \(text)")
      let others = [
        "post edit", "post delete", "session edit", "set revise", "set remove", "workouts edit",
        "workouts add", "workouts remove", "workouts delete", "templates delete", "set complete",
        "set move", "classes move", "classes cancel", "videos favourite", "videos remove",
        "pushups remove", "bodyweight remove", "measurements remove", "templates swap",
        "program complete", "program end",
      ]
      if others.contains(command) {
        #expect(status != .done, "\(line): \(text)")
      }
    }
  }
}
