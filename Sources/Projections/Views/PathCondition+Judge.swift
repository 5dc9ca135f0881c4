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
    { events in
      func value<V: View>(_ view: V.Type) -> JSON? {
        V.value(at: path, of: V.source(of: user, events))
      }
      return holds(for: value(view)) ? .fails : .passes
    }
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
  /// Returns what events come to.
  fileprivate static func source(of user: JudgedUser, _ events: [Event]) -> Source {
    var viewer: Name?
    switch user {
    case .fixed(let user): viewer = user
    case .latest:
      var latest = LatestSignIn()
      for event in events where event.area == .identity { latest.apply(event) }
      viewer = latest.user
    }
    var source = Source.scoped(to: viewer)
    // Nobody's view of what is of one user shows nothing, as its command has it.
    if isPersonal, viewer == nil { return source }
    let interests = source._interests
    for event in events where interests.include(event) { source.apply(event) }
    return source
  }
}
