import Events

/// The user of the view that is judged.
public enum JudgedUser: Equatable, Sendable {
  /// One user for all logs; nil for a view that has no user.
  case fixed(Name?)
  /// The user of the latest sign-in in each log, the default user of a command.
  case latest
}

extension PathCondition {
  /// Returns a judge that fails a log if the condition holds in a view at the log's end.
  ///
  /// It folds the events directly, without creating a log of them.
  public func judge(
    in view: any View.Type, of user: JudgedUser
  ) -> @Sendable ([Event]) -> Verdict {
    { events in verdict(in: view, of: user) { events.forEach($0) } }
  }

  /// Returns a judge of events that are read on demand.
  package func selectionJudge(
    in view: any View.Type, of user: JudgedUser
  ) -> @Sendable (EventSelection) throws -> Verdict {
    { events in try verdict(in: view, of: user) { try events.forEach($0) } }
  }

  private func verdict<E: Error>(
    in view: any View.Type, of user: JudgedUser, _ forEach: ((Event) -> Void) throws(E) -> Void
  ) throws(E) -> Verdict {
    func value<V: View>(_ view: V.Type) throws(E) -> JSON? {
      V.value(at: path, of: try V.source(of: user, forEach))
    }
    return holds(for: try value(view)) ? .fails : .passes
  }
}

extension PathCondition {
  /// Returns a closure that tells whether an event may affect the condition: whether the view reads it.
  public func interest(
    in view: any View.Type, of user: JudgedUser
  ) -> @Sendable (Event) -> Bool {
    func partsRead<V: View>(_ view: V.Type) -> [(areas: Areas, scope: Scope)] {
      guard case .fixed(let user) = user else {
        // The user of the latest sign-in is known only at the end.
        return [(V.Source.reads.union([.identity]), .everything)]
      }
      return V.Source.scoped(to: user)._interests
    }
    let interests = partsRead(view)
    return { interests.include($0) }
  }
}

extension View {
  /// Returns the source of the view after some events.
  fileprivate static func source<E: Error>(
    of user: JudgedUser, _ forEach: ((Event) -> Void) throws(E) -> Void
  ) throws(E) -> Source {
    var viewer: Name?
    switch user {
    case .fixed(let user): viewer = user
    case .latest:
      var latest = LatestSignIn()
      try forEach { event in if event.area == .identity { latest.apply(event) } }
      viewer = latest.user
    }
    var source = Source.scoped(to: viewer)
    // A personal view without a user is empty, as in its command.
    if isPersonal, viewer == nil { return source }
    let interests = source._interests
    try forEach { event in if interests.include(event) { source.apply(event) } }
    return source
  }
}
