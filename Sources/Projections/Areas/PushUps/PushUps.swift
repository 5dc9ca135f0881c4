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

  /// The sessions in the order of the log; nil for one that was removed.
  private var logged: [Session?] = []
  private var places: [EventID: Int] = [:]

  public init() {}
  public static var reads: Areas { [.pushUps] }

  /// The sessions in the order of the log.
  public var sessions: [Session] { logged.compactMap(\.self) }

  /// The session that an event logged; nil if there is none, or if it was removed.
  public subscript(id: EventID) -> Session? { places[id].flatMap { logged[$0] } }

  public mutating func apply(_ event: Event) {
    guard case .pushUps(let fact) = event.body else { return }
    switch fact {
    case .pushUpsLogged(let session):
      places[event.id] = logged.count
      logged.append(Session(event, session))
    case .pushUpsRemoved(let removal):
      guard let place = places.removeValue(forKey: removal.pushUps) else { return }
      logged[place] = nil
    }
  }
}
