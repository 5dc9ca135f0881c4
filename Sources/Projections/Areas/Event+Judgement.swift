import Events

extension Event.Body {
  /// The way in which the remote judges the event.
  package var judgement: Judgement {
    switch self {
    case .identity(let event): event.judgement
    case .exercises(let event): event.judgement
    case .plan(let event): event.judgement
    case .sessions(let event): event.judgement
    case .feed(let event): event.judgement
    case .corrections(let event): event.judgement
    case .workouts(let event): event.judgement
    case .classes(let event): event.judgement
    case .videos(let event): event.judgement
    case .profile(let event): event.judgement
    case .program(let event): event.judgement
    case .pushUps(let event): event.judgement
    // A menu and a goal are their user's own, and the latest one counts.
    case .meals: .always
    // No projection of replog reads it, and an app's own rules are in the app.
    case .unknown: .always
    }
  }
}

extension CorrectionEvent {
  /// A note of an undo changes no view; the events that undo are judged on their own.
  fileprivate var judgement: Judgement {
    switch self {
    case .eventsReverted: .always
    case .personErased: .onlyAtRemote
    }
  }
}

extension Reference {
  /// Creates the reference to an entity that an event names.
  init(to name: Name) { self = .prefix(name.text) }
}
