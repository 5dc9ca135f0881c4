import Events

/// A view that is folded event by event and reports what each event changes in it.
///
///     var trace = ViewTrace<PersonalBestsView>(of: "ann")
///     for event in events {
///       trace.apply(event) { change in print(event.seq, change.path, change.after?.json ?? .null) }
///     }
///
/// No view is made for an event that names the rows it touches (`View.touched(by:of:)`): those rows are
/// made, and compared with what they were. For any other event all rows are.
///
/// The changes of all events in order, applied to the view of an empty log, give the view at the end, up to
/// the order of rows.
public struct ViewTrace<V: View>: Sendable {
  /// The projection as of the last event that was folded in.
  public private(set) var source: V.Source
  /// The rows of a list by their key.
  private(set) var rowsByKey: [Name: V.Row] = [:]
  /// The rows of any other view.
  private(set) var rows: [V.Row] = []
  /// A Boolean value indicating whether the last event changed a row, the order of a list in it included; where rows
  /// have no keys, whether it may have.
  private(set) var hasChangedRows = false
  /// The changes of the last row that grew, whose memory is used again.
  private var changes: [ViewChange] = []
  /// The path to the row that changed last.
  private var last: (key: Name, path: RecordPath)?
  public let interests: [(areas: Areas, scope: Scope)]
  /// A Boolean value indicating whether the view is a list whose rows have keys of their own.
  static var hasKeys: Bool { V.shape == .list && V.Row.key != nil && V._hasUniqueKeys }

  /// Creates the trace of a view of an empty log.
  ///
  /// - Parameter user: The user whose view it is; nil where it is nobody's.
  public init(of user: Name? = nil) {
    self.init(V.Source.scoped(to: user))
  }

  /// Creates the trace of a view that goes on from a state.
  public init(_ source: V.Source) {
    self.source = source
    interests = source._interests
    let rows = V(source).rows
    if Self.hasKeys {
      for row in rows { index(row) }
    } else {
      self.rows = rows
    }
  }

  private mutating func index(_ row: V.Row) {
    guard let key = row._keyScalar?.name, rowsByKey[key] == nil else { return }
    rowsByKey[key] = row
  }

  /// Folds in an event and passes what it changes to `report`.
  ///
  /// An event that the view is not made of changes nothing.
  public mutating func apply(_ event: Event, _ report: (ViewChange) -> Void) {
    hasChangedRows = false
    if interests.include(event) { fold(event, report) }
  }

  /// Folds in an event that the view is made of and passes what it changes to `report`.
  public mutating func fold(_ event: Event, _ report: (ViewChange) -> Void) {
    // Compiled for the view: what is generic spent a fifth of a replay asking for type metadata.
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
        // Nearly all are of others, and no event of any type is made of them.
        if !source._ignores(set) { change(set.event) { report(index, $0) } }
      }
    }
  }

  /// Folds in an event that may change the state.
  private mutating func change(_ event: Event, _ report: (ViewChange) -> Void) {
    let touched = V.touched(by: event, of: source)
    source.apply(event)
    guard let touched else { return compareAll(after: event, report) }
    guard Self.hasKeys else { return touched.isEmpty ? () : compareAll(after: event, report) }
    for key in touched {
      if grow(key, by: event, report) { continue }
      let row = rowsByKey[key].flatMap { V.row($0, after: event, of: source) }
      compare(row ?? V.row(key, of: source), key, report)
    }
  }

  /// Adds to a row in place, and returns whether that is all that the event did.
  private mutating func grow(
    _ key: Name, by event: Event, _ report: (ViewChange) -> Void
  ) -> Bool {
    guard let place = rowsByKey.index(forKey: key),
      let grow = V.growth(of: rowsByKey.values[place], by: event, of: source)
    else { return false }
    let before = RecordDifference.Outline(of: rowsByKey.values[place], keepsLists: false)
    grow(&rowsByKey.values[place])
    hasChangedRows = true
    changes.removeAll(keepingCapacity: true)
    let path = path(to: key)
    RecordDifference.compare(before, rowsByKey.values[place], at: path, &changes)
    changes.forEach(report)
    return true
  }

  /// Returns the path to a row; nearly always it is the row of the event before.
  private mutating func path(to key: Name) -> RecordPath {
    if let last, last.key == key { return last.path }
    let path = RecordPath([.match(V.Row.key ?? "", key.text)])
    last = (key, path)
    return path
  }

  private mutating func compare(_ row: V.Row?, _ key: Name, _ report: (ViewChange) -> Void) {
    let before = rowsByKey[key]
    guard before != row else { return }
    hasChangedRows = true
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
      let only = V.shape == .list ? nil : rows.first
      let row = only.flatMap { V.row($0, after: event, of: source) }
      let after = row.map { [$0] } ?? V(source).rows
      hasChangedRows = true
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

  /// Reports where the rows of two states of the view differ.
  fileprivate static func compare(
    _ old: [V.Row], _ new: [V.Row], _ report: (ViewChange) -> Void
  ) {
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
  /// Returns whether `event` is of one of the areas and of its users.
  func include(_ event: Event) -> Bool {
    let area = event.area
    return contains { $0.areas.contains(area) && $0.scope.includes(event.user) }
  }
}

extension View {
  /// Passes to `report` where the view differs from an earlier or another one.
  ///
  /// Cost: proportional to the rows of both, and to all within those that differ.
  public func reportChanges(from old: Self, _ report: (ViewChange) -> Void) {
    ViewTrace<Self>.compare(old.rows, rows, report)
  }
}

/// A trace of some view, whatever its type.
public protocol ViewTracing: Sendable {
  /// The name of the view.
  var name: String { get }
  /// The events that the view is made of, as areas and the users whose events of these areas.
  var interests: [(areas: Areas, scope: Scope)] { get }
  /// The view as of the last event that was folded in.
  var view: any View { get }
  /// Folds in an event and passes what it changes to `report`.
  ///
  /// An event that the view is not made of changes nothing.
  mutating func apply(_ event: Event, _ report: (ViewChange) -> Void)
  /// Folds in an event of the interests and passes what it changes to `report`.
  mutating func fold(_ event: Event, _ report: (ViewChange) -> Void)
  /// Folds in those events of `run` that have `bit`, in order, and passes what each changes to `report`, with its
  /// place in the run.
  ///
  /// All that have it are of the interests.
  mutating func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64, _ report: (Int, ViewChange) -> Void)
}

extension ViewTracing {
  /// The view as of the last event that was folded in, as a tree, which is made each time.
  public var tree: RecordTree { view.tree }
}

extension ViewTrace: ViewTracing {
  public var name: String { V.name }
  public var view: any View { V(source) }

  public mutating func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64, _ report: (Int, ViewChange) -> Void
  ) {
    V._fold(&run, wantedBy: bit, into: &self, report)
  }
}
