import Events

/// The part of a view at one path, which a `ViewTrace` follows event by event.
///
/// If the path begins with the key of a row, the trace keeps only that row. Otherwise it keeps all rows. For a
/// position or another field, the trace searches for the row again only after an event that may have changed the
/// result. The value is created only after an event that changed a part around it or within it.
struct FollowedPart<V: LogView>: Sendable {
  /// The rows that the path can enter.
  private enum Entry {
    /// Any row, or the view itself.
    case any
    /// The row with a key.
    case row(Name)
    /// The row at a position, counted from the end if it is negative.
    case place(Int)
    /// The first row with a value in a field other than its key.
    case field(RecordPath.Step)
  }

  private let path: RecordPath
  private let entry: Entry
  /// The key of the row at the position, or of the first row with the value in the field; nil if there is none.
  private var key: Name?
  /// The keys of the rows with the value in the field.
  private var matching: Set<Name> = []
  /// The value after the last event; nil if the path leads nowhere.
  private var value: JSON?

  init(_ path: RecordPath) {
    self.path = path
    switch path.steps.first {
    case _ where !ViewTrace<V>.hasKeys: entry = .any
    case .match(let name, let value) where name == V.Row.key: entry = .row(Name(value))
    case .match(let name, let value): entry = .field(.match(name, value))
    case .index(let place): entry = .place(place)
    case .key, nil: entry = .any
    }
  }

  /// A Boolean value indicating whether the trace must keep all rows to find the part.
  var needsRows: Bool {
    switch entry {
    case .place, .field, .row: true
    case .any: V.shape != .list
    }
  }

  /// The key of the only row that the trace must keep; nil if there are others.
  var onlyKey: Name? { if case .row(let key) = entry { key } else { nil } }

  /// A Boolean value indicating whether the order of elements in the only row can change the part.
  var dependsOnOrder: Bool {
    path.steps.dropFirst().contains { if case .key = $0 { false } else { true } }
  }

  /// Returns whether a change may have changed the part.
  func mayBeChanged(by change: ViewChange) -> Bool {
    // The only row is around all changes.
    let steps = onlyKey == nil ? path.steps[...] : path.steps.dropFirst()
    let others = onlyKey == nil ? change.path.steps[...] : change.path.steps.dropFirst()
    for (one, other) in zip(steps, others) where one != other {
      switch (one, other) {
      case (.key, .key): return false
      // The key of an element never changes.
      case (.match(let one, _), .match(let other, _)) where one == other: return false
      default: return true
      }
    }
    return true
  }

  /// Finds the part in the current state of a trace.
  mutating func find(in trace: ViewTrace<V>) {
    matching = allMatching(in: trace)
    key = enteredKey(in: trace)
    value = currentValue(in: trace)
  }

  /// Returns the change of the part by an event that was folded into the trace; nil if the part is the same.
  ///
  /// - Parameters:
  ///   - touched: The keys of the rows that the event may have changed; nil if this is unknown.
  ///   - isReordered: Whether the event may have moved rows to other positions.
  mutating func change(
    _ touched: [Name]?, isReordered: Bool, in trace: ViewTrace<V>
  ) -> ViewChange? {
    switch entry {
    case .any: if touched?.isEmpty ?? false { return nil }
    case .row: break
    case .place, .field:
      let old = (key: key, matching: matching)
      match(touched, in: trace)
      if isReordered || matching != old.matching { key = enteredKey(in: trace) }
      if key == old.key, let touched, key.map({ !touched.contains($0) }) ?? true { return nil }
    }
    let before = value
    value = currentValue(in: trace)
    guard before != value else { return nil }
    return ViewChange(path: path, before: before.map { .json($0) }, after: value.map { .json($0) })
  }

  /// Returns whether a change may have moved another row to a position.
  static func mayReorder(_ change: ViewChange) -> Bool {
    guard change.path.steps.count > 1, let fields = V._orderFields,
      case .key(let field) = change.path.steps[1]
    else { return true }
    return fields.contains(field)
  }

  private func currentValue(in trace: ViewTrace<V>) -> JSON? {
    guard needsRows else { return V.value(at: path, of: trace.source) }
    guard V.shape == .list else { return V.value(at: path, in: trace.rows) }
    return (onlyKey ?? key).flatMap { trace.rowsByKey[$0] }
      .flatMap { V._value(at: path.steps.dropFirst(), in: $0) }
  }

  private func enteredKey(in trace: ViewTrace<V>) -> Name? {
    let count = trace.rowsByKey.count
    switch entry {
    case .place(let place) where place < count && place >= -count:
      return V._key(at: place, of: trace.source)
    case .field where matching.count > 1:
      return V(trace.source).rows.lazy.compactMap { $0._keyScalar?.name }
        .first { matching.contains($0) }
    case .field: return matching.first
    default: return nil
    }
  }

  private func allMatching(in trace: ViewTrace<V>) -> Set<Name> {
    guard case .field(let step) = entry else { return [] }
    return Set(trace.rowsByKey.lazy.filter { Self.matches($0.value, step) }.map(\.key))
  }

  /// Checks which of the touched rows now have the value in the field.
  private mutating func match(_ touched: [Name]?, in trace: ViewTrace<V>) {
    guard case .field(let step) = entry else { return }
    guard let touched else { return matching = allMatching(in: trace) }
    for key in touched {
      if trace.rowsByKey[key].map({ Self.matches($0, step) }) ?? false {
        matching.insert(key)
      } else {
        matching.remove(key)
      }
    }
  }

  private static func matches(_ row: V.Row, _ step: RecordPath.Step) -> Bool {
    PathFinder.value(at: [step], in: [row]) != nil
  }
}
