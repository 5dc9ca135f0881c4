import Events
import TestSupport
import Testing

@testable import Projections

@Suite struct ExerciseRecordsTests {
  private func history(_ bodies: [Event.Body]) throws -> History {
    try replay(log(events(bodies.map { .by("ann", $0) })), OfUser<History>("ann")).value
  }

  private func records(_ bodies: Event.Body...) throws -> ExerciseRecords {
    try #require(try history(bodies).records().first).records
  }

  @Test func `each record has the set that made it`() throws {
    let records = try records(
      .logged("s", "squat", 8, Weight(100)), .logged("s", "squat", 1, Weight(160)),
      .logged("s", "squat", 12, Weight(60)), .logged("t", "squat", 5, Weight(120)),
      .logged("t", "squat", 5, Weight(120), seconds: 40),
      .logged("t", "squat", 0, Weight(200), metres: 3))
    #expect(records.heaviest?.set.seq == 2)
    #expect(records.heaviest?.value == 160)
    #expect(records.oneRepMax?.set.seq == 2)
    #expect(records.oneRepMax?.value == 160)
    #expect(records.product?.set.seq == 1)
    #expect(records.product?.value == 800)
    #expect(records.reps?.set.seq == 3)
    #expect(records.reps?.value == 12)
    #expect(records.sessionVolume?.value == 1_680)
    #expect(records.sessionVolume?.set.seq == 3)
    #expect(records.sessionVolume?.session == "s")
    #expect(records.longest?.set.seq == 5)
    #expect(records.longest?.value == 40)
    #expect(records.farthest?.set.seq == 6)
    #expect(records.first?.set.seq == 1)
    #expect(records.last?.set.seq == 6)
    #expect(records.last?.value == nil)
    #expect(records.repsAt.map { $0.set.weight?.value } == [60, 100, 120, 160])
    #expect(records.repsAt.map(\.set.seq) == [3, 1, 4, 2])
  }

  @Test func `a session's volume is summed in the order of the log, wherever sets were moved`()
    throws
  {
    // 0.3 + 0.2 + 0.1 is 0.6, and 0.1 + 0.3 + 0.2 is not.
    let history = try history([
      .logged("s", "squat", 1, Weight(0.3)), .logged("s", "squat", 1, Weight(0.2)),
      .logged("s", "squat", 1, Weight(0.1)), .moved(id(3), to: 1),
    ])
    let shown = try #require(history["s"])
    #expect(shown.sets.map(\.seq) == [3, 1, 2])
    #expect(shown.volumeKg != 0.6)
    #expect(shown.volumeKg(of: "squat") == 0.6)
    #expect(history.records().first?.records.sessionVolume?.value == 0.6)
  }

  @Test
  func `sets of alternating sessions count in the order of the log, each in its own session`()
    throws
  {
    let records = try history([
      .logged("s", "squat", 5, Weight(100)), .logged("s", "bench", 2, Weight(50)),
      .logged("t", "squat", 6, Weight(90)), .logged("t", "bench", 2, Weight(50)),
      .logged("s", "squat", 4, Weight(110)), .logged("t", "squat", 1, Weight(100)),
      .logged("s", "bench", 3, Weight(50)),
    ]).records()
    #expect(records.map(\.exercise) == ["bench", "squat"])
    let (bench, squat) = (records[0].records, records[1].records)
    #expect(squat.sessionVolume?.value == 940 && squat.sessionVolume?.set.seq == 5)
    #expect(squat.sessionVolume?.session == "s" && squat.product?.set.seq == 3)
    #expect(squat.repsAt.map(\.set.seq) == [3, 1, 5])
    #expect(bench.sessionVolume?.value == 250 && bench.sessionVolume?.set.seq == 7)
    #expect(bench.reps?.set.seq == 7 && bench.first?.set.seq == 2)
  }

