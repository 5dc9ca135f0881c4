import Events

/// A view that is folded event by event and reports the changes of each event.
///
///     var trace = ViewTrace<PersonalBestsView>(of: "ann")
///     for event in events {
///       trace.apply(event) { change in print(event.seq, change.path, change.after?.json ?? .null) }
///     }
///
/// A trace of a path reports only the changes of the part at the path, each as one change of the whole part.
///
/// If an event names the rows that it touches (`LogView.touched(by:of:)`), only those rows are created and compared
/// with their earlier state. For any other event, all rows are created and compared.
///
/// The changes of all events, applied in order to the view of an empty log, give the view at the end. Only the order of
/// rows may differ.
public struct ViewTrace<V: LogView>: Sendable {
  /// The projection after the last event that was folded in.
  public private(set) var source: V.Source
  /// The rows of a list by their key.
  private(set) var rowsByKey: [Name: V.Row] = [:]
  /// The rows of any other view.
  private(set) var rows: [V.Row] = []
  /// The part at the path of the trace; nil if the trace reports all changes.
  private var followed: FollowedPart<V>?
  /// The changes of the last edited row, kept so that their memory is reused.
  private var changes: [ViewChange] = []
  /// The path to the row that changed last.
  private var last: (key: Name, path: RecordPath)?
  public let interests: [(areas: Areas, scope: Scope)]
  /// A Boolean value indicating whether the view is a list whose rows have unique keys.
  static var hasKeys: Bool { V.shape == .list && V.Row.key != nil && V._hasUniqueKeys }

  /// Creates the trace of a view of an empty log.
  ///
  /// - Parameters:
  ///   - user: The user of the view; nil if it has no user.
  ///   - path: The path of the part whose changes are reported; nil for all changes.
  public init(of user: Name? = nil, at path: RecordPath? = nil) {
    self.init(V.Source.scoped(to: user), at: path)
  }

  /// Creates the trace of a view that continues from a state.
  public init(_ source: V.Source, at path: RecordPath? = nil) {
    self.source = source
    interests = source._interests
    var followed = path.map { FollowedPart<V>($0) }
    if let key = followed?.onlyKey {
      rowsByKey[key] = V.row(key, of: source)
    } else if followed?.needsRows ?? true {
      let rows = V(source).rows
      if Self.hasKeys {
        for row in rows { index(row) }
      } else {
        self.rows = rows
      }
    }
    followed?.find(in: self)
    self.followed = followed
  }

  private mutating func index(_ row: V.Row) {
    guard let key = row._keyScalar?.name, rowsByKey[key] == nil else { return }
    rowsByKey[key] = row
  }

  /// Folds in an event and passes its changes to `report`.
  ///
  /// An event outside the view's interests changes nothing.
  public mutating func apply(_ event: Event, _ report: (ViewChange) -> Void) {
    guard interests.include(event) else { return }
    // Compiled for the view: generic code spent a fifth of a replay on requests for type metadata.
    V._fold(event, into: &self, report)
  }

  @inline(__always)
  mutating func step(_ event: Event, _ report: (ViewChange) -> Void) {
    if !source._ignores(event) { change(event, report) }
  }

  @inline(__always)
  mutating func step(
    _ run: inout EventRun, wantedBy bit: UInt64, _ report: (Int, ViewChange) -> Void
  ) {
    guard run.isWanted(by: bit) else { return }
    for index in 0..<run.count where run.isWanted(index, by: bit) {
      run.withEvent(at: index) { event in
        if !source._ignores(event) { change(event) { report(index, $0) } }
      } set: { set in
        // Nearly all sets belong to other users, and no `Event` is created for them.
        if !source._ignores(set) { change(set.event) { report(index, $0) } }
      }
    }
  }

