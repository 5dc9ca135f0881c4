import Events

/// The value at a path of a view, followed event by event.
///
///     var trace = PathTrace<PersonalBestsView>(try RecordPath(parsing: "[exercise=squat].score"), of: "ann")
///     for event in events {
///       if let change = trace.apply(event) { print(event.seq, change.before, change.after) }
///     }
///
/// If the path begins with the key of a row, only that row is created, and only after events that may change it. A
/// `PathSeeker` follows a path that begins with the position of a row, or with another field of it.
public struct PathTrace<V: View>: Sendable {
  public let path: RecordPath
  /// The value after the last event that was folded in; nil if the path leads nowhere.
  public private(set) var value: JSON?
  /// The projection after the last event that was folded in; that of an empty log if there is a seeker.
  private var folded: V.Source
  /// The seeker of the value; nil if the path needs none.
  private var seeker: PathSeeker<V>?
  public let interests: [(areas: Areas, scope: Scope)]
  /// The key of the only row that the path can enter; nil if it may enter any.
  private let row: Name?

  /// Creates the trace of a path in a view of an empty log.
  ///
  /// - Parameter user: The user of the view; nil if it has no user.
  public init(_ path: RecordPath, of user: Name? = nil) {
    self.path = path
    folded = V.Source.scoped(to: user)
    interests = folded._interests
    if V.shape == .list, V._hasUniqueKeys, case .match(let key, let value) = path.steps.first,
      key == V.Row.key
    {
      row = Name(value)
    } else {
      row = nil
    }
    value = V.value(at: path, of: folded)
    if row == nil, PathSeeker<V>.follows(path) { seeker = PathSeeker(path, folded) }
  }

  /// The projection after the last event that was folded in.
  public var source: V.Source { seeker?.source ?? folded }

  /// Folds in an event.
  ///
  /// - Returns: The value before and after, each nil if the path leads nowhere; nil if the event leaves it unchanged.
  public mutating func apply(_ event: Event) -> (before: JSON?, after: JSON?)? {
    V._fold(event, into: &self)
  }

  @inline(__always)
  mutating func step(_ event: Event) -> (before: JSON?, after: JSON?)? {
    guard interests.include(event), !ignores(event) else { return nil }
    return change(event)
  }

  @inline(__always)
  mutating func step(
    _ run: inout EventRun, wantedBy bit: UInt64,
    _ report: (Int, (before: JSON?, after: JSON?)) -> Void
  ) {
    guard run.isWanted(by: bit) else { return }
    for index in 0..<run.count where run.isWanted(index, by: bit) {
      run.withEvent(at: index) { event in
        if !ignores(event), let change = self.change(event) { report(index, change) }
      } set: { set in
        // Nearly all sets leave the view unchanged, so no `Event` is created for them.
        if !ignores(set), let change = self.change(set.event) { report(index, change) }
      }
    }
  }

  private func ignores(_ event: Event) -> Bool {
    seeker?.ignores(event) ?? folded._ignores(event)
  }

  @inline(__always)
  private func ignores(_ set: TypedEvent<SetLogged>) -> Bool {
    seeker?.ignores(set) ?? folded._ignores(set)
  }

  /// Folds in an event that may change the state.
  private mutating func change(_ event: Event) -> (before: JSON?, after: JSON?)? {
    let before = value
    let after: JSON?
    if seeker == nil {
      let touched = V.touched(by: event, of: folded)
      folded.apply(event)
      if let touched, row.map({ !touched.contains($0) }) ?? touched.isEmpty { return nil }
      after = V.value(at: path, of: folded)
    } else {
      guard seeker?.isChanged(by: event) ?? false else { return nil }
      after = seeker?.value
    }
    guard before != after else { return nil }
    value = after
    return (before, after)
  }
}

/// A trace of a path in a view of any type.
public protocol PathTracing: Sendable {
  var path: RecordPath { get }
  /// The areas that the view reads, each with the users whose events it reads there.
  var interests: [(areas: Areas, scope: Scope)] { get }
  /// The value after the last event that was folded in; nil if the path leads nowhere.
  var value: JSON? { get }
  /// Folds in an event.
  ///
  /// - Returns: The value before and after; nil if the event leaves it unchanged.
  mutating func apply(_ event: Event) -> (before: JSON?, after: JSON?)?
  /// Folds in the events of `run` that have `bit`, in order; all of them belong to the interests.
  ///
  /// `report` gets each change of the value, with the index of its event in the run.
  mutating func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64,
    _ report: (Int, (before: JSON?, after: JSON?)) -> Void)
}

extension PathTrace: PathTracing {
  public mutating func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64,
    _ report: (Int, (before: JSON?, after: JSON?)) -> Void
  ) {
    V._fold(&run, wantedBy: bit, into: &self, report)
  }
}
