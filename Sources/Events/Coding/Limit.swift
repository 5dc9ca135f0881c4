/// The range of a field: every bound of every field, in one table.
///
/// A limit binds new values in a log, through a decision, an import or `append`; reading a log does
/// not apply it, so that a bound tightened later never makes an old log unreadable.
@usableFromInline package enum Limit: Sendable {
  /// Any value of the type.
  case none
  /// An identifier: 1...200 bytes, no control character, no space at either end.
  case name
  /// A text: at least one character that is not white space, at most 10,000 characters.
  case text
  /// A text that takes the place of another: at most 10,000 characters, none to take it away.
  case wording
  /// The address of a thing to be shown: a text, without a password or a token in it.
  case address
  /// The name of a setting: an identifier that is not that of a secret.
  case setting
  /// The repetitions of one set: 0 (a failed attempt) ... 1,000.
  case reps
  /// The planned sets of one exercise: 1...100.
  case sets
  /// A mass in the given unit: -500...2,000 kg; negative is assistance.
  case weight(Weight.Unit)
  /// A mass whose unit is another field: `weight` of that unit, checked once it is known.
  case enteredWeight
  /// The weight of a person whose unit is another field: `bodyWeight` of that unit, checked once it is known.
  case enteredBodyWeight
  /// A rating of perceived exertion: 1...10.
  case rpe
  /// A place in a list, counted from 1: 1...1,000.
  case position
  /// The duration of a set in seconds: 0...86,400.
  case seconds
  /// The distance of a set in metres: 0...1,000,000.
  case metres
  /// The height of a person in centimetres: 30...300.
  case height
  /// The weight of a person in the given unit: 2...700 kg.
  case bodyWeight(Weight.Unit)
  /// The duration of a workout or a class in minutes: 0...1,440.
  case minutes
  /// The places of a class: 1...10,000.
  case capacity
  /// A step between loads, in their unit: 0.01...100.
  case increment
  /// A cycle of a program, counted from 1: 1...1,000.
  case cycle
  /// A week of a cycle, counted from 1: 1...4.
  case week
  /// The repetitions of a session of push-ups: 0...10,000.
  case count
  /// The energy of a portion in kilocalories: 0...10,000.
  case calories
  /// A part of a portion in grams: 0...10,000.
  case grams

  /// The numbers allowed, in kilograms for a weight; nil for a limit on texts or none.
  @usableFromInline package var range: ClosedRange<Double>? {
    switch self {
    case .none, .name, .text, .wording, .address, .setting, .enteredWeight, .enteredBodyWeight:
      nil
    case .reps: 0...1_000
    case .sets: 1...100
    case .weight: -500...2_000
    case .rpe: 1...10
    case .position: 1...1_000
    case .seconds: 0...86_400
    case .metres: 0...1_000_000
    case .height: 30...300
    case .bodyWeight: 2...700
    case .minutes: 0...1_440
    case .capacity: 1...10_000
    case .increment: 0.01...100
    case .cycle: 1...1_000
    case .week: 1...4
    case .count, .calories, .grams: 0...10_000
    }
  }

  /// The unit of the numbers, as it is written after them; nil where they have none, or one of their own.
  package var unit: String? {
    switch self {
    case .seconds: "s"
    case .metres: "m"
    case .height: "cm"
    case .minutes: "min"
    case .calories: "kcal"
    case .grams: "g"
    case .weight(let unit), .bodyWeight(let unit): unit.rawValue
    case .none, .name, .text, .wording, .address, .setting, .reps, .sets, .enteredWeight,
      .enteredBodyWeight, .rpe, .position, .capacity, .increment, .cycle, .week, .count:
      nil
    }
  }

  /// Returns the breach of this limit by a number, or nil when it is within.
  @usableFromInline package func breach(by number: Double) -> String? {
    guard let range else { return nil }
    var unit = ""
    var measured = number
    switch self {
    case .weight(let entered), .bodyWeight(let entered):
      measured = Weight(number, entered).kilograms
      unit = " kg"
    default: break
    }
    guard !range.contains(measured) else { return nil }
    let bounds = [range.lowerBound, range.upperBound].map { grouped(decimal($0)) }
    // Rounded, 2,000.001 would be reported not to be 2,000.
    let rounded = decimal(measured)
    let isWithin = Double(rounded).map(range.contains) ?? false
    let found = isWithin ? measured.description : grouped(rounded)
    return "must be \(bounds[0])…\(bounds[1])\(unit), not \(found)\(unit)"
  }

  /// Returns the breach of this limit by a text, or nil when it is within.
  @usableFromInline package func breach(by text: String) -> String? {
    switch self {
    case .name: return Name.breach(of: text)
    case .text:
      if trimmed(text).isEmpty { return "must not be empty" }
      // A character has at least one byte, so only long texts need counting.
      guard text.utf8.count > 10_000, text.count > 10_000 else { return nil }
      return "must have at most 10,000 characters, not \(grouped(String(text.count)))"
    case .wording: return text.isEmpty ? nil : Limit.text.breach(by: text)
    case .address:
      return SecretName.isIn(address: text)
        ? "must not hold a password or a token" : Limit.text.breach(by: text)
    case .setting:
      return SecretName.listed(text) == nil
        ? Name.breach(of: text) : "must not be that of a secret, which no log is for"
    default: return nil
    }
  }
}
