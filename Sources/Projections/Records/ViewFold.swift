import Events

/// A view that is folded but only inspected at its end.
public struct ViewFold<V: LogView>: ViewFolding {
  /// The projection after the last event that was folded in.
  public private(set) var source: V.Source
  public let interests: [(areas: Areas, scope: Scope)]

  /// Creates the fold of a view of an empty log.
  ///
  /// - Parameter user: The user of the view; nil if it has no user.
  public init(of user: Name? = nil) {
    source = V.Source.scoped(to: user)
    interests = source._interests
  }

  public var name: String { V.name }
  public var view: any LogView { V(source) }

  public mutating func fold(_ event: Event) {
    if interests.include(event) { source.apply(event) }
  }

  public mutating func _fold(_ run: inout EventRun, wantedBy bit: UInt64) {
    source._apply(&run, wantedBy: bit)
  }

  public func value(at path: RecordPath) -> JSON? { V.value(at: path, of: source) }
  public func trace(at path: RecordPath?) -> any ViewTracing { ViewTrace<V>(source, at: path) }

  public func reportChanges(from old: any ViewFolding, _ report: (ViewChange) -> Void) {
    guard let old = old as? ViewFold else { return }
    V(source).reportChanges(from: V(old.source), report)
  }
}

/// A fold of a view of any type.
public protocol ViewFolding: Sendable {
  var name: String { get }
  /// The areas that the view reads, each with the users whose events it reads there.
  var interests: [(areas: Areas, scope: Scope)] { get }
  /// The view after the last event that was folded in, which is created on each access.
  var view: any LogView { get }
  mutating func fold(_ event: Event)
  /// Folds in the events of `run` that have `bit`, in order; all of them belong to the interests.
  mutating func _fold(_ run: inout EventRun, wantedBy bit: UInt64)
  /// Returns the value at a path after the last event that was folded in; nil if the path leads nowhere.
  func value(at path: RecordPath) -> JSON?
  /// Returns a trace of the view that continues from this state: of a path, or of all changes if `path` is nil.
  func trace(at path: RecordPath?) -> any ViewTracing
  /// Passes the differences from another state of the same view to `report`; nothing for another view.
  func reportChanges(from old: any ViewFolding, _ report: (ViewChange) -> Void)
}

extension ViewFolding {
  /// The view after the last event that was folded in, as a tree.
  public var tree: RecordTree { view.tree }
  /// The JSON of the view, without a newline at its end.
  public var json: [UInt8] { view.json }
}

extension Log {
  /// Returns the states of some views at two points of the log, in one pass.
  ///
  /// - Parameters:
  ///   - views: The views, in the order of the result.
  ///   - user: The user of the views; nil if they have no user.
  ///   - old: The part of the log that the first states include; nil for all of it.
  ///   - new: The part of the log that the second states include; nil for all of it.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  public func states(
    of views: [any LogView.Type], of user: Name?, asOf old: AsOf?, _ new: AsOf?
  ) throws -> (old: [any ViewFolding], new: [any ViewFolding]) {
    var states = (old: views.map { $0._fold(of: user) }, new: views.map { $0._fold(of: user) })
    try forEachEvent(of: states.old.flatMap(\.interests)) { event in
      if old?.includes(event) ?? true {
        for place in states.old.indices { states.old[place].fold(event) }
      }
      if new?.includes(event) ?? true {
        for place in states.new.indices { states.new[place].fold(event) }
      }
    }
    return states
  }

  /// Returns the states of some views at one point of the log, in one pass.
  public func states(
    of views: [any LogView.Type], of user: Name?, asOf: AsOf?
  ) throws -> [any ViewFolding] {
    var states = views.map { $0._fold(of: user) }
    try fold(into: &states, asOf: asOf)
    return states
  }

  /// Folds the events up to one point of the log into the states of some views, with one pass for each 64 views.
  func fold(into states: inout [any ViewFolding], asOf: AsOf?) throws(LogError) {
    for first in stride(from: 0, to: states.count, by: 64) {
      var group = Array(states[first...].prefix(64))
      try events(group.interest(asOf: asOf)) { group.fold(&$0) }
      states.replaceSubrange(first..<first + group.count, with: group)
    }
  }
}

extension [any ViewFolding] {
  /// Returns the interest in the events up to one point of the log, with a bit for each of at most 64 states.
  func interest(asOf: AsOf?) -> Interest {
    precondition(count <= 64, "at most 64 views are folded at once")
    var interest = Interest(in: asOf?.includes)
    for place in indices {
      for part in self[place].interests { interest.add(1 << UInt64(place), part.scope, part.areas) }
    }
    return interest
  }

  /// Folds the events of a run of that interest into the states that want them.
  mutating func fold(_ run: inout EventRun) {
    for place in indices { self[place]._fold(&run, wantedBy: 1 << UInt64(place)) }
  }
}
