import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests with Examples/samples.jsonl, which contains a line for every type and version ever written. The file only
/// grows. With REPLOG_RECORD=missing in the environment, a run adds lines for missing samples.
@Suite(.serialized) struct SamplesTests {
  static let path = repository + "/Examples/samples.jsonl"

  static func events() throws -> [(event: Event, line: [UInt8])] {
    var lines = try Log(path: path).lines()
    var events: [(Event, [UInt8])] = []
    while try lines.next() != nil { events.append((try lines.event(), lines.line.array)) }
    let missing = Set(EventType.all.map(\.name)).subtracting(events.map(\.0.type)).sorted()
    try #require(
      missing == [],
      "no sample for them: put them into Samples.full, then run once with REPLOG_RECORD=missing")
    return events
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["REPLOG_RECORD"] == "missing"))
  func `missing samples are added`() throws {
    let appender = try Appender(path: SamplesTests.path)
    var lines = try Log(path: SamplesTests.path).lines()
    var known: [Event.Body] = []
    while try lines.next() != nil { known.append(try lines.event().body) }
    let missing = Samples.full.filter { !known.contains($0) }
    for (index, body) in missing.enumerated() {
      let number = known.count + index + 1
      let at = Samples.start.adding(seconds: Int64(number))
      let draft = Draft(id: Samples.id(number), at: at, user: "ann", body)
      let defaults = DraftDefaults(now: at, seed: 0)
      _ = try appender.locked { log in try log.append([draft], defaults: defaults) }
    }
    #expect(Set(try SamplesTests.events().map(\.event.type)).isSuperset(of: missing.map(\.type)))
  }

  @Test func `every type occurs, with all that it can hold`() throws {
    let bodies = try SamplesTests.events().map(\.event.body)
    for body in Samples.full {
      #expect(
        bodies.contains(body),
        "no sample for event type '\(body.type)'; add a line to Examples/samples.jsonl")
    }
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

  @Test func `every line is a draft that says the same`() throws {
    for (event, line) in try SamplesTests.events() {
      let draft = try Bytes.of(line) { (bytes) throws(LineError) in try Draft(line: bytes) }
      #expect(draft.event(at: nil, seq: event.seq) == event)
    }
  }
}
