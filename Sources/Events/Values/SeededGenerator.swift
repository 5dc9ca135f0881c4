/// A generator of repeatable random numbers: a seed gives the same numbers on every machine.
///
/// The algorithm is SplitMix64. Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators"
/// (2014), with the constants of Vigna's splitmix64.c. Use it for ids and samples, not for secrets.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator with a seed; all seeds are equally good.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns a number in 0..<`bound`, which must be positive.
  ///
  /// The standard library's `random(in:using:)` does the same but does not specify its numbers, so a newer library
  /// could change every sample. The bias of the plain multiplication is below `bound` / 2^64.
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Returns a number in `range`, which must not be empty.
  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// Returns true with a probability of `share` in 1,000.
  package mutating func chance(_ share: Int) -> Bool { below(1000) < share }

  /// Returns an element of `choices`, which must not be empty.
  package mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }
}
