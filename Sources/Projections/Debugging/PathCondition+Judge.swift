import Events

/// The user whose view is judged.
public enum JudgedUser: Equatable, Sendable {
  /// A user who is the same for all logs; nil for a view that has no user.
  case fixed(Name?)
  /// The user of the latest sign-in of each log, whose view a command shows by default.
  case latest
}

extension PathCondition {
  /// Returns a judge by which a log fails where the condition holds in a view at its end.
  ///
  /// The events are folded as they are, without a log of them.
  public func judge(
    in view: any View.Type, of user: JudgedUser
  ) -> @Sendable ([Event]) -> Verdict {
    { events in verdict(in: view, of: user) { events.forEach($0) } }
  }

  /// Returns the judge of events that are read as they are asked for.
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
  /// Returns whether an event may have a part in what the condition holds for: one that the view is made of.
  public func interest(
    in view: any View.Type, of user: JudgedUser
  ) -> @Sendable (Event) -> Bool {
    func partsRead<V: View>(_ view: V.Type) -> [(areas: Areas, scope: Scope)] {
      guard case .fixed(let user) = user else {
        // Who signs in last is known at the end alone.
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
    // Nobody's view of what is of one user shows nothing, as its command has it.
    if isPersonal, viewer == nil { return source }
    let interests = source._interests
    try forEach { event in if interests.include(event) { source.apply(event) } }
    return source
  }
}
