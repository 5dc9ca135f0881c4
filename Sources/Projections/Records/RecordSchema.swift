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
  }

  public indirect enum Content: Equatable, Sendable {
    /// A value of a kind, or `null`.
    case value(ValueKind)
    /// A list of records.
    case list(RecordSchema)
    /// A record, or `null`.
    case object(RecordSchema)
  }

  /// The field that distinguishes the records of one list; nil if only their position does.
  public let key: String?
  /// The fields in the order of the JSON.
  public let fields: [Field]

  /// Creates the schema of a type of records.
  public init<R: Record>(of type: R.Type) {
    var builder = SchemaBuilder()
    R.list(nil, &builder)
    (key, fields) = (R.key, builder.fields)
  }

  /// The field named `name`; nil if there is none.
  public subscript(name: String) -> Field? { fields.first { $0.name == name } }
}

extension RecordSchema {
  /// Returns whether the record has the fields that some steps name.
  fileprivate func hasFields(of steps: ArraySlice<RecordPath.Step>) -> Bool {
    guard let first = steps.first else { return true }
    guard case .key(let key) = first, let field = fields.first(where: { key == $0.name }) else {
      return false
    }
    let rest = steps.dropFirst()
    switch field.content {
    case .value(.texts):
      if case .index? = rest.first { return rest.count == 1 }
      return rest.isEmpty
    case .value: return rest.isEmpty
    case .list(let schema): return schema.hasFields(ofElement: rest)
    case .object(let schema): return schema.hasFields(of: rest)
    }
  }

  /// Returns whether a list of such records has the fields that some steps name; the first step names an element.
  fileprivate func hasFields(ofElement steps: ArraySlice<RecordPath.Step>) -> Bool {
    switch steps.first {
    case nil: true
    case .key: false
    case .index: hasFields(of: steps.dropFirst())
    case .match(let key, _): hasFields(of: [.key(key)]) && hasFields(of: steps.dropFirst())
    }
  }
}

extension View {
  /// The fields of the rows.
  public static var schema: RecordSchema { RecordSchema(of: Row.self) }

  /// Returns whether the view has the fields that a path names, so that some log may have a value there.
  package static func hasFields(of path: RecordPath) -> Bool {
    switch shape {
    case .list: schema.hasFields(ofElement: path.steps[...])
    case .object, .optionalObject: schema.hasFields(of: path.steps[...])
    }
  }
}

/// A visitor that collects the fields of a record.
private struct SchemaBuilder: RecordVisitor {
  var fields: [RecordSchema.Field] = []

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    add(name, .value(V.kind), style, summary)
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    add(name, .list(RecordSchema(of: R.self)), style, summary)
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    add(name, .object(RecordSchema(of: R.self)), style, summary)
  }

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
