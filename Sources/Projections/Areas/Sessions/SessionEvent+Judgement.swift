import Events

extension SessionEvent {
  /// Training is valid whenever it is recorded; a change of a set or session that is gone has no effect.
  var judgement: Judgement {
    switch self {
    case .sessionStarted, .setLogged: .always
    case .setRestored(let restoring):
      .unless(Unchanged(OfUser<History>.self) { $0.value.set(restoring.set) })
    case .sessionRestored(let restoring):
      .unless(Unchanged(OfUser<History>.self) { $0.value[restoring.session]?.seq })
    case .sessionReopened(let reopening):
      .unless(Unchanged(OfUser<History>.self) { $0.value[reopening.session]?.endedAt })
    case .setRevised(let revision): .unless(set: revision.set)
    case .setRemoved(let removal): .unless(set: removal.set)
    case .setMoved(let move): .unless(set: move.set)
    case .sessionEnded(let end): .unless(session: end.session)
    case .sessionDiscarded(let discarded): .unless(session: discarded.session)
    case .sessionRevised(let revision): .unless(session: revision.session)
    }
  }
}

extension Judgement {
  /// Returns the judgement of an event about a session of its user.
  fileprivate static func unless(session: Name) -> Judgement {
    .unless(Missing(from: OfUser<History>.self) { $0.value.stands(session) })
  }

  /// Returns the judgement of an event about a set of its user.
  fileprivate static func unless(set: EventID) -> Judgement {
    .unless(Missing(from: OfUser<History>.self) { $0.value.set(set) != nil })
  }
}
