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
    self.init(path, V.Source.scoped(to: user))
  }

  /// Creates the trace of a path that goes on from a state of a view.
  init(_ path: RecordPath, _ source: V.Source) {
    self.path = path
    self.source = source
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

extension Log {
  /// Returns the position of the first event after `seq` that changes what is at a path of some views; nil for none.
  ///
  /// Cost: one fold of each view up to that event; before `seq` no view is made.
  ///
  /// - Parameter user: The user whose views they are; nil takes the events of all users as those of one.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  package func firstChange(
    at path: RecordPath, in views: [any View.Type], of user: Name?, after seq: Int
  ) throws(LogError) -> Int? {
    var found: Int?
    for view in views {
      func change<V: View>(_ view: V.Type) throws(LogError) -> Int? {
        try firstChange(at: path, in: view, of: user, in: seq + 1..<(found ?? .max))
      }
      if let change = try change(view) { found = change }
    }
    return found
  }

  private func firstChange<V: View>(
    at path: RecordPath, in view: V.Type, of user: Name?, in range: Range<Int>
  ) throws(LogError) -> Int? {
    var source = V.Source.scoped(to: user)
    let interests = source._interests
    var trace: PathTrace<V>?
    var lines = lines()
    while let line = try lines.next(), line.seq < range.upperBound {
      let isWanted = interests.contains {
        $0.areas.contains(line.area) && $0.scope.includes(line.user)
      }
      guard isWanted else { continue }
      let event = try lines.event()
      if line.seq < range.lowerBound {
        source.apply(event)
      } else {
        if trace == nil { trace = PathTrace(path, source) }
        if trace?.apply(event) != nil { return line.seq }
      }
    }
    return nil
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
