import TestSupport
import Testing

@testable import Events

/// Tests of the lines of a log by number, and of the writer of a new log.
@Suite struct LogLinesTests {
  @Test func `each line is decoded on demand, in any order`() throws {
    let events = TestSupport.events((1...1_500).map { .by("ann", .liked(Name("p\($0)"))) })
    let lines = try LogLines(of: log(events))
    #expect(lines.count == events.count)
    for place in [1_499, 0, 700, 700, 1] { #expect(try lines.event(at: place) == events[place]) }
  }

  @Test func `a log without events has no lines`() throws {
    #expect(try LogLines(of: log()).count == 0)
  }

  @Test func `damage is an error with its place`() throws {
    var bytes = try lines(inBatches: [1, 1, 1])
    bytes[1][10] ^= 1
    let error = #expect(throws: LogError.self) {
      try LogLines(of: Log(bytes.flatMap { $0 }, name: "log"))
    }
    #expect(error?.kind == .damaged && error?.line == 2)
  }

  @Test func `a line that its new position makes too long is refused`() throws {
    func event(_ count: Int) -> Event {
      let text = JSON.string(String(repeating: "a", count: count))
      let body = Event.Body.unknown(UnknownEvent(type: "Abc", data: ["x": text]))
      return Event(id: Samples.id(1), at: Samples.start, user: "ann", body)
    }
    var short = NewLines(ofLog: "short")
    try short.append(event(0))
    let longest = event(LogFormat.longestLine + 1 - short.bytes.count)
    var lines = NewLines(ofLog: "copy")
    try lines.append(longest)
    #expect(lines.bytes.count == LogFormat.longestLine + 1)
    for _ in 2...9 { try lines.append(event(0)) }
    let error = #expect(throws: LogError.self) { try lines.append(longest) }
    #expect(error?.kind == .refused && error?.draft == 9 && error?.help != nil)
  }

  @Test func `a new log has the events with new positions and sums`() throws {
    let events = TestSupport.events((1...5).map { .by("ann", .liked(Name("p\($0)"))) })
    var copy = NewLines(ofLog: "copy")
    copy.reserve(1_000)
    for event in events where event.seq != 2 { try copy.append(event) }
    let found = try LogLines(of: Log(copy.bytes, name: "copy"))
    #expect(try (0..<found.count).map { try found.event(at: $0).seq } == [1, 2, 3, 4])
    #expect(try (0..<found.count).map { try found.event(at: $0).id } == [1, 3, 4, 5].map(id))
    let bytes = copy.bytes
    copy.removeBytes()
    #expect(copy.bytes.isEmpty)
    try copy.append(events[1])
    #expect(try shown(bytes + copy.bytes) == [1, 2, 3, 4, 5])
  }

  @Test func `an event that no reader accepts is refused with its number`() throws {
    var copy = NewLines(ofLog: "copy")
    try copy.append(events([.by("ann", .liked("p"))])[0])
    let error = #expect(throws: LogError.self) {
      try copy.append(events([.by(" ann", .liked("p"))])[0])
    }
    #expect(error?.kind == .refused && error?.draft == 1)
  }
}
