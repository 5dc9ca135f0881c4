import Events

extension PushUpEvent {
  /// Returns the reversal of the event, given the state before it.
  ///
  /// Removed push-ups are logged again for their day, with a new id and the time of the undoing.
  func reversal(_ event: Event, _ state: ReversalState) -> Reversal {
    switch self {
    case .pushUpsLogged:
      let id = event.id
      return .facts(about: [.pushUps(id)]) { state in
        let now = state.current(id)
        guard state.pushUps[now] != nil else { return .overwritten(orForced: nil) }
        return .facts([.pushUps(.pushUpsRemoved(PushUpsRemoved(pushUps: now)))])
      }
    case .pushUpsRemoved(let removal):
      guard let session = state.pushUps[state.current(removal.pushUps)] else { return .noEffect }
      let again = PushUpsLogged(
        count: session.count, seconds: session.logged.seconds, note: session.logged.note,
        day: session.day)
      return .facts(about: [.pushUps(removal.pushUps)]) { state in
        guard state.pushUps[state.current(removal.pushUps)] == nil else {
          return .overwritten(orForced: nil)
        }
        return .facts([.pushUps(.pushUpsLogged(again))])
      }
    }
  }

  /// Returns the parts of the state that the event with this id changes.
  func subjects(_ id: EventID) -> [UndoTarget] {
    switch self {
    case .pushUpsLogged: [.pushUps(id)]
    case .pushUpsRemoved(let removal): [.pushUps(removal.pushUps)]
    }
  }
}
