import Events
import Projections

/// A change of a view for display on one line.
struct ChangeText {
  /// The name of the view.
  let view: String
  let change: ViewChange
  let isColored: Bool
  /// The columns of the terminal; nil for no limit.
  let width: Int?

  private static let (red, green, plain) = ("\u{1B}[31m", "\u{1B}[32m", "\u{1B}[0m")

  /// Returns the line, with a plus for an added record and a minus for a removed one.
  ///
  ///     pbs  [exercise=squat].reps  5 → 8
  func line(indent: String) -> String {
    let path = change.path.description
    let place = inert("\(view)  \(path.isEmpty ? "(all)" : path)")
    switch (change.before, change.after) {
    case (let before?, let after?):
      return cut(indent + "  \(place)  \(text(before)) → \(text(after))", "")
    case (nil, let after?): return cut(indent + "+ \(place)  \(text(after))", Self.green)
    case (let before?, nil): return cut(indent + "- \(place)  \(text(before))", Self.red)
    case (nil, nil): return ""
    }
  }

  private func cut(_ line: String, _ color: String) -> String {
    let line = width.map { shortened(line, to: $0) } ?? line
    return isColored && !color.isEmpty ? color + line + Self.plain : line
  }

  /// Returns the text of a part; a record is its fields with a value, without the key in its path.
  private func text(_ part: RecordPart) -> String {
    guard case .record = part, case .object(let members) = part.tree else {
      return inert(part.json.jsonText)
    }
    var key: String?
    if case .match(let name, _) = change.path.steps.last { key = name }
    let shown = members.compactMap { member -> String? in
      guard member.name != key else { return nil }
      return switch member.value {
      case .value(.null): nil
      case .value(let value): "\(member.name) \(plain(value))"
      case .list(_, let elements): elements.isEmpty ? nil : "\(member.name) \(elements.count)"
      case .object: member.name
      }
    }
    return inert(shown.joined(separator: ", "))
  }

  private func plain(_ value: JSON) -> String {
    if case .string(let text) = value { return text }
    return value.jsonText
  }
}

extension JSONWriter {
  /// Writes `{"view","path","before","after"}`; a missing value is `null`.
  mutating func change(_ change: ViewChange, of view: String) {
    object { json in
      json.member("view", view)
      json.key(plain: "path")
      json.text(change.path.write)
      json.member("before", change.before)
      json.member("after", change.after)
    }
  }

  /// Writes a member with any value; nil is `null`.
  mutating func member(_ name: StaticString, _ value: JSON?) {
    key(plain: name)
    if let value { value.write(&self) } else { null() }
  }

  /// Writes a member with a part of a view; nil is `null`.
  mutating func member(_ name: StaticString, _ part: RecordPart?) {
    key(plain: name)
    if let part { part.write(to: &self) } else { null() }
  }
}
