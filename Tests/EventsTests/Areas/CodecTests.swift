import TestSupport
import Testing

@testable import Events

@Suite struct CodecTests {
  static let bodies = Samples.full + Samples.sparse

  /// Returns the canonical line of `body`, without checksum and newline.
  static func line(_ body: Event.Body) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let event = Event(id: Samples.id(1), at: Samples.start, user: "ann", body, seq: 1)
    try event.write(to: &bytes, previousSum: nil, checks: true)
    return bytes.dropLast()
  }

  /// Returns whether data in canonical form is copied as it is: times, escapes and letters beyond ASCII are not.
  static func isCopied(_ body: Event.Body) throws -> Bool {
    let text = String(decoding: try line(body), as: UTF8.self)
    let fields = body.payload.map { type(of: $0).description.fields } ?? []
    let hasTime = fields.contains { $0.form == .time && text.contains("\"\($0.name)\":") }
    return !hasTime && !text.contains("\\") && text.utf8.allSatisfy { $0 < 128 }
  }

  @Test(arguments: bodies)
  func `every written value is read back unchanged, by both readers`(_ body: Event.Body) throws {
    let line = try CodecTests.line(body)
    let draft = try Bytes.of(line) { (bytes) throws(LineError) in try Draft(line: bytes) }
    #expect(draft == Draft(id: Samples.id(1), at: Samples.start, user: "ann", body))
    let log = Log(try Samples.log([body]), name: "log")
    var lines = log.lines()
    #expect(try lines.next()?.area == EventType.all.first { $0.name == body.type }?.area)
    #expect(try lines.event().body == body)
    #expect(lines.type == body.type)
    #expect(try lines.next() == nil)
  }

  @Test(arguments: bodies)
  func `fields may come in any order, with white space and escapes`(_ body: Event.Body) throws {
    let line = try CodecTests.line(body)
    let tree = try json(line)
    let canonical = try draft(String(decoding: line, as: UTF8.self))
    let spellings = [
      spaced(tree), spaced(reversed(tree)), escaped(tree), escaped(reversed(tree)),
      String(decoding: reversed(tree).bytes, as: UTF8.self),
    ]
    for spelling in spellings { #expect(try draft(spelling) == canonical, "\(spelling)") }
  }

  @Test(arguments: bodies)
  func `a field that is null counts as left out`(_ body: Event.Body) throws {
    let tree = try json(CodecTests.line(body))
    guard case .object(let members) = tree else {
      Issue.record("no object: \(tree)")
      return
    }
    let names = body.payload.map { type(of: $0).description.fields.map(\.name) } ?? []
    let nulled = members.map { member -> (name: String, value: JSON) in
      guard member.name == "data", case .object(let data) = member.value else { return member }
      let missing = Set(names).subtracting(data.map(\.name)).sorted()
      return ("data", .object(data + missing.map { ($0, .null) }))
    }
    let plain = try draft(String(decoding: CodecTests.line(body), as: UTF8.self))
    #expect(try draft(String(decoding: JSON.object(nulled).bytes, as: UTF8.self)) == plain)
  }

  @Test(arguments: [
    #""session":"w","exercise":"e","reps":5,"weight":100,"unit":"kg","kind":"normal""#,
    #""kind":"normal","session":"w","exercise":"e","reps":5,"weight":100,"completed":true"#,
    #""completed":true,"unit":"kg","weight":1e2,"reps":5.0,"session":"w","exercise":"e""#,
    #""weight":100.0,"note":null,"rpe":null,"reps":5,"exercise":"e","session":"w""#,
  ])
  func `a default value that is spelled out is left out again`(_ data: String) throws {
    let draft = try draft(#"{"type":"SetLogged","data":{\#(data)}}"#)
    let set = SetLogged(session: "w", exercise: "e", reps: 5, weight: Weight(100))
    #expect(draft == Draft(.sessions(.setLogged(set))))
  }

  @Test func `a default value in a list is left out again`() throws {
    let draft = try draft(
      #"{"type":"PlanSaved","data":{"day":"friday","post":"p","type":null,"exercises":["#
        + #"{"unit":"kg","weight":60,"exercise":"a","sets":null}]}}"#)
    let saved = PlanSaved(
      post: "p", day: .friday, exercises: [PlannedExercise(exercise: "a", weight: Weight(60))])
    #expect(draft == Draft(.plan(.planSaved(saved))))
  }

  @Test(arguments: Samples.full)
  func `every property is written`(_ body: Event.Body) throws {
    let payload = try #require(body.payload)
    let data = try #require(try json(CodecTests.line(body))["data"])
    #expect(leaves(Mirror(reflecting: payload)) == fields(data), "\(body.type)")
  }

  /// Returns the number of values in the properties that are not payloads; a weight has two fields, and a box those of
  /// its value.
  private func leaves(_ mirror: Mirror) -> Int {
    mirror.children.reduce(0) { count, child in
      let value = Mirror(reflecting: child.value)
      if value.displayStyle == .optional, value.children.isEmpty {
        Issue.record("the sample has no value for '\(child.label ?? "?")'")
        return count
      }
      let held: Any? = value.displayStyle == .optional ? value.children.first?.value : child.value
      if let held, child.label == "details" {
        return Mirror(reflecting: held).children.reduce(count) {
          $0 + leaves(Mirror(reflecting: $1.value))
        }
      }
      if let weight = held as? Weight { return count + (weight.unit == .kg ? 1 : 2) }
      if let list = held as? [any NestedPayload] {
        return count + 1 + list.reduce(0) { $0 + leaves(Mirror(reflecting: $1)) }
      }
      if let nested = held as? any NestedPayload {
        return count + leaves(Mirror(reflecting: nested))
      }
      return count + 1
    }
  }

  private func fields(_ data: JSON) -> Int {
    // The elements of a list may be strings.
    guard case .object(let members) = data else { return 0 }
    return members.reduce(0) { count, member in
      guard case .array(let elements) = member.value else { return count + 1 }
      return count + 1 + elements.reduce(0) { $0 + fields($1) }
    }
  }

  @Test func `every type has a sample, and a sparse one if some fields are optional`() {
    #expect(Samples.full.map(\.type) == EventType.all.map(\.name))
    let optional = EventType.all.filter { $0.description.fields.contains { !$0.isRequired } }
    #expect(Samples.sparse.map(\.type) == optional.map(\.name))
    #expect(Samples.sparse.allSatisfy { !Samples.full.contains($0) })
  }

  @Test func `every type is found by its name only`() {
    for type in EventType.all {
      #expect(Bytes.of(type.name) { EventType.named($0, in: 0..<$0.count) }?.name == type.name)
      for other in [type.name + "s", String(type.name.dropLast()), type.name.lowercased(), ""] {
        #expect(Bytes.of(other) { EventType.named($0, in: 0..<$0.count) } == nil)
      }
    }
  }

  /// The size is 232 bytes on 64-bit machines. Each event of a replay takes the size of the largest payload.
  @Test func `an event is small in memory`() { #expect(MemoryLayout<Event>.size <= 256) }
}

/// Returns `tree` with the members of every object in reverse order.
func reversed(_ tree: JSON) -> JSON {
  switch tree {
  case .object(let members): .object(members.reversed().map { ($0.name, reversed($0.value)) })
  case .array(let elements): .array(elements.map(reversed))
  default: tree
  }
}

/// Returns `tree` with white space in all places that JSON allows.
func spaced(_ tree: JSON) -> String {
  switch tree {
  case .object(let members):
    " {\t"
      + members.map { "\(spaced(.string($0.name))) :\r\(spaced($0.value))" }
      .joined(separator: " , ") + "} "
  case .array(let elements): " [ " + elements.map(spaced).joined(separator: "\t,\t") + "\t] "
  default: " " + String(decoding: tree.bytes, as: UTF8.self) + "\r"
  }
}

/// Returns `tree` with every character of every string as an escape.
func escaped(_ tree: JSON) -> String {
  switch tree {
  case .object(let members):
    "{"
      + members.map { "\(escaped(.string($0.name))):\(escaped($0.value))" }
      .joined(separator: ",") + "}"
  case .array(let elements): "[" + elements.map(escaped).joined(separator: ",") + "]"
  case .string(let text):
    "\""
      + text.utf16.map {
        let hex = String($0, radix: 16)
        return #"\u"# + String(repeating: "0", count: 4 - hex.count) + hex
      }.joined() + "\""
  default: String(decoding: tree.bytes, as: UTF8.self)
  }
}
