import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests with Examples/samples.jsonl, which contains a line for every type and version ever written. The file only
/// grows. With REPLOG_RECORD=missing in the environment, a run adds a sample of each type with a field that no line has.
@Suite(.serialized) struct SamplesTests {
  static let path = repository + "/Examples/samples.jsonl"

  static func events() throws -> [(event: Event, line: [UInt8])] {
    var lines = try Log(path: path).lines()
    var events: [(Event, [UInt8])] = []
    while try lines.next() != nil { events.append((try lines.event(), lines.line.array)) }
    return events
  }

  /// Returns the fields of the samples that no line of the file has, each with its type and its path.
  private static func missing() throws -> Set<String> {
    let recorded = try events().reduce(into: Set<String>()) { $0.formUnion(fields(of: $1.event)) }
    return Samples.full.reduce(into: Set<String>()) { fields, body in
      let event = Event(id: Samples.id(1), at: Samples.start, user: nil, body)
      fields.formUnion(Self.fields(of: event).subtracting(recorded))
    }
  }

  private static func fields(of event: Event) -> Set<String> { paths(in: event.data, event.type) }

  private static func paths(in json: JSON, _ path: String) -> Set<String> {
    switch json {
    case .object(let members):
      members.reduce(into: [path] as Set) {
        $0.formUnion(paths(in: $1.value, "\(path).\($1.name)"))
      }
    case .array(let elements):
      elements.reduce(into: [path] as Set) { $0.formUnion(paths(in: $1, path)) }
    default: [path]
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["REPLOG_RECORD"] == "missing"))
  func `missing samples can be added`() throws {
    let appender = try Appender(path: SamplesTests.path)
    let types = Set(try Self.missing().map { $0.prefix { $0 != "." } })
    let count = try Self.events().count
    let missing = Samples.full.filter { types.contains($0.type[...]) }
    for (index, body) in missing.enumerated() {
      let number = count + index + 1
      let at = Samples.start.adding(seconds: Int64(number))
      let draft = Draft(id: Samples.id(number), at: at, user: "ann", body)
      let defaults = DraftDefaults(now: at, seed: 0)
      _ = try appender.locked { log in try log.append([draft], defaults: defaults) }
    }
    #expect(try Self.missing() == [])
  }

  @Test func `every field of every type occurs`() throws {
    #expect(
      try Self.missing().sorted() == [],
      "no line of Examples/samples.jsonl has them; run once with REPLOG_RECORD=missing")
  }

  @Test func `every line is canonical, in its place and sound`() throws {
    var sum: UInt64 = 0
    for (index, (event, line)) in try SamplesTests.events().enumerated() {
      #expect(event.seq == index + 1)
      var bytes: [UInt8] = []
      sum = try event.write(to: &bytes, previousSum: sum, checks: true)
      #expect(bytes == line + [UInt8(ascii: "\n")], "line \(index + 1)")
    }
  }

  @Test func `every line equals a draft with the same content`() throws {
    for (event, line) in try SamplesTests.events() {
      let draft = try Bytes.of(line) { (bytes) throws(LineError) in try Draft(line: bytes) }
      #expect(draft.event(at: nil, seq: event.seq) == event)
    }
  }
}
