import Events
import Projections

/// A view, ready to be shown: as a table for people, as JSON for programs.
protocol Report {
  /// The table, ending in a newline.
  func table(isColored: Bool) -> String
  /// The JSON. Its keys and their order are a promise.
  func write(_ json: inout JSONWriter)
}

extension JSONWriter {
  /// Writes a member that is a text, or `null`.
  mutating func member(_ name: StaticString, _ value: String?) {
    key(plain: name)
    if let value { string(value) } else { null() }
  }

  /// Writes a member that is a name, or `null`.
  mutating func member(_ name: StaticString, _ value: Name?) {
    key(plain: name)
    if let value { self.name(value) } else { null() }
  }

  /// Writes a member that is a time, or `null`.
  mutating func member(_ name: StaticString, _ value: Timestamp?) {
    key(plain: name)
    if let value { value.write(&self) } else { null() }
  }

  /// Writes a member that is the id of an event.
  mutating func member(_ name: StaticString, _ value: EventID) {
    key(plain: name)
    value.write(&self)
  }

  /// Writes a member that is a whole number, or `null`.
  mutating func member(_ name: StaticString, _ value: Int?) {
    key(plain: name)
    if let value { integer(value) } else { null() }
  }

  /// Writes a member that is a number, or `null`; `null` also where hand-written numbers multiply to
  /// one that JSON has no word for.
  mutating func member(_ name: StaticString, _ value: Double?) {
    key(plain: name)
    if let value, value.isFinite { double(value) } else { null() }
  }

  /// Writes a member that is true or false.
  mutating func member(_ name: StaticString, _ value: Bool) {
    key(plain: name)
    bool(value)
  }
}

extension Shell {
  /// Prints a report as the options ask for it.
  mutating func show(_ report: some Report) throws {
    guard options.json else { return try print(report.table(isColored: isColored), terminator: "") }
    var json = JSONWriter()
    report.write(&json)
    json.bytes.append(UInt8(ascii: "\n"))
    try print(json.bytes)
  }
}

/// A weight in a table, in the unit a user thinks in.
func shown(_ weight: Weight?, in unit: Weight.Unit) -> String {
  guard let weight else { return "–" }
  return "\(Weight(weight.converted(to: unit), unit))"
}

/// A moment in a table: `2026-03-02 18:04`.
func minute(_ time: Timestamp?) -> String {
  guard let text = time?.description else { return "–" }
  return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
}

/// Kilograms in a table, in the unit a user thinks in.
func kilograms(_ value: Double, in unit: Weight.Unit) -> String {
  "\(grouped(decimal(Weight(value).converted(to: unit), places: 1))) \(unit.rawValue)"
}
