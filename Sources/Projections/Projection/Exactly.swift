import Events

/// The state of each user as a fold by hand makes it, where `ByUser` lets go of what is rarely needed.
struct Exactly<P: UserProjection>: Projection {
  let scope: Scope
  private var states = NameMap<P>()

  init() { self.init(scope: .everyUser) }
  init(of users: Set<Name>) { self.init(scope: .users(users)) }
  init(scope: Scope) { self.scope = scope }

  static var reads: Areas { P.reads }

  mutating func apply(_ event: Event) {
    guard let user = event.user else { return }
    states[states.place(of: user, orNew: P())].apply(event)
  }

  mutating func _apply(_ run: inout EventRun, wantedBy bit: UInt64) {
    P._apply(&run, wantedBy: bit, to: &states, exactly: true)
  }

  /// The users that have a state.
  var users: [Name] { states.names }

  /// The state of a user; that of an empty log where there is none.
  subscript(user: Name?) -> P { user.flatMap { states[$0] } ?? P() }
}

/// The exact states that a log comes to, folded when the first of them is needed and once for all.
///
/// The log is held as long as a state that came out of its replay may need it.
final class Again<P: UserProjection>: Sendable {
  private let log: Log
  private let asOf: AsOf?
  private let scope: Scope
  private let folded = Monitor<Exactly<P>?>(nil)

  init(_ log: Log, _ asOf: AsOf?, _ scope: Scope) {
    (self.log, self.asOf, self.scope) = (log, asOf, scope)
  }

  /// Returns the state of a user; nil where the log can no longer be read.
  func state(of user: Name) -> P? {
    folded.alone { folded in
      if folded == nil { folded = try? replayAll(log, asOf, Exactly<P>(scope: scope)) }
      return folded?[user]
    }
  }
}
