import TestSupport
import Testing

@testable import Events

/// Tests that unpacked sets equal the packed ones.
@Suite struct PackedSetsTests {
  /// The numbers with few decimals, with all decimals, and at the limits of the type.
  private static let numbers = [
    0, -0.0, 1, 62.5, -20.25, 0.001, 0.0005, 1.0 / 3, 1001.001, 1e15, -1e300,
    .leastNonzeroMagnitude,
    20.41165665, 9_007_199_254_740_994,
  ]

  private func same(_ one: SetLogged, _ other: SetLogged) -> Bool {
    one == other && one.weight?.value.bitPattern == other.weight?.value.bitPattern
      && one.note.map { Array($0.utf8) } == other.note.map { Array($0.utf8) }
  }

  @Test func `every set is returned as it was stored, in order`() {
    var generator = SeededGenerator(seed: 5)
    func one<T>(_ choices: [T]) -> T {
      choices[Int.random(in: 0..<choices.count, using: &generator)]
    }
    let notes = [nil, "", "easy", "e\u{301}", "\u{E9}", String(repeating: "long ", count: 100_000)]
    let sets = (0..<2_000).map { number in
      SetLogged(
        session: "s", exercise: one(["squat", "bench", Name("row \(number % 300)")]),
        reps: one([0, 5, 1_000, -3, .max, .min]),
        weight: one([nil, Weight(one(Self.numbers), one([.kg, .lb]))]), kind: one(SetKind.allCases),
        rpe: one([nil, 8.5]), seconds: one([nil] + Self.numbers), metres: one([nil] + Self.numbers),
        completed: one([true, false]), note: number % 100 == 0 ? one(notes) : one(notes.dropLast()),
        rir: one([nil, 1.5]), superset: one([nil] + SupersetGroup.allCases),
        isPerSide: one([true, false]))
    }
    var packed = PackedSets()
    let places = sets.map { packed.append($0, exerciseNote: $0.reps == 5 ? "slow" : nil) }
    // The sets fill more than a chunk.
    #expect(places.last.map { $0 >> 20 } ?? 0 > 0)
    var next = places.first
    for (set, place) in zip(sets, places) {
      #expect(next == place)
      let found = packed.set(at: place, of: "s")
      #expect(same(found.set, set))
      #expect(found.exerciseNote == (set.reps == 5 ? "slow" : nil))
      #expect(packed.exercises[found.exercise] == set.exercise)
      next = found.next
    }
  }
}
