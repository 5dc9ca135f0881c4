import Events

/// The values of a row as bytes, in which those that a renaming changes are the new ones.
///
/// Nearly all rows are told to be the same by it, in a tenth of the time that a walk with paths takes.
/// Rows whose bytes differ may be the same for all that: a name may be that of an entity and of an
/// exercise. `Renaming` decides.
struct RowBytes: RecordVisitor {
  private var json = JSONWriter()
  private let renaming: Renaming
  /// A Boolean value indicating whether the row is of the log that was read.
  private let isBefore: Bool

  /// Returns whether two rows are the same under a renaming; where that is uncertain, false.
  static func are<R: Record>(_ before: R, _ after: R, _ renaming: Renaming) -> Bool {
    var (one, other) = (
      RowBytes(renaming, isBefore: true), RowBytes(renaming, isBefore: false)
    )
    R.list(before, &one)
    other.json.bytes.reserveCapacity(one.json.bytes.count)
    R.list(after, &other)
    return one.json.bytes == other.json.bytes
  }

  private init(_ renaming: Renaming, isBefore: Bool) {
    (self.renaming, self.isBefore) = (renaming, isBefore)
    json.bytes.reserveCapacity(1_024)
    json.beginArray()
  }

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard let value else { return json.null() }
    if pseudonyms.days != 0, style.isByMonth { return json.bool(true) }
    // By type: the kind of a word is a list of all words.
    if pseudonyms.hidesBody, style.isPersonal, V.self == Double.self || V.self == Weight.self {
      return json.bool(true)
    }
    guard isBefore else { return value.write(to: &json) }
    if V.self == Name.self || V.self == String.self {
      if style.isPersonal { return json.string(renamed(value)) }
      if !renaming.entities.isEmpty, let name = value as? Name {
        return json.name(renaming.entities[name] ?? name)
      }
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
    for record in records ?? [] { R.list(record, &self) }
    json.endArray()
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard let record else { return json.null() }
    if pseudonyms.hidesBody, style.isPersonal { return json.bool(true) }
    json.beginArray()
    R.list(record, &self)
    json.endArray()
  }
}
