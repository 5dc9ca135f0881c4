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
  private var trace: any PathTracing
  /// A Boolean value indicating whether the condition holds after the last event.
  public private(set) var holds: Bool
  /// The kinds of all values that the path has led to.
  package private(set) var kinds: Set<PathCondition.Kind> = []

  /// Creates the trace of a condition in a view of an empty log.
  ///
  /// - Parameter user: The user of the view; nil if it has no user.
  public init(_ condition: PathCondition, in view: any View.Type, of user: Name? = nil) {
    self.condition = condition
    trace = view._trace(condition.path, of: user)
    holds = condition.holds(for: trace.value)
    if let value = trace.value { kinds.insert(PathCondition.Kind(of: value)) }
  }

  /// A Boolean value indicating whether the path has ever led to a value.
  public var hasLed: Bool { !kinds.isEmpty }
  /// The value at the path after the last event; nil if the path leads nowhere.
  public var value: JSON? { trace.value }
  /// The areas that the view reads, each with the users whose events it reads there.
  public var interests: [(areas: Areas, scope: Scope)] { trace.interests }

  /// Folds in an event.
  ///
  /// - Returns: The flip; nil if the event does not change whether the condition holds.
  public mutating func apply(_ event: Event) -> ConditionChange? {
    trace.apply(event).flatMap { flip($0, by: { event }) }
  }

  /// Folds in the events of `run` that have bit 1 and passes the flips to `report`, in order.
  mutating func fold(_ run: inout EventRun, _ report: (ConditionChange) -> Void) {
    var changes: [(place: Int, values: (before: JSON?, after: JSON?))] = []
    trace._fold(&run, wantedBy: 1) { changes.append(($0, $1)) }
    for change in changes {
      if let flip = flip(change.values, by: { run.event(at: change.place) }) { report(flip) }
    }
  }

  /// Returns the flip that a change of the value causes; nil if it does not change whether the condition holds.
  private mutating func flip(
    _ values: (before: JSON?, after: JSON?), by event: () -> Event
  ) -> ConditionChange? {
    if let after = values.after { kinds.insert(PathCondition.Kind(of: after)) }
    let now = condition.holds(for: values.after)
    guard now != holds else { return nil }
    holds = now
    return ConditionChange(event: event(), before: values.before, after: values.after, holds: now)
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
  /// The kinds of all values that the path has led to.
  package fileprivate(set) var kinds: Set<PathCondition.Kind> = []

  /// A Boolean value indicating whether the path has ever led to a value.
  public var hasLed: Bool { !kinds.isEmpty }

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
    of condition: PathCondition, in view: any View.Type, of user: Name? = nil, asOf: AsOf? = nil
  ) throws -> ConditionChanges {
    var trace = ConditionTrace(condition, in: view, of: user)
    var flips = ConditionChanges(holdsFromStart: trace.holds, start: trace.value)
    var interest = Interest(in: asOf?.includes)
    for part in trace.interests { interest.add(1, part.scope, part.areas) }
    try events(interest) { run in trace.fold(&run) { flips.flips.append($0) } }
    (flips.end, flips.kinds) = (trace.value, trace.kinds)
    return flips
  }
}