  /// Folds in an event that may change the state.
  private mutating func change(_ event: Event, _ report: (ViewChange) -> Void) {
    let touched = V.touched(by: event, of: source)
    source.apply(event)
    guard var part = followed.take() else { return compare(touched, after: event, report) }
    var (isReordered, mayDiffer) = (false, true)
    if let key = part.onlyKey {
      mayDiffer = false
      let mayMove = compareOnly(key, touched, after: event) {
        if part.mayBeChanged(by: $0) { mayDiffer = true }
      }
      if mayMove, part.dependsOnOrder { mayDiffer = true }
    } else if part.needsRows, Self.hasKeys {
      compare(touched, after: event) { if FollowedPart<V>.mayReorder($0) { isReordered = true } }
    } else if part.needsRows, touched?.isEmpty != true {
      mayDiffer = false
      let mayMove = editOnly(after: event) { if part.mayBeChanged(by: $0) { mayDiffer = true } }
      if mayMove == nil { rows = currentRows(after: event) }
      if mayMove ?? true { mayDiffer = true }
    }
    if mayDiffer, let change = part.change(touched, isReordered: isReordered, in: self) {
      report(change)
    }
    followed = part
  }

  /// Reports the differences of the touched rows from their states before an event; of all rows if `touched` is nil.
  private mutating func compare(
    _ touched: [Name]?, after event: Event, _ report: (ViewChange) -> Void
  ) {
    guard let touched else { return compareAll(after: event, report) }
    guard Self.hasKeys else { return touched.isEmpty ? () : compareAll(after: event, report) }
    // A week with several sets that share an id is named several times; a difference must be added only once.
    for key in touched.count > 1 ? touched.distinct : touched {
      _ = compare(key, after: event, report)
    }
  }

  /// Reports the differences of a touched row from its state before an event.
  ///
  /// - Returns: Whether elements of its lists may have moved, which is no difference.
  private mutating func compare(
    _ key: Name, after event: Event, _ report: (ViewChange) -> Void
  ) -> Bool {
    if let mayMove = edit(key, by: event, report) { return mayMove }
    let row = rowsByKey[key].flatMap { V.row($0, after: event, of: source) }
    compare(row ?? V.row(key, of: source), key, report)
    return true
  }

  /// Reports the differences of the only row that is kept from its state before an event.
  ///
  /// - Returns: Whether elements of its lists may have moved, which is no difference.
  private mutating func compareOnly(
    _ key: Name, _ touched: [Name]?, after event: Event, _ report: (ViewChange) -> Void
  ) -> Bool {
    guard let touched else {
      compare(V.row(key, of: source), key, report)
      return true
    }
    return touched.contains(key) && compare(key, after: event, report)
  }

  /// Changes a few elements of a row in place.
  ///
  /// - Returns: Whether elements may have moved; nil if the event may have changed more.
  private mutating func edit(
    _ key: Name, by event: Event, _ report: (ViewChange) -> Void
  ) -> Bool? {
    guard let place = rowsByKey.index(forKey: key),
      let edit = V.edit(of: rowsByKey.values[place], by: event, of: source)
    else { return nil }
    changes.removeAll(keepingCapacity: true)
    let path = path(to: key)
    let mayMove = edit.apply(to: &rowsByKey.values[place], at: path, &changes)
    changes.forEach(report)
    return mayMove
  }

  /// Changes a few elements of the only row in place.
  ///
  /// - Returns: Whether elements may have moved; nil if the event may have changed more.
  private mutating func editOnly(after event: Event, _ report: (ViewChange) -> Void) -> Bool? {
    guard V.shape != .list, !rows.isEmpty,
      let edit = V.edit(of: rows[0], by: event, of: source)
    else { return nil }
    changes.removeAll(keepingCapacity: true)
    let mayMove = edit.apply(to: &rows[0], at: RecordPath(), &changes)
    changes.forEach(report)
    return mayMove
  }

  /// Returns the rows of a view whose rows have no keys, after an event.
  private func currentRows(after event: Event) -> [V.Row] {
    let only = V.shape == .list ? nil : rows.first
    let row = only.flatMap { V.row($0, after: event, of: source) }
    return row.map { [$0] } ?? V(source).rows
  }

