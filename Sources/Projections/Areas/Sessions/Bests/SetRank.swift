import Events

/// The merit of a set among those of its exercise; the greater rank is the better one.
///
/// Sets are ranked by reps × weight. Where nothing is lifted beyond the body, the product is 0 for all of
/// them: there the better set has less assistance, then more repetitions, more seconds, more metres.
struct SetRank: Comparable, Sendable {
  /// The reps × weight in kilograms; 0 where nothing is lifted beyond the body.
  let score: Double
  /// The weight of the assistance in kilograms, less than 0; this and the rest are 0 unless the score is.
  private let assistance: Double
  private let reps: Int
  private let seconds: Double
  private let metres: Double

  /// Creates the rank of a set; nil for what was not recorded.
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
  /// Returns the reps × weight in kilograms; 0 for assistance, and for the body alone.
  @inline(__always)
  func score(_ reps: Int) -> Double {
    guard let self, self.value > 0 else { return 0 }
    return Double(reps) * self.kilograms
  }
}
