import Events

/// A set that holds a record: the set itself, or its place in a history.
protocol RecordMark {
  /// The value; nil for the first and the last set.
  var value: Double? { get }
  /// The load in kilograms; 0 without added weight.
  var kilograms: Double { get }
  /// The time of the set in milliseconds since 1970.
  var milliseconds: Int64 { get }
}

/// The records of one exercise, as sets or as their places.
struct RecordMarks<Mark: RecordMark> {
  var heaviest: Mark?
  var oneRepMax: Mark?
  var product: Mark?
  var reps: Mark?
  var sessionVolume: Mark?
  var longest: Mark?
  var farthest: Mark?
  var relative: Mark?
  var first: Mark?
  var last: Mark?
  /// The most repetitions with each load, the smallest load first.
  ///
  /// It is a sorted list, because sorting a table by load at each access takes a tenth of the time of all views.
  var repsAt: [Mark] = []

  /// Adds a set, which must come after all added sets in the log.
  ///
  /// - Parameters:
  ///   - volume: The volume of the exercise in the session, up to and including the set, in kilograms.
  ///   - bodyKg: The body weight of the day; nil if it is unknown.
  ///   - mark: A closure that returns the mark of the set for a value.
  @inline(__always)
  mutating func add(
    _ set: borrowing History.LoggedSet, volume: Double, _ formula: OneRepMax, bodyKg: Double?,
    _ mark: (Double?) -> Mark
  ) {
    let (count, kilograms) = (set.reps, set.weight?.kilograms ?? 0)
    func offer(_ value: Double?, for record: inout Mark?) {
      guard let value, value > record?.value ?? 0 else { return }
      record = mark(value)
    }
    offer(count > 0 ? kilograms : nil, for: &heaviest)
    offer(count > 0 ? bodyKg.map { kilograms / $0 } : nil, for: &relative)
    offer(formula.estimate(kilograms, reps: count), for: &oneRepMax)
    offer(set.score, for: &product)
    offer(Double(count), for: &reps)
    offer(set.seconds, for: &longest)
    offer(set.metres, for: &farthest)
    // Volumes only grow, so in the end the largest is that of a whole session.
    offer(volume, for: &sessionVolume)
    // Looked up first: if the record stays, the list is still shared with the previous row.
    let place = place(ofLoad: kilograms)
    if Double(count) > (place.isFound ? repsAt[place.index].value : nil) ?? 0 {
      let mark = mark(Double(count))
      if place.isFound { repsAt[place.index] = mark } else { repsAt.put(mark, at: place.index) }
    }
    let time = set.at.milliseconds
    if first.map({ time < $0.milliseconds }) ?? true { first = mark(nil) }
    if last.map({ $0.milliseconds <= time }) ?? true { last = mark(nil) }
  }

  /// Returns the place of a load in `repsAt`, or the place at which to insert it.
  func place(ofLoad kilograms: Double) -> (index: Int, isFound: Bool) {
    let index = repsAt.indices.search { repsAt[$0].kilograms >= kilograms }
    return (index, index < repsAt.count && repsAt[index].kilograms == kilograms)
  }

  /// Returns the marks, each transformed by `transform`.
  func map<Other>(_ transform: (Mark) -> Other) -> RecordMarks<Other> {
    RecordMarks<Other>(
      heaviest: heaviest.map(transform), oneRepMax: oneRepMax.map(transform),
      product: product.map(transform),
      reps: reps.map(transform), sessionVolume: sessionVolume.map(transform),
      longest: longest.map(transform),
      farthest: farthest.map(transform), relative: relative.map(transform),
      first: first.map(transform),
      last: last.map(transform), repsAt: repsAt.map(transform))
  }
}

extension RecordMarks: Equatable where Mark: Equatable {}
extension RecordMarks: Sendable where Mark: Sendable {}
