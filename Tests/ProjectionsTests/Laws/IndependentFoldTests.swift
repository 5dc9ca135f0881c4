import Events
import Foundation
import Projections
import TestSupport
import Testing

/// Views next to those of a program that shares nothing with replog but the rules.
@Suite struct IndependentFoldTests {
  private static let script = Workdir.repository
    .appendingPathComponent("Tests/CLITests/Independent/fold.py").path
  private static let now = "2026-02-27T12:00:00.000+01:00"

  /// The views that look at the clock or at what a command is asked for, and that this program has.
  private func clocked(_ log: Log, _ user: Name, _ now: Timestamp) throws -> [(String, [UInt8])] {
    let (own, timetable) = try replay(log, OfUser<OwnClasses>(user), Timetable())
    let days = AttendanceView.days(endingOn: now.day)
    return [
      ("timetable", OwnTimetableView(of: user, timetable, at: now).json),
      ("bookings", BookingsView(of: user, own.value, timetable, at: now).json),
      ("attendance", AttendanceView(of: user, own.value, timetable, days, at: now).json),
    ]
  }

  /// The views that a program of push-ups and meals of its own folds: `training_day.py`.
  private static let elsewhere = ["pushups", "pushups trend", "medals", "meals"]

  @Test func `views of random logs equal those of a program that was written from the rules`()
    throws
  {
    let workdir = try Workdir()
    let logs = Reliability.isSample ? 16 : 100
    for number in 0..<logs {
      var facts = RandomFacts(seed: UInt64(70_000 + number), isWithinLimits: true)
      let log = log(facts.events(number * 4 + 20))
      func put(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: workdir.url.appendingPathComponent("\(number).\(name)"))
      }
      try put(withExtendedLifetime(log) { log.bytes.array }, "jsonl")
      for user in RandomFacts.users {
        let clocked = try clocked(log, user, moment(Self.now))
        var others = Others(log: log, user: user, passed: Self.elsewhere + clocked.map(\.0))
        try Views.visit(&others)
        for (view, json) in clocked + others.json { try put(json, "\(user).\(view).json") }
      }
    }
    let result = try workdir.run("python3 -B '\(Self.script)' --compare . \(Self.now)")
    #expect(result.status == 0, "\(result.errors)")
    let counts = result.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").last.flatMap { Int($0) }
    }
    // Every view has something to show in many of them.
    #expect(
      counts.count == Views.all.count - Self.elsewhere.count,
      "each view of the table has its fold in 'VIEWS' of Tests/CLITests/Independent")
    #expect(
      counts.allSatisfy { $0 > logs / 5 },
      "the random logs show too little of a view; give its events a larger part: \(result.output)")
  }
}

/// The JSON of all views but some.
private struct Others: ViewVisitor {
  let log: Log
  let user: Name
  let passed: [String]
  var json: [(String, [UInt8])] = []

  mutating func visit<V: LogView>(_: V.Type) throws {
    guard !passed.contains(V.name) else { return }
    json.append((V.name, V(try V._replay(log, asOf: nil)).json))
  }

  mutating func visit<V: PersonalView>(personal _: V.Type) throws {
    guard !passed.contains(V.name) else { return }
    json.append((V.name, V(try replay(log, V.Source.scoped(to: user))).json))
  }
}
