import TestSupport
import Testing

@testable import CLI
@testable import Events

@Suite struct SampleLogTests {
  private func sample(_ events: Int, users: Int, seed: UInt64) -> [UInt8] {
    var sample = SampleLog(events: events, users: users, seed: seed)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    return bytes
  }

  private func events(of bytes: [UInt8]) throws -> [Event] {
    try Log(bytes, name: "sample").wholeEvents()
  }

  @Test func `the same arguments give the same bytes`() {
    #expect(sample(2000, users: 5, seed: 3) == sample(2000, users: 5, seed: 3))
  }

  @Test func `another seed gives another log`() {
    #expect(sample(100, users: 5, seed: 3) != sample(100, users: 5, seed: 4))
  }

  @Test(arguments: [(0, 1), (1, 1), (1, 50), (2, 1), (333, 1), (1000, 10), (3000, 700)])
  func `a sample has the requested number of events`(count: Int, users: Int) throws {
    let bytes = sample(count, users: users, seed: 11)
    #expect(try events(of: bytes).map(\.seq) == Array(1...max(1, count)).prefix(count).map { $0 })
  }

  @Test func `a short sample is a complete log, wherever it ends`() throws {
    for count in 1...60 {
      let log = Log(sample(count, users: 3, seed: 5), name: "sample")
      #expect(try log.tail().end == log.bytes.count)
      #expect(try events(of: log.bytes.array).count == count)
    }
  }

  @Test func `a short sample contains a complete story`() throws {
    let types = try events(of: sample(50, users: 3, seed: 7)).map(\.type)
    #expect(types.prefix(3) == ["UserSignedIn", "WorkoutTypeChosen", "ExerciseAdded"])
    #expect(types.contains("SessionStarted"))
    #expect(types.count { $0 == "SetLogged" } > 25)
  }

  @Test func `each call appends the lines of one moment`() {
    var sample = SampleLog(events: 500, users: 4, seed: 2)
    var bytes: [UInt8] = []
    var before = 0
    while sample.next(into: &bytes) {
      #expect((1...5).contains(bytes[before...].count { $0 == UInt8(ascii: "\n") }))
      before = bytes.count
    }
    #expect(bytes.count == before)
    let isMore = sample.next(into: &bytes)
    #expect(!isMore)
  }

  @Test func `every line is canonical and within its limits`() throws {
    let bytes = sample(3000, users: 12, seed: 1)
    var lines = Log(bytes, name: "sample").lines()
    while try lines.next() != nil {
      var (alone, again): ([UInt8], [UInt8]) = ([], [])
      try lines.writeAlone(to: &alone)
      try lines.event().write(to: &again, previousSum: nil, checks: true)
      #expect(alone == again)
    }
  }

  @Test func `most events are sets, and every type of a sample occurs`() throws {
    let events = try events(of: sample(20_000, users: 20, seed: 9))
    var counts: [String: Int] = [:]
    for event in events { counts[event.type, default: 0] += 1 }
    #expect((16_400...17_600).contains(counts["SetLogged"] ?? 0))
    #expect((700...1200).contains(counts["SessionStarted"] ?? 0))
    #expect((20...600).contains(counts["PostLiked"] ?? 0))
    // A sample keeps its bytes, so no other type ever comes into it.
    #expect(
      counts.keys.sorted() == [
        "DayCleared", "ExerciseAdded", "ExerciseMoved", "ExerciseRemoved", "PlanSaved",
        "PlanShared",
        "PostDeleted", "PostEdited", "PostLiked", "PostUnliked", "SessionDiscarded", "SessionEnded",
        "SessionRenewed", "SessionStarted", "SetLogged", "SetRemoved", "SetRevised",
        "UserSignedIn", "UserSignedOut", "WorkoutTypeChosen",
      ])
    #expect(String(decoding: sample(1000, users: 5, seed: 1), as: UTF8.self).contains("\"batch\":"))
  }

  @Test func `time zones, units, kinds and notes vary`() throws {
    var zones: Set<Int16> = []
    var units: Set<Weight.Unit?> = []
    var kinds: Set<SetKind> = []
    var notes: Set<String> = []
    for event in try events(of: sample(20_000, users: 20, seed: 9)) {
      zones.insert(event.at.offsetMinutes)
      guard case .sessions(.setLogged(let set)) = event.body else { continue }
      units.insert(set.weight?.unit)
      kinds.insert(set.kind)
      if let note = set.note { notes.insert(note) }
      #expect((1...12).contains(set.reps))
    }
    #expect(zones.isSuperset(of: [0, 330, -480]))
    #expect(units == [.kg, .lb, nil])
    #expect(kinds == Set(SetKind.allCases))
    #expect(notes.contains { !$0.utf8.allSatisfy { $0 < 0x80 } })
    #expect(notes.contains { $0.contains("\"") })
  }

  @Test(
    arguments: Reliability.isSample
      ? [(4_000, 20, 1), (4_000, 1, 2), (2_000, 400, 3)]
      : [(20_000, 20, 1), (20_000, 1, 2), (5000, 400, 3)])
  func `every event could result from a decision`(count: Int, users: Int, seed: UInt64) throws {
    var rules = SampleRules()
    for event in try events(of: sample(count, users: users, seed: seed)) { rules.check(event) }
    #expect(rules.breaches == [])
  }

  @Test(arguments: ["UserSignedIn", "SessionStarted", "PlanShared", "ExerciseAdded", "PostLiked"])
  func `the rules detect missing events`(type: String) throws {
    var rules = SampleRules()
    let count = Reliability.isSample ? 4_000 : 20_000
    for event in try events(of: sample(count, users: 20, seed: 1)) where event.type != type {
      rules.check(event)
    }
    #expect(rules.breaches != [])
  }

  @Test func `the many events of one user stay within the calendar`() throws {
    // As many as would take 18,000 years at the usual pace; the first ones show the pace.
    var sample = SampleLog(events: 80_000_000, users: 1, seed: 1)
    var bytes: [UInt8] = []
    for _ in 0..<5000 { _ = sample.next(into: &bytes) }
    let events = try events(of: bytes)
    let first = try #require(events.first), last = try #require(events.last)
    let years = last.at.seconds(since: first.at) / 31_557_600 * 80_000_000 / Double(events.count)
    #expect(years < 2000)
  }

  @Test func `the bytes of a sample never change`() {
    let bytes = sample(1000, users: 10, seed: 7)
    let sum = String(decoding: bytes.suffix(19).prefix(16), as: UTF8.self)
    #expect(sum == "fc54ecf766ab8573")
  }
}
