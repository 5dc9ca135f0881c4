import Events

/// A change of whether a condition holds, by an event.
public struct ConditionChange: Sendable {
  /// The event.
  public let event: Event
  /// The value at the path before the event; nil where the path led nowhere.
  public let before: JSON?
  /// The value at the path after the event; nil where the path leads nowhere.
  public let after: JSON?
  /// A Boolean value indicating whether the condition holds after the event.
  public let holds: Bool
}

/// A condition on a value of a view, followed event by event.
///
/// It is exact even where the condition comes and goes, since no event is left out.
public struct ConditionTrace: Sendable {
  public let condition: PathCondition
  private var trace: any PathTracing
  /// A Boolean value indicating whether the condition holds as of the last event.
  public private(set) var holds: Bool
  /// The kinds of values that the path ever led to.
  package private(set) var kinds: Set<PathCondition.Kind> = []

  /// Creates the trace of a condition in a view of an empty log.
  ///
  /// - Parameter user: The user whose view it is; nil for a view that has none.
  public init(_ condition: PathCondition, in view: any View.Type, of user: Name? = nil) {
    self.condition = condition
    trace = view._trace(condition.path, of: user)
    holds = condition.holds(for: trace.value)
    if let value = trace.value { kinds.insert(PathCondition.Kind(of: value)) }
  }

  /// A Boolean value indicating whether the path ever led to a value.
  public var hasLed: Bool { !kinds.isEmpty }
  /// The value at the path as of the last event; nil where it leads nowhere.
  public var value: JSON? { trace.value }
  /// The events that the view is made of, as areas and the users whose events of these areas.
  public var interests: [(areas: Areas, scope: Scope)] { trace.interests }

  /// Folds in an event.
  ///
  /// - Returns: The flip; nil where the condition holds after the event as it did before.
  public mutating func apply(_ event: Event) -> ConditionChange? {
    trace.apply(event).flatMap { flip($0, by: { event }) }
  }

  /// Folds in the events of `run` that have the bit 1 and passes the flips to `report`, in order.
  mutating func fold(_ run: inout EventRun, _ report: (ConditionChange) -> Void) {
    var changes: [(place: Int, values: (before: JSON?, after: JSON?))] = []
    trace._fold(&run, wantedBy: 1) { changes.append(($0, $1)) }
    for change in changes {
      if let flip = flip(change.values, by: { run.event(at: change.place) }) { report(flip) }
    }
  }

  /// Returns the flip by a change of the value; nil if the condition holds as it did before.
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

/// The events of a log after which a condition began or ceased to hold.
public struct ConditionChanges: Sendable {
  /// A Boolean value indicating whether the condition holds for an empty log.
  public let holdsFromStart: Bool
  /// The value at the path in the view of an empty log; nil where the path leads nowhere.
  public let start: JSON?
  /// The flips, in the order of the log.
  public fileprivate(set) var flips: [ConditionChange] = []
  /// The value at the path at the end of the log; nil where the path leads nowhere.
  public fileprivate(set) var end: JSON?
  /// The kinds of values that the path ever led to.
  package fileprivate(set) var kinds: Set<PathCondition.Kind> = []

  /// A Boolean value indicating whether the path ever led to a value.
  public var hasLed: Bool { !kinds.isEmpty }

  /// The first event after which the condition holds; nil where it never does, or did from the start.
  public var first: ConditionChange? { holdsFromStart ? nil : flips.first }
}

extension Log {
  /// Returns the events after which a condition on a view began or ceased to hold.
  ///
  /// Cost: one fold of the events that the view is made of; a view is made of no event, and a row of those
  /// alone that may change it.
  ///
  /// - Parameters:
  ///   - user: The user whose view it is; nil for a view that has none.
  ///   - asOf: How much of the log is included; nil for all of it.
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
