import Events

/// One user's sessions of push-ups.
public struct PushUps: UserProjection {
  public struct Session: Equatable, Sendable {
    /// The id of the event that logged it.
    public let id: EventID
    /// The position of that event.
    public let seq: Int
    /// The time at which it was logged.
    public let at: Timestamp
    public let logged: PushUpsLogged

    init(_ event: Event, _ logged: PushUpsLogged) {
      (id, seq, at) = (event.id, event.seq, event.at)
      self.logged = logged
    }

    /// The number of push-ups done.
    public var count: Int { logged.count }
    /// The user's local day.
    public var day: LocalDay { logged.day ?? at.day }
  }

  /// The sessions in the order of the log, including those that were removed.
  private var logged: [Session] = []
  private var places: [EventID: Int] = [:]
  /// The sessions that were removed, which can be restored.
  private var removed: Set<EventID> = []

  public init() {}
  public static var reads: Areas { [.pushUps] }

  /// The sessions in the order of the log.
  public var sessions: [Session] { logged.filter { !removed.contains($0.id) } }

  /// The session that an event logged; nil if there is none, or if it was removed.
  public subscript(id: EventID) -> Session? {
    removed.contains(id) ? nil : places[id].map { logged[$0] }
  }

  /// Returns whether the session that an event logged was removed, so that it can be restored.
  func canRestore(_ id: EventID) -> Bool { removed.contains(id) }

  public mutating func apply(_ event: Event) {
    guard case .pushUps(let fact) = event.body else { return }
    switch fact {
    case .pushUpsLogged(let session):
      places[event.id] = logged.count
      logged.append(Session(event, session))
    case .pushUpsRemoved(let removal):
      if places[removal.pushUps] != nil { removed.insert(removal.pushUps) }
    case .pushUpsRestored(let restoring): removed.remove(restoring.pushUps)
    }
  }
}
