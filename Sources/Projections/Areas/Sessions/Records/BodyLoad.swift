import Events

/// The load of sets in which the body is lifted, by the body weight of their days.
///
/// The body counts in pull-ups, chin-ups, muscle-ups and dips. The words of an exercise's name decide: `pull-up`,
/// `Chin Up (Weighted)`, `ring-dips`. Their load is the body weight plus added weight, or minus assistance. Exercises
/// on a machine or a lever do not count. Neither does a day before the first measurement of the body weight.
public struct BodyLoad: Sendable {
  private let series: BodyWeightSeries

  public init(_ series: BodyWeightSeries) { self.series = series }

  /// Returns the body weight in kilograms on a day; nil if it is unknown, or if the value is not above 0.
  public func bodyKg(on day: LocalDay) -> Double? { series.weight(on: day)?.asBodyKg }

  /// Returns whether an exercise lifts the body.
  public static func lifts(_ exercise: Name) -> Bool {
    let words = exercise.text.lowercased().split { !$0.isLetter }
    if words.contains("machine") || words.contains("lever") { return false }
    let whole: Set<Substring> = [
      "dip", "dips", "pullup", "pullups", "chinup", "chinups", "muscleup", "muscleups",
    ]
    if words.contains(where: whole.contains) { return true }
    return zip(words, words.dropFirst()).contains { first, second in
      ["pull", "chin", "muscle"].contains(first) && ["up", "ups"].contains(second)
    }
  }

  /// Returns a set with the body in its load, if the exercise lifts the body and the day's weight is known.
  func counted(_ set: History.LoggedSet, on day: LocalDay) -> History.LoggedSet {
    guard BodyLoad.lifts(set.exercise), let body = bodyKg(on: day) else { return set }
    var counted = set
    counted.weight = Weight(body + (set.weight?.kilograms ?? 0))
    return counted
  }

  /// Returns sessions with the body weight of their day added to the loads of sets that lift the body.
  public func counted(_ sessions: [History.Session]) -> [History.Session] {
    sessions.map { session in
      var counted = session
      counted.sets = session.sets.map { self.counted($0, on: session.startedAt.day) }
      return counted
    }
  }
}

extension Weight {
  /// The weight in kilograms; nil if it is not above 0, as hand-written lines may have it.
  var asBodyKg: Double? { kilograms > 0 ? kilograms : nil }
}
