import Events

/// The values of a row in their new form, in order, and the comparison of another row with them.
///
/// Rows without personal values are compared directly. Other rows are compared value by value, in a hundredth of the
/// time of a walk with paths. Rows with different values may still be the same: a name may be that of an entity and of
/// an exercise. `Renaming` decides.
struct RowValues: RecordVisitor {
  private let renaming: Renaming
  // The options of the renaming: asking its pseudonyms would copy them for each field.
  private let isOwn: Bool
  private let hidesBody: Bool
  private let movesTimes: Bool
  /// A Boolean value indicating whether the row belongs to the original log, so that its values are collected.
  private var isBefore = true
  /// The values of the original row; a list counts as its number of elements, an object as a mark.
  private var values: [RecordScalar?] = []
  /// The index in `values` of the next value to compare.
  private var place = 0
  /// The lists of the original row that a renaming leaves unchanged, in order; nil for each other list.
  ///
  /// The elements of the other lists are also in it: an unchanged element as a list of one, any other element as nil.
  private var kept: [(any Sendable)?] = []
  /// The index of the next list in `kept`.
  private var keptPlace = 0
  /// A Boolean value indicating whether a value differs that should be the same.
  private var isOther = false

  /// Returns whether two rows are the same under a renaming; false if this is uncertain.
  static func are<R: Record>(_ before: R, _ after: R, _ renaming: Renaming) -> Bool {
    if renaming.changesPersonsAlone, !PersonalSearch.isFound(in: CollectionOfOne(before)),
      before == after
    {
      return true
    }
    var values = RowValues(renaming)
    R.list(before, &values)
    values.isBefore = false
    R.list(after, &values)
    return !values.isOther && values.place == values.values.count
  }

  private init(_ renaming: Renaming) {
    self.renaming = renaming
    isOwn = renaming.pseudonyms.erased == nil
    hidesBody = renaming.pseudonyms.hidesBody
    movesTimes = renaming.pseudonyms.days != 0
  }

  @inline(__always)
  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard let value else { return put(nil) }
    if movesTimes, style.isByMonth { return put(.boolean(true)) }
    // Compares types, since the kind of a word is a list of all words.
    if hidesBody, style.isPersonal, V.self == Double.self || V.self == Weight.self {
      return put(.boolean(true))
    }
    put(isBefore ? renamed(value, name, style) : value.scalar)
  }

  /// Returns a value of the original row in its new form.
  @inline(__always)
  private func renamed<V: RecordValue>(
    _ value: V, _ field: StaticString, _ style: FieldStyle
  ) -> RecordScalar {
    if V.self == Name.self, let name = value as? Name {
      return .name(style.isPersonal ? pseudonyms.name(name, isOwn: isOwn) : renaming.plain(name))
    } else if V.self == String.self, let text = value as? String {
      return .text(
        style.isPersonal
          ? pseudonyms.text(text, isOwn: isOwn) : pseudonyms.term(text, isOwn: isOwn))
    } else if V.self == EventID.self, let id = value as? EventID {
      return .id(pseudonyms.id(id))
    } else if movesTimes || style.isPersonal, let day = value as? LocalDay {
      return .day(pseudonyms.day(day, isPersonal: style.isPersonal && isOwn))
    } else if movesTimes, let time = value as? Timestamp {
      return .time(pseudonyms.time(time))
    } else if !renaming.positions.isEmpty, let seq = value as? Int, "\(field)" == "seq" {
      return .integer(renaming.positions[seq] ?? seq)
    }
    return value.scalar
  }

  private var pseudonyms: Pseudonyms { renaming.pseudonyms }

  /// Appends the next value of the original row, or compares it with the next one of the other row.
  @inline(never)
  private mutating func put(_ value: RecordScalar?) {
    guard !isBefore else { return values.append(value) }
    guard !isOther else { return }
    isOther = place == values.count || !RowValues.isSame(values[place], value)
    place += 1
  }

  /// Returns whether two values are the same, numbers by their bits: a zero with another sign is another number.
  private static func isSame(_ one: RecordScalar?, _ other: RecordScalar?) -> Bool {
    switch (one, other) {
    case (.number(let one), .number(let other)): one.bitPattern == other.bitPattern
    case (.weight(let one), .weight(let other)):
      one.kilograms.bitPattern == other.kilograms.bitPattern
    default: one == other
    }
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    put(.integer(records?.count ?? 0))
    guard !isOther, !isSame(records ?? []) else { return }
    // Nearly all sets have no remark, even in a list with a remark.
    for record in records ?? [] where !isSame([record]) { R.list(record, &self) }
  }

  /// Returns whether the renaming leaves a list unchanged; records a difference.
  ///
  /// For twenty sets of a session this takes a fifth of the instructions. Texts are equal as they are for `Renaming`.
  private mutating func isSame<R: Record>(_ records: @autoclosure () -> [R]) -> Bool {
    guard renaming.changesPersonsAlone else { return false }
    guard !isBefore else {
      let records = records()
      let isPersonal = PersonalSearch.isFound(in: records)
      kept.append(isPersonal ? nil : records)
      return !isPersonal
    }
    defer { keptPlace += 1 }
    guard keptPlace < kept.count, let list = kept[keptPlace] else { return false }
    isOther = isOther || list as? [R] != records()
    return true
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    put(record.map { _ in .boolean(true) })
    guard let record, !isOther, !(hidesBody && style.isPersonal) else { return }
    R.list(record, &self)
  }
}

/// A search of records for a personal name, text or day; records without one are the same in both logs.
private struct PersonalSearch: RecordVisitor {
  private var isFound = false

  static func isFound<Records: Collection>(in records: Records) -> Bool
  where Records.Element: Record {
    var search = PersonalSearch()
    for record in records where !search.isFound { Records.Element.list(record, &search) }
    return search.isFound
  }

  @inline(__always)
  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard style.isPersonal, value != nil else { return }
    if V.self == Name.self || V.self == String.self || V.self == LocalDay.self { isFound = true }
  }

  @inline(__always)
  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    for record in records ?? [] where !isFound { R.list(record, &self) }
  }

  @inline(__always)
  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    if !isFound, let record { R.list(record, &self) }
  }
}

extension Renaming {
  /// A Boolean value indicating whether the renaming changes only the values of personal fields.
  fileprivate var changesPersonsAlone: Bool {
    pseudonyms.options.keepsIDs && pseudonyms.days == 0 && !pseudonyms.hidesBody
      && entities.isEmpty && positions.isEmpty
  }
}
