import Events
import TestSupport
import Testing

@testable import Projections

/// What a proof compares is what the commands show.
@Suite struct SharedFoldsTests {
  /// Expects that each view made of the states of one pass is that of a replay by itself.
  private struct Check: ViewVisitor {
    let log: Log
    let views: SharedFolds
    var rows = 0

    mutating func visit<V: View>(_ view: V.Type) throws {
      let shown = V(try replay(log, V.Source()))
      rows += shown.rows.count
      #expect(V(views.state(V.Source.self)).json == shown.json, "\(V.name)")
    }

    mutating func visit<V: PersonalView>(personal view: V.Type) throws {
      let states = try replay(log, ByUser<V.State>())
      #expect(views.users(of: V.State.self) == Set(states.users.compactMap(\.self)), "\(V.name)")
      for user in RandomFacts.users {
        let shown = V(try replay(log, V.Source.scoped(to: user)))
        let made = V(of: user, views.state(V.State.self, of: user), views.state(V.Shared.self))
        rows += shown.rows.count
        #expect(made.json == shown.json, "\(V.name) of \(user)")
      }
    }
  }

  @Test func `the views of one pass are those of a replay of each`() throws {
    for events in RandomFacts.logs.prefix(40) {
      let log = log(events)
      let (views, again) = try SharedFolds.both(viewsOf: log, log)
      for views in [views, again] {
        var check = Check(log: log, views: views)
        try Views.visit(&check)
        #expect(check.rows > 0)
      }
    }
  }

  @Test func `damage in the second of two logs is told, and that in the first before it`() throws {
    let whole = lines(events([.signedIn("ann"), .by("ann", .logged("s", "squat", 5))]))
    var broken = whole
    broken[10] = UInt8(ascii: "X")
    let sound = Log(whole, name: "sound")
    let (first, second) = (Log(broken, name: "first"), Log(broken, name: "second"))
    for (one, two, name) in [
      (sound, second, "second"), (first, sound, "first"), (first, second, "first"),
    ] {
      let error = #expect(throws: LogError.self) { try SharedFolds.both(viewsOf: one, two) }
      #expect(error?.file == name)
    }
  }
}
