import Events

/// The user of the view that is judged.
public enum JudgedUser: Equatable, Sendable {
  /// One user for all logs; nil for a view that has no user.
  case fixed(Name?)
  /// The default user of each log, as `Log.defaultUser()` finds it.
  case latest
}

extension PathCondition {
  /// Returns a judge that fails a log if the condition holds in a view at the log's end.
  ///
  /// It folds the events directly, without creating a log of them.
  public func judge(
    in view: any LogView.Type, of user: JudgedUser
  ) -> @Sendable ([Event]) -> Verdict {
    { events in verdict(in: view, of: user) { events.forEach($0) } }
  }

  /// Returns a judge of events that are read on demand.
  package func selectionJudge(
    in view: any LogView.Type, of user: JudgedUser
  ) -> @Sendable (EventSelection) throws -> Verdict {
    { events in try verdict(in: view, of: user) { try events.forEach($0) } }
  }

  private func verdict<E: Error>(
    in view: any LogView.Type, of user: JudgedUser, _ forEach: ((Event) -> Void) throws(E) -> Void
  ) throws(E) -> Verdict {
    holds(for: try view.fold(of: user, forEach).value(at: path)) ? .fails : .passes
  }

  /// Returns a closure that tells whether an event may affect the condition: whether the view reads it.
  public func interest(
    in view: any LogView.Type, of user: JudgedUser
  ) -> @Sendable (Event) -> Bool {
    var interests: [(areas: Areas, scope: Scope)]
    switch user {
    case .fixed(let user): interests = view._fold(of: user).interests
    case .latest:
      // The default user is known only at the end.
      interests = view._fold(of: nil).interests.map { ($0.areas, .everything) }
      interests.append(([.identity], .everything))
    }
    return { [interests] in interests.include($0) }
  }
}

extension LogView {
  /// Returns the fold of the view after some events, of a user or of the default user of these events.
  package static func fold<E: Error>(
    of user: JudgedUser, _ forEach: ((Event) -> Void) throws(E) -> Void
  ) throws(E) -> any ViewFolding {
    var viewer: Name?
    switch user {
    case .fixed(let user): viewer = user
    case .latest:
      var (latest, users) = (LatestSignIn(), Set<Name>())
      try forEach { event in
        if event.area == .identity { latest.apply(event) }
        if users.count < 2, let user = event.user { users.insert(user) }
      }
      viewer = latest.isEmpty && users.count == 1 ? users.first : latest.user
    }
    var fold = _fold(of: viewer)
    try forEach { fold.fold($0) }
    return fold
  }
}
