import Events

/// An event after which a condition begins or ceases to hold.
public struct ConditionChange: Sendable {
  public let event: Event
  /// The value at the path before the event; nil if the path led nowhere.
  public let before: JSON?
  /// The value at the path after the event; nil if the path leads nowhere.
  public let after: JSON?
  /// A Boolean value indicating whether the condition holds after the event.
  public let holds: Bool
}

/// A condition on a value of a view, followed event by event.
///
/// It is exact even if the condition changes often, since it reads every event.
public struct ConditionTrace: Sendable {
  public let condition: PathCondition
  fileprivate var trace: any ViewTracing
  /// A Boolean value indicating whether the condition holds after the last event.
  public private(set) var holds: Bool
  /// The value at the path after the last event; nil if the path leads nowhere.
  public private(set) var value: JSON?
  /// A Boolean value indicating whether the path has ever led to a value.
  public private(set) var hasLed: Bool

  /// Creates the trace of a condition in a view of an empty log.
  ///
  /// - Parameter user: The user of the view; nil if it has no user.
  public init(_ condition: PathCondition, in view: any LogView.Type, of user: Name? = nil) {
    self.condition = condition
    trace = view._trace(of: user, at: condition.path)
    value = trace.view.value(at: condition.path)
    holds = condition.holds(for: value)
    hasLed = value != nil
  }

  /// The areas that the view reads, each with the users whose events it reads there.
  public var interests: [(areas: Areas, scope: Scope)] { trace.interests }

  /// Folds in an event.
  ///
  /// - Returns: The change of the condition; nil if the event does not change whether the condition holds.
  public mutating func apply(_ event: Event) -> ConditionChange? {
    var change: ViewChange?
    trace.apply(event) { change = $0 }
    return change.flatMap { record($0, by: event) }
  }

  /// Folds in the events of a log, and passes each new value, its event, and the change of the condition to `body`.
  mutating func forEachChange(
    in log: Log, asOf: AsOf?, _ body: (JSON?, Event, ConditionChange?) throws -> Void
  ) throws {
    var trace = trace
    try log.forEachChange(in: &trace, asOf: asOf) { event, change in
      let flip = record(change, by: event)
      try body(value, event, flip)
    }
    self.trace = trace
  }

  /// Records a change of the value, and returns the change of the condition, if any.
  fileprivate mutating func record(_ change: ViewChange, by event: Event) -> ConditionChange? {
    let (before, held) = (value, holds)
    value = change.after?.json
    if value != nil { hasLed = true }
    holds = condition.holds(for: value)
    guard holds != held else { return nil }
    return ConditionChange(event: event, before: before, after: value, holds: holds)
  }
}

/// The events of a log after which a condition begins or ceases to hold.
public struct ConditionChanges: Sendable {
  /// A Boolean value indicating whether the condition holds for an empty log.
  public let holdsFromStart: Bool
  /// The value at the path in the view of an empty log; nil if the path leads nowhere.
  public let start: JSON?
  /// The flips, in the order of the log.
  public fileprivate(set) var flips: [ConditionChange] = []
  /// The value at the path at the end of the log; nil if the path leads nowhere.
  public fileprivate(set) var end: JSON?
  /// A Boolean value indicating whether the path has ever led to a value.
  public fileprivate(set) var hasLed = false

  /// A Boolean value indicating whether the condition holds at the end.
  public var holds: Bool { flips.last?.holds ?? holdsFromStart }
  /// The first event after which the condition holds; nil if it never does, or held from the start.
  public var first: ConditionChange? { holdsFromStart ? nil : flips.first }
}

extension Log {
  /// Returns the events after which a condition on a view begins or ceases to hold.
  ///
  /// Cost: one fold of the events that the view reads. No view is created for an event; a row is created only for
  /// events that may change it.
  ///
  /// - Parameters:
  ///   - user: The user of the view; nil if it has no user.
  ///   - asOf: The part of the log to read; nil for all of it.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public func flips(
    of condition: PathCondition, in view: any LogView.Type, of user: Name? = nil, asOf: AsOf? = nil
  ) throws -> ConditionChanges {
    let flips = try flips(of: condition, in: view, ofEach: [user], asOf: asOf)
    return flips[0]
  }

  /// Returns the events after which a condition on the view of each user begins or ceases to hold.
  ///
  /// Cost: one pass for each 64 users.
  ///
  /// - Parameters:
  ///   - users: The users of the views, in the order of the result; nil for a view that has no user.
  ///   - asOf: The part of the log to read; nil for all of it.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public func flips(
    of condition: PathCondition, in view: any LogView.Type, ofEach users: [Name?], asOf: AsOf? = nil
  ) throws -> [ConditionChanges] {
    var states = users.map { ConditionTrace(condition, in: view, of: $0) }
    var flips = states.map { ConditionChanges(holdsFromStart: $0.holds, start: $0.value) }
    var traces = states.map(\.trace)
    try forEachChange(in: &traces, asOf: asOf) { place, event, change in
      if let flip = states[place].record(change, by: event) { flips[place].flips.append(flip) }
    }
    for place in flips.indices {
      (flips[place].end, flips[place].hasLed) = (states[place].value, states[place].hasLed)
    }
    return flips
  }
}
