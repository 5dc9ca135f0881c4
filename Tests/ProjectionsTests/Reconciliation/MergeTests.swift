import Events
import TestSupport
import Testing

@testable import Projections

/// Versions of a fact that differ in every part, so that none can take the place of another.
@Suite struct MergeTests {
  private static func set(_ number: Int) -> SetLogged {
    let kinds: [SetKind] = [.normal, .warmup, .drop]
    let part = Double(number)
    return SetLogged(
      session: "s", exercise: Name("exercise \(number)"), reps: 10 + number,
      weight: Weight(100 + part), kind: kinds[number], rpe: 5 + part, seconds: 20 + part,
      metres: 300 + part, completed: number != 1, note: "note \(number)")
  }

  private static func facts(_ number: Int) -> SessionFacts {
    SessionFacts(
      title: "title \(number)", note: "a note \(number)",
      startedAt: moment("2024-03-0\(number + 1)T18:00:00Z"),
      endedAt: moment("2024-03-0\(number + 1)T19:00:00Z"))
  }

  /// The versions of the last import, of the log and of the file; which of them counts, and whether that
  /// keeps a change by the user.
  private static let versions: [(versions: [Int], overwrites: Bool, merged: Int, isKept: Bool)] = [
    ([0, 0, 0], false, 0, false), ([0, 1, 0], false, 1, false), ([0, 0, 1], false, 1, false),
    ([0, 1, 1], false, 1, false), ([0, 1, 2], false, 1, true), ([0, 1, 0], true, 0, false),
    ([0, 0, 1], true, 1, false), ([0, 1, 2], true, 2, false),
  ]

  @Test(arguments: versions)
  func `each changed part of a fact is taken, and the user's if both changed it`(
    _ versions: [Int], _ overwrites: Bool, _ merged: Int, _ isKept: Bool
  ) {
    let sets = versions.map(Self.set)
    var merge = Merge(overwrites: overwrites)
    #expect(merge(sets[0], sets[1], sets[2]) == Self.set(merged))
    #expect(merge.isKept == isKept)

    let facts = versions.map(Self.facts)
    merge = Merge(overwrites: overwrites)
    #expect(merge(facts[0], facts[1], facts[2]) == Self.facts(merged))
    #expect(merge.isKept == isKept)
  }
}
