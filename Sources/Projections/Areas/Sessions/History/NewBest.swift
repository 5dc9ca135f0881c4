import Events

/// A record that a set beats, with the record before it.
public struct NewBest: Equatable, Sendable {
  /// The records that are announced.
  public enum Kind: Sendable {
    /// The largest load with at least one repetition.
    case heaviest
    /// The largest estimated one-repetition maximum.
    case oneRepMax
    /// The best set, as in personal bests.
    case set
    /// The longest duration.
    case longest
    /// The largest distance.
    case farthest
  }

  public let kind: Kind
  /// The value in kilograms, seconds or metres; for a set without added weight, its repetitions.
  public let value: Double
  /// The set that beats the record.
  public let set: History.LoggedSet
  /// The record that it beats.
  public let before: ExerciseRecords.Mark
}

extension ExerciseRecords {
  /// Returns the records that a set beats, in the order of their kinds.
  ///
  /// A record must be exceeded, so an equal set beats nothing. Neither does the first set of an exercise, a warm-up, a
  /// failed attempt, or a set that is not done. Without added weight, the better set has less assistance, then more
  /// repetitions. The records should be those without warm-ups, since a first set after a warm-up is no new best.
  public func bests(beatenBy set: History.LoggedSet) -> [NewBest] {
    guard set.completed, set.kind != .warmup else { return [] }
    let weight = set.weight ?? Weight(0)
    func kilograms(_ before: Mark?) -> Double {
      weight.kilograms(enteredFor: before?.set.weight ?? weight)
    }
    var bests: [NewBest] = []
    func offer(_ kind: NewBest.Kind, _ value: Double?, _ before: Mark?) {
      guard let value, let before, value > before.value ?? 0 else { return }
      bests.append(NewBest(kind: kind, value: value, set: set, before: before))
    }
    if set.reps > 0, weight.value > 0 {
      offer(.heaviest, kilograms(heaviest), heaviest)
      offer(
        .oneRepMax, OneRepMax.epley.estimate(kilograms(oneRepMax), reps: set.reps), oneRepMax)
      if let product {
        offer(.set, Double(set.reps) * kilograms(product), product)
      } else if let best = repsAt.last {
        bests.append(NewBest(kind: .set, value: set.score, set: set, before: best))
      }
    } else if set.reps > 0, set.seconds == nil, set.metres == nil, product == nil,
      // The last load is the one with the least assistance.
      let best = repsAt.last, beats(best, set.reps, kilograms(best))
    {
      bests.append(NewBest(kind: .set, value: Double(set.reps), set: set, before: best))
    }
    // A slower run of the same distance is no record.
    if set.metres == nil { offer(.longest, set.seconds, longest) }
    offer(.farthest, set.metres, farthest)
    return bests
  }

  /// Returns whether a set without added weight is better than the best one of its kind.
  private func beats(_ best: Mark, _ reps: Int, _ kilograms: Double) -> Bool {
    kilograms > best.kilograms || kilograms == best.kilograms && Double(reps) > best.value ?? 0
  }
}
