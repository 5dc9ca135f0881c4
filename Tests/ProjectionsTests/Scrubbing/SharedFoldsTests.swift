import Events
import TestSupport
import Testing

@testable import Projections

/// What a proof compares is what the commands show.
@Suite struct SharedFoldsTests {
  /// Expects that each view made of the states of one pass is that of a replay by itself.
  private struct Check: ViewVisitor {
    let log: Log
    let whole: SharedFolds
    let states: SharedFolds
    var rows = 0

    mutating func visit<V: LogView>(_ view: V.Type) throws {
      let shown = V(try replay(log, V.Source()))
      rows += shown.rows.count
      #expect(V(whole.state(V.Source.self)).json == shown.json, "\(V.name)")
    }

    mutating func visit<V: PersonalView>(personal view: V.Type) throws {
      for user in RandomFacts.users {
        let shown = V(try replay(log, V.Source.scoped(to: user)))
        let made = V(of: user, states.state(V.State.self, of: user), whole.state(V.Shared.self))
        rows += shown.rows.count
        #expect(made.json == shown.json, "\(V.name) of \(user)")
      }
    }
  }

  /// Returns the folds of a whole log, and those of its users, of both of two logs.
  private func folds(
    of one: Log, _ other: Log
  ) throws -> [(whole: SharedFolds, states: SharedFolds)] {
    let whole = try SharedFolds.both { (isFirst) throws(LogError) in
      let folds = SharedFolds.ofWholeLog()
      try folds.fold(isFirst ? one : other)
      return folds
    }
    let states = try SharedFolds.both { (isFirst) throws(LogError) in
      let folds = SharedFolds.ofUsers()
      try folds.fold(RandomFacts.users, of: LinesByUser(of: isFirst ? one : other))
      return folds
    }
    return [(whole.0, states.0), (whole.1, states.1)]
  }

  @Test
  func `the views from one pass, and from some users' lines, equal those of separate replays`()
    throws
  {
    for events in RandomFacts.logs.prefix(40) {
      let log = log(events)
      for (whole, states) in try folds(of: log, log) {
        var check = Check(log: log, whole: whole, states: states)
        try Views.visit(&check)
        #expect(check.rows > 0)
      }
    }
  }

  @Test func `damage in the second of two logs is reported, and damage in the first before it`()
    throws
  {
    let whole = lines(events([.signedIn("ann"), .by("ann", .logged("s", "squat", 5))]))
    var broken = whole
    broken[10] = UInt8(ascii: "X")
    let sound = Log(whole, name: "sound")
    let (first, second) = (Log(broken, name: "first"), Log(broken, name: "second"))
    for (one, two, name) in [
      (sound, second, "second"), (first, sound, "first"), (first, second, "first"),
    ] {
      let error = #expect(throws: LogError.self) { try folds(of: one, two) }
      #expect(error?.file == name)
    }
  }
}
