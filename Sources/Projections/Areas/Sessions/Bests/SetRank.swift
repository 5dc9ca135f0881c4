import Events

/// The rank of a set among the sets of its exercise; the greater rank is better.
///
/// Sets are ranked by reps × weight. Without added weight the product is 0. Of such sets, the better one has less
/// assistance, then more repetitions, more seconds, more metres.
struct SetRank: Comparable, Sendable {
  /// The reps × weight in kilograms; 0 without added weight.
  let score: Double
  /// The weight of the assistance in kilograms, below 0; this and the rest are 0 unless the score is 0.
  private let assistance: Double
  private let reps: Int
  private let seconds: Double
  private let metres: Double

  /// Creates the rank of a set; values are nil if they were not recorded.
  init(reps: Int, weight: Weight?, seconds: Double?, metres: Double?) {
    score = weight.score(reps)
    let counts = score == 0
    assistance = counts ? min(0, weight?.kilograms ?? 0) : 0
    self.reps = counts ? reps : 0
    self.seconds = counts ? seconds ?? 0 : 0
    self.metres = counts ? metres ?? 0 : 0
  }

  static func < (one: SetRank, other: SetRank) -> Bool {
    (one.score, one.assistance, one.reps, one.seconds, one.metres)
      < (other.score, other.assistance, other.reps, other.seconds, other.metres)
  }
}

extension Weight? {
  /// Returns the reps × weight in kilograms; 0 for assistance, and without added weight.
  @inline(__always)
  func score(_ reps: Int) -> Double {
    guard let self, self.value > 0 else { return 0 }
    return Double(reps) * self.kilograms
  }
}
