import Events

/// The load of sets in which the body is lifted, by the body's weight of their days.
///
/// The body counts in pull-ups, chin-ups, muscle-ups and dips, told by the words of the exercise's name:
/// `pull-up`, `Chin Up (Weighted)`, `ring-dips`. Their load is the body's weight and what was added, or less
/// what helped. An exercise on a machine or a lever is none of them, nor is one of a day before the body's
/// weight was first measured.
public struct BodyLoad: Sendable {
  private let series: BodyWeightSeries

  public init(_ series: BodyWeightSeries) { self.series = series }

  /// Returns the body's weight in kilograms on a day; nil where it is not known, or is none.
  public func bodyKg(on day: LocalDay) -> Double? {
    series.weight(on: day)?.asBodyKg
  }

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

  /// Returns a set with the body in its load, where it lifts the body and its weight of the day is known.
  func counted(_ set: History.LoggedSet, on day: LocalDay) -> History.LoggedSet {
    guard BodyLoad.lifts(set.exercise), let body = bodyKg(on: day) else { return set }
    var counted = set
    counted.weight = Weight(body + (set.weight?.kilograms ?? 0))
    return counted
  }

  /// Returns sessions with the body in the loads of their sets, by its weight of the day they began.
  public func counted(_ sessions: [History.Session]) -> [History.Session] {
    sessions.map { session in
      var counted = session
      counted.sets = session.sets.map { self.counted($0, on: session.startedAt.day) }
      return counted
    }
  }
}

extension Weight {
  /// The kilograms of a body; nil for a weight that no body has, as lines written by hand may.
  var asBodyKg: Double? { kilograms > 0 ? kilograms : nil }
}
