import Events

/// The state of each user as a fold by hand makes it, where `ByUser` lets go of what is rarely needed.
struct Exactly<P: UserProjection>: Projection {
  let scope: Scope
  private(set) var states: [Name: P] = [:]

  init() { self.init(scope: .everyUser) }
  init(of users: Set<Name>) { self.init(scope: .users(users)) }
  init(scope: Scope) { self.scope = scope }

  static var reads: Areas { P.reads }

  mutating func apply(_ event: Event) {
    guard let user = event.user else { return }
    states[user, default: P()].apply(event)
  }
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
      return folded.map { $0.states[user] ?? P() }
    }
  }
}