  /// Returns the path to a row, which nearly always is the row of the previous event.
  private mutating func path(to key: Name) -> RecordPath {
    if let last, last.key == key { return last.path }
    let path = RecordPath([.match(V.Row.key ?? "", key.text)])
    last = (key, path)
    return path
  }

  private mutating func compare(_ row: V.Row?, _ key: Name, _ report: (ViewChange) -> Void) {
    let place = rowsByKey.index(forKey: key)
    let before = place.map { rowsByKey.values[$0] }
    guard before != row else {
      // Even an equal row may know more about its sums.
      if let place, let row { rowsByKey.values[place] = row }
      return
    }
    let path = path(to: key)
    switch (before, row) {
    case (let before?, let after?):
      var changes: [ViewChange] = []
      changes.reserveCapacity(8)
      RecordDifference.compare(differing: before, after, at: path, &changes)
      changes.forEach(report)
    default:
      report(
        ViewChange(
          path: path, before: before.map { .record($0) }, after: row.map { .record($0) }))
    }
    rowsByKey[key] = row
  }

  private mutating func compareAll(after event: Event, _ report: (ViewChange) -> Void) {
    guard Self.hasKeys else {
      if editOnly(after: event, report) != nil { return }
      let after = currentRows(after: event)
      ViewTrace.compare(rows, after, report)
      rows = after
      return
    }
    let after = V(source).rows
    var met: Set<Name> = []
    met.reserveCapacity(after.count)
    for row in after {
      guard let key = row._keyScalar?.name, met.insert(key).inserted else { continue }
      compare(row, key, report)
    }
    guard met.count < rowsByKey.count else { return }
    for key in rowsByKey.keys.filter({ !met.contains($0) }).sorted() { compare(nil, key, report) }
  }

  /// Reports the differences between the rows of two states of the view.
  fileprivate static func compare(_ old: [V.Row], _ new: [V.Row], _ report: (ViewChange) -> Void) {
    var changes: [ViewChange] = []
    switch V.shape {
    case .list: RecordDifference.compare(lists: old, new, at: RecordPath(), &changes)
    case .object, .optionalObject:
      RecordDifference.compare(optional: old.first, new.first, at: RecordPath(), &changes)
    }
    changes.forEach(report)
  }
}

extension [(areas: Areas, scope: Scope)] {
  /// Returns whether the interests include the event's area and user.
  func include(_ event: Event) -> Bool { include(event.area, of: event.user) }

  /// Returns whether the interests include events of `area` by `user`.
  func include(_ area: Area?, of user: Name?) -> Bool {
    contains { $0.areas.contains(area) && $0.scope.includes(user) }
  }
}

extension LogView {
  /// Passes the differences from another state of the view to `report`.
  ///
  /// Cost: proportional to the number of rows of both, and to the size of the rows that differ.
  public func reportChanges(from old: Self, _ report: (ViewChange) -> Void) {
    ViewTrace<Self>.compare(old.rows, rows, report)
  }
}

/// A trace of a view of any type.
public protocol ViewTracing: Sendable {
  var name: String { get }
  /// The areas that the view reads, each with the users whose events it reads there.
  var interests: [(areas: Areas, scope: Scope)] { get }
  /// The view after the last event that was folded in.
  var view: any LogView { get }
  /// Folds in an event and passes its changes to `report`.
  ///
  /// An event outside the view's interests changes nothing.
  mutating func apply(_ event: Event, _ report: (ViewChange) -> Void)
  /// Folds in the events of `run` that have `bit`, in order, and passes their changes to `report`.
  ///
  /// `report` gets each change with the index of its event in the run. All events with the bit belong to the interests.
  mutating func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64, _ report: (Int, ViewChange) -> Void)
}

extension ViewTracing {
  /// The view after the last event that was folded in, as a tree, which is created on each access.
  public var tree: RecordTree { view.tree }
}

extension ViewTrace: ViewTracing {
  public var name: String { V.name }
  public var view: any LogView { V(source) }

  public mutating func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64, _ report: (Int, ViewChange) -> Void
  ) { V._fold(&run, wantedBy: bit, into: &self, report) }
}
