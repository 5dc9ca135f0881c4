import TestSupport
import Testing

@testable import Events

/// Tests that lines checked on several threads are returned in order.
@Suite struct WantedLinesTests {
  /// The lines: sets with long notes, with every 31st one spelled by hand; about 2.3 MiB.
  private static let lines: [[UInt8]] = {
    var sum: UInt64 = 0
    return (1...1_400).map { seq in
      let note = String(repeating: "\(seq % 10)", count: 1_500)
      let set = SetLogged(
        session: "s", exercise: Name("e\(seq % 7)"), reps: seq % 10, weight: nil, note: note)
      let event = Event(
        id: Samples.id(seq), at: Samples.start, user: seq % 5 == 0 ? "ben" : "ann",
        .sessions(.setLogged(set)), seq: seq)
      var line: [UInt8] = []
      do { sum = try event.write(to: &line, previousSum: sum) } catch { Issue.record(error) }
      guard seq % 31 == 0 else { return line }
      sum = 0
      return Array(
        (#"{"data":{"reps":1,"exercise":"\u0061","session":"s","note":"\#(note)"},"type":"SetLogged","#
          + #""user":"b\u0065n","id":"\#(Samples.id(seq))","at":"2026-03-02T18:04:11.250Z","seq":\#(seq)}"#
          + "\n").utf8)
    }
  }()

  /// The properties of a line that a reader reports.
  private struct Told: Equatable {
    let seq: Int
    let id: EventID
    let user: Name?
    let type: String
    let line: [UInt8]
    let chainedSum: UInt64?
    let event: Event
    var alone: [UInt8] = []

    init(_ line: LineReader.Line, _ lines: LineReader) throws {
      (seq, id, user, type) = (line.seq, lines.id, lines.user, lines.type)
      (self.line, chainedSum, event) = (lines.line.array, lines.chainedSum, try lines.event())
      try lines.writeAlone(to: &alone)
    }
  }

  private typealias Wish = @Sendable (LineReader.Line, LineReader) throws(LogError) -> Bool

  /// Returns the wanted lines up to a number, read one by one, and the error that ended the pass.
  private static func expected(_ log: Log, _ isWanted: Wish, most: Int) -> ([Told], LogError?) {
    var told: [Told] = []
    let error = failure {
      var lines = log.lines()
      while told.count < most, let line = try lines.next() {
        if try isWanted(line, lines) { told.append(try Told(line, lines)) }
      }
    }
    return (told, error)
  }

  private static func found(_ log: Log, _ isWanted: @escaping Wish, most: Int) -> (
    [Told], LogError?
  ) {
    var told: [Told] = []
    let error = failure {
      try log.forEachLine(where: isWanted) { line, lines in
        told.append(try Told(line, lines))
        return told.count < most
      }
    }
    return (told, error)
  }

  /// A kind of lines to request.
  private enum Kind: CaseIterable {
    case all, user, spelledByHand, last, none, decoded

    var isWanted: Wish {
      { (line, lines) throws(LogError) in
        switch self {
        case .all: true
        case .user: line.user == "ben"
        case .spelledByHand: line.seq % 31 == 0
        case .last: line.seq > 1_390
        case .none: false
        case .decoded: try lines.event().seq % 2 == 0
        }
      }
    }
  }

  @Test(arguments: [0, 2, 700, 713, 1_400])
  func `wanted lines are those that a reader gives, in its order, up to the damage`(_ damaged: Int)
  {
    var lines = Self.lines
    // In a line with a checksum, a byte of the note changes; in a line without one, a comma.
    if damaged > 0 { lines[damaged - 1][damaged % 31 == 0 ? 8 : 400] ^= 4 }
    let log = Log(lines.flatMap { $0 }, name: "log")
    for isWanted in Kind.allCases.map(\.isWanted) {
      for most in [1, 40, Int.max] {
        let (expected, found) = (
          Self.expected(log, isWanted, most: most), Self.found(log, isWanted, most: most)
        )
        #expect(found.0 == expected.0)
        #expect(found.1 == expected.1)
        if damaged > 0, most == .max { #expect(found.1?.line == damaged) }
      }
    }
  }

  @Test(arguments: [0, 2, 700, 1_400])
  func `the wanted events are passed on once, up to the damage`(_ damaged: Int) {
    var lines = Self.lines
    if damaged > 0 { lines[damaged - 1][400] ^= 4 }
    let log = Log(lines.flatMap { $0 }, name: "log")
    var interest = Interest()
    interest.add(1, of: "ben", in: [.sessions])
    var (wanted, folded): ([Int], [Int]) = ([], [])
    let error = failure {
      try log.forEachLine(
        decoding: interest,
        where: { (line, _, event) throws(LogError) in event != nil && line.seq % 2 == 0 },
        fold: { run in
          folded += (0..<run.count).map { run.event(at: $0).seq }
          // The lines of the same part were passed before.
          #expect(wanted.last == folded.last { $0 % 2 == 0 })
        },
        { line, _ in
          wanted.append(line.seq)
          return true
        })
    }
    let expected = (1..<(damaged > 0 ? damaged : 1_401)).filter { $0 % 5 == 0 || $0 % 31 == 0 }
    #expect(folded == expected)
    #expect(wanted == expected.filter { $0 % 2 == 0 })
    #expect(error?.line == (damaged > 0 ? damaged : nil))
  }

  @Test func `a torn end is reported after all lines, and unreadable data at its place`() {
    var lines = Self.lines
    let cut = Log(lines.flatMap { $0 } + Array(#"{"seq":1401"#.utf8), name: "log")
    #expect(Self.found(cut, Kind.all.isWanted, most: .max).0.count == 1_400)
    lines[1_399] = Array("{}\n".utf8)
    let damaged = Log(lines.flatMap { $0 }, name: "log")
    #expect(Self.found(damaged, Kind.all.isWanted, most: .max).1?.line == 1_400)
    lines[30] =
      Array(
        #"{"seq":31,"id":"\#(Samples.id(31))","at":"2026-03-02T18:04:11.250Z","type":"SetLogged","data":{}}"#
          .utf8) + [0x0A]
    let undecodable = Log(lines.flatMap { $0 }, name: "log")
    let wish: Wish = { (_, lines) throws(LogError) in try lines.event().seq > 20 }
    let found = Self.found(undecodable, wish, most: .max)
    #expect(found.0.map(\.seq) == Array(21...30))
    #expect(found.1?.line == 31)
  }

  @Test func `a caller's error ends the pass, and a reader that is kept stays at its line`()
    throws
  {
    struct Enough: Error {}
    let log = Log(Self.lines.flatMap { $0 }, name: "log")
    var kept: [(seq: Int, lines: LineReader)] = []
    #expect(throws: Enough.self) {
      try log.forEachLine(where: { (line, _) in line.seq % 3 == 0 }) { line, lines in
        kept.append((line.seq, lines))
        if line.seq > 900 { throw Enough() }
        return true
      }
    }
    #expect(kept.map(\.seq) == Array(stride(from: 3, through: 903, by: 3)))
    for (seq, lines) in kept { #expect(try lines.event().seq == seq) }
  }
}
