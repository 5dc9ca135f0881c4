import Events
import Projections
import TestSupport
import Testing

@Suite struct NewBestTests {
  /// Returns the records that a set beats, after sets of the same exercise.
  private func beaten(
    by set: LogSet, after earlier: [(reps: Int, kilograms: Double?)]
  ) throws -> [NewBest.Kind] {
    let sets = earlier.map { reps, kilograms in
      Fact.by("ann", .logged("s", "squat", reps, kilograms.map { Weight($0) }))
    }
    let given = Given([.signedIn("ann"), .by("ann", .started("s"))] + sets)
    return try given.remarks(on: set).flatMap { remark -> [NewBest.Kind] in
      if case .logged(_, _, let bests) = remark { bests.map(\.kind) } else { [] }
    }
  }

  private func squat(_ entry: String, _ kind: SetKind = .normal) throws -> LogSet {
    LogSet(exercise: "squat", try EnteredSet(entry), kind: kind)
  }

  @Test func `a heavier set is a new best for weight, estimate and set`() throws {
    let kinds = try beaten(by: squat("5x105kg"), after: [(5, 100), (8, 60)])
    #expect(kinds == [.heaviest, .oneRepMax, .set])
  }

  @Test func `the first set of an exercise is no new best, nor is an equal one`() throws {
    #expect(try beaten(by: squat("5x100kg"), after: []) == [])
    #expect(try beaten(by: squat("5x100kg"), after: [(5, 100)]) == [])
    #expect(try beaten(by: squat("4x100kg"), after: [(5, 100)]) == [])
  }

  @Test func `a load entered as a table shows the record exceeds only its repetitions`() throws {
    #expect(try beaten(by: squat("5x220.47lb"), after: [(5, 100.003)]) == [])
    #expect(try beaten(by: squat("6x220.46lb"), after: [(5, 100)]) == [.oneRepMax, .set])
    // A heavier record, which the table shows as another load, changes nothing.
    #expect(try beaten(by: squat("5x220.47lb"), after: [(5, 100.003), (1, 110)]) == [])
    #expect(try beaten(by: squat("5x220.48lb"), after: [(5, 100)]).contains(.heaviest))
  }

  @Test func `a warm-up is no new best, nor is a failed attempt`() throws {
    #expect(try beaten(by: squat("5x105kg", .warmup), after: [(5, 100)]) == [])
    let given = Given(
      .signedIn("ann"), .by("ann", .started("s")),
      .by("ann", .logged("s", "squat", 5, Weight(40), kind: .warmup)))
    guard case .logged(_, 2, []) = try given.remarks(on: squat("5x100kg")).last else {
      Issue.record("a warm-up was beaten")
      return
    }
    #expect(try beaten(by: squat("0x200kg", .failure), after: [(5, 100)]) == [])
  }

  @Test func `with body weight only, less assistance wins, then more repetitions`() throws {
    #expect(try beaten(by: squat("13"), after: [(12, nil)]) == [.set])
    #expect(try beaten(by: squat("12"), after: [(12, nil)]) == [])
    #expect(try beaten(by: squat("8x-10kg"), after: [(12, -20)]) == [.set])
    #expect(try beaten(by: squat("20x-10kg"), after: [(1, nil)]) == [])
    #expect(try beaten(by: squat("1x5kg"), after: [(12, nil)]) == [.set])
    #expect(try beaten(by: squat("30"), after: [(1, 5)]) == [])
  }

  @Test func `of several equal sets, the first is the best, and each has its number`() throws {
    let given = Given(
      .signedIn("ann"), .by("ann", .started("s")),
      .by("ann", .logged("s", "squat", 5, Weight(100))))
    let remarks = try given.remarks(on: squat("3x5x105kg"))
    let sets = remarks.compactMap { remark -> (Int, Int)? in
      if case .logged(_, let number, let bests) = remark { (number, bests.count) } else { nil }
    }
    #expect(sets.map(\.0) == [2, 3, 4])
    #expect(sets.map(\.1) == [3, 0, 0])
  }

  @Test func `a session is compared with the last one of the same kind`() throws {
    func session(_ name: Name, _ title: String?, _ kilograms: Double...) -> [Fact] {
      [.by("ann", .started(name, title: title))]
        + kilograms.map { .by("ann", .logged(name, "squat", 5, Weight($0))) }
        + [.by("ann", .ended(name))]
    }
    let facts =
      session("a", "Legs", 90, 100) + session("b", "Push", 80) + session("c", nil, 70)
      + session("d", "Legs", 105, 110, 95) + session("e", nil, 60) + session("f", "Arms", 60)
    let history = try replay(log(events(facts)), OfUser<History>("ann")).value
    let legs = try #require(SessionSummary(of: "d", in: history))
    #expect(legs.previous?.session == "a")
    #expect(legs.bests.map(\.kind) == [.heaviest, .oneRepMax, .set])
    #expect(legs.bests.map(\.before.value) == [100, OneRepMax.epley.estimate(100, reps: 5), 500])
    #expect(legs.bests.first?.value == 110)
    #expect(SessionSummary(of: "e", in: history)?.previous?.session == "d")
    #expect(SessionSummary(of: "f", in: history)?.previous == nil)
    #expect(SessionSummary(of: "f", in: history)?.bests == [])
    #expect(SessionSummary(of: "z", in: history) == nil)
  }
}
