import Events

/// A visitor that finds the value at a path and creates nothing outside the path.
struct PathFinder: RecordVisitor {
  private let key: String
  private let rest: ArraySlice<RecordPath.Step>
  /// The value at the path; nil if the path leads nowhere.
  private var found: JSON?

  /// Returns the value at a path within `record`; nil if the path leads nowhere.
  static func value<R: Record>(at path: ArraySlice<RecordPath.Step>, in record: R) -> JSON? {
    guard let step = path.first else { return RecordTree(record).json }
    guard case .key(let key) = step else { return nil }
    var finder = PathFinder(key: key, rest: path.dropFirst())
    R.list(record, &finder)
    return finder.found
  }

  /// Returns the value at a path within a list; nil if the path leads nowhere.
  static func value<R: Record>(at path: ArraySlice<RecordPath.Step>, in records: [R]) -> JSON? {
    switch path.first {
    case nil: return .array(records.map { RecordTree($0).json })
    case .key: return nil
    case .index(let index):
      guard let record = records.element(at: index) else { return nil }
      return value(at: path.dropFirst(), in: record)
    case .match(let key, let wanted):
      let first = records.first { value(at: [.key(key)], in: $0)?.isSpelled(wanted) ?? false }
      guard let first else { return nil }
      return value(at: path.dropFirst(), in: first)
    }
  }

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard key.isSpelled(name) else { return }
    if rest.isEmpty {
      found = value?.scalar.json ?? .null
    } else if rest.count == 1, case .index(let index)? = rest.first,
      case .texts(let texts)? = value?.scalar
    {
      found = texts.element(at: index).map { .string($0) }
    }
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard key.isSpelled(name), let records else { return }
    found = PathFinder.value(at: rest, in: records)
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard key.isSpelled(name) else { return }
    if let record {
      found = PathFinder.value(at: rest, in: record)
    } else if rest.isEmpty {
      found = .null
    }
  }
}

extension LogView {
  /// Returns the value at a path; nil if the path leads nowhere.
  ///
  /// For a path to a record or a list, it returns the whole record or list.
  public func value(at path: RecordPath) -> JSON? { Self.value(at: path, in: rows) }

  /// Returns the value at a path within a view of some rows; nil if the path leads nowhere.
  static func value(at path: RecordPath, in rows: [Row]) -> JSON? {
    switch shape {
    case .list: PathFinder.value(at: path.steps[...], in: rows)
    case .object, .optionalObject:
      if let row = rows.first {
        _value(at: path.steps[...], in: row)
      } else {
        path.steps.isEmpty ? .null : nil
      }
    }
  }

  /// Returns the value at a path within the view of `source`; nil if the path leads nowhere.
  ///
  /// If the path begins with the key of the rows, only one row is created.
  public static func value(at path: RecordPath, of source: Source) -> JSON? {
    guard shape == .list, _hasUniqueKeys, case .match(let key, let value) = path.steps.first,
      key == Row.key
    else { return Self(source).value(at: path) }
    return row(Name(value), of: source).flatMap { _value(at: path.steps.dropFirst(), in: $0) }
  }
}

extension Record {
  /// The value of the field that distinguishes the record in its list; nil if there is none.
  public var keyValue: JSON? { Self.key.flatMap { PathFinder.value(at: [.key($0)], in: self) } }
}

extension Array {
  /// Returns the element at a position, counted from the end if it is negative; nil if there is none.
  func element(at position: Int) -> Element? { index(at: position).map { self[$0] } }

  /// Returns the index of a position, counted from the end if it is negative; nil if there is no element.
  func index(at position: Int) -> Int? {
    let index = position < 0 ? count + position : position
    return indices.contains(index) ? index : nil
  }
}

extension JSON {
  /// Returns whether the value is spelled as `text`, a string without its quotes.
  func isSpelled(_ text: String) -> Bool { spelling.utf8.elementsEqual(text.utf8) }

  /// The text of the value; a string has no quotes.
  var spelling: String {
    if case .string(let text) = self { text } else { jsonText }
  }
}

extension String {
  /// Returns whether the text is `name`, byte for byte.
  func isSpelled(_ name: StaticString) -> Bool {
    utf8.count == name.utf8CodeUnitCount && utf8.elementsEqual(name.description.utf8)
  }
}
