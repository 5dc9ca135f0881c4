/// Chance that can be repeated: the same seed gives the same numbers on every machine.
///
/// SplitMix64. Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators"
/// (2014), with the constants of Vigna's splitmix64.c. Good enough for ids and samples; nothing for
/// secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The generator of the sequence that belongs to `seed`. Any seed is as good as another.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number of 0..<`bound`, which must be positive.
  ///
  /// The library's `random(in:using:)` does the same but does not promise which numbers come out,
  /// so a newer one could change every sample. The bias of the plain multiplication is below
  /// `bound` / 2^64.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of `range`, which must not be empty.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// True in `share` of 1,000 calls.
  mutating func chance(_ share: Int) -> Bool { below(1000) < share }

  /// An element of `choices`, which must not be empty.
  mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }
}
