import TestSupport
import Testing

@testable import Events

/// Tests that a log scrubbed in parts equals the log of its events scrubbed one by one.
@Suite struct ScrubbedLinesTests {
  private static let key = SipHash(phrase: "a key for these tests")

  /// Returns the scrubbed log, the expected log from single events, and the number of pieces written.
  private func scrubbed(
    _ log: Log, erasing erased: Name? = nil, keeping kept: Set<ScrubOptions.Kept> = []
  ) throws -> (bytes: [UInt8], expected: [UInt8], pieces: Int, counts: [Scrubber.Counts]) {
    var (outline, options) = (LogOutline(), ScrubOptions())
    (options.erased, options.kept) = (erased, kept)
    let pseudonyms = try Pseudonyms(of: log, outlinedIn: &outline, key: Self.key, options)
    let (scrubber, alone) = (Scrubber(pseudonyms), Scrubber(pseudonyms))
    var (bytes, pieces): ([UInt8], Int) = ([], 0)
    try log.write(outline, scrubbedBy: scrubber, adding: { _ in [] }) {
      bytes += $0
      pieces += 1
    }
    var (expected, sum): ([UInt8], UInt64) = ([], 0)
    var lines = log.lines()
    while let line = try lines.next() {
      var event = try alone.scrubbed(try lines.wholeEvent())
      event.seq = outline.positions[line.seq] ?? line.seq
      sum = try event.write(
        to: &expected, batch: outline.batches.contains(event.seq) ? lines.batch : 1,
        previousSum: sum)
    }
    #expect(scrubber.entities == alone.entities)
    return (bytes, expected, pieces, [scrubber.counts, alone.counts])
  }

  @Test func `a log of many parts gives the same output as its single events`() throws {
    let bodies = Samples.full + Samples.sparse
    // There are enough events for several parts on each of two threads.
    let events = (1...12_000).map { seq -> Event in
      let user = seq % 7 == 0 ? nil : Name("ann \(seq % 5)")
      return Event(
        id: Samples.id(seq), at: Samples.start, user: user, bodies[seq % bodies.count], seq: seq)
    }
    let log = Log(try Log.lines(of: events, name: "log"), name: "log")
    #expect(log.bytes.count > 2 << 20)
    for erased in [nil, Name("ann 3")] {
      let (bytes, expected, pieces, counts) = try scrubbed(log, erasing: erased)
      // The comparison is outside of `#expect`: printing the difference of megabytes takes many minutes.
      let isSame = bytes == expected
      #expect(isSame)
      #expect(counts[0] == counts[1])
      #expect(pieces > 15)
    }
  }

