/// The events about other events, and about the log itself.
public enum CorrectionEvent: Equatable, Sendable, EventArea {
  case eventsReverted(EventsReverted)
  case personErased(PersonErased)

  public enum Kind: String, CaseIterable, Sendable {
    case eventsReverted = "EventsReverted"
    case personErased = "PersonErased"
  }

  package init(_ kind: Kind, _ source: inout some PayloadSource) throws(LineError) {
    switch kind {
    case .eventsReverted: self = .eventsReverted(try source.payload())
    case .personErased: self = .personErased(try source.payload())
    }
  }

  package var tagged: (kind: Kind, payload: any Payload) {
    switch self {
    case .eventsReverted(let payload): (.eventsReverted, payload)
    case .personErased(let payload): (.personErased, payload)
    }
  }
}

/// A note that the events right before it undo earlier ones: the last event of its batch.
///
/// It changes no view. By it an event that undoes is told from one of the same type that a user meant by
/// itself, which is what repeated undoing goes by.
public struct EventsReverted: Equatable, Sendable, Payload {
  /// The events that are undone, the latest first.
  public let events: [EventID]
  /// The number of events right before this one that undo them.
  public let count: Int
  /// A Boolean value indicating whether those that are undone undid others themselves.
  public let isRedo: Bool

  public init(events: [EventID], count: Int, isRedo: Bool = false) {
    self.events = events
    self.count = count
    self.isRedo = isRedo
  }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    events = try f.list("events", old?.events, .any, "The events that are undone, latest first.")
    count = try f(
      "count", old?.count, .any, "The number of events right before this one that undo them.")
    isRedo = try f.withDefault(
      false, "redo", old?.isRedo, .any, "Whether those that are undone undid others themselves.")
  }
}

/// A note that a person was erased: what was personal in their events is gone from the log.
///
/// It changes no view. Its time is that of the erasure; it has no user, since the person did not do it.
public struct PersonErased: Equatable, Sendable, Payload {
  /// The name that took the place of the person's.
  public let person: Name
  /// The number of values that were replaced or taken out.
  public let values: Int

  public init(person: Name, values: Int) {
    self.person = person
    self.values = values
  }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    person = try f(
      "person", old?.person, .name.personal, "The name that took the place of the person's.")
    values = try f(
      "values", old?.values, .any, "The number of values that were replaced or taken out.")
  }
}
