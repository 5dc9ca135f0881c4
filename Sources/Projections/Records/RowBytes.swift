import Events

/// The values of a row as bytes, with renamed values in their new form.
///
/// Rows without personal values are compared directly. Other rows are compared as bytes, in a tenth of the time of a
/// walk with paths. Rows with different bytes may still be the same: a name may be that of an entity and of an
/// exercise. `Renaming` decides.
struct RowBytes: RecordVisitor {
  private var json = JSONWriter()
  private let renaming: Renaming
  /// A Boolean value indicating whether the row belongs to the original log.
  private let isBefore: Bool
  /// The lists of the original row that a renaming leaves unchanged, in order; nil for each other list.
  ///
  /// The elements of the other lists are also in it: an unchanged element as a list of one, any other element as nil.
  private var kept: [(any Sendable)?] = []
  /// The index of the next list in `kept`.
  private var place = 0
  /// A Boolean value indicating whether a list differs that should be the same.
  private var isOther = false

  /// Returns whether two rows are the same under a renaming; false if this is uncertain.
  static func are<R: Record>(_ before: R, _ after: R, _ renaming: Renaming) -> Bool {
    if renaming.changesPersonsAlone, !PersonalSearch.isFound(in: CollectionOfOne(before)),
      before == after
    {
      return true
    }
    var (one, other) = (
      RowBytes(renaming, isBefore: true), RowBytes(renaming, isBefore: false)
    )
    R.list(before, &one)
    other.json.bytes.reserveCapacity(one.json.bytes.count)
    other.kept = one.kept
    R.list(after, &other)
    return !other.isOther && one.json.bytes == other.json.bytes
  }

  private init(_ renaming: Renaming, isBefore: Bool) {
    (self.renaming, self.isBefore) = (renaming, isBefore)
    json.bytes.reserveCapacity(1_024)
    json.beginArray()
  }

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard let value else { return writeNone() }
    if pseudonyms.days != 0, style.isByMonth { return json.bool(true) }
    // Compares types, since the kind of a word is a list of all words.
    if pseudonyms.hidesBody, style.isPersonal, V.self == Double.self || V.self == Weight.self {
      return json.bool(true)
    }
    guard isBefore else { return value.write(to: &json) }
    if V.self == Name.self || V.self == String.self {
      if style.isPersonal { return json.string(renamed(value)) }
      if let name = value as? Name { return json.name(renaming.plain(name)) }
      if let text = value.scalar.text {
        return json.string(pseudonyms.term(text, isOwn: pseudonyms.erased == nil))
      }
    } else if V.self == EventID.self, let id = value as? EventID {
      return pseudonyms.id(id).write(to: &json)
    } else if pseudonyms.days != 0 || style.isPersonal, let day = value as? LocalDay {
      let isPersonal = style.isPersonal && pseudonyms.erased == nil
      return pseudonyms.day(day, isPersonal: isPersonal).write(to: &json)
    } else if pseudonyms.days != 0, let time = value as? Timestamp {
      return pseudonyms.time(time).write(to: &json)
    } else if !renaming.positions.isEmpty, let seq = value as? Int, "\(name)" == "seq" {
      return json.integer(renaming.positions[seq] ?? seq)
    }
    value.write(to: &json)
  }

  /// Writes an absent value: one byte, which is in no JSON, in a sixth of the instructions of a null.
  private mutating func writeNone() { json.bytes.append(0) }

  private var pseudonyms: Pseudonyms { renaming.pseudonyms }

  private func renamed(_ value: some RecordValue) -> String {
    guard let old = value.scalar.text else { return "" }
    if value is Name { return pseudonyms.name(Name(old), isOwn: pseudonyms.erased == nil).text }
    return pseudonyms.text(old, isOwn: pseudonyms.erased == nil)
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    json.beginArray()
    if !isSame(records ?? []) {
      // Nearly all sets have no remark, even in a list with a remark.
      for record in records ?? [] where !isSame([record]) { R.list(record, &self) }
    }
    json.endArray()
  }

  /// Returns whether the renaming leaves a list unchanged, and writes a mark for its bytes; records a difference.
  ///
  /// For twenty sets of a session this takes a fifth of the instructions. Texts are equal as they are for `Renaming`.
  private mutating func isSame<R: Record>(_ records: [R]) -> Bool {
    guard renaming.changesPersonsAlone else { return false }
    guard !isBefore else {
      let isPersonal = PersonalSearch.isFound(in: records)
      kept.append(isPersonal ? nil : records)
      if !isPersonal { json.bool(true) }
      return !isPersonal
    }
    defer { place += 1 }
    guard place < kept.count, let list = kept[place] else { return false }
    isOther = isOther || list as? [R] != records
    json.bool(true)
    return true
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard let record else { return writeNone() }
    if pseudonyms.hidesBody, style.isPersonal { return json.bool(true) }
    json.beginArray()
    R.list(record, &self)
    json.endArray()
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