  @Test func `a load in multiples of the body weight uses the weight on the session's day`() throws
  {
    let facts: [Fact] = [
      .by("ann", BodyWeightRecorded(weight: Weight(80)).body),
      .by("ann", .logged("s", "squat", 5, Weight(100))),
      .by("ann", .logged("s", "squat", 0, Weight(200))),
    ]
    let log = log(events(facts))
    let training = try replay(log, OfUser<MeasuredTraining>("ann")).value
    let records = try #require(
      training.history.records(.epley, training.body).first { $0.exercise == "squat" })
    #expect(records.records.relative?.value == 1.25 && records.records.relative?.set.seq == 2)
    #expect(training.history.records().first?.records.relative == nil)
  }

  @Test func `an exercise without sets has no record`() throws {
    let dips = try records(
      .logged("s", "dip", 10), .logged("s", "dip", 8, Weight(-20)),
      .logged("s", "dip", 9, Weight(0)))
    #expect(dips.heaviest == nil)
    #expect(dips.oneRepMax == nil)
    #expect(dips.product == nil)
    #expect(dips.sessionVolume == nil)
    #expect(dips.longest == nil)
    #expect(dips.farthest == nil)
    #expect(dips.reps?.set.seq == 1)
    #expect(dips.repsAt.map(\.set.seq) == [2, 1])
    #expect(try history([.started("s")]).records().isEmpty)
  }

  @Test func `the first to reach a value keeps the record`() throws {
    let records = try records(
      .logged("s", "a", 5, Weight(100)), .logged("t", "a", 5, Weight(100)),
      .logged("u", "a", 10, Weight(50)))
    for mark in [records.heaviest, records.product, records.sessionVolume, records.oneRepMax] {
      #expect(mark?.set.seq == 1)
    }
    #expect(records.reps?.set.seq == 3)
  }

  @Test func `first and last depend on the time, the other records on the place in the log`() throws
  {
    let bodies: [(String, Event.Body)] = [
      ("2026-03-02T12:00:00Z", .logged("s", "a", 5, Weight(100))),
      ("2026-03-01T12:00:00Z", .logged("t", "a", 5, Weight(100))),
      ("2026-03-02T13:00:00+01:00", .logged("u", "a", 5, Weight(100))),
    ]
    let facts = bodies.map { Fact.by("ann", at: $0, $1) }
    let history = try replay(log(events(facts)), OfUser<History>("ann")).value
    let records = try #require(history.records().first).records
    #expect(records.first?.set.seq == 2)
    #expect(records.last?.set.seq == 3)
    #expect(records.product?.set.seq == 1)
  }

  @Test func `of two sets at one time, the first in the log is first, and the other is last`()
    throws
  {
    let facts = [5, 6].map { reps in
      Fact.by("ann", at: "2026-03-02T12:00:00Z", .logged("s", "a", reps, Weight(100)))
    }
    let history = try replay(log(events(facts)), OfUser<History>("ann")).value
    let records = try #require(history.records().first).records
    #expect(records.first?.set.seq == 1)
    #expect(records.last?.set.seq == 2)
  }

  @Test func `warm-ups and other exercises are left out of alternating sessions, too`() throws {
    let history = try history([
      .logged("s", "a", 5, Weight(80)), .logged("t", "a", 5, Weight(90)),
      .logged("s", "a", 9, Weight(100), kind: .warmup), .logged("s", "b", 5, Weight(20)),
      .logged("t", "b", 9, Weight(10), kind: .warmup), .logged("s", "a", 4, Weight(80)),
    ])
    #expect(history.records().map(\.exercise) == ["a", "b"])
    let working = history.records(of: "a", workingOnly: true)
    #expect(working.map(\.exercise) == ["a"])
    let records = try #require(working.first).records
    #expect(records.heaviest?.value == 90 && records.heaviest?.set.seq == 2)
    #expect(records.reps?.value == 5 && records.reps?.set.seq == 1)
    #expect(records.sessionVolume?.value == 720 && records.sessionVolume?.set.seq == 6)
  }

  @Test func `warm-ups can be left out, and the formula can be chosen`() throws {
    let history = try history([
      .logged("s", "a", 20, Weight(100), kind: .warmup), .logged("s", "a", 10, Weight(90)),
      .logged("s", "b", 10, Weight(20), kind: .warmup),
    ])
    #expect(history.records().map(\.exercise) == ["a", "b"])
    let working = history.records(workingOnly: true, .brzycki)
    #expect(working.map(\.exercise) == ["a"])
    #expect(working.first?.records.product?.set.seq == 2)
    #expect(working.first?.records.oneRepMax?.value == 90.0 * 36 / 27)
    #expect(history.records(of: "b").map(\.exercise) == ["b"])
  }

  @Test func `corrected mistakes are not records`() throws {
    let history = try history([
      .logged("s", "a", 5, Weight(1_000)), .logged("s", "a", 5, Weight(90)),
      .logged("t", "a", 5, Weight(500)), .logged("u", "a", 5, Weight(400)),
      .revised(id(1), Weight(100)), .removed(id(4)), .discarded("t"),
    ])
    let records = try #require(history.records().first).records
    #expect(records.heaviest?.value == 100)
    #expect(records.sessionVolume?.value == 950)
    #expect(records.last?.set.seq == 2)
  }

  /// Returns the records of an exercise after the last of some facts, a correction: derived from the records before it,
  /// nil if all sets must be examined; and rebuilt.
  private func records(_ bodies: [Event.Body]) throws -> (
    made: ExerciseRecords?, rebuilt: ExerciseRecords?
  ) {
    let events = events(bodies.map { .by("ann", $0) })
    var source = RecordsView.Source.scoped(to: "ann")
    for event in events.dropLast() { source.apply(event) }
    let (before, last) = (try #require(RecordsView.row("a", of: source)), try #require(events.last))
    source.apply(last)
    let history = source.first.history
    let correction = try #require(history.correction(by: last))
    let made = before.records.corrected(by: correction, of: "a", in: history, bodyKg: nil)
    let rebuilt = RecordsView.row("a", of: source)
    #expect(RecordsView.row(before, after: last, of: source) == rebuilt)
    return (made, rebuilt?.records)
  }

  private static let sets: [Event.Body] = [
    .logged("s", "a", 5, Weight(100)), .logged("s", "a", 5, Weight(100)),
    .logged("t", "a", 3, Weight(90)), .logged("t", "a", 2, Weight(80)),
    .logged("t", "a", 1, Weight(80)),
  ]

  @Test(arguments: [
    // The last set keeps its mark and has other figures.
    (5, Weight(90), false), (5, Weight(100), false),
    // It makes a record now: the first of a load, the heaviest.
    (5, Weight(70), false), (5, Weight(120), false),
    // The volume of its session is the largest now.
    (5, Weight(800), true),
    // It made one: of a load, and the first of the log.
    (4, Weight(70), true), (1, Weight(70), true),
  ])
  func `revising a set leaves the records of others unchanged`(
    seq: Int, weight: Weight, isAnew: Bool
  ) throws {
    let (made, rebuilt) = try records(Self.sets + [.revised(id(seq), weight)])
    #expect((made == nil) == isAnew)
    if let made { #expect(made == rebuilt) }
  }

  @Test func `the first set is shown with its revised values even if it is no other record`() throws
  {
    let (made, rebuilt) = try records([
      .logged("s", "a", 1, Weight(80)), .logged("s", "a", 2, Weight(80)),
      .logged("t", "a", 5, Weight(100)), .logged("t", "a", 3, Weight(90)),
      .revised(id(1), Weight(90)),
    ])
    #expect(made != nil && made == rebuilt)
    #expect(made?.first?.set.seq == 1 && made?.first?.set.weight == Weight(90))
  }

  @Test func `a set that is revised to equal a record has it only if it was logged first`() throws {
    let later: [Event.Body] = [
      .logged("s", "a", 5, Weight(100)), .logged("s", "a", 3, Weight(100)),
      .logged("t", "a", 1, Weight(50)), .logged("t", "a", 1, Weight(40)),
      .logged("t", "a", 1, Weight(40)),
    ]
    let (made, rebuilt) = try records(later + [.revised(id(5), Weight(50))])
    #expect(made == rebuilt && made?.repsAt[1].set.seq == 3)
    let earlier: [Event.Body] = [
      .logged("s", "a", 5, Weight(100)), .logged("s", "a", 3, Weight(100)),
      .logged("t", "a", 2, Weight(40)), .logged("t", "a", 1, Weight(40)),
      .logged("t", "a", 1, Weight(50)),
    ]
    let first = try records(earlier + [.revised(id(4), Weight(50))])
    #expect(first.made == first.rebuilt && first.made?.repsAt[1].set.seq == 4)
  }

  @Test func `revising a set recomputes the largest volume of its session`() throws {
    let less = try records([
      .logged("t", "a", 5, Weight(90)), .logged("s", "a", 5, Weight(100)),
      // Neither a record by itself nor the set that completes the volume.
      .logged("s", "a", 5, Weight(100)), .logged("s", "a", 5, Weight(100)),
      .revised(id(3), Weight(90)),
    ])
    #expect(less.made == nil && less.rebuilt?.sessionVolume?.value == 1_450)
    let equal = try records([
      .logged("u", "a", 5, Weight(90)), .logged("s", "a", 5, Weight(100)),
      .logged("t", "a", 5, Weight(100)), .logged("t", "a", 5, Weight(90)),
      .logged("s", "a", 5, Weight(100)), .revised(id(4), Weight(100)),
    ])
    // Of two sessions with one volume the one that has it first in the log.
    #expect(equal.made == nil && equal.rebuilt?.sessionVolume?.set.seq == 4)
  }

  @Test(arguments: [
    // Neither a record nor part of the largest volume.
    (4, false),
    // The first of the log, the last one, and one of the session with the largest volume that made nothing.
    (1, true), (6, true), (3, true),
  ])
  func `removing a set leaves the records of others unchanged`(seq: Int, isAnew: Bool) throws {
    let (made, rebuilt) = try records([
      .logged("s", "a", 5, Weight(100)), .logged("s", "a", 2, Weight(80)),
      .logged("s", "a", 1, Weight(80)), .logged("t", "a", 1, Weight(80)),
      .logged("u", "b", 5, Weight(200)), .logged("t", "a", 1, Weight(80)), .removed(id(seq)),
    ])
    #expect((made == nil) == isAnew)
    if let made { #expect(made == rebuilt) }
    #expect(rebuilt?.sessionVolume?.value == (seq == 1 ? 240 : seq == 3 ? 660 : 740))
  }

  @Test func `if the first set in the log is removed, the first set is searched for again`() throws
  {
    let (made, rebuilt) = try records([
      .logged("s", "a", 1, Weight(80)), .logged("s", "a", 2, Weight(80)),
      .logged("t", "a", 5, Weight(100)), .removed(id(1)),
    ])
    #expect(made == nil && rebuilt?.first?.set.seq == 2)
  }

  @Test func `a removal without any volume keeps the records of repetitions`() throws {
    let (made, rebuilt) = try records([
      .logged("s", "a", 5), .logged("s", "a", 4), .logged("s", "a", 3), .removed(id(2)),
    ])
    #expect(made != nil && made == rebuilt && made?.sessionVolume == nil)
  }

  @Test func `with a load, the largest product is the personal best`() throws {
    var count = 0
    for seed in 0..<200 {
      var facts = RandomFacts(seed: UInt64(40_000 + seed))
      let log = log(facts.sets(60))
      let (bests, history) = try replay(log, OfUser<PersonalBests>("ann"), OfUser<History>("ann"))
      let records = history.value.records()
      #expect(records.map(\.exercise) == bests.bests.map(\.exercise))
      for (best, record) in zip(bests.bests, records) {
        #expect((record.records.product?.set.seq ?? best.seq) == best.seq, "seed \(seed)")
        // With assistance alone the best score is negative, and nothing was lifted.
        #expect((record.records.product?.value ?? 0) == max(best.score, 0))
        if best.score > 0 { count += 1 }
      }
    }
    #expect(count > 100)
  }
}
