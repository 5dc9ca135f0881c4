import Events

/// The exact states of a log, computed once, when the first of them is needed.
///
/// It holds the log for as long as a state from its replay may need the log.
final class LazyReplay<P: UserProjection>: Sendable {
  private let log: Log
  private let asOf: AsOf?
  private let scope: Scope
  private let folded = Monitor<ByUser<P>?>(nil)

  init(_ log: Log, _ asOf: AsOf?, _ scope: Scope) {
    (self.log, self.asOf, self.scope) = (log, asOf, scope)
  }

  /// Returns the state of a user; nil if the log can no longer be read.
  func state(of user: Name) -> P? {
    folded.alone { folded in
      if folded == nil { folded = try? replayAll(log, asOf, ByUser(exactlyOf: scope)) }
      return folded?[user]
    }
  }
}
