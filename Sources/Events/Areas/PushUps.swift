/// The events of push-ups, counted by a detector or by hand.
public enum PushUpEvent: Equatable, Sendable, EventArea {
  case pushUpsLogged(PushUpsLogged)
  case pushUpsRemoved(PushUpsRemoved)
  case pushUpsRestored(PushUpsRestored)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("PushUpsLogged", PushUpsLogged.self),
    ("PushUpsRemoved", PushUpsRemoved.self),
    ("PushUpsRestored", PushUpsRestored.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .pushUpsLogged(let payload): payload
    case .pushUpsRemoved(let payload): payload
    case .pushUpsRestored(let payload): payload
    }
  }
}

/// A session of push-ups; its id is the id of the event.
public struct PushUpsLogged: Equatable, Sendable, EventPayload {
  public let count: Int
  /// The largest number of push-ups in one session.
  package static var most: Int { 10_000 }

  /// The duration; nil if not recorded.
  public let seconds: Double?
  public let note: String?
  /// The day of the push-ups; nil for the day of the event.
  public let day: LocalDay?

  public init(
    count: Int, seconds: Double? = nil, note: String? = nil, day: LocalDay? = nil
  ) { (self.count, self.seconds, self.note, self.day) = (count, seconds, note, day) }

  package var body: Event.Body { .pushUps(.pushUpsLogged(self)) }

  @usableFromInline package static var creates: EntityKind? { .pushUps }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    count = try f("count", old?.count, .range(0...Double(Self.most)), "The number of push-ups.")
    seconds = try f.optional(
      "seconds", old?.seconds, .seconds, "The duration; omitted if not recorded.")
    note = try f.optional("note", old?.note, .text.personal, "A remark.")
    day = try f.optional(
      "day", old?.day, .any,
      "The day of the push-ups; omitted if it is the day of the event.")
  }
}

/// The removal of a session of push-ups entered by mistake; medals earned by it stay.
public struct PushUpsRemoved: Equatable, Sendable, EventPayload {
  /// The event that logged the push-ups.
  public let pushUps: EventID

  public init(pushUps: EventID) { self.pushUps = pushUps }

  package var body: Event.Body { .pushUps(.pushUpsRemoved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    pushUps = try f("pushUps", old?.pushUps, .ends(.pushUps), "The event that logged the push-ups.")
  }
}

/// The restoration of a removed session of push-ups, with its id, its time and its values.
public struct PushUpsRestored: Equatable, Sendable, EventPayload {
  /// The event that logged the push-ups.
  public let pushUps: EventID

  public init(pushUps: EventID) { self.pushUps = pushUps }

  package var body: Event.Body { .pushUps(.pushUpsRestored(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    pushUps = try f(
      "pushUps", old?.pushUps, .restores(.pushUps), "The event that logged the push-ups.")
  }
}