  /// Returns a log of these lines with checksums, because a line without one is always encoded again.
  private func logWithSums(_ lines: [String]) -> Log {
    var (bytes, sum): ([UInt8], UInt64) = ([], 0)
    for line in lines {
      let covered = Array(line.utf8.dropLast())
      sum = Bytes.of(covered) { XXH64.hash($0, seed: sum) }
      bytes += covered + Array(#","sum":""#.utf8) + hexadecimal(sum) + Array("\"}\n".utf8)
    }
    return Log(bytes, name: "log")
  }

  @Test func `lines in another spelling are written in replog's spelling`() throws {
    func line(
      _ seq: Int, _ at: String, _ data: String, before: String = "", of exercise: String = "squat"
    ) -> String {
      #"{"seq":\#(seq),"id":"\#(Samples.id(seq))","at":"\#(at)","user":"ann","#
        + #""type":"SetLogged",\#(before)"data":{"session":"s","exercise":"\#(exercise)",\#(data)}}"#
    }
    let log = logWithSums([
      line(1, "2026-03-02T12:00:00.000Z", #""reps":5"#),
      line(2, "2026-03-02T12:00:00.000+00:00", #""reps":5"#),
      line(3, "2026-03-02T13:00:00.000+01:00", #""reps":5,"weight":100.0"#),
      line(4, "2026-03-02T12:00:00.000Z", #""reps":5,"note":"m\u00fcde""#),
      line(5, "2026-03-02T12:00:00.000Z", #""reps":5,"completed":true"#),
      line(6, "2026-03-02T12:00:00.000Z", #""reps":5,"weight":1e2"#),
      line(7, "2026-03-02T12:00:00.000Z", #""note":"ann","reps":5"#),
      line(8, "2026-03-02T12:00:00.000Z", #""reps":5"#, before: #""v":1,"#),
      // An unchanged text in another spelling.
      line(9, "2026-03-02T12:00:00.000Z", #""reps":5"#, of: #"sq\u0075at"#),
      // The line is long, since a line with too few bytes after it is not copied.
      line(
        10, "2026-03-02T12:00:00.000Z",
        #""reps":5,"note":"\#(String(repeating: "after ", count: 80))""#),
    ])
    // With everyone renamed nothing stays the same; with only eve erased, everything does.
    for erased in [nil, Name("eve")] {
      let (bytes, expected, _, counts) = try scrubbed(log, erasing: erased)
      #expect(bytes == expected)
      #expect(counts[0] == counts[1])
      #expect(!String(decoding: bytes, as: UTF8.self).contains("+00:00"))
    }
  }

  @Test func `the ids in copied data are renamed, and a name that looks like one stays`() throws {
    let start = Samples.id(1)
    let bodies: [Event.Body] = [
      .started(Name(start)), .logged(Name(start), "squat", 5),
      .logged(Name(start), Name(start), 6), .logged("Push", Name(start), 7),
      .logged(Name(Samples.id(77)), Name(Samples.id(99)), 8), .logged("s", "bench-press", 9),
    ]
    let log = log(
      (bodies + bodies).enumerated().map { place, body in
        Event(id: Samples.id(place + 1), at: Samples.start, user: "ann", body, seq: place + 1)
      })
    for kept: Set<ScrubOptions.Kept> in [[], [.exercises]] {
      let (bytes, expected, _, counts) = try scrubbed(log, keeping: kept)
      #expect(bytes == expected)
      #expect(counts[0] == counts[1])
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains(#""exercise":"\#(start)""#) == !kept.isEmpty)
      #expect(!text.contains(#""session":"\#(start)""#))
    }
  }

  @Test func `a line that becomes too long is refused, and all lines before it are complete`()
    throws
  {
    func line(_ seq: Int, _ type: String, _ data: String) -> String {
      #"{"seq":\#(seq),"id":"\#(Samples.id(seq))","at":"2026-03-02T12:00:00.000Z","user":"ann","#
        + #""type":"\#(type)","data":{\#(data)}}"#
    }
    // Each letter becomes a word.
    let letters = String(repeating: #""a","#, count: 200_000) + #""a""#
    let log = log(lines: [
      line(1, "PostLiked", #""post":"p""#), line(2, "AcmeSlept", #""with":[\#(letters)]"#),
    ])
    var outline = LogOutline()
    let pseudonyms = try Pseudonyms(of: log, outlinedIn: &outline, key: Self.key)
    var bytes: [UInt8] = []
    let error = failure {
      try log.write(outline, scrubbedBy: Scrubber(pseudonyms), adding: { _ in [] }) { bytes += $0 }
    }
    #expect(error?.kind == .refused && error?.line == 2)
    #expect(try Log(bytes, name: "copy").wholeEvents().map(\.type) == ["PostLiked"])
  }

  @Test func `the first line that cannot be written is reported`() throws {
    var events = (1...12_000).map {
      Event(id: id($0), at: Samples.start, user: "ann", .logged("s", "squat", $0 % 9), seq: $0)
    }
    // The events are in parts that different threads may process.
    for seq in [3_000, 9_000] { events[seq - 1].at = moment("9999-12-30T12:00:00Z") }
    let log = log(events)
    var (outline, options) = (LogOutline(), ScrubOptions())
    options.days = 7
    let pseudonyms = try Pseudonyms(of: log, outlinedIn: &outline, key: Self.key, options)
    var bytes: [UInt8] = []
    let error = failure {
      try log.write(outline, scrubbedBy: Scrubber(pseudonyms), adding: { _ in [] }) { bytes += $0 }
    }
    #expect(error?.line == 3_000 && error?.kind == .refused)
    // The events before it were written, complete and in order.
    #expect(
      try Log(bytes, name: "copy").wholeEvents().map(\.seq) == events.prefix(2_999).map(\.seq))
  }

  @Test func `a line with a right checksum and unreadable data is damage, reported with its place`()
  {
    func line(_ seq: Int, _ data: String) -> String {
      #"{"seq":\#(seq),"id":"\#(Samples.id(seq))","at":"2026-03-02T12:00:00.000Z","user":"ann","#
        + #""type":"SetLogged","data":{"session":"s","exercise":"squat",\#(data)}}"#
    }
    for data in [#""reps":"five""#, #""reps":5,"reps":6"#, #""reps":5,"weight":1e400"#] {
      let log = logWithSums([line(1, #""reps":5"#), line(2, data), line(3, #""reps":5"#)])
      var bytes: [UInt8] = []
      let error = failure {
        var outline = LogOutline()
        let pseudonyms = try Pseudonyms(of: log, outlinedIn: &outline, key: Self.key)
        try log.write(outline, scrubbedBy: Scrubber(pseudonyms), adding: { _ in [] }) {
          bytes += $0
        }
      }
      #expect(error?.kind == .damaged && error?.line == 2 && (error?.column ?? 0) > 100, "\(data)")
    }
  }

  // The search for the end of the log also finds the last line; only its part finds any other line.
  @Test(arguments: [5_000, 12_000])
  func `damage in a later part is reported with its place, by the first pass`(line: Int) {
    let events = (1...12_000).map {
      Event(id: id($0), at: Samples.start, user: "ann", .logged("s", "squat", $0 % 9), seq: $0)
    }
    var bytes = lines(events)
    bytes[lines(Array(events.prefix(line - 1))).count + 3] = UInt8(ascii: "X")
    let log = Log(bytes, name: "log")
    var outline = LogOutline()
    let error = failure { try Pseudonyms(of: log, outlinedIn: &outline, key: Self.key) }
    #expect(error?.kind == .damaged && error?.line == line)
  }
}
