import Events
import Projections
import TestSupport
import Testing

/// The event that a value is blamed on is the one without which it would not be so.
@Suite struct BlameTests {
  /// The values that are tried of each view of each log.
  private static let mostValues = 5

  @Test(arguments: ViewSubject.single)
  func `a value needs its writer, unless a later event writes the same value`(
    _ subject: ViewSubject
  ) throws {
    var (tried, changed) = (0, 0)
    for events in RandomFacts.logs {
      let log = log(events)
      let blame = try Blame(subject.view, of: "ann", in: log)
      let lines = blame.lines(at: RecordPath()).filter { $0.writer != nil }
      // From the end as well, where the rows of the latest events are.
      for line in lines.prefix(Self.mostValues) + lines.suffix(Self.mostValues) {
        let writer = try #require(line.writer)
        let without = try Blame(
          subject.view, of: "ann", in: log, asOf: .without([writer.seq], of: nil))
        let other = without.lines(at: line.path).first
        tried += 1
        // A position may lead to an element that has a key of its own there: then it is another element.
        if other?.value != line.value || other?.path != line.path {
          changed += 1
        } else {
          let later = try #require(
            other?.writer, "\(line.path) has no writer without \(writer.seq)")
          #expect(later.seq > writer.seq, "\(line.path)")
        }
      }
    }
    #expect(tried > 0)
    #expect(changed > 0)
  }

  @Test func `the writers of many users' values equal those of each user's values`() throws {
    let path = try RecordPath(parsing: "[0].sets[0].reps")
    let users: [Name] = RandomFacts.users + (0..<70).map { Name("user\($0)") }
    var found = 0
    for events in RandomFacts.logs.prefix(40) {
      let log = log(events)
      let lines = try Blame.lines(HistoryView.self, path, ofEach: users, in: log)
      for (user, line) in zip(users, lines) {
        let changes = try Blame.chain(HistoryView.self, path, of: user, in: log)
        #expect(line?.value == changes.last?.after)
        #expect(line == nil || line?.writer?.seq == changes.last?.writer.seq)
        found += line == nil ? 0 : 1
      }
    }
    #expect(found > 0)
  }

  @Test(arguments: ViewSubject.single)
  func `the writers from a walk equal those from the tree`(_ subject: ViewSubject) throws {
    var count = 0
    for events in RandomFacts.logs.prefix(20) {
      let blame = try Blame(subject.view, of: "ann", in: log(events))
      let lines = blame.lines(at: RecordPath())
      var walked: [UInt8] = []
      blame.writeJSON {
        walked += $0
        return true
      }
      #expect(walked == listed(lines))
      count += lines.count
    }
    #expect(count > 0)
  }

  /// Returns the JSON of some lines.
  private func listed(_ lines: [Blame.Line]) -> [UInt8] {
    let values = lines.map { line in
      let writer = line.writer
      return JSON.object([
        ("path", .string(line.path.description)),
        ("seq", writer.map { .number(.integer(Int64($0.seq))) } ?? .null),
        ("at", writer.map { .string($0.at.description) } ?? .null),
        ("user", writer?.user.map { .string($0.text) } ?? .null),
        ("type", writer.map { .string($0.type) } ?? .null),
      ])
    }
    return JSON.array(values).bytes + [0x0A]
  }

  @Test func `a walk in many pieces gives one JSON text, and ends when a piece is not taken`()
    throws
  {
    // Enough sessions for several threads, the last of them alone in its piece.
    let facts = (0..<2_000).map { Fact.by("ann", .logged(Name("s\($0 % 177)"), "squat", 5)) }
    let blame = try Blame(HistoryView.self, of: "ann", in: log(events(facts)))
    var pieces: [[UInt8]] = []
    blame.writeJSON {
      pieces.append($0)
      return true
    }
    #expect(pieces.count > 10)
    #expect(Array(pieces.joined()) == listed(blame.lines(at: RecordPath())))
    var taken = 0
    blame.writeJSON { _ in
      taken += 1
      return taken < 3
    }
    #expect(taken == 3)
  }

  /// A view of one record, which has no fields.
  private struct BlankView: LogView {
    struct Row: Record {
      static func list(_ row: Self?, _ f: inout some RecordVisitor) {}
    }
    static let name = "blank"
    static let summary = "nothing"
    static let scaling = Scaling.perUser
    var rows = [Row()]
    init(_ source: ExerciseNumbers) {}
  }

  @Test func `a walk over records without fields gives an empty array`() throws {
    let blame = try Blame(BlankView.self, of: nil, in: log(.by("ann", .logged("s", "squat", 5))))
    var walked: [UInt8] = []
    blame.writeJSON {
      walked += $0
      return true
    }
    #expect(walked == Array("[]\n".utf8))
  }

  @Test func `a key with characters that JSON escapes is escaped within the path`() throws {
    let log = log(.by("ann", .logged("a \"b\" \\ c", "squat", 5)))
    let blame = try Blame(HistoryView.self, of: "ann", in: log)
    var walked: [UInt8] = []
    blame.writeJSON {
      walked += $0
      return true
    }
    let json = try Bytes.of(walked) { (bytes) throws(LineError) in
      try JSON(bytes[0..<bytes.count - 1])
    }
    guard case .array(let values) = json, case .object(let members)? = values.first else {
      Issue.record("no array of objects")
      return
    }
    #expect(members[0].value == .string("\(blame.lines(at: RecordPath())[0].path)"))
  }

  @Test(arguments: ViewSubject.single)
  func `a log does not differ from itself`(_ subject: ViewSubject) throws {
    for events in RandomFacts.logs {
      let log = log(events)
      let (old, new) = try log.states(of: [subject.view], of: "ann", asOf: nil, nil)
      for (old, new) in zip(old, new) {
        new.reportChanges(from: old) { Issue.record("\($0.path) differs from itself") }
      }
    }
  }

  @Test func `a missing value is blamed on the event that removed it`() throws {
    let log = log(.by("ann", .logged("s", "squat", 5, Weight(100))), .by("ann", .removed(id(1))))
    let blame = try Blame(PersonalBestsView.self, of: "ann", in: log)
    let line = try #require(blame.lines(at: try RecordPath(parsing: "[exercise=squat]")).first)
    #expect(line.value == nil && line.writer?.seq == 2)
    #expect(blame.lines(at: try RecordPath(parsing: "[exercise=bench]")).isEmpty)
  }

  @Test func `a value missing from a position is blamed on the event that removed it`() throws {
    let log = log(.by("ann", .added(.monday, "squat")), .by("ann", .removed(.monday, "squat")))
    let path = try RecordPath(parsing: "days[0].exercises[0]")
    #expect(try Blame(PlanView.self, of: "ann", in: log).lines(at: path).isEmpty)
    let removal = try Blame.removal(PlanView.self, path, of: "ann", in: log)
    #expect(removal?.writer?.seq == 2 && removal?.value == nil)
    #expect(try Blame.removal(PlanView.self, path, of: "ann", in: log, asOf: .seq(1)) == nil)
    let other = try RecordPath(parsing: "days[0].exercises[1]")
    #expect(try Blame.removal(PlanView.self, other, of: "ann", in: log) == nil)
  }

  @Test func `a path that never existed is blamed on nobody, even if its neighbours exist`()
    throws
  {
    let log = log(.by("ann", .logged("s", "squat", 5, Weight(100))))
    let blame = try Blame(PersonalBestsView.self, of: "ann", in: log)
    #expect(!blame.lines(at: try RecordPath(parsing: "[exercise=squat]")).isEmpty)
    #expect(blame.lines(at: try RecordPath(parsing: "[exercise=squat].nothing")).isEmpty)
  }
}
