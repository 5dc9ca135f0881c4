import Events

/// A view, or a part of it, as a tree of values, for comparison and for a walk over all paths.
public indirect enum RecordTree: Equatable, Sendable {
  /// A value; an absent record is `null`.
  case value(JSON)
  /// A record, as its fields in order.
  case object([Member])
  /// A list of records, and the field that distinguishes them; nil if only their position does.
  case list(key: String?, [RecordTree])

  public struct Member: Equatable, Sendable {
    public let name: String
    public let value: RecordTree
  }

  public init(_ record: some Record) {
    var builder = TreeBuilder()
    type(of: record).list(record, &builder)
    self = .object(builder.members)
  }

  public init<R: Record>(_ records: [R]) {
    self = .list(key: R.key, records.map { RecordTree($0) })
  }

  public var json: JSON {
    switch self {
    case .value(let value): value
    case .object(let members): .object(members.map { ($0.name, $0.value.json) })
    case .list(_, let elements): .array(elements.map(\.json))
    }
  }

  /// The part at a path; nil if the path leads nowhere.
  public subscript(path: RecordPath) -> RecordTree? { part(at: path)?.tree }

  /// Returns the path of the part at `path` in the spelling of `forEachValue`: an element of a list by its key.
  ///
  /// - Returns: The path; nil if it leads nowhere.
  public func canonical(_ path: RecordPath) -> RecordPath? { part(at: path)?.path }

  /// Returns a path with the position of each element of a list instead of its key; nil if the path leads nowhere.
  func positioned(_ path: RecordPath) -> RecordPath? {
    var (tree, found) = (self, RecordPath())
    for step in path.steps {
      guard let next = tree.part(at: step) else { return nil }
      var step = next.step
      if case .list(let key, let elements) = tree {
        guard let place = RecordTree.steps(key, elements).firstIndex(of: step) else { return nil }
        step = .index(place)
      }
      found.steps.append(step)
      tree = next.tree
    }
    return found
  }

  /// Returns the part at a path, and its path in the spelling of `forEachValue`; nil if the path leads nowhere.
  func part(at path: RecordPath) -> (path: RecordPath, tree: RecordTree)? {
    var (tree, found) = (self, RecordPath())
    for step in path.steps {
      guard let next = tree.part(at: step) else { return nil }
      found.steps.append(next.step)
      tree = next.tree
    }
    return (found, tree)
  }

  private func part(at step: RecordPath.Step) -> (step: RecordPath.Step, tree: RecordTree)? {
    switch (self, step) {
    case (.object(let members), .key(let key)):
      return members.first { $0.name.utf8.elementsEqual(key.utf8) }.map { (step, $0.value) }
    // A list of texts is a value, and so is each of its texts.
    case (.value(.array(let texts)), .index(let position)):
      return texts.index(at: position).map { (.index($0), .value(texts[$0])) }
    case (.list(let key, let elements), _):
      let place: Int? =
        switch step {
        case .key: nil
        case .index(let position): elements.index(at: position)
        case .match(let name, let value):
          elements.firstIndex { $0.spelling(of: name)?.utf8.elementsEqual(value.utf8) ?? false }
        }
      return place.map { (RecordTree.steps(key, elements)[$0], elements[$0]) }
    default: return nil
    }
  }

  /// Returns the text of a field of this record; nil if there is none.
  private func spelling(of key: String) -> String? { part(at: .key(key))?.tree.json.spelling }
}

extension RecordTree {
  /// Passes every value with its path to `body`, in the order of the JSON.
  ///
  /// An element of a list is named by its key. It is named by its position if it has no key, or if an earlier element
  /// has the same key. Empty lists and records count as values.
  public func forEachValue(_ body: (RecordPath, JSON) throws -> Void) rethrows {
    try walk(RecordPath(), body)
  }

  private func walk(_ path: RecordPath, _ body: (RecordPath, JSON) throws -> Void) rethrows {
    switch self {
    case .value(let value): try body(path, value)
    case .object(let members):
      if members.isEmpty { try body(path, json) }
      for member in members { try member.value.walk(path.appending(.key(member.name)), body) }
    case .list(let key, let elements):
      if elements.isEmpty { try body(path, json) }
      for (step, element) in zip(RecordTree.steps(key, elements), elements) {
        try element.walk(path.appending(step), body)
      }
    }
  }

  package static func steps(_ key: String?, _ elements: [RecordTree]) -> [RecordPath.Step] {
    var met: Set<RecordPath.Step> = []
    return elements.enumerated().map { index, element in
      guard let key, let text = element.spelling(of: key) else { return .index(index) }
      let step = RecordPath.Step.match(key, text)
      return met.insert(step).inserted ? step : .index(index)
    }
  }
}

extension LogView {
  public var tree: RecordTree {
    switch Self.shape {
    case .list: .list(key: Row.key, rows.map { Self._tree(of: $0) })
    case .object, .optionalObject: rows.first.map { Self._tree(of: $0) } ?? .value(.null)
    }
  }
}

/// A visitor that collects the fields of a record.
private struct TreeBuilder: RecordVisitor {
  var members: [RecordTree.Member] = []

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) { add(name, .value(value?.scalar.json ?? .null)) }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) { add(name, RecordTree(records ?? [])) }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) { add(name, record.map { RecordTree($0) } ?? .value(.null)) }

  private mutating func add(_ name: StaticString, _ value: RecordTree) {
    members.append(RecordTree.Member(name: name.description, value: value))
  }
}
