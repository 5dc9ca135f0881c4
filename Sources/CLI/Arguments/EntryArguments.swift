import Events
import Projections

extension EnteredWeight: ArgumentValue {
  static var placeholder: String { "WEIGHT" }
  static var expected: String { forms }
  init?(argument text: String) {
    guard let weight = try? EnteredWeight(text) else { return nil }
    self = weight
  }
  static func nearest(to text: String) -> String? {
    (EnteredWeight.nearest(to: text) as EnteredWeight?)?.description
  }
  var isWithoutUnit: Bool { unit == nil }
}

extension EnteredSet: ArgumentValue {
  static var placeholder: String { "REPSxWEIGHT" }
  static var expected: String { forms }
  init?(argument text: String) {
    guard let set = try? EnteredSet(text) else { return nil }
    self = set
  }
  static func nearest(to text: String) -> String? {
    (EnteredSet.nearest(to: text) as EnteredSet?)?.description
  }
  var isWithoutUnit: Bool { weight?.isWithoutUnit ?? false }
  var note: String? { otherMeaning.map { "means \(meaning); write \($0) for \($0.meaning)" } }

  /// The meaning of a set of repetitions: "3 sets of 5 repetitions", or "3 repetitions with 5 kg".
  private var meaning: String {
    let reps = counted(reps ?? 0, "repetitions")
    guard let weight else { return "\(count) sets of \(reps)" }
    let load = weight.unit.map { "\(Weight(weight.value, $0))" } ?? "a load of \(weight)"
    return "\(reps) with \(load)"
  }
}

/// The planned sets of an exercise in the form of an entry: `3x8x60kg`, `3x8`, `12`.
struct PlannedSets: ArgumentValue {
  let entry: EnteredSet

  static var placeholder: String { EnteredSet.placeholder }
  static var expected: String {
    "up to 20 planned sets (more with '--sets') such as 3x8x60kg or 3x8-12, or repetitions such as 12"
  }

  init?(argument text: String) {
    guard let set = try? EnteredSet(planned: text) else { return nil }
    entry = set
  }

  static func nearest(to text: String) -> String? { EnteredSet.nearest(to: text) }
  var isWithoutUnit: Bool { entry.isWithoutUnit }
  var note: String? { entry.note }
}

/// Sets of a program in the form of an entry: `5`, `8x120kg`, `3x5x110kg`; `3x5` means three sets with the planned load.
struct ProgramSets: ArgumentValue {
  let entry: EnteredSet

  static var placeholder: String { EnteredSet.placeholder }
  static var expected: String { "sets such as 3x5x110kg or 3x5, or repetitions such as 5" }

  init?(argument text: String) {
    guard let set = try? EnteredSet(text), set.reps != nil, !set.isBodyAlone else { return nil }
    var sets = set.otherMeaning ?? set
    sets.isBodyAlone = false
    entry = sets
  }

  static func nearest(to text: String) -> String? {
    let near: String? = EnteredSet.nearest(to: text)
    return near.flatMap { ProgramSets(argument: $0) }.map { "\($0.entry)" }
  }
  var isWithoutUnit: Bool { entry.isWithoutUnit }
  var note: String? { entry.note }
}

/// A weight, or a set with a weight: `100kg`, `5x100kg`.
struct EnteredLoad: ArgumentValue {
  let weight: EnteredWeight
  /// The repetitions; nil for a weight alone.
  private(set) var reps: Int?
  private(set) var note: String?

  static var placeholder: String { EnteredWeight.placeholder }
  static var expected: String { "a weight such as 100kg, or a set such as 5x100kg" }

  init(_ weight: EnteredWeight) { self.weight = weight }

  init?(argument text: String) {
    if let weight = try? EnteredWeight(text) {
      self.init(weight)
      return
    }
    guard let set = try? EnteredSet(text), let weight = set.weight, let reps = set.reps, reps > 0
    else { return nil }
    self.init(weight)
    (self.reps, note) = (reps, set.note)
  }

  static func nearest(to text: String) -> String? {
    let near: [String?] = [EnteredWeight.nearest(to: text), EnteredSet.nearest(to: text)]
    return near.compactMap(\.self).first { EnteredLoad(argument: $0) != nil }
  }
  var isWithoutUnit: Bool { weight.isWithoutUnit }

  /// The one-repetition maximum: the weight itself, or the estimate from the set by Epley's formula.
  var maximum: EnteredWeight {
    let estimate = reps.flatMap { OneRepMax.epley.estimate(weight.value, reps: $0) }
    return estimate.map { EnteredWeight($0, weight.unit) } ?? weight
  }
}
