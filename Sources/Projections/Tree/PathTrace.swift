import Events

/// The value at a path of a view, followed event by event.
///
///     var trace = PathTrace<PersonalBestsView>(try RecordPath(parsing: "[exercise=squat].score"), of: "ann")
///     for event in events {
///       if let change = trace.apply(event) { print(event.seq, change.before, change.after) }
///     }
///
/// Of a path that begins with the key of a row only that row is made, and only after events that may change
/// it.
public struct PathTrace<V: View>: Sendable {
  public let path: RecordPath
  /// The value as of the last event that was folded in; nil where the path leads nowhere.
  public private(set) var value: JSON?
  /// The projection as of the last event that was folded in.
  public private(set) var source: V.Source
  public let interests: [(areas: Areas, scope: Scope)]
  /// The key of the only row that the path leads into; nil where it may lead into any.
  private let row: Name?

  /// Creates the trace of a path in a view of an empty log.
  ///
  /// - Parameter user: The user whose view it is; nil where it is nobody's.
  public init(_ path: RecordPath, of user: Name? = nil) {
    self.path = path
    source = V.Source.scoped(to: user)
    interests = source._interests
    if V.shape == .list, V._hasUniqueKeys, case .match(let key, let value) = path.steps.first,
      key == V.Row.key
    {
      row = Name(value)
    } else {
      row = nil
    }
    value = V.value(at: path, of: source)
  }

  /// Folds in an event.
  ///
  /// - Returns: The value before and after, each nil where the path leads nowhere; nil where the event
  ///   leaves it as it is.
  public mutating func apply(_ event: Event) -> (before: JSON?, after: JSON?)? {
    V._fold(event, into: &self)
  }

  @inline(__always)
  mutating func step(_ event: Event) -> (before: JSON?, after: JSON?)? {
    guard interests.include(event), !source._ignores(event) else { return nil }
    let touched = V.touched(by: event, of: source)
    source.apply(event)
    if let touched, row.map({ !touched.contains($0) }) ?? touched.isEmpty { return nil }
    let (before, after) = (value, V.value(at: path, of: source))
    guard before != after else { return nil }
    value = after
    return (before, after)
  }
}

/// A trace of a path in some view, whatever its type.
public protocol PathTracing: Sendable {
  var path: RecordPath { get }
  /// The events that the view is made of, as areas and the users whose events of these areas.
  var interests: [(areas: Areas, scope: Scope)] { get }
  /// The value as of the last event that was folded in; nil where the path leads nowhere.
  var value: JSON? { get }
  /// Folds in an event.
  ///
  /// - Returns: The value before and after; nil where the event leaves it as it is.
  mutating func apply(_ event: Event) -> (before: JSON?, after: JSON?)?
}

extension PathTrace: PathTracing {}
