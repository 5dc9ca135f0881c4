import Events

/// The comparison of the rows of a view with those of a scrubbed log.
///
/// A walk over a row stores its values, and a walk over the other row compares each of its values with the stored one:
/// both rows have the same fields in the same order.
struct RowComparison: RecordVisitor {
  private let renaming: Renaming
  private let movesTimes: Bool
  /// The values of the original row, and before the elements of each list their number.
  ///
  /// A plain value keeps its type: most values are compared without creating a `RecordScalar`. The place of a value with
  /// references has its index in `texts`.
  private var values: [PlainValue] = []
  private var texts: [RecordScalar] = []
  /// The index in `values` of the next value to compare.
  private var place = 0
  /// A Boolean value indicating whether the row belongs to the original log.
  private var isBefore = true
  /// The number of values that are the same; a list counts as one more value after its elements.
  private var count = 0
  private var isOther = false

  private init(_ renaming: Renaming) {
    (self.renaming, movesTimes) = (renaming, renaming.pseudonyms.days != 0)
  }

  /// Returns the first difference between the rows of a view, with its path; nil if there is none.
  ///
  /// - Parameter isList: A Boolean value indicating whether the paths of the rows are their places.
  static func difference<R: Record>(
    of rows: [R], from others: [R], isList: Bool, under renaming: Renaming
  ) -> (path: RecordPath, before: JSON?, after: JSON?)? {
    var comparison = RowComparison(renaming)
    let others = renaming.inOrder(others, of: rows)
    // Rows are equal if all their fields are equal, as in nearly all rows after an erasure.
    let isErasure = renaming.pseudonyms.erased != nil && !comparison.movesTimes
    for place in 0..<max(rows.count, others.count) {
      let (row, other) = (
        place < rows.count ? rows[place] : nil, place < others.count ? others[place] : nil
      )
      if let row, let other, isErasure && row == other || comparison.isSame(row, other) { continue }
      return comparison.difference(row, other, at: RecordPath(isList ? [.index(place)] : []))
    }
    return nil
  }

  private mutating func isSame<R: Record>(_ row: R, _ other: R) -> Bool {
    values.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    (isBefore, isOther) = (true, false)
    R.list(row, &self)
    (isBefore, count, place) = (false, 0, 0)
    R.list(other, &self)
    return !isOther && place == values.count
  }

  /// Returns the difference after the values that are the same; one of the rows may be missing.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private func difference<R: Record>(
    _ row: R?, _ other: R?, at path: RecordPath
  ) -> (path: RecordPath, before: JSON?, after: JSON?) {
    guard let row, let other else {
      return (path, row.map { RecordTree($0).json }, other.map { RecordTree($0).json })
    }
    func value(_ row: R) -> (path: RecordPath, json: JSON)? {
      var search = ValueSearch(
        rest: count, path: path, hidesBody: renaming.pseudonyms.hidesBody)
      R.list(row, &search)
      return search.found
    }
    let (old, new) = (value(row), value(other))
    return ((old ?? new)?.path ?? path, old?.json, new?.json)
  }

  @inline(__always)
  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) { pass(value, name, isPersonal: style.isPersonal, isByMonth: style.isByMonth) }

  /// Stores or compares a value; the function is compiled once for each type of value instead of for each field.
  @inline(never)
  private mutating func pass<V: RecordValue>(
    _ value: V?, _ name: StaticString, isPersonal: Bool, isByMonth: Bool
  ) {
    guard !isOther else { return }
    let old: RecordScalar?
    if PlainValue.takes(V.self) {
      guard !isBefore else { return values.append(PlainValue(value)) }
      guard let stored = next(V.self) else { return isOther = true }
      if !isPersonal, isUsual(stored, value) { return count &+= 1 }
      old = stored?.scalar
    } else {
      guard !isBefore else {
        values.append(PlainValue(value.map { _ in texts.count }))
        return texts += value.map { [$0.scalar] } ?? []
      }
      guard let place = next(Int.self) else { return isOther = true }
      old = place.map { texts[$0] }
    }
    add(
      renaming.allows(
        old, value?.scalar, in: name, isPersonal: isPersonal, isByMonth: isByMonth,
        isWord: V.self != String.self))
  }

  /// Returns whether a value that is not personal is unchanged where it may be, or is an id with its new value.
  @inline(__always)
  private func isUsual<V: RecordValue>(_ old: V?, _ new: V?) -> Bool {
    if V.self == EventID.self, let old = old as? EventID, let new = new as? EventID {
      return renaming.pseudonyms.id(old) == new
    }
    // By their bits: a zero with another sign is another number.
    if V.self == Double.self, let old = old as? Double, let new = new as? Double {
      return old.bitPattern == new.bitPattern
    }
    return !movesTimes && old == new
  }

  /// Returns the next value of the original row; the outer nil means that it is of another type.
  private mutating func next<V>(_ type: V.Type) -> V?? {
    guard place < values.count else { return nil }
    defer { place &+= 1 }
    return values[place].value(as: type)
  }

  private mutating func add(_ isSame: Bool) {
    if isSame { count &+= 1 } else { isOther = true }
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    let records = records ?? []
    if isBefore { values.append(PlainValue(records.count)) }
    guard !isOther, let length = isBefore ? records.count : next(Int.self) ?? nil
    else { return isOther = true }
    for record in records.prefix(length) where !isOther { R.list(record, &self) }
    if !isOther { add(length == records.count) }
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    field(name, record != nil, .plain, summary)
    // Personal records derive from measurements of a body: if these are replaced, only their presence counts.
    guard let record, !isOther, !(style.isPersonal && renaming.pseudonyms.hidesBody) else { return }
    R.list(record, &self)
  }
}

/// A search for a value of a row by the number of values before it.
private struct ValueSearch: RecordVisitor {
  var rest: Int
  var path: RecordPath
  let hidesBody: Bool
  var found: (path: RecordPath, json: JSON)?

  private mutating func pass(_ name: StaticString, _ value: RecordScalar?) {
    if rest == 0 { found = (path.appending(.key("\(name)")), value?.json ?? .null) }
    rest -= 1
  }

  private mutating func walk<R: Record>(_ record: R, at steps: RecordPath.Step...) {
    path.steps += steps
    R.list(record, &self)
    path.steps.removeLast(steps.count)
  }

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) { pass(name, value?.scalar) }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    for (index, record) in (records ?? []).enumerated() {
      walk(record, at: .key("\(name)"), .index(index))
    }
    pass(name, .integer(records?.count ?? 0))
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    pass(name, .boolean(record != nil))
    if let record, !(hidesBody && style.isPersonal) { walk(record, at: .key("\(name)")) }
  }
}
