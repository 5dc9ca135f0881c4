import Events

/// A part of a view: a value, or a whole record.
///
/// Its JSON is created on demand, since a walk over a log skips most parts.
public enum RecordPart: Sendable {
  /// A value of a field; nil is `null` in the JSON.
  case value(RecordScalar?)
  case record(any Record)
  /// The part at the path of a trace, which may be a list.
  case json(JSON)

  public var tree: RecordTree {
    switch self {
    case .value(let scalar): .value(scalar?.json ?? .null)
    case .record(let record): RecordTree(record)
    case .json(let json): .value(json)
    }
  }

  public var json: JSON { tree.json }

  /// Writes the part as JSON, without creating a tree of it.
  public func write(to json: inout JSONWriter) {
    switch self {
    case .value(let scalar): if let scalar { scalar.write(to: &json) } else { json.null() }
    case .record(let record): record._write(to: &json)
    case .json(let value): value.write(&json)
    }
  }
}

/// A change of a part of a view, by an event or between two states.
public struct ViewChange: Sendable {
  /// The path of the part: a value, or a record that was added or removed.
  public let path: RecordPath
  /// The part before the change; nil if it was added.
  public let before: RecordPart?
  /// The part after the change; nil if it was removed.
  public let after: RecordPart?
}

extension ViewChange {
  /// Returns the change as one of the part at a path: of that part or a part within it; nil if it is outside.
  ///
  /// A record around the part that was added or removed as a whole changes the whole part.
  func within(_ path: RecordPath) -> ViewChange? {
    if self.path.steps.starts(with: path.steps) { return self }
    guard path.steps.starts(with: self.path.steps) else { return nil }
    let inner = RecordPath(Array(path.steps.dropFirst(self.path.steps.count)))
    let (old, new) = (before?.tree[inner], after?.tree[inner])
    guard old != new else { return nil }
    return ViewChange(
      path: path, before: old.map { .json($0.json) }, after: new.map { .json($0.json) })
  }
}
