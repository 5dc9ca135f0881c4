/// The events about other events and about the log itself.
public enum CorrectionEvent: Equatable, Sendable, EventArea {
  case eventsReverted(EventsReverted)
  case personErased(PersonErased)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("EventsReverted", EventsReverted.self),
    ("PersonErased", PersonErased.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .eventsReverted(let payload): payload
    case .personErased(let payload): payload
    }
  }
}

/// A note that the preceding events undo earlier ones; it is the last event of its batch.
///
/// It changes no view. It distinguishes an event that undoes another from an event of the same type that a user
/// recorded independently. Repeated undoing depends on this distinction.
public struct EventsReverted: Equatable, Sendable, EventPayload {
  /// The undone events, the latest first.
  public let events: [EventID]
  /// The number of events directly before this one that undo them, with the same user and time.
  public let count: Int
  /// A Boolean value indicating whether the undone events are themselves undo events.
  public let isRedo: Bool

  public init(events: [EventID], count: Int, isRedo: Bool = false) {
    (self.events, self.count, self.isRedo) = (events, count, isRedo)
  }

  package var body: Event.Body { .corrections(.eventsReverted(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    events = try f.list(
      "events", old?.events, .refers(to: .event), "The events that are undone, latest first.")
    count = try f(
      "count", old?.count, .range(0...Double(BatchLimit.lines - 1)),
      "The number of events immediately before this one that undo the listed events.")
    isRedo = try f.withDefault(
      false, "redo", old?.isRedo, .any, "Whether the undone events are themselves undo events.")
  }
}

extension Event.Body {
  /// A Boolean value indicating whether the event records that the events before it undo others.
  var undoesOthers: Bool {
    if case .corrections(.eventsReverted) = self { true } else { false }
  }
}

/// A note that a person was erased: the log no longer contains the personal values of their events.
///
/// It changes no view. Its time is the time of the erasure. It has no user, because the person did not do it.
public struct PersonErased: Equatable, Sendable, EventPayload {
  /// The name that replaces the person's name.
  public let person: Name
  /// The number of replaced or removed values.
  public let values: Int

  public init(person: Name, values: Int) { (self.person, self.values) = (person, values) }

  package var body: Event.Body { .corrections(.personErased(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    person = try f(
      "person", old?.person, .name.personal, "The name that replaced the person's name.")
    values = try f(
      "values", old?.values, .any, "The number of values that were replaced or removed.")
  }
}
