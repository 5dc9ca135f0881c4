import Events

/// A figure of a set; a chart shows the largest of each session.
public enum SetFigure: Equatable, Sendable {
  /// The estimated one-repetition maximum.
  case estimate(OneRepMax)
  /// Repetitions × load.
  case product
  /// The load, negative for assistance.
  case load
  case repetitions
  case distance
  case time

  /// The name in a title.
  public var name: String {
    switch self {
    case .estimate: "estimated one-rep max"
    case .product: "best set, repetitions × load"
    case .load: "load"
    case .repetitions: "repetitions"
    case .distance: "distance"
    case .time: "time"
    }
  }

  /// Returns the display name of the unit.
  public func unit(in unit: Weight.Unit) -> String {
    switch self {
    case .estimate, .product, .load: unit.rawValue
    case .repetitions: "reps"
    case .distance: "km"
    case .time: "min"
    }
  }

  /// Returns the figure of a set; nil if it has none.
  func value(of set: History.LoggedSet, in unit: Weight.Unit) -> Double? {
    func shown(_ kilograms: Double) -> Double { Weight(kilograms).converted(to: unit) }
    switch self {
    case .estimate(let formula):
      let estimate = formula.estimate(set.weight?.kilograms ?? 0, reps: set.reps)
      return estimate.flatMap { $0 == 0 ? nil : shown($0) }
    case .product: return set.score > 0 ? shown(set.score) : nil
    // Some apps export a load of 0 for sets without one.
    case .load:
      return set.reps > 0 && set.weight?.value != 0 ? set.weight?.converted(to: unit) : nil
    case .repetitions: return set.reps > 0 ? Double(set.reps) : nil
    case .distance: return set.metres.flatMap { $0 > 0 ? $0 / 1_000 : nil }
    case .time: return set.seconds.flatMap { $0 > 0 ? $0 / 60 : nil }
    }
  }
}

extension HistoryView {
  /// The sessions without their warm-ups.
  public var withoutWarmUps: HistoryView {
    var view = self
    view.rows = rows.map { row in
      var session = row.session
      session.sets = session.sets.filter { $0.kind != .warmup }
      return Row(session: session)
    }
    return view
  }

  /// Returns a chart of the best figure of each session, by day, and of the record.
  ///
  /// All sets of the view count as sets of one exercise. If fewer than half of the sessions have the figure, another
  /// one replaces it. It is the first of load, repetitions, distance and time that at least half of the sessions have.
  ///
  /// - Parameters:
  ///   - figure: The figure to draw if sets have it.
  ///   - title: The display name of the exercise.
  ///   - unit: The unit of weights.
  public func chart(of figure: SetFigure, _ title: String, in unit: Weight.Unit) -> Chart {
    let sessions = rows.reversed().map(\.session).filter { !$0.sets.isEmpty }
    let others: [SetFigure] = [figure, .load, .repetitions, .distance, .time]
    let counts = others.map { figure in
      sessions.count { $0.sets.contains { figure.value(of: $0, in: unit) != nil } }
    }
    let usual = counts.firstIndex { $0 > 0 && $0 * 2 >= sessions.count }
    let drawn = usual.map { others[$0] } ?? figure
    // By day, since two clocks may show different days at the same time.
    let bests = sessions.compactMap { session -> (day: LocalDay, value: Double)? in
      let values = session.sets.compactMap { drawn.value(of: $0, in: unit) }
      return values.filter(\.isFinite).max().map { (session.startedAt.day, $0) }
    }.sorted { $0 < $1 }.map { Chart.Point($0.day, $0.value) }
    var records: [Chart.Point] = []
    for best in bests where best.value > records.last?.value ?? -.infinity { records.append(best) }
    return Chart(
      "\(title): \(drawn.name)", .line, unit: drawn.unit(in: unit),
      [
        Chart.Series("best of a session", .dots, bests),
        Chart.Series("record", .steps, Self.extended(records, to: bests.last)),
      ])
  }

  /// Returns records extended to the day of the last point.
  private static func extended(_ records: [Chart.Point], to last: Chart.Point?) -> [Chart.Point] {
    guard let record = records.last, let day = last?.day, let since = record.day, since < day else {
      return records
    }
    return records + [Chart.Point(day, record.value)]
  }
}

extension PersonalBestsView {
  /// Returns the best set of each exercise that was done with a load as bars, the largest first.
  ///
  /// - Parameters:
  ///   - unit: The unit of weights.
  ///   - name: A closure that returns the display name of an exercise.
  public func chart(in unit: Weight.Unit, _ name: (Name) -> String) -> Chart {
    let points = rows.filter { $0.best.score > 0 }.map { row in
      Chart.Point(name(row.best.exercise), Weight(row.best.score).converted(to: unit))
    }
    return .ranking("Best set of each exercise, repetitions × load", unit: unit.rawValue, points)
  }
}

extension RecordsView {
  /// Returns the estimated one-repetition maximum of each exercise as bars, the largest first.
  ///
  /// - Parameters:
  ///   - unit: The unit of weights.
  ///   - name: A closure that returns the display name of an exercise.
  public func chart(in unit: Weight.Unit, _ name: (Name) -> String) -> Chart {
    let points = rows.compactMap { row in
      row.records.oneRepMax?.value.map {
        Chart.Point(name(row.exercise), Weight($0).converted(to: unit))
      }
    }
    return .ranking("Estimated one-rep max of each exercise", unit: unit.rawValue, points)
  }
}

extension Chart {
  /// Returns bars of named things, the largest first; equal values keep their order.
  static func ranking(_ title: String, unit: String, _ points: [Point]) -> Chart {
    let ranked = points.enumerated().sorted { one, other in
      (other.element.value, one.offset) < (one.element.value, other.offset)
    }
    return Chart(
      title, .bars, unit: unit, preposition: "of", [Series(title, ranked.map(\.element))])
  }
}
