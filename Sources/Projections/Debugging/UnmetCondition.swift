import Events

/// The reason why a condition on a value of a view does not hold.
///
///     let unmet = try UnmetCondition(condition, in: PersonalBestsView.self, of: "ann", log)
///     if let end = unmet.end { print("it held until", end.event.seq) }
///
/// If the condition held at some point, `end` is the event after which it ceased for the last time, and `start` the
/// event after which it had begun. If it never held, `nearest` is the value that came nearest to it.
public struct UnmetCondition: Sendable {
  /// A value that does not satisfy the condition.
  public struct Nearest: Sendable {
    public let value: JSON
    /// The event that wrote the value; nil for a value of an empty log.
    public let writer: Event?
  }

  public let condition: PathCondition
  /// The value at the path at the end; nil if the path leads nowhere.
  public let value: JSON?
  /// A Boolean value indicating whether the condition holds, so that there is nothing to explain.
  public let holds: Bool
  /// The event after which the condition ceased to hold for the last time; nil if it never held.
  public private(set) var end: ConditionChange?
  /// The event after which it had begun to hold before; nil if it held for an empty log, or never.
  public private(set) var start: ConditionChange?
  /// The value nearest to the condition; nil if the condition held, or if the path never led to a value.
  ///
  /// For numbers and times it is the one with the smallest difference, the first of equal ones. For other values it is
  /// the last one.
  public private(set) var nearest: Nearest?
  /// A Boolean value indicating whether the path has ever led to a value.
  public let hasLed: Bool

  private let view: any LogView.Type
  private let user: Name?
  private let log: Log

  /// Finds the reason by one pass over a log.
  ///
  /// - Parameters:
  ///   - user: The user of the view; nil if it has no user.
  ///   - asOf: The part of the log to read; nil for all of it.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public init(
    _ condition: PathCondition, in view: any LogView.Type, of user: Name?, _ log: Log,
    asOf: AsOf? = nil
  ) throws {
    (self.condition, self.view, self.user, self.log) = (condition, view, user, log)
    var state = ConditionTrace(condition, in: view, of: user)
    var found = (start: ConditionChange?.none, end: ConditionChange?.none)
    var nearest = state.value.map { Nearest(value: $0, writer: nil) }
    try state.forEachChange(in: log, asOf: asOf) { value, event, flip in
      if let flip { if flip.holds { found.start = flip } else { found.end = flip } }
      guard let value else { return }
      if nearest.map({ condition.isNearer(value, than: $0.value) }) ?? true {
        nearest = Nearest(value: value, writer: event)
      }
    }
    (value, holds, hasLed) = (state.value, state.holds, state.hasLed)
    if let end = found.end {
      (self.end, start) = (end, found.start.flatMap { $0.event.seq < end.event.seq ? $0 : nil })
    } else if !state.holds {
      self.nearest = nearest
    }
  }

  /// Returns whether the condition holds after the event that ended it is undone by its user; nil if it never held.
  ///
  /// - Parameter defaults: The time and the ids of the events that would be appended.
  /// - Throws: A `Refusal` if the event cannot be undone, or an error of the log.
  public func isMet(undoingEnd defaults: DraftDefaults) throws -> Bool? {
    guard let event = end?.event, let state = try log.states(of: [view], of: user, asOf: nil).first
    else { return nil }
    return condition.holds(
      for: try state.value(at: condition.path, undoing: event, in: log, defaults))
  }
}

extension PathCondition {
  /// Returns whether a value is nearer to the one that the condition asks for than another value.
  fileprivate func isNearer(_ one: JSON, than other: JSON) -> Bool {
    guard let difference = difference(from: one) else { return self.difference(from: other) == nil }
    return self.difference(from: other).map { difference < $0 } ?? true
  }

  /// Returns the difference from the value of the condition; nil if it is not a number.
  private func difference(from found: JSON) -> Double? {
    switch (found, value) {
    case (.number(let one), .number(let other)): abs(one.double - other.double)
    case (.string(let one), .string(let other)):
      if let one = Timestamp(one), let other = Timestamp(other) {
        abs(Double(one.milliseconds - other.milliseconds))
      } else {
        nil
      }
    default: nil
    }
  }
}
