/// The fields of a record, collected by a walk without values.
public struct RecordSchema: Equatable, Sendable {
  public struct Field: Equatable, Sendable {
    /// The key of the JSON.
    public let name: String
    public let content: Content
    /// The unit of the values; nil for values without one.
    public let unit: FieldStyle.Unit?
    /// One sentence about the field.
    public let summary: String
    /// A Boolean value indicating whether the field identifies a person or is in their own words.
    public let isPersonal: Bool

    /// A Boolean value indicating whether the field is a measurement of a body, or derives from one.
    fileprivate var measuresBody: Bool {
      if case .value(let kind) = content { return isPersonal && kind.isNumeric }
      return isPersonal
    }
  }

  public indirect enum Content: Equatable, Sendable {
    /// A value of a kind, or `null`.
    case value(ValueKind)
    case list(RecordSchema)
    /// A record, or `null`.
    case object(RecordSchema)
  }

  /// The field that distinguishes the records of one list; nil if only their position does.
  public let key: String?
  /// The fields in the order of the JSON.
  public let fields: [Field]

  public init<R: Record>(of type: R.Type) {
    var builder = SchemaBuilder()
    R.list(nil, &builder)
    (key, fields) = (R.key, builder.fields)
  }

  /// The field named `name`; nil if there is none.
  public subscript(name: String) -> Field? { fields.first { $0.name == name } }
}

extension RecordSchema {
  /// The end of a path in the fields of a view.
  package enum PathEnd {
    /// A field; nil for the view itself, or an element of it.
    case field(Field?)
    /// No field: the number of steps that lead somewhere, and the names that are possible after them.
    case unknown(after: Int, names: [String])
    /// No element that a log can have: the number of steps before it, and the only words of its field.
    case impossible(after: Int, words: [String])
  }

  /// Returns the end of some steps in such a record, which is itself the value of `field`.
  fileprivate func end(of steps: ArraySlice<RecordPath.Step>, in field: Field? = nil) -> PathEnd {
    guard let first = steps.first else { return .field(field) }
    guard case .key(let key) = first, let next = self[key] else {
      return .unknown(after: steps.startIndex, names: fields.map(\.name))
    }
    let rest = steps.dropFirst()
    switch next.content {
    case .list(let schema): return schema.end(ofElement: rest, in: next)
    case .object(let schema): return schema.end(of: rest, in: next)
    case .value(let kind):
      if case .index? = rest.first, kind == .texts, rest.count == 1 { return .field(nil) }
      return rest.isEmpty ? .field(next) : .unknown(after: rest.startIndex, names: [])
    }
  }

  /// Returns the end of some steps in a list of such records; the first step names an element.
  fileprivate func end(
    ofElement steps: ArraySlice<RecordPath.Step>, in field: Field? = nil
  ) -> PathEnd {
    switch steps.first {
    case nil: return .field(field)
    case .key: return .unknown(after: steps.startIndex, names: [])
    case .match(let key, _) where self[key] == nil:
      return .unknown(after: steps.startIndex, names: fields.map(\.name))
    case .match(let key, let value):
      // Any field may be null.
      if case .value(.word(let words))? = self[key]?.content, !(words + ["null"]).contains(value) {
        return .impossible(after: steps.startIndex, words: words)
      }
      return end(of: steps.dropFirst())
    case .index: return end(of: steps.dropFirst())
    }
  }

  /// Returns whether a path depends on a measurement of a body, or on a value that derives from one.
  fileprivate func measuresBody(at path: RecordPath) -> Bool {
    var schema = self
    for step in path.steps {
      guard case .key(let key) = step else {
        if case .match(let key, _) = step, schema[key]?.measuresBody == true { return true }
        continue
      }
      guard let field = schema[key], !field.measuresBody else { return schema[key] != nil }
      if case .list(let inner) = field.content { schema = inner }
      if case .object(let inner) = field.content { schema = inner }
    }
    return false
  }

  /// Returns whether some steps in such a record lead to a record or a list, and name keyed elements by their keys.
  fileprivate func hasParts(at steps: ArraySlice<RecordPath.Step>) -> Bool {
    guard let first = steps.first else { return true }
    guard case .key(let key) = first else { return false }
    switch self[key]?.content {
    case .object(let schema): return schema.hasParts(at: steps.dropFirst())
    case .list(let schema): return schema.hasParts(atElement: steps.dropFirst())
    case .value, nil: return false
    }
  }

  /// Returns the same of some steps in a list of such records; the first step names an element.
  fileprivate func hasParts(atElement steps: ArraySlice<RecordPath.Step>) -> Bool {
    switch steps.first {
    case nil: true
    case .match(let key, _): key == self.key && hasParts(at: steps.dropFirst())
    case .index(let place): self.key == nil && place >= 0 && hasParts(at: steps.dropFirst())
    case .key: false
    }
  }
}

extension LogView {
  public static var schema: RecordSchema { RecordSchema(of: Row.self) }

  /// Returns the end of a path in the fields of the view, whether or not some log has a value there.
  package static func end(of path: RecordPath) -> RecordSchema.PathEnd {
    switch shape {
    case .list: schema.end(ofElement: path.steps[...])
    case .object, .optionalObject: schema.end(of: path.steps[...])
    }
  }

  /// Returns whether a path leads to a record or a list, so that the changes within it have paths of their own.
  ///
  /// The result is false if a position or another field than the key names a keyed element: that may be different
  /// elements in the course of a log.
  package static func hasParts(at path: RecordPath) -> Bool {
    switch shape {
    case .list: schema.hasParts(atElement: path.steps[...])
    case .object, .optionalObject: schema.hasParts(at: path.steps[...])
    }
  }

  /// Returns whether a path depends on a measurement of a body, or on a value that derives from one.
  static func measuresBody(at path: RecordPath) -> Bool { schema.measuresBody(at: path) }

  /// Returns whether the view has the fields that a path names, so that some log may have a value there.
  package static func hasFields(of path: RecordPath) -> Bool {
    if case .field = end(of: path) { true } else { false }
  }
}

/// A visitor that collects the fields of a record.
private struct SchemaBuilder: RecordVisitor {
  var fields: [RecordSchema.Field] = []

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) { add(name, .value(V.kind), style, summary) }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) { add(name, .list(RecordSchema(of: R.self)), style, summary) }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) { add(name, .object(RecordSchema(of: R.self)), style, summary) }

  private mutating func add(
    _ name: StaticString, _ content: RecordSchema.Content, _ style: FieldStyle,
    _ summary: StaticString
  ) {
    fields.append(
      RecordSchema.Field(
        name: name.description, content: content, unit: style.unit, summary: summary.description,
        isPersonal: style.isPersonal))
  }
}
