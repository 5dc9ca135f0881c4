import TestSupport
import Testing

@testable import Events

/// Tests that the fast reader of canonical lines and the strict reader agree: in acceptance, value and error.
@Suite struct CanonicalLinesTests {
  /// A log of three lines: `line` with a correct checksum, between two valid lines.
  ///
  /// The last line is long, since the fast reader needs bytes after the line it reads.
  private struct Surrounded {
    let log: Log
    let line: Range<Int>
    let previous: UInt64

    init(_ line: [UInt8]) throws {
      var bytes: [UInt8] = []
      let before = Event(id: id(900), at: Samples.start, user: "ann", like(1), seq: 1)
      previous = try before.write(to: &bytes, previousSum: 0)
      let start = bytes.count
      bytes += CanonicalLinesTests.withSum(line, after: previous)
      self.line = start..<bytes.count
      bytes.append(UInt8(ascii: "\n"))
      let text = String(repeating: "after ", count: 80)
      let after = Event(
        id: id(901), at: Samples.start, user: "ann",
        PostEdited(post: "p", description: text).body, seq: 3)
      // Lines without a checksum are valid, so this line can follow any line.
      try after.write(to: &bytes, previousSum: nil)
      log = Log(bytes, name: "log")
    }
  }

  /// Returns `line` with the checksum of its bytes up to `,"sum"`, or unchanged if it has none.
  static func withSum(_ line: [UInt8], after previous: UInt64) -> [UInt8] {
    guard line.count > 26 else { return line }
    let head = Array(line.dropLast(26))
    guard line[head.count...].starts(with: Array(#","sum":""#.utf8)) else { return line }
    let sum = Bytes.of(head) { XXH64.hash($0, seed: previous) }
    return head + Array(#","sum":""#.utf8) + hexadecimal(sum) + Array("\"}".utf8)
  }

  @Test func `NUL bytes in a time make it invalid, in a log and in a draft`() throws {
    let event = Event(id: id(7), at: Samples.start, user: "ann", like(2), seq: 2)
    var line: [UInt8] = []
    _ = try event.write(to: &line, previousSum: 0)
    line.removeLast()
    let text = Array(#""at":""#.utf8)
    let start = try #require(line.indices.first { line[$0...].starts(with: text) }) + text.count
    let end = try #require(line[start...].firstIndex(of: UInt8(ascii: "\"")))
    for lower in start..<end {
      for upper in lower + 1...end {
        var changed = line
        changed.replaceSubrange(lower..<upper, with: Array(repeating: 0, count: upper - lower))
        let log = try Surrounded(changed)
        #expect(throws: LogError.self) { try shown(log.log) }
        let draft = Array(changed.dropLast(26)) + [UInt8(ascii: "}")]
        _ = Bytes.of(draft) { (bytes: Bytes) in
          #expect(throws: LineError.self) { () throws(LineError) in
            try LineDecoder().draft(bytes, checks: true)
          }
        }
      }
    }
  }

  /// Returns the event or the error of the strict reader.
  private static func strict(_ log: Surrounded) -> Result<Event, LineError> {
    Result { () throws(LineError) in
      let bytes = log.log.bytes
      let line = bytes[log.line]
      let decoder = LineDecoder()
      let envelope = try decoder.logged(bytes, in: log.line)
      try decoder.checkRise(envelope, after: 1)
      try decoder.checkSum(envelope, line, after: 1, log.previous)
      if envelope.seq != 2 { _ = try Envelope(scanning: line) }
      let body = try decoder.body(envelope, line).body
      guard let id = envelope.id, let at = envelope.at else { throw .missing("id", at: 0) }
      return Event(id: id, at: at, user: envelope.user, body, seq: envelope.seq)
    }
  }

  /// Returns the events or the errors of a replay and of a line-by-line pass.
  private static func quick(_ log: Surrounded) -> [Result<Event, LineError>] {
    var replayed: [Event] = []
    var interest = Interest()
    interest.add(1, everythingIn: [.identity, .exercises, .plan, .sessions, .feed])
    var error: LogError?
    do throws(LogError) {
      try log.log.events(interest) { run in
        for index in 0..<run.count { run.withEvent(at: index) { replayed.append($0) } }
      }
    } catch let thrown { error = thrown }
    var results: [Result<Event, LineError>] = []
    if let event = replayed.first(where: { $0.id != id(900) && $0.id != id(901) }) {
      results.append(.success(event))
    } else if let error, error.line == 2 {
      results.append(.failure(LineError((error.column ?? 0) - 1, error.message)))
    }
    var lines = log.log.lines()
    do throws(LogError) {
      _ = try lines.next()
      _ = try lines.next()
      results.append(.success(try lines.event()))
    } catch let thrown {
      results.append(.failure(LineError((thrown.column ?? 0) - 1, thrown.message)))
    }
    return results
  }

  /// Returns whether the fast reader accepts the whole line.
  private static func isQuick(_ log: Surrounded) -> Bool {
    let scratch = Scratch()
    return withExtendedLifetime(scratch) {
      var lines = CanonicalLines(log.log.bytes, scratch.view)
      let facts = lines.facts(at: log.line.lowerBound, after: log.previous)
      return facts?.newline == log.line.upperBound
    }
  }

  private static let lines: [[UInt8]] = {
    (Samples.full + Samples.sparse).enumerated().map { place, body in
      var line: [UInt8] = []
      let event = Event(id: id(place + 1), at: Samples.start, user: "ann", body, seq: 2)
      _ = try? event.write(to: &line, previousSum: 0)
      return Array(line.dropLast())
    }
  }()

  @Test(arguments: Samples.full + Samples.sparse)
  func `the quick reader reads every type in replog's spelling`(_ body: Event.Body) throws {
    for user in [nil, "ann", "zoë", Name(String(repeating: "u", count: 60))] as [Name?] {
      var line: [UInt8] = []
      let event = Event(id: id(1), at: Samples.start, user: user, body, seq: 2)
      try event.write(to: &line, previousSum: 0)
      let log = try Surrounded(Array(line.dropLast()))
      #expect(CanonicalLinesTests.isQuick(log), "\(body.type) \(user?.text ?? "nobody")")
      for result in CanonicalLinesTests.quick(log) { #expect(try result.get() == event) }
    }
  }

  @Test(arguments: 0..<8)
  func `both readers accept or refuse a changed line, with the same values and errors`(
    _ seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var (quickly, slowly, refused) = (0, 0, 0)
    for _ in 0..<600 {
      let line = try #require(CanonicalLinesTests.lines.randomElement(using: &random))
      let sound = random.chance(500)
      let end = sound ? max(0, line.count - 26) : line.count
      // Half of the changes leave the place of the checksum unchanged, so that the checksum can be corrected.
      let changed = DifferentialTests.mutated(Array(line[..<end]), &random) + line[end...]
      guard !changed.contains(UInt8(ascii: "\n")) else { continue }
      let log = try Surrounded(changed)
      let strict = CanonicalLinesTests.strict(log)
      switch strict {
      case .failure: refused += 1
      case .success where CanonicalLinesTests.isQuick(log): quickly += 1
      case .success: slowly += 1
      }
      let text = Comment(rawValue: String(decoding: changed, as: UTF8.self))
      if case .failure = strict { #expect(!CanonicalLinesTests.isQuick(log), text) }
      // A pass over every byte accepts the same lines.
      if case .success = strict {
        #expect((try? Envelope(scanning: log.log.bytes[log.line])) != nil, text)
      }
      for result in CanonicalLinesTests.quick(log) where !isUnknown(strict) {
        #expect(described(result) == described(strict), text)
      }
    }
    // The changes produce each of the three outcomes.
    #expect(quickly > 5 && slowly > 5 && refused > 60, "\(quickly) \(slowly) \(refused)")
  }

  /// Returns whether a result is an unknown event; a replay does not pass these, but the other pass does.
  private func isUnknown(_ result: Result<Event, LineError>) -> Bool {
    if case .success(let event) = result, case .unknown = event.body { return true }
    return false
  }

  private func described(_ result: Result<Event, LineError>) -> String {
    switch result {
    case .success(let event): "\(event)"
    case .failure(let error): "\(error.offset): \(error.message)"
    }
  }

  @Test(arguments: [
    #""reps":5.0"#, #""reps":05"#, #""weight":100.0"#, #""weight":1e2"#, #""weight":-0"#,
    #""weight":0.1000000000000000055511151231257827"#, #""weight":12345678901234567"#,
    #""weight":99.18528344485279"#, #""weight":930.0736853110673"#, #""reps":9007199254740993"#,
    #""reps":123456789012345678"#,
    #""weight":62.50"#, #""reps":5,"kind":"normal""#, #""note":"a\u0062""#, #""note":"é""#,
    #""rpe":null"#, #""weight":100,"unit":"kg""#, #""completed":true"#,
  ])
  func `another spelling of a value gives the value of the strict reader`(_ member: String) throws {
    let line =
      #"{"seq":2,"id":"\#(id(1))","at":"2026-03-02T18:04:11.250+01:00","user":"ann","#
      + #""type":"SetLogged","data":{"session":"w","exercise":"e","#
      + (member.hasPrefix("\"reps\"") ? "" : #""reps":5,"#) + member + "}"
      + #","sum":"0123456789abcdef"}"#
    let log = try Surrounded(Array(line.utf8))
    let strict = described(CanonicalLinesTests.strict(log))
    for result in CanonicalLinesTests.quick(log) { #expect(described(result) == strict) }
  }

  private func set(_ head: String, note: String) -> [UInt8] {
    let line =
      #"{"seq":2,"id":"\#(id(1))","at":"2026-03-02T18:04:11.250+01:00","user":"ann","#
      + #""type":"SetLogged",\#(head)"data":{"session":"w","exercise":"e","reps":5,"#
      + #""note":"\#(note)"},"sum":"0123456789abcdef"}"#
    return Array(line.utf8)
  }

  @Test(arguments: [0, 1, 26, 27])
  func `a line of one mebibyte is accepted, and a longer one is not`(_ more: Int) throws {
    let short = set("", note: "n").count
    let note = String(repeating: "n", count: LogFormat.longestLine + more - short + 1)
    let line = set("", note: note)
    try #require(line.count == LogFormat.longestLine + more)
    let log = try Surrounded(line)
    #expect(CanonicalLinesTests.isQuick(log) == (more == 0))
    for result in CanonicalLinesTests.quick(log) {
      #expect((try? result.get()) != nil ? more == 0 : more > 0)
    }
  }

  @Test func `the fields of an event of a newer version are not interpreted`() throws {
    let log = try Surrounded(set(#""v":2,"#, note: "n"))
    #expect(CanonicalLinesTests.isQuick(log) == false)
    let results = CanonicalLinesTests.quick(log)
    #expect(results.count == 1)
    for result in results {
      guard case .unknown(let event) = try result.get().body else {
        Issue.record("\(result)")
        continue
      }
      #expect(event.version == 2)
    }
  }
}
