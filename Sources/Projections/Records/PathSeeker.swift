import Events

/// A fold of a view, event by event, that reports which events change the value at a path.
///
/// It uses the rows of a `ViewTrace`. If the path begins with a position, all rows are searched only after an event
/// that may have changed which row is there. They are never searched if the list is too short.
struct PathSeeker<V: View> {
  /// A way to the value at the path.
  private enum Way {
    /// The whole view.
    case whole
    /// The row with a key.
    case row(Name)
    /// The row at a position, counted from the end if it is negative.
    case place(Int)
    /// The first row with a value in a field other than its key.
    case field(RecordPath.Step)
    /// The only row, or the rows of a list without keys; the trace keeps both in order.
    case kept
  }

  private var trace: ViewTrace<V>
  private let path: RecordPath
  private let way: Way
  /// The key of the row at a position, or of the first row with the value in the field; nil if there is none.
  private var key: Name?
  /// The keys of the rows with the value in the field.
  private var matching: Set<Name> = []
  /// The value after the last event; nil if the path leads nowhere.
  private(set) var value: JSON?

  /// The projection after the last event.
  var source: V.Source { trace.source }

  /// Returns whether a path enters a list with keys by a position, or by a field other than the key.
  static func follows(_ path: RecordPath) -> Bool {
    guard ViewTrace<V>.hasKeys else { return false }
    switch path.steps.first {
    case .index: return true
    case .match(let name, _): return name != V.Row.key
    case .key, nil: return false
    }
  }

  /// Creates the search that continues from a state of the view.
  init(_ path: RecordPath, _ source: V.Source) {
    self.path = path
    trace = ViewTrace(source)
    switch path.steps.first {
    case _ where !ViewTrace<V>.hasKeys: way = .kept
    case .match(let name, let value) where name == V.Row.key: way = .row(Name(value))
    case .match(let name, let value): way = .field(.match(name, value))
    case .index(let place): way = .place(place)
    case .key, nil: way = .whole
    }
    matching = allMatching()
    key = meantKey()
    value = found()
  }

  /// Returns whether an event certainly leaves the view unchanged.
  func ignores(_ event: Event) -> Bool { trace.source._ignores(event) }

  /// Returns whether a logged set certainly leaves the view unchanged.
  func ignores(_ set: TypedEvent<SetLogged>) -> Bool { trace.source._ignores(set) }

  /// Folds in an event and returns whether it changes the value at the path.
  mutating func isChanged(by event: Event) -> Bool {
    let touched = V.touched(by: event, of: trace.source)
    let before = rowsOfWhole(touched)
    var (isReordered, isReported) = (false, false)
    trace.apply(event) {
      isReported = true
      if Self.mayReorder($0) { isReordered = true }
    }
    guard trace.hasChangedRows else { return false }
    switch way {
    // A row holds more than its fields, and an event may change only the order of a list in it.
    case .whole:
      return isReported
        || before.contains { key, row in
          trace.rowsByKey[key].map { !V.Row.isWrittenAlike(row, $0) } ?? true
        }
    case .kept: break
    case .row(let key): if let touched, !touched.contains(key) { return false }
    case .place, .field:
      let old = (key: key, matching: matching)
      if let touched { match(touched) } else { matching = allMatching() }
      if isReordered || matching != old.matching { key = meantKey() }
      if key == old.key, let touched, key.map({ !touched.contains($0) }) ?? true { return false }
    }
    let old = value
    value = found()
    return old != value
  }

  /// Returns the rows that an event may change, by their keys; the result is empty if the path is not the whole view.
  private func rowsOfWhole(_ touched: [Name]?) -> [Name: V.Row] {
    guard case .whole = way else { return [:] }
    guard let touched else { return trace.rowsByKey }
    var rows: [Name: V.Row] = [:]
    for key in touched { rows[key] = trace.rowsByKey[key] }
    return rows
  }

  /// Returns whether a change may have moved another row to a position.
  private static func mayReorder(_ change: ViewChange) -> Bool {
    guard change.path.steps.count > 1, let fields = V._orderFields,
      case .key(let field) = change.path.steps[1]
    else { return true }
    return fields.contains(field)
  }

