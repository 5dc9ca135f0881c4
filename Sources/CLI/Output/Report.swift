import Events
import Projections

/// The result of a command that is not a view: a table for people, JSON for programs.
protocol Report {
  /// Returns the table, with a newline at its end.
  func table(isColored: Bool) -> String
  /// Writes the JSON; its keys and their order are stable.
  func write(_ json: inout JSONWriter)
}

extension Report {
  /// The JSON, without a newline at its end.
  var json: [UInt8] {
    var json = JSONWriter()
    write(&json)
    return json.bytes
  }
}

/// A report whose JSON is one object.
protocol ObjectReport: Report {
  func writeMembers(_ json: inout JSONWriter)
}

extension ObjectReport {
  func write(_ json: inout JSONWriter) { json.object { writeMembers(&$0) } }
}

extension JSONWriter {
  /// Writes a member with a text, or `null`.
  mutating func member(_ name: StaticString, _ value: String?) {
    key(plain: name)
    if let value { string(value) } else { null() }
  }

  mutating func member(_ name: StaticString, _ value: EventID) {
    key(plain: name)
    value.write(&self)
  }

  /// Writes a member with a whole number, or `null`.
  mutating func member(_ name: StaticString, _ value: Int?) {
    key(plain: name)
    if let value { integer(value) } else { null() }
  }

  /// Writes a member with a list of objects, one for each element.
  mutating func member<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>,
    _ members: (Element, inout JSONWriter) -> Void
  ) {
    key(plain: name)
    objects(elements, members)
  }

  /// Writes a member with an object, or `null` without a value.
  mutating func member<Value>(
    _ name: StaticString, object value: Value?, _ members: (Value, inout JSONWriter) -> Void
  ) {
    key(plain: name)
    if let value { object { members(value, &$0) } } else { null() }
  }

  /// Writes a list of objects, one for each element.
  mutating func objects<Element>(
    _ elements: some Sequence<Element>, _ members: (Element, inout JSONWriter) -> Void
  ) {
    array { json in
      for element in elements { json.object { members(element, &$0) } }
    }
  }

  /// Writes a member with a list of texts.
  mutating func member(_ name: StaticString, _ texts: [String]) {
    key(plain: name)
    texts.write(to: &self)
  }

  /// Writes a member with true or false.
  mutating func member(_ name: StaticString, _ value: Bool) {
    key(plain: name)
    bool(value)
  }
}