  /// Returns the key of the row at the position, or of the first row with the value; nil if there is none.
  private func meantKey() -> Name? {
    let count = trace.rowsByKey.count
    switch way {
    case .place(let place) where place < count && place >= -count:
      return V._key(at: place, of: trace.source)
    case .field where matching.count > 1:
      return V(trace.source).rows.lazy.compactMap { $0._keyScalar?.name }
        .first { matching.contains($0) }
    case .field: return matching.first
    default: return nil
    }
  }

  /// Returns the keys of all rows with the value in the field.
  private func allMatching() -> Set<Name> {
    guard case .field = way else { return [] }
    return Set(trace.rowsByKey.keys.filter { matches($0) })
  }

  /// Checks which of some rows now have the value in the field.
  private mutating func match(_ keys: [Name]) {
    guard case .field = way else { return }
    for key in keys { if matches(key) { matching.insert(key) } else { matching.remove(key) } }
  }

  private func matches(_ key: Name) -> Bool {
    guard case .field(let step) = way, let row = trace.rowsByKey[key] else { return false }
    return PathFinder.value(at: [step], in: [row]) != nil
  }

  /// Returns the value at the path; nil if the path leads nowhere or is a whole list with keys.
  private func found() -> JSON? {
    switch way {
    case .whole: nil
    case .row(let key): value(in: key)
    case .place, .field: key.flatMap { value(in: $0) }
    case .kept: V.value(at: path, in: trace.rows)
    }
  }

  /// Returns the value within the row with a key.
  private func value(in key: Name) -> JSON? {
    trace.rowsByKey[key].flatMap { V._value(at: path.steps.dropFirst(), in: $0) }
  }
}

/// The search for the first change at a path of a view, which begins after some of the events.
private struct PathSearch<V: View>: PathSearching {
  let interests: [(areas: Areas, scope: Scope)]
  private let path: RecordPath
  /// The state before the search begins; nil from then on.
  private var source: V.Source?
  private var seeker: PathSeeker<V>?

  init(_ path: RecordPath, of user: Name?) {
    let source = V.Source.scoped(to: user)
    (self.path, self.source, interests) = (path, source, source._interests)
  }

  mutating func skip(_ event: Event) { source?.apply(event) }

  mutating func isChanged(by event: Event) -> Bool {
    // Taken, so that the trace changes it in place.
    if let source = source.take() { seeker = PathSeeker(path, source) }
    return seeker?.isChanged(by: event) ?? false
  }
}

/// The search for the first change at a path of a view of any type.
private protocol PathSearching {
  var interests: [(areas: Areas, scope: Scope)] { get }
  /// Folds in an event before the search begins.
  mutating func skip(_ event: Event)
  /// Folds in an event and returns whether it changes the value at the path.
  mutating func isChanged(by event: Event) -> Bool
}

extension Log {
  /// Returns the position of the first event in a range that changes the value at a path of some views; nil for none.
  ///
  /// Cost: one fold of all the views, up to the first change. At most one line after the range is read.
  ///
  /// - Parameters:
  ///   - user: The user of the views; nil if all events count as those of one user.
  ///   - range: The positions of the events.
  /// - Throws: `LogError.Kind.damaged`, with the place.
  package func firstChange(
    at path: RecordPath, in views: [any View.Type], of user: Name?, among range: ClosedRange<Int>
  ) throws(LogError) -> Int? {
    func search<V: View>(_ view: V.Type) -> any PathSearching { PathSearch<V>(path, of: user) }
    var searches: [any PathSearching] = []
    for view in views { searches.append(search(view)) }
    var (lines, seq) = (lines(), 0)
    while seq < range.upperBound, let line = try lines.next() {
      seq = line.seq
      guard seq <= range.upperBound else { return nil }
      var event: Event?
      for place in searches.indices {
        let isWanted = searches[place].interests.contains {
          $0.areas.contains(line.area) && $0.scope.includes(line.user)
        }
        guard isWanted else { continue }
        let read = if let event { event } else { try lines.event() }
        event = read
        if seq < range.lowerBound {
          searches[place].skip(read)
        } else if searches[place].isChanged(by: read) {
          return seq
        }
      }
    }
    return nil
  }
}
